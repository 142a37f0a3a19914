// The console without network, clock or browser: what it sends, what it waits for, what it shows.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { effects, keptToken, wasLocked } from "../src/console/console_effects";
import { cardOf, NOTHING, scannedInto, type Stroke, struck, type Typed, typed } from "../src/state/console/scanner";
import { callsElsewhere, type Command, type ConsoleEffect, initial, isFree, type KeyInCommand, lacksSheet, laidStakes, mayInsist, maySignOut, repeated, type ConsoleMessage, type ConsoleState } from "../src/state/console/console_state";
import { update } from "../src/state/console/console_update";
import { begun, cleared, examples, less, withAmount, withChip } from "../src/state/console/typed_stakes";
import { newsIn, type News } from "../src/state/shared/console_events";
import { fold } from "../src/state/shared/table_fold";
import { hasHappened } from "../src/state/console/unanswered";
import { dueGroups, isMadeAgain, isOwed } from "../src/state/console/due_groups";
import { LANGUAGES } from "../src/state/state";
import { announced, consoleShelf, consoleWords, demand, insistLabel, pausing, pushed, refusalLine, toldLine, unansweredLine, unkeyedLine } from "../src/words/console/console";
import { balanceOf, short } from "../src/words/staff/staff_money";
import { betName } from "../src/words/bet_name";
import { cardName } from "../src/words/card_names";
import { colon } from "../src/words/numbers";
import { newsLine } from "../src/words/shared/news";
import type { Due, Sheet, TableDetail, TableView } from "../src/wire";
import { recorded } from "./recorded_stream";

const [recording] = recorded.person;
if (!recording) throw new Error("nothing recorded");
const { first, told, sheet } = recording;
await Promise.all(LANGUAGES.map((each) => consoleShelf.load(each)));

const fail = (): never => {
  throw new Error("nothing is told");
};

class SimulatedConsole {
  state: ConsoleState = initial("console", "real", { language: "it", hand: "right" });
  effects: ConsoleEffect[] = [];

  say(message: ConsoleMessage, now = 0): this {
    const [next, effects] = update(this.state, message, now);
    this.state = next;
    this.effects.push(...effects);
    return this;
  }

  get attempt(): number {
    return this.state.link.attempt;
  }

  hear(...all: object[]): this {
    for (const each of all) this.say({ type: "heard", attempt: this.attempt, told: each });
    return this;
  }

  answer(what: "me" | "table" | "tables" | "ticket" | "texts" | "enter", body: unknown): this {
    return this.say({ type: "answered", attempt: this.attempt, what, body });
  }

  signIn(): this {
    this.say({ type: "started", token: "t" });
    this.answer("me", { name: "carla", role: "croupier" });
    this.answer("table", { sheet, summary: { title: "Real" }, spec: {} } as unknown as TableDetail);
    this.answer("ticket", { path: "/ws?ticket=1" }).say({ type: "opened", attempt: this.attempt });
    return this.hear({ type: "watching", now: 0, view: first, missed: null });
  }

  console(offset: number, can: readonly string[], more: object = {}): this {
    return this.hear({ type: "console", offset, mine: true, can, demands: "", side: null, sides: [], ...more });
  }

  get sent(): { type: string }[] {
    return this.effects.flatMap((each) => (each.type === "say" ? [each.said as { type: string }] : []));
  }
}

let page: SimulatedConsole;
beforeEach(() => (page = new SimulatedConsole()));

describe("a locked console", () => {
  const unlock = (name: string): ConsoleEffect[] => {
    page.effects.length = 0;
    page.say({ type: "enter", name, password: "p" }).answer("enter", { token: "spare", name, role: "manager" });
    return page.effects;
  };
  beforeEach(() => {
    page.signIn().console(first.offset, ["read", "open_betting"]);
    page.say({ type: "do", command: { type: "open_betting" } });
    page.say({ type: "key-in", stakes: [{ type: "key_in", box: 1, place: 1, bets: { punto: 5_000 } }] });
    page.say({ type: "lock" });
    page.effects.length = 0;
  });

  it("sends nothing, and keeps what was waiting to be mended", () => {
    page.say({ type: "scan", code: "KH", where: "table" }).say({ type: "do", command: { type: "open_betting" } });
    page.hear({ type: "done", request: "open_betting" }).console(first.offset + 1, ["read", "key_in"]);
    expect(page.sent).toEqual([]);
    expect(page.state.unkeyed).toMatchObject([{ stakes: { box: 1 } }]);
  });

  it("opens only for its own croupier, and gives the new token back", () => {
    expect(unlock("mara")).toContainEqual(expect.objectContaining({ ask: { what: "sign-out" }, token: "spare" }));
    expect(page.state.locked).toBe(true);
    expect(unlock("carla")).toContainEqual({ type: "keep-locked", locked: false });
    expect([page.state.locked, page.state.token]).toEqual([false, "t"]);
  });

  it("is not signed out by somebody who runs the table in the middle of a coup", () => {
    const at = (stage: string, more: Partial<ConsoleState> = {}): boolean =>
      maySignOut({ ...page.state, view: { ...first, stage } as TableView, ...more });
    expect([at("opening"), at("dealing")]).toEqual([true, false]);
    expect(at("dealing", { console: null })).toBe(false); // not known yet, after a reload
    expect(at("dealing", { table: "" })).toBe(true); // in the list of tables
    const { console } = page.state;
    expect(at("dealing", { console: console && { ...console, mine: false } })).toBe(true);
  });
});

describe("this tab", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is locked for the person who has signed in, not for the next one", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    });
    const perform = effects(() => undefined);
    perform({ type: "keep-token", token: "t" });
    perform({ type: "keep-locked", locked: true });
    expect([keptToken(), wasLocked()]).toEqual(["t", true]);
    perform({ type: "keep-token", token: "" });
    expect([keptToken(), wasLocked()]).toEqual(["", false]);
  });
});

describe("what to take and to pay", () => {
  const due = (box: number, takes: number, pays: number, difference?: number): Due => ({ box, place: 1, takes, pays, cagnotte: 0, bets: [], ...(difference === undefined ? {} : { difference }) });
  const listed = (...dues: readonly Due[]) => groupsOf({ ...first, due: dues });
  const groupsOf = (view: TableView) =>
    Object.fromEntries(dueGroups(view).filter(({ is, of }) => is !== "gives" || of.length).map(({ is, total, of }) => [is, [total, ...of.map(({ due: { box }, cents }) => [box, cents])]]));

  it("is listed in the order of the boxes, those who stand last", () => {
    const all = [due(0, 0, 500), due(4, 300, 100), due(1, 200, 0), due(2, 0, 0)];
    expect(listed(...all)).toEqual({ takes: [500, [1, 200], [4, 300]], pays: [600, [4, 100], [0, 500]], none: [0, [2, 0]] });
    expect([isMadeAgain(all), isMadeAgain([])]).toEqual([false, false]);
  });

  it("is what remains of it after an earlier list", () => {
    const all = [due(1, 0, 100, 200), due(2, 100, 0, -195), due(3, 100, 100, 0)];
    expect(listed(...all)).toEqual({ takes: [195, [2, 195]], pays: [200, [1, 200]], none: [0, [3, 0]] });
    expect(isMadeAgain(all)).toBe(true);
  });

  it("says by the sheet whether a stake comes back after an Égalité or stays on the cloth", () => {
    const after = (egalite_stakes: string) => pushed("en", { ...sheet, betting: { ...sheet.betting, egalite_stakes } } as Sheet);
    expect([after("left"), after("returned"), pushed("en", undefined)]).toEqual(["stays", "comes back", "comes back"]);
  });

  it("is to undo an earlier list if the coup is void", () => {
    expect(listed(due(1, 0, 0, 100), due(2, 0, 0, -95))).toEqual({ takes: [95, [2, 95]], pays: [100, [1, 100]], none: [0] });
  });

  it("is, for a void coup, what lay on the cloth, by box and player; undoing a list gives the others theirs", () => {
    const lay = { 0: { 2: { punto: 700 } }, 3: { 1: { punto: 200, egalite: 50 }, 2: { banco: 300 } } };
    const view = { ...first, stage: "betting", keyed: lay } as TableView;
    const event = { type: "voided", table: first.table, epoch: first.epoch, offset: first.offset + 1, at: 0, coup: first.coup, manager: 9, reason: "", due: [], cards: "" } as const;
    const after = fold(view, event);
    expect(groupsOf(after)).toEqual({ takes: [0], pays: [0], gives: [1_250, [3, 250], [3, 300], [0, 700]], none: [0] });
    const later = fold(after, { type: "betting", table: first.table, epoch: first.epoch, offset: first.offset + 2, at: 0, coup: first.coup + 1, sabot: 1, fixed: "", gone: 0, until: null, keyed: {} });
    expect([later.keyed, isOwed(later)]).toEqual([{}, true]); // until the next result
    expect(groupsOf({ ...after, due: [due(3, 0, 0, 250)] })).toEqual({ takes: [0], pays: [250, [3, 250]], gives: [1_000, [3, 300], [0, 700]], none: [0] });
  });
});

describe("the stakes of a player", () => {
  const chips = withChip(withChip(begun({ punto: 500 }), "punto", 1_000), "banco", 2_500);

  it("are cleared on the chosen bet only, whether laid, typed or keyed in before", () => {
    expect(cleared(chips, "punto").lies).toEqual({ banco: 2_500 });
    expect(cleared(withAmount(chips, "punto", "70"), "punto")).toMatchObject({ lies: { banco: 2_500 }, typed: "" });
    expect(less(cleared(chips, "punto")).lies).toEqual({}); // the chip on Banco was the last
    expect(less(less(cleared(chips, "banco"))).lies).toEqual({ punto: 500 });
  });

  it("are replaced on the chosen bet by a typed amount, once it can be read", () => {
    expect(withAmount(chips, "banco", "7").lies).toEqual({ punto: 1_500, banco: 700 });
    expect(withAmount(withAmount(chips, "banco", "7"), "banco", "7x").lies).toEqual(chips.lies);
    expect(withAmount(chips, "banco", "0").lies).toEqual({ punto: 1_500 });
  });

  it.each([
    [{ step: 500, coup_max: 1_000_000 }, [120_000]], // 12.50 can't be staked
    [{ step: 250, coup_max: 1_000_000 }, [120_000, 1_250]],
    [{ step: 1, coup_max: 20_000 }, [20_000, 1_250]],
    [{ step: 500_000, coup_max: 10_000_000 }, [500_000]],
  ])("have examples of how to write an amount at this table: %o", (money, amounts) => expect(examples(money)).toEqual(amounts));
});

describe("as last coup", () => {
  const due = (box: number, bets: readonly object[]): object => ({ box, place: 1, bets });
  const repeat = (keyed: TableView["keyed"]): readonly Command[] => {
    const dues = [due(1, []), due(2, [{ bet: "punto", stake: 500 }])] as unknown as TableView["due"];
    page.signIn().console(first.offset, ["key_in"]);
    return repeated({ ...page.state, view: { ...first, due: dues, keyed } });
  };

  it("lays stakes again, and takes none away where the last coup lists none", () => {
    expect(repeat({ 1: { 1: { punto: 1_000 } } })).toEqual([{ type: "key_in", box: 2, place: 1, bets: { punto: 500 } }]);
  });
});

describe("stakes that are keyed in faster than the house answers", () => {
  const stakes = (box: number, punto = 5_000) => ({ type: "key_in", box, place: 1, bets: { punto } }) as const;
  const keyIn = (...all: readonly KeyInCommand[]) => page.say({ type: "key-in", stakes: all });
  const lies = () => Object.fromEntries(Object.entries(laidStakes(page.state)).map(([box, lie]) => [box, lie[1]?.punto]));
  const sent = () => page.sent.filter(({ type }) => type === "key_in");
  const waiting = () => page.state.unkeyed.map(({ stakes: { box, bets }, problem: { code } }) => [box, bets.punto, code]);
  beforeEach(() => page.signIn().console(5, ["key_in"]));
  const take = (offset: number, can: readonly string[] = ["key_in"]) => page.hear({ type: "done", request: "key_in" }).console(offset, can);
  const refuse = (code: string) => page.hear({ type: "refused", request: "key_in", code, message: "" });

  it("are sent in their order, each after the answer to the one before", () => {
    keyIn(stakes(1, 100)).say({ type: "scan", code: "XX", where: "window" });
    keyIn(stakes(2, 200));
    keyIn(stakes(3, 300));
    expect(sent()).toMatchObject([{ box: 1, seen: 5 }]);
    expect(lies()).toEqual({ 1: 100, 2: 200, 3: 300 }); // as the next dialogs show them
    take(6);
    take(7);
    take(8);
    expect(sent()).toMatchObject([{ box: 1, seen: 5 }, { box: 2, seen: 6 }, { box: 3, seen: 7 }]);
    expect(isFree(page.state)).toBe(true);
  });

  it("are named when they are refused, and the others go on", () => {
    for (const each of [stakes(1), stakes(2, 1), stakes(3)]) keyIn(each);
    take(6);
    refuse("bet/below-minimum");
    expect(sent().at(-1)).toMatchObject({ box: 3, seen: 6 });
    expect(waiting()).toEqual([[2, 1, "bet/below-minimum"]]);
    for (const language of LANGUAGES) {
      const [line] = page.state.unkeyed.map((each) => unkeyedLine(language, each));
      expect(line).toContain(consoleWords(language).box(2));
      expect(line).toContain(refusalLine(language, { code: "bet/below-minimum", message: "" }));
    }
    keyIn(stakes(2, 5_000)); // mended
    expect(waiting()).toEqual([]);
    take(7);
    expect(sent().at(-1)).toMatchObject({ box: 2, bets: { punto: 5_000 } });
  });

  it("are replaced by newer ones of the same player", () => {
    for (const each of [stakes(1), stakes(2, 100), stakes(2, 200)]) keyIn(each);
    take(6);
    take(7);
    expect(sent()).toMatchObject([{ box: 1 }, { box: 2, bets: { punto: 200 } }]);
    expect(isFree(page.state)).toBe(true);
  });

  it("can be given up when they are refused, and end with the coup", () => {
    for (const each of [stakes(1, 1), stakes(2, 2)]) keyIn(each);
    refuse("bet/below-minimum");
    refuse("bet/below-minimum");
    page.say({ type: "give-up", of: { box: 1, place: 1 } });
    expect(waiting()).toEqual([[2, 2, "bet/below-minimum"]]);
    page.hear({ type: "watching", now: 0, view: { ...first, coup: first.coup + 1 }, missed: null });
    expect(waiting()).toEqual([]);
  });

  it("are kept when the line is lost or no stakes are taken any more, without those that arrived", () => {
    for (const each of [stakes(1), stakes(2)]) keyIn(each);
    take(6, ["read"]);
    expect(waiting()).toEqual([[2, 5_000, "console/not-keyed"]]);
    page.console(7, ["key_in"]);
    for (const each of [stakes(3), stakes(4)]) keyIn(each);
    page.say({ type: "lost", attempt: page.attempt });
    expect(waiting().map(([box]) => box)).toEqual([2, 3, 4]);
    page.hear({ type: "watching", now: 0, view: { ...first, keyed: { 3: { 1: { punto: 5_000 } } } }, missed: null });
    expect(waiting().map(([box]) => box)).toEqual([2, 4]);
  });
});

describe("a refused stake", () => {
  const limited: Sheet = { ...sheet, money: { ...sheet.money, step: 250, coup_max: 200_000 }, bets: { ...sheet.bets, banco: { label: "Banco", odds: "1:1", min: 1_000, max: 120_000 } } };
  const says = (language: (typeof LANGUAGES)[number], code: string, bets: KeyInCommand["bets"]): string =>
    unkeyedLine(language, { stakes: { type: "key_in", box: 3, place: 2, bets }, problem: { code, message: "" } }, limited);

  it.each([
    ["bet/below-minimum", { banco: 500 }, "Box 3, guest 2: The minimum on Banker is 10; 5 was staked."],
    ["bet/above-maximum", { banco: 150_000 }, "Box 3, guest 2: The maximum on Banker is 1,200; 1,500 was staked."],
    ["bet/off-step", { punto: 1_000, banco: 1_010 }, "Box 3, guest 2: Stakes on Banker are multiples of 2.50; 10.10 was staked."],
    ["bet/coup-above-maximum", { punto: 110_000, banco: 100_000 }, "Box 3, guest 2: The maximum on one coup is 2,000; 2,100 was staked in all."],
  ] as const)("is told with the figure: %s", (code, bets, line) => expect(says("en", code, bets)).toBe(line));

  it("is told with the figure in every language", () => {
    for (const language of LANGUAGES) {
      expect(says(language, "bet/below-minimum", { banco: 500 })).toMatch(/Ban(co|ker|k|que)\b.* 10\b.* 5\b/);
      expect(says(language, "bet/off-step", { banco: 1_010 })).toMatch(/Ban(co|ker|k|que)\b.* 2[.,]50\b.* 10[.,]10\b/);
    }
  });

  it("is told with the figure when a manager amends it, too", () => {
    page.signIn().answer("table", { sheet: limited, summary: {}, spec: {} }).console(5, ["amend"]);
    page.say({ type: "do", command: { type: "amend", box: 1, place: 1, bets: { banco: 500 }, reason: "late" } });
    page.hear({ type: "refused", request: "amend", code: "bet/below-minimum", message: "" });
    expect(toldLine("en", page.state)).toBe("The minimum on Banker is 10; 5 was staked.");
  });
});

describe("amounts at a table", () => {
  it("have a true minus, and cents only if there are any", () => {
    expect([-9_500, 9_500, 0].map((cents) => balanceOf("en", cents))).toEqual(["\u221295.00", "+95.00", "0.00"]);
    for (const language of LANGUAGES) expect(short(language, -1_250)).toMatch(/^\u221212[.,]50$/);
  });
});

describe("a command whose answer was lost with the connection", () => {
  const calls: Command = { type: "call_manager", words: "A dispute" };
  const begin = (command: Command, view: Partial<TableView> = {}): SimulatedConsole => {
    page.signIn().hear({ type: "watching", now: 0, view: { ...first, ...view }, missed: null });
    page.console(first.offset, [command.type]).say({ type: "do", command });
    return page.say({ type: "lost", attempt: page.attempt });
  };
  const back = (view: Partial<TableView> = {}, missed: readonly object[] | null = null): void => {
    page.say({ type: "try-again", attempt: page.attempt }).answer("table", { sheet, summary: { title: "Real" }, spec: {} });
    page.answer("ticket", { path: "/ws" }).hear({ type: "watching", now: 0, view: { ...first, ...view }, missed });
  };
  const says = (): readonly string[] => [unansweredLine("en", page.state), toldLine("en", page.state)];

  it("is named while the line is down", () => {
    begin(calls);
    const unknown = "The connection was lost before the answer to “Call the manager”. Once it is back, the console says whether it was done.";
    expect(says()).toEqual([unknown, ""]);
    page.say({ type: "try-again", attempt: page.attempt }).say({ type: "lost", attempt: page.attempt });
    expect(says()).toEqual([unknown, ""]);
  });

  it("is told as done if the table shows it", () => {
    begin(calls);
    back({ manager: true, manager_since: first.offset + 1, manager_for: "A dispute" });
    expect(says()).toEqual(["", "“Call the manager” was done before the connection was lost."]);
  });

  it("is told as done if it was undone meanwhile", () => {
    begin(calls);
    const called = { ...at, type: "manager", offset: first.offset + 1, manager: 0, by: "carla", words: "A dispute" };
    back({ offset: first.offset + 2 }, [called, { ...called, offset: first.offset + 2, manager: 1, words: "It stands" }]);
    expect(says()[1]).toBe("“Call the manager” was done before the connection was lost.");
  });

  it("is told as not done if the table doesn't show it, or shows somebody else's", () => {
    begin(calls);
    back({ manager: true, manager_since: first.offset + 1, manager_for: "Relief is needed" });
    expect(says()).toEqual(["", "“Call the manager” was not done: the connection was lost before."]);
    expect(page.state.unanswered).toBeNull();
  });

  const at = { table: first.table, epoch: first.epoch, at: 0 };
  const dealing: Partial<TableView> = { croupier: 7, croupier_name: "carla", stage: "dealing" };
  const fix = { before: "4h", after: "5h", reason: "Misread", swapped: false };
  it.each<[Command, Partial<TableView>, Partial<TableView>]>([
    [{ type: "read", card: "4h" }, { cards: "" }, { cards: "4h" }],
    [{ type: "correct", n: 1, card: "5h", reason: "Misread" }, { cards: "4h" }, { cards: "5h", corrections: [fix] }],
    [{ type: "delete", n: 1, reason: "Read twice" }, { cards: "4h" }, { cards: "", corrections: [{ ...fix, after: "", reason: "Read twice" }] }],
    [{ type: "swap", n: 1, other: 2, reason: "Wrong order" }, { cards: "4h5h" }, { cards: "5h4h", corrections: [{ ...fix, swapped: true, reason: "Wrong order" }] }],
    [{ type: "take" }, { croupier: 0, croupier_name: "" }, { croupier: 7, croupier_name: "carla" }],
  ])("is told as done if its event was heard before the line was lost: %o", (command, before, after) => {
    const told = (view: Partial<TableView>) => page.hear({ type: "watching", now: 0, view: { ...first, ...dealing, ...view }, missed: null });
    page.signIn();
    told(before).console(first.offset, [command.type]).say({ type: "do", command });
    told(after).say({ type: "lost", attempt: page.attempt });
    back({ ...dealing, ...after }, []);
    expect(page.state.told).toMatchObject({ problem: { code: "console/done" }, lost: [] });
  });

  it("is not in doubt once the house has said that it is done", () => {
    page.signIn().console(first.offset, ["read"]).say({ type: "do", command: { type: "read", card: "4h" } });
    page.hear({ type: "done", request: "read" }).say({ type: "lost", attempt: page.attempt });
    expect(says()).toEqual(["", ""]);
    back();
    expect(says()).toEqual(["", ""]);
  });

  const directed = (offset: number, croupier: number, name: string) => ({ ...at, type: "directed", offset, croupier, name, until: null });
  const card = (offset: number, n: number, card: string) => ({ ...at, type: "card", offset, coup: first.coup, n, side: "punto", card, points: null, gone: 1, cut: false, until: null });
  const reads = { type: "read", card: "4h" } as const;
  /** While carla is away, mara takes the table and reads two cards. */
  const byMara = (...cards: readonly string[]) => [
    directed(first.offset + 1, 8, "mara"),
    ...cards.map((each, n) => card(first.offset + 2 + n, n + 1, each)),
  ];
  it.each([
    ["was not read, if a colleague has read others", reads, byMara("5c", "6d"), "console/not-read"],
    ["was read, if a colleague has read the same one", reads, byMara("5c", "4h"), "console/done"],
    ["was not read, if a colleague has read others that lie face down", reads, byMara("??"), "console/not-read"],
    ["was read, if one lies face down and nobody else ran the table", reads, [card(first.offset + 1, 1, "??")], "console/done"],
    ["was not drawn, if a colleague has drawn", { type: "draw" } as const, byMara("5c"), "console/not-done"],
    ["was drawn, if a colleague took the table later", { type: "draw" } as const, [card(first.offset + 1, 1, "5c"), directed(first.offset + 2, 8, "mara")], "console/done"],
  ])("is about a card that %s", (_, command, missed, code) => {
    begin(command, dealing);
    back({ ...dealing, croupier: 8, croupier_name: "mara", offset: first.offset + missed.length }, missed);
    expect(page.state.told?.problem.code).toBe(code);
  });

  it("is about a card that doesn't matter any more, once the coup is over", () => {
    for (const over of [{ coup: first.coup + 1 }, { stage: "paid" as const }]) {
      begin(reads, dealing);
      back({ ...dealing, ...over });
      expect([page.state.unanswered, page.state.told]).toEqual([null, null]);
    }
  });

  it("is not told as done if the table was perhaps left, perhaps without its croupier for too long", () => {
    for (const by of [{ croupier: 0, croupier_name: "" }, { croupier: 8, croupier_name: "mara" }]) {
      begin({ type: "leave" }, dealing);
      back({ ...dealing, ...by });
      expect(says()).toEqual(["", ""]); // who runs it stands above the cloth
    }
    begin({ type: "leave" }, dealing);
    back(dealing);
    expect(says()).toEqual(["", "“Hand over” was not done: the connection was lost before."]);
  });

  it("is a card to be read again, before those that were scanned after it", () => {
    begin({ type: "read", card: "4h" }).say({ type: "scan", code: "5C", where: "table" });
    back();
    expect(page.state.told).toMatchObject({ problem: { code: "console/not-read" }, lost: ["4h", "5c"] });
  });

  const stage = (is: string): Partial<TableView> => ({ stage: is as TableView["stage"] });
  it.each<[Command, Partial<TableView>, Partial<TableView>]>([
    [{ type: "take" }, { croupier: 0, croupier_name: "" }, { croupier: 7, croupier_name: "carla" }],
    [{ type: "leave" }, { croupier: 7 }, { croupier: 0, croupier_name: "" }],
    [{ type: "new_sabot", shuffled_by: "carla", cut_by: "dino" }, {}, { sabot: first.sabot + 1, shuffled_by: "carla", cut_by: "dino" }],
    [{ type: "cut_card" }, {}, { cut: true }],
    [{ type: "take_back_cut_card" }, { cut: true }, { cut: false }],
    [{ type: "open_betting" }, {}, { coup: first.coup + 1, ...stage("betting") }],
    [{ type: "close_betting" }, stage("betting"), stage("dealing")],
    [{ type: "reopen_betting" }, stage("dealing"), stage("betting")],
    [{ type: "draw" }, { croupier_name: "carla" }, { cards: `${first.cards}4h` }],
    [{ type: "read", card: "4h" }, {}, { aside: "4h" }],
    [{ type: "turn", side: "punto" }, { cards: "????" }, { cards: "4h5c" }],
    [{ type: "speak", draws: true }, { called: null }, { called: true }],
    [{ type: "correct", n: 1, card: "5h", reason: "Misread" }, stage("dealing"), { corrections: [fix], ...stage("dealing") }],
    [{ type: "correct", n: 1, card: "5h", reason: "Misread" }, { first: "4h", ...stage("burning") }, { first: "5h", ...stage("burning") }],
    [{ type: "delete", n: 1, reason: "Read twice" }, {}, { corrections: [{ ...fix, after: "", reason: "Read twice" }] }],
    [{ type: "swap", n: 1, other: 2, reason: "Wrong order" }, {}, { corrections: [{ ...fix, swapped: true, reason: "Wrong order" }] }],
    [{ type: "announce" }, { outcome: null }, { outcome: "punto" }],
    [{ type: "void", reason: "The sabot fell" }, {}, { void: true, why_void: "The sabot fell" }],
    [{ type: "decide", words: "It stands" }, { manager: true }, { manager: false, decided: "It stands" }],
    [{ type: "amend", box: 1, place: 2, bets: { punto: 500 }, reason: "late" }, {}, { keyed: { 1: { 2: { punto: 500 } } } }],
    [{ type: "reverse", reason: "A false draw" }, stage("paid"), stage("dealing")],
    [{ type: "reverse", reason: "A false draw" }, { coup: 5, ...stage("betting") }, { coup: 4, ...stage("dealing") }],
  ])("is seen at the table: %o", (command, before, after) => {
    begin(command, before);
    const { unanswered } = page.state;
    if (!unanswered) throw new Error("no answer is missing");
    expect(hasHappened(unanswered, { ...first, ...before })).toBe(false);
    expect(hasHappened(unanswered, { ...first, ...before, ...after })).toBe(true);
    for (const language of LANGUAGES) expect(unansweredLine(language, page.state)).toMatch(/[“„«].+[”“»]/);
  });
});

describe("stakes that were typed", () => {
  const stakes = (box: number, punto = 5_000) => ({ type: "key_in", box, place: 1, bets: { punto } }) as const;
  const waiting = () => page.state.unkeyed.map(({ stakes: { box, bets }, problem: { code } }) => [box, bets.punto, code]);
  const reverse = () => {
    const before = { ...first, stage: "dealing", coup: first.coup - 1 };
    return page.hear({ type: "watching", now: 0, view: before, missed: null }).console(6, ["correct"]);
  };
  beforeEach(() => page.signIn().console(5, ["key_in"]));

  it("are named when their dialog had to close, the last ones of each player", () => {
    const unsent = (each: KeyInCommand, coup = first.coup) => page.say({ type: "unsent", stakes: each, coup });
    unsent(stakes(1, 100));
    unsent(stakes(1, 200));
    unsent(stakes(2), first.coup - 1); // it is over
    unsent(stakes(1, 200)); // left again to mend other stakes
    expect(waiting()).toEqual([[1, 200, "console/not-keyed"]]);
    page.console(6, []); // a colleague has taken the table
    expect(waiting()).toHaveLength(1);
  });

  it("keep the reason of their refusal while other stakes are mended", () => {
    page.say({ type: "key-in", stakes: [stakes(1)] });
    page.hear({ type: "refused", request: "key_in", code: "bet/below-minimum", message: "" });
    page.say({ type: "unsent", stakes: stakes(1), coup: first.coup });
    expect(waiting()).toEqual([[1, 5_000, "bet/below-minimum"]]);
  });

  const named = [[2, 5_000, "console/not-keyed"], [1, 5_000, "table/moved-on"]];

  it("are named when the coup before is taken back, and come back with their own coup", () => {
    page.say({ type: "key-in", stakes: [stakes(1), stakes(2)] });
    reverse().say({ type: "unsent", stakes: stakes(6, 6_000), coup: first.coup }); // its dialog had to close
    page.hear({ type: "refused", request: "key_in", code: "table/moved-on", message: "" });
    expect([waiting(), page.state.queued, isFree(page.state)]).toEqual([[named[0], [6, 6_000, "console/not-keyed"], named[1]], [], true]);
    for (const language of LANGUAGES) {
      const [, line] = page.state.unkeyed.map((each) => unkeyedLine(language, each, sheet));
      expect(line).toBe(`${consoleWords(language).box(6)}${colon(language)}${consoleWords(language).notKeyed(`${betName(language, sheet, "punto")} 60`)}`);
    }
    const coup = (view: object) => page.hear({ type: "watching", now: 0, view: { ...first, ...view }, missed: null });
    coup({ stage: "paying", coup: first.coup - 1 });
    expect(waiting()).toHaveLength(3);
    coup({ stage: "betting", keyed: { 1: { 1: { punto: 5_000 } } } });
    expect(waiting().map(([box]) => box)).toEqual([2, 6]); // the others lie there again
    coup({ stage: "paying" });
    expect(waiting()).toEqual([]);
  });

  it("are named with it when the line is lost, too", () => {
    page.say({ type: "key-in", stakes: [stakes(1), stakes(2)] });
    reverse().say({ type: "lost", attempt: page.attempt });
    expect(waiting().map(([box]) => box)).toEqual([2, 1]);
  });

  it("are sent only after a reconnect has told what is possible", () => {
    page.say({ type: "lost", attempt: page.attempt }).say({ type: "try-again", attempt: page.attempt });
    page.answer("table", { sheet, summary: { title: "Real" }, spec: {} }).answer("ticket", { path: "/ws" });
    page.say({ type: "opened", attempt: page.attempt }).hear({ type: "watching", now: 0, view: first, missed: null });
    expect([page.state.link.is, isFree(page.state)]).toEqual(["here", false]);
    page.console(5, ["key_in"]);
    expect(isFree(page.state)).toBe(true);
  });
});

describe("a scanner's codes", () => {
  it.each([
    ["KH", "Kh"],
    ["10s", "Ts"],
    ["ts", "Ts"],
    ["ac", "Ac"],
    ["1C", "Ac"],
    ["9♦", "9d"],
  ])("%s is %s", (code, card) => expect(cardOf(code)).toBe(card));

  it.each(["", "K", "H", "11H", "KX", "KHH", "0S"])("%j is no card", (code) =>
    expect(cardOf(code)).toBeNull(),
  );

  const type = (text: string, pause = 5): string | null => {
    let [keys, word]: [Typed, string | null] = [NOTHING, null];
    [...text].forEach((key, n) => {
      [keys, word] = typed(keys, key === "\n" ? "Enter" : key, 10_000 + n * pause);
    });
    return word;
  };

  it("end with Enter", () => {
    expect(type("KH\n")).toBe("KH");
    expect(type("KH")).toBeNull();
    expect(type("\n")).toBeNull(); // Enter alone presses a button
  });

  it("are forgotten after a pause", () => expect(type("KH\n", 2_000)).toBeNull());

  /** Types each key after so many milliseconds into a text field, then Enter as fast as the last key. */
  const into = (...keys: readonly (readonly [string, number])[]): readonly [string, string] | null => {
    let [strokes, words, at]: [readonly Stroke[], string, number] = [[], "", 0];
    for (const [key, pause] of keys) {
      strokes = struck(strokes, { key, at: (at += pause), words, caret: words.length });
      if (key.length === 1) words += key;
    }
    const scanned = scannedInto(strokes, at + (keys.at(-1)?.[1] ?? 0));
    return scanned && [scanned[0], scanned[1].words];
  };

  it("are told from typed words by their speed, and the text before them is known", () => {
    const typed = [...("la carta ")].map((key) => [key, 150] as const);
    expect(into(...typed, ["4", 300], ["Shift", 5], ["H", 5])).toEqual(["4H", "la carta "]);
    expect(into(...typed, ["1", 20], ["0", 5], ["s", 5])).toEqual(["10s", "la carta "]); // in the middle of typed words
    expect(into(...typed, ["4", 150], ["h", 150])).toBeNull(); // typed by a person
    expect(into(...typed, ["4", 150], ["h", 5], ["Backspace", 5])).toBeNull();
    expect(into(["o", 5], ["k", 5])).toBeNull();
  });
});

describe("signing in", () => {
  it("needs a croupier or a manager", () => {
    page.say({ type: "enter", name: "anna", password: "lago" });
    page.answer("enter", { token: "x", name: "anna", role: "player" });
    expect(page.state.token).toBe("");
    expect(page.state.told?.problem.code).toBe("console/not-staff");
  });

  it("says hello, and can do nothing before the house has said what", () => {
    page.signIn();
    expect(page.sent).toEqual([{ type: "hello" }]);
    page.say({ type: "do", command: { type: "take" } });
    expect(page.sent).toHaveLength(1);
  });

  it("stops with the reason if there is no such table, and retries if the house is busy", () => {
    const refused = (code: string): ConsoleState => {
      const tried = new SimulatedConsole();
      tried.say({ type: "started", token: "t" }).answer("me", { name: "carla", role: "croupier" });
      tried.answer("table", { sheet, summary: { title: "Real" }, spec: {} });
      return tried.say({ type: "refused", attempt: tried.attempt, what: "ticket", problem: { code, message: "" } }).state;
    };
    expect(refused("table/runs-itself")).toMatchObject({ link: { is: "shut" }, told: { problem: { code: "table/runs-itself" } } });
    expect(refused("limit/too-fast").link.is).toBe("lost");
  });

  it("is needed again when the token is no longer valid", () => {
    page.signIn().say({ type: "lost", attempt: page.attempt });
    page.say({ type: "try-again", attempt: page.attempt });
    const problem = { code: "account/not-signed-in", message: "" };
    page.say({ type: "refused", attempt: page.attempt, what: "ticket", problem });
    expect(page.state.token).toBe("");
  });
});

describe("a display", () => {
  const display = (): SimulatedConsole => {
    const at = new SimulatedConsole();
    at.state = initial("display", "real", { language: "it", hand: "right" });
    at.say({ type: "started", token: "" }).answer("table", { sheet, summary: { title: "Real" }, spec: { house: "st-moritz" } });
    return at.answer("ticket", { path: "/ws" }).hear({ type: "watching", now: 0, view: first, missed: null });
  };
  const notice = { it: "Auguri.", en: "Good luck.", de: "Viel Glück.", fr: "Bonne chance." };

  it("fetches the notices of its house, and a console doesn't", () => {
    const asks = ({ effects }: SimulatedConsole) => effects.filter((each) => each.type === "ask" && each.ask.what === "texts");
    const at = display();
    expect(asks(at)).toMatchObject([{ ask: { what: "texts", house: "st-moritz" } }]);
    expect(at.answer("texts", { notices: [notice] }).state.notices).toEqual([notice]);
    expect(at.answer("texts", {}).state.notices).toEqual([]);
    expect(asks(new SimulatedConsole().say({ type: "started", token: "t" }))).toEqual([]);
  });

  it("works without them", () => {
    const at = display();
    at.say({ type: "unreachable", attempt: at.attempt, what: "texts" });
    at.say({ type: "refused", attempt: at.attempt, what: "texts", problem: { code: "limit/too-fast", message: "" } });
    expect(at.state.link.is).toBe("here");
  });
});

describe("a table that calls for the manager", () => {
  const summary = (name: string, manager: boolean) => ({ name, title: name, manager });
  const looks = (at: SimulatedConsole) => at.effects.filter((each) => each.type === "ask" && each.ask.what === "tables").length;
  const mara = (table: string): SimulatedConsole => {
    const at = new SimulatedConsole();
    at.state = initial("console", table, { language: "it", hand: "right" });
    return at.say({ type: "started", token: "t" }).answer("me", { name: "mara", role: "manager" });
  };

  it("is shown in the list, which is fetched again and again", () => {
    const at = mara("").answer("tables", [summary("campione", false)]);
    expect(looks(at)).toBe(1);
    at.say({ type: "refresh-tables", attempt: at.attempt }).answer("tables", [summary("campione", true)]);
    expect(looks(at)).toBe(2);
    expect(at.effects.at(-1)).toMatchObject({ type: "wait", then: { type: "refresh-tables" } });
    expect(at.state.tables[0]?.manager).toBe(true);
  });

  it("is shown to a manager at another table, whose connection it can't break", () => {
    const at = mara("real").answer("table", { sheet, summary: { title: "Real" }, spec: {} });
    at.answer("ticket", { path: "/ws" }).hear({ type: "watching", now: 0, view: first, missed: null });
    expect(looks(at)).toBe(1);
    at.answer("tables", [summary("real", true), summary("campione", true)]);
    expect(callsElsewhere(at.state).map(({ name }) => name)).toEqual(["campione"]);
    at.say({ type: "unreachable", attempt: at.attempt, what: "tables" });
    at.say({ type: "refused", attempt: at.attempt, what: "tables", problem: { code: "limit/too-fast", message: "" } });
    expect(at.state.link.is).toBe("here");
    expect(at.effects.filter((each) => each.type === "wait" && each.then.type === "refresh-tables")).toHaveLength(3);
  });

  it("is not shown to a croupier", () => {
    page.signIn();
    expect(looks(page)).toBe(0);
  });
});

describe("a command", () => {
  it("carries the offset it was given at, and waits for its effect", () => {
    page.signIn().console(0, ["take"]);
    page.say({ type: "do", command: { type: "take" } });
    expect(page.sent.at(-1)).toEqual({ type: "take", seen: 0 });
    expect(isFree(page.state)).toBe(false);
    page.hear({ type: "done", request: "take" });
    expect(isFree(page.state)).toBe(false);
    page.console(1, ["leave"]);
    expect(isFree(page.state)).toBe(true);
  });

  it("is not sent if it is not possible", () => {
    page.signIn().console(0, ["take"]).say({ type: "do", command: { type: "draw" } });
    expect(page.sent).toEqual([{ type: "hello" }]);
  });

  it("that came too late is reported quietly", () => {
    page.signIn().console(3, ["draw"]).say({ type: "do", command: { type: "draw" } });
    page.hear({ type: "refused", request: "draw", code: "table/moved-on", message: "…" });
    expect(isFree(page.state)).toBe(true);
    expect(page.state.told?.problem.code).toBe("table/moved-on");
    const n = page.state.told?.n ?? 0;
    page.say({ type: "hush", n });
    expect(page.state.told).toBeNull();
  });

  it("is forgotten when the connection is lost, which is tried again for ever", () => {
    page.signIn().console(0, ["take"]).say({ type: "do", command: { type: "take" } });
    for (let n = 0; n < 50; n += 1) {
      page.say({ type: "lost", attempt: page.attempt });
      expect(page.state.link.is).toBe("lost");
      expect(page.state.console).toBeNull();
      page.say({ type: "try-again", attempt: page.attempt });
      expect(page.state.link.is).toBe("coming");
    }
    const waits = page.effects.flatMap((each) => (each.type === "wait" ? [each.ms] : []));
    expect(Math.min(...waits)).toBe(500);
    expect(Math.max(...waits)).toBe(1_500);
  });
});

describe("scanned cards", () => {
  it("are read one after another, each at the offset that the one before led to", () => {
    page.signIn().console(5, ["read"]);
    for (const code of ["4H", "5C", "KD"]) page.say({ type: "scan", code, where: "table" });
    expect(page.sent.slice(1)).toEqual([{ type: "read", card: "4h", seen: 5 }]);
    page.console(6, ["read"]).hear({ type: "done", request: "read" });
    page.hear({ type: "done", request: "read" }).console(7, ["read"]);
    expect(page.sent.slice(1)).toEqual([
      { type: "read", card: "4h", seen: 5 },
      { type: "read", card: "5c", seen: 6 },
      { type: "read", card: "Kd", seen: 7 },
    ]);
  });

  it("are dropped after a refused one, and the notice names them", () => {
    page.signIn().console(5, ["read"]);
    for (const code of ["4H", "5C"]) page.say({ type: "scan", code, where: "table" });
    page.hear({ type: "refused", request: "read", code: "table/moved-on", message: "" });
    page.console(6, ["read"]);
    expect(page.sent).toHaveLength(2);
    expect(page.state.told?.lost).toEqual(["5c"]);
    for (const language of LANGUAGES)
      for (const card of ["4h", "5c"]) expect(toldLine(language, page.state)).toContain(cardName(language, card));
  });

  it("are counted and not named where no face is told before its card is turned", () => {
    const detail = { sheet, summary: { title: "Real" }, spec: { reading: "leaving" } };
    const said = (language: (typeof LANGUAGES)[number]): string => [toldLine(language, page.state), insistLabel(language, page.state)].join(" ");
    const hides = (counted: string): void => {
      expect(said("en")).toContain(counted);
      for (const language of LANGUAGES)
        for (const card of ["4h", "5c"]) {
          expect(said(language)).not.toContain(cardName(language, card));
          expect(said(language).toLowerCase()).not.toContain(card);
        }
    };
    page.signIn().console(5, ["read"]).answer("table", detail);
    for (const code of ["4H", "5C"]) page.say({ type: "scan", code, where: "table" });
    page.hear({ type: "refused", request: "read", code: "store/failed", message: "4h" });
    hides("To be read again: 2 cards.");
    page.say({ type: "again" }).console(6, ["read"]);
    hides("To be read again: 2 cards.");
    for (const ms of [1, 2]) page.say({ type: "scan", code: "4H", where: "table" }, ms);
    page.hear({ type: "refused", request: "read", code: "cards/not-in-sabot", message: "4h" });
    hides("That card has come too often");
    for (const language of LANGUAGES) expect(insistLabel(language, page.state)).toBe(consoleWords(language).insist);
  });

  it.each(["store/failed", "limit/too-many-waiting", "table/moved-on", "server/error"])(
    "wait after one that the house could not take at that moment: %s",
    (code) => {
      page.signIn().console(5, ["read"]).say({ type: "scan", code: "4H", where: "table" });
      page.hear({ type: "refused", request: "read", code, message: "" });
      expect(answers(page)).toEqual([code, "4h", []]);
      page.say({ type: "scan", code: "KS", where: "table" }); // too fast: it must be scanned again
      expect(answers(page)).toEqual(["console/not-read", "4h", ["Ks"]]);
      expect(page.sent).toHaveLength(2);
      page.say({ type: "scan", code: "4H", where: "table" });
      expect(page.sent.at(-1)).toEqual({ type: "read", card: "4h", seen: 5 });
      expect(answers(page)).toEqual(["console/not-read", undefined, ["Ks"]]);
      page.hear({ type: "done", request: "read" }).console(6, ["read"]).say({ type: "scan", code: "KS", where: "table" });
      expect(page.sent.at(-1)).toEqual({ type: "read", card: "Ks", seen: 6 });
      expect(page.state.told).toBeNull();
    },
  );

  it("are all read, as many as a coup can have; one more is refused and stays in the notice", () => {
    page.signIn().console(5, ["read"]);
    const codes = "23456789TJQKA".split("").map((rank) => `${rank}h`);
    for (const code of [...codes, "2s"]) page.say({ type: "scan", code, where: "table" });
    expect(page.state.told).toMatchObject({ problem: { code: "console/not-read" }, lost: ["2s"] });
    codes.forEach((_, n) => page.hear({ type: "done", request: "read" }).console(6 + n, ["read"]));
    expect(page.sent.slice(1).map((said) => (said as { type: string; card?: string }).card)).toEqual(codes);
    expect(page.state.told?.lost).toEqual(["2s"]);
  });

  it("are named when the connection is lost or no card can be read any more", () => {
    page.signIn().console(5, ["read"]);
    for (const code of ["4H", "5C"]) page.say({ type: "scan", code, where: "table" });
    page.hear({ type: "done", request: "read" }).console(6, ["leave"]);
    expect(page.state.told).toMatchObject({ problem: { code: "console/no-card-now" }, lost: ["5c"] });
    const other = new SimulatedConsole().signIn().console(5, ["read"]);
    for (const code of ["4H", "5C"]) other.say({ type: "scan", code, where: "table" });
    other.say({ type: "lost", attempt: other.state.link.attempt });
    expect(other.state.told?.lost).toEqual(["5c"]);
  });

  it("are named until one is scanned again, if a dialog takes no cards or the connection is lost", () => {
    page.signIn().console(5, ["read", "call_manager"]).say({ type: "scan", code: "4H", where: "window" });
    expect(page.state.told).toMatchObject({ problem: { code: "console/not-read" }, lost: ["4h"] });
    page.say({ type: "scan", code: "XX", where: "window" });
    expect(page.state.told).toMatchObject({ problem: { code: "console/no-card" }, lost: ["4h"] });
    page.say({ type: "do", command: { type: "call_manager", words: "?" } });
    expect(page.state.told?.lost).toEqual(["4h"]); // whatever else is done
    page.hear({ type: "done", request: "call_manager" }).console(6, ["read"]);
    page.say({ type: "lost", attempt: page.attempt }).say({ type: "scan", code: "5C", where: "table" });
    expect(page.state.told).toMatchObject({ problem: { code: "console/not-read" }, lost: ["4h", "5c"] });
    expect(page.sent.map(({ type }) => type)).toEqual(["hello", "call_manager"]);
    const other = new SimulatedConsole().signIn().console(5, ["read"]).say({ type: "scan", code: "4H", where: "window" });
    other.say({ type: "scan", code: "4H", where: "table" });
    expect(other.state.told).toBeNull();
    expect(other.sent.at(-1)).toEqual({ type: "read", card: "4h", seen: 5 });
  });

  describe("of the same card twice in a moment", () => {
    const twice = (ms: number): void => {
      page.signIn().console(5, ["read"]).say({ type: "scan", code: "8H", where: "table" });
      page.hear({ type: "done", request: "read" }).console(6, ["read"]);
      page.say({ type: "scan", code: "8H", where: "table" }, ms).say({ type: "scan", code: "8H", where: "table" }, ms + 1);
    };

    it("are asked about, and can be one card", () => {
      twice(999);
      expect(answers(page)).toEqual(["console/twice", "8h", []]);
      page.say({ type: "scan", code: "KS", where: "table" }, 2_000); // not read before the answer
      expect(answers(page)).toEqual(["console/twice", "8h", ["Ks"]]);
      page.say({ type: "again" });
      expect(answers(page)).toEqual(["console/not-read", undefined, ["Ks"]]);
      expect(page.sent.filter(({ type }) => type === "read")).toHaveLength(1);
    });

    it("can be a second card", () => {
      twice(30);
      page.say({ type: "do", command: page.state.told?.insist ?? fail() });
      expect(page.sent.at(-1)).toEqual({ type: "read", card: "8h", seen: 6 });
      expect(page.state.told).toBeNull();
    });

    it("are two cards after a second", () => {
      page.signIn().console(5, ["read"]).say({ type: "scan", code: "8H", where: "table" });
      page.hear({ type: "done", request: "read" }).console(6, ["read"]);
      page.say({ type: "scan", code: "8H", where: "table" }, 1_000);
      expect(page.sent.filter(({ type }) => type === "read")).toHaveLength(2);
    });
  });

  it("can be insisted on, if the sabot can't hold them", () => {
    page.signIn().console(5, ["read"]).say({ type: "scan", code: "9H", where: "table" });
    page.hear({ type: "refused", request: "read", code: "cards/not-in-sabot", message: "" });
    const insist = page.state.told?.insist ?? fail();
    expect(insist).toEqual({ type: "read", card: "9h", insist: true });
    page.say({ type: "do", command: insist });
    expect(page.sent.at(-1)).toEqual({ type: "read", card: "9h", insist: true, seen: 5 });
    expect(page.state.told).toBeNull();
    page.hear({ type: "refused", request: "read", code: "store/failed", message: "" });
    expect(page.state.told?.insist).toEqual(insist); // it is still that card
  });

  const refuse = (page: SimulatedConsole): SimulatedConsole => {
    page.signIn().console(5, ["read", "correct", "call_manager"]).say({ type: "scan", code: "KH", where: "table" });
    page.hear({ type: "refused", request: "read", code: "cards/not-in-sabot", message: "" });
    for (const code of ["2C", "XX"]) page.say({ type: "scan", code, where: "table" });
    return page.say({ type: "scan", code: "9D", where: "window" });
  };
  const answers = (page: SimulatedConsole) => [page.state.told?.problem.code, page.state.told?.insist?.card, page.state.told?.lost];

  it("never take the place of one that was refused and is undecided", () => {
    refuse(page);
    const open = ["cards/not-in-sabot", "Kh", ["2c", "9d"]];
    expect(answers(page)).toEqual(open);
    page.say({ type: "hush", n: page.state.told?.n ?? 0 }); // a dialog is closed
    expect(answers(page)).toEqual(open);
    page.say({ type: "do", command: { type: "call_manager", words: "?" } }); // which decides nothing about the card
    page.hear({ type: "refused", request: "call_manager", code: "table/manager-called", message: "" });
    expect(answers(page)).toEqual(["table/manager-called", ...open.slice(1)]);
    page.say({ type: "scan", code: "3S", where: "table" });
    expect(answers(page)).toEqual(["cards/not-in-sabot", "Kh", ["2c", "9d", "3s"]]);
    expect(page.sent.map(({ type }) => type)).toEqual(["hello", "read", "call_manager"]);
  });

  it.each<[string, ConsoleMessage, string[]]>([
    ["it is insisted on", { type: "do", command: { type: "read", card: "Kh", insist: true } }, ["2c", "9d"]],
    ["the right card is chosen on the pad", { type: "do", command: { type: "read", card: "Kd" } }, ["2c", "9d"]],
    ["it is read again", { type: "again" }, ["Kh", "2c", "9d"]],
  ])("after a refused one are named until they are scanned: %s", (_, answer, lost) => {
    refuse(page).say(answer);
    expect(answers(page)).toEqual(["console/not-read", undefined, lost]);
    if (page.state.asked) page.hear({ type: "done", request: "read" }).console(6, ["read"]);
    expect(page.state.told?.lost).toEqual(lost);
    page.say({ type: "scan", code: "2C", where: "table" });
    expect(page.sent.at(-1)).toMatchObject({ type: "read", card: "2c" });
    expect(page.state.told).toBeNull();
  });

  it("are named during a correction, and after it", () => {
    const correct = { type: "correct", n: 1, card: "9h", reason: "misread" } as const;
    refuse(page).say({ type: "again" }).say({ type: "do", command: correct });
    page.hear({ type: "refused", request: "correct", code: "cards/not-in-sabot", message: "" });
    expect(answers(page)).toEqual(["cards/not-in-sabot", "9h", ["Kh", "2c", "9d"]]);
    page.say({ type: "do", command: { ...correct, insist: true } });
    expect(answers(page)).toEqual(["console/not-read", undefined, ["Kh", "2c", "9d"]]);
  });

  it("change nothing if no card can be read, or if the code is no card", () => {
    page.signIn().console(5, ["take"]).say({ type: "scan", code: "4H", where: "table" });
    expect(page.state.told?.problem.code).toBe("console/no-card-now");
    page.console(5, ["read"]).say({ type: "scan", code: "XX", where: "table" });
    expect(page.state.told?.problem.code).toBe("console/no-card");
    expect(page.sent).toHaveLength(1);
  });
});

describe("a refusal", () => {
  const wrong: Command = { type: "correct", n: 2, card: "9h", reason: "misread" };
  const refuse = (said: Command): SimulatedConsole => {
    page.signIn().console(5, ["read", "correct"]).say({ type: "do", command: said });
    return page.hear({ type: "refused", request: said.type, code: "cards/not-in-sabot", message: "" });
  };

  it("of a correction can be insisted on for that card only", () => {
    refuse(wrong);
    expect(mayInsist(page.state, 2, "9h")).toBe(true);
    expect(mayInsist(page.state, 2, "8h")).toBe(false);
    expect(mayInsist(page.state, 1, "9h")).toBe(false);
  });

  it("of a card that was read can't be insisted on in a correction", () => {
    refuse({ type: "read", card: "9h" });
    expect(mayInsist(page.state, 2, "9h")).toBe(false);
  });

  const at = { table: "real", epoch: first.epoch, offset: first.offset + 1, at: 0, coup: first.coup };
  it.each([
    ["a void", { ...at, type: "voided", reason: "dropped", by: "mara" }],
    ["a result", { ...at, type: "result", punto: 1, banco: 2, outcome: "banco", decisions: [], due: [] }],
    ["another coup", { ...at, type: "betting", coup: first.coup + 1, until: null, keyed: {} }],
  ])("ends with %s", (_, event) => {
    refuse(wrong).hear({ ...at, type: "manager", by: "17", manager: false, words: "" });
    expect(page.state.told?.insist).toBeTruthy(); // other events don't end it
    page.hear({ ...event, offset: at.offset + 1 });
    expect(page.state.told).toBeNull();
  });

  it("ends for a console that comes back to another coup, and only then", () => {
    const back = (coup: number) => page.hear({ type: "watching", now: 0, view: { ...first, coup }, missed: null });
    refuse(wrong);
    expect(back(first.coup).state.told).not.toBeNull();
    expect(back(first.coup + 1).state.told).toBeNull();
  });

  it("is not removed by the timer of an earlier notice", () => {
    page.signIn().console(5, ["read"]).say({ type: "scan", code: "XX", where: "table" });
    const { n } = page.state.told ?? fail();
    page.say({ type: "do", command: { type: "read", card: "9h" } });
    page.hear({ type: "refused", request: "read", code: "cards/not-in-sabot", message: "" });
    page.say({ type: "hush", n });
    expect(page.state.told?.insist).toBeTruthy();
  });
});

describe("an evening at a real table", () => {
  it("is shown as the house has it, with the news beside the cards", () => {
    page.signIn();
    const news = new Set<string>();
    for (const { event, view } of told) {
      page.hear(event);
      expect(page.state.view).toEqual(view);
      for (const { is } of page.state.news) news.add(is);
    }
    expect(news).toEqual(new Set([
      ...["aside", "corrected", "swapped", "deleted", "amended", "reversed", "called", "decided", "void"],
    ]));
  });

  it("is told to a colleague who comes in mid-coup: corrections, and amended stakes with their amounts", () => {
    const ofCoup = (each: News): boolean => /corrected|swapped|deleted|amended/.test(each.is);
    page.signIn();
    for (const { event, view } of told) {
      page.hear(event);
      const [seen, later] = [page.state.news, newsIn(view)].map((all) => new Set(all.filter(ofCoup).map((each) => JSON.stringify(each))));
      expect(later).toEqual(seen);
    }
    const amended: News = { is: "amended", box: 1, place: 3, before: { banco: 500 }, bets: { punto: 100_000, banco: 500 }, reason: "Late" };
    expect(newsLine("en", first, amended, sheet)).toBe("Stake corrected. Box 1, guest 3: Player 0 → 1,000. Late");
    expect(newsLine("de", first, { ...amended, box: 0, place: 1, bets: {} }, sheet)).toBe("Einsatz berichtigt. Stehend: Bank 5 → 0. Late");
  });

  it("is reported in every language", () => {
    for (const language of LANGUAGES) {
      const one = new SimulatedConsole().signIn().say({ type: "set", settings: { language } });
      for (const { event } of told) {
        one.hear(event);
        const { view } = one.state;
        if (!view) throw new Error("no view");
        expect(announced(language, view, sheet)).not.toMatch(/undefined|\bnull\b|NaN/);
        for (const each of one.state.news) expect(newsLine(language, view, each)).not.toMatch(/undefined/);
      }
      const problem = { code: "table/moved-on", message: "english" };
      expect(refusalLine(language, problem)).not.toBe("english");
    }
  });

  it("names in large type what the rule demands", () => {
    const say = consoleWords("it").demands;
    page.signIn();
    expect(demand(page.state)).toBe(say.wait);
    page.console(0, ["take"], { mine: false });
    expect(demand(page.state)).toBe(say.take);
    const alone = page.state;
    page.state = { ...alone, view: alone.view && { ...alone.view, croupier: 17, croupier_name: "dino" } };
    expect(demand(page.state)).toBe("Dirige Dino");
    page.state = alone;
    page.console(0, ["read", "correct"], { side: "banco" });
    expect(demand(page.state)).toBe("Una carta per Banco");
    page.console(0, ["read", "correct", "announce"]);
    expect(demand(page.state)).toBe(say.announce);
    page.console(0, ["new_sabot"]);
    expect(demand(page.state)).toBe(say.sabot);
    page.console(0, ["new_sabot", "open_betting"]);
    expect(demand(page.state)).toBe(say.open);
    const { view } = page.state;
    const burn = (burned: number, commitment = ""): string => {
      const burning = { stage: "burning", first: "7h", commitment, burned } as const;
      return demand({ ...page.state, view: view && { ...view, ...burning } });
    };
    expect([burn(7), burn(1), burn(7, "ours"), burn(-1)]).toEqual(["Bruciate 7 carte", "Bruciate una carta", say.open, say.open]);
    page.console(0, ["speak"]);
    expect(demand(page.state)).toBe("Punto parla: Carta o Resto");
    page.console(0, ["turn"], { side: "punto" });
    expect(demand(page.state)).toBe("Si scoprono le carte di Punto");
    page.state = { ...page.state, view: page.state.view && { ...page.state.view, holders: { punto: "17" } } };
    page.console(0, ["leave"], { side: "punto" });
    expect(demand(page.state)).toBe("Punto è in mano a un cliente"); // only the holder knows more
  });

  it("says that the table pauses or closes, and after which coup", () => {
    page.signIn().console(0, ["new_sabot", "leave"]);
    const stand = (more: Partial<TableView>): TableView => {
      const view = { ...first, void: false, due: [], ...more };
      page.state = { ...page.state, view };
      return view;
    };
    expect(pausing("it", stand({ stage: "betting", standing: "open" }))).toBe("");
    expect(pausing("it", stand({ stage: "betting", standing: "paused" }))).toContain("Dopo questo colpo");
    expect(pausing("it", stand({ stage: "paid", standing: "paused" }))).toBe("Il tavolo è in pausa.");
    expect(demand(page.state)).toBe("Il tavolo è in pausa."); // a new sabot is possible, but not demanded
    stand({ stage: "paid", standing: "closed" });
    expect(demand(page.state)).toBe("Il tavolo è chiuso.");
    stand({ stage: "paid", standing: "closed", due: [{}] as unknown as TableView["due"] });
    expect(demand(page.state)).toBe(consoleWords("it").demands.pay);
  });
});

describe("a display", () => {
  const [campione, moritz] = recorded.land;
  const out = { stage: "dealing", cards: "????????", boxes: { 3: ["17"] } } as const;
  const seen = (land: (typeof recorded.land)[number] | undefined, more: Partial<TableView>) => {
    if (!land) throw new Error("nothing recorded");
    const view: TableView = { ...land.first, ...out, ...more };
    return announced("en", view, land.sheet);
  };

  it("says whose turn it is while cards are in hand", () => {
    const both = { punto: "17", banco: "21" };
    expect(seen(campione, { holders: { punto: "17" }, asks: "punto" })).toBe("Box 3 to call: card or stand?");
    expect(seen(campione, { holders: { punto: "17" }, called: true })).toBe("Player: Card.");
    expect(seen(moritz, { holders: both, asks: "punto" })).toBe("Box 3 has Player's cards.");
    expect(seen(moritz, { holders: both, asks: "banco" })).toBe("One player has Banker's cards.");
    expect(seen(moritz, { holders: both })).toBe("No more bets."); // in hand, and nobody is asked yet
    expect(seen(moritz, { holders: {} })).toBe("No more bets.");
  });

  it("needs no sign-in and sends nothing", () => {
    page.state = initial("display", "real", { language: "it", hand: "right" });
    page.say({ type: "started", token: "" });
    const asked = page.effects.flatMap((each) => (each.type === "ask" ? [each.ask.what] : []));
    expect(asked).toEqual(["table"]);
  });
});

describe("a real sabot that is dealt face down", () => {
  const sides = ["punto", "banco"] as const;
  const name = sheet.bets.banco?.label ?? "";

  it("reads the cards of the hand that is turned, until they are known", () => {
    page.signIn().console(5, ["read"], { side: "punto", sides });
    expect(demand(page.state)).toBe(consoleWords("it").demands.card(sheet.bets.punto?.label ?? ""));
    page.say({ type: "turning", side: "banco" });
    expect(demand(page.state)).toBe(consoleWords("it").demands.turn(name));
    page.say({ type: "scan", code: "9H", where: "table" });
    expect(page.sent.at(-1)).toEqual({ type: "read", card: "9h", side: "banco", seen: 5 });
    page.hear({ type: "done", request: "read" }).console(6, ["read"], { side: "punto", sides });
    page.say({ type: "do", command: { type: "read", card: "2c" } });
    expect(page.sent.at(-1)).toEqual({ type: "read", card: "2c", side: "banco", seen: 6 });
    page.hear({ type: "done", request: "read" }).console(7, ["read"], { side: "punto", sides: ["punto"] });
    page.say({ type: "do", command: { type: "read", card: "3c" } });
    expect(page.sent.at(-1)).toEqual({ type: "read", card: "3c", seen: 7 });
  });

  it("is told again that a side is not turned after all", () => {
    page.signIn().console(5, ["read"], { side: "punto", sides });
    for (let n = 0; n < 2; n++) page.say({ type: "turning", side: "banco" });
    expect(page.state.turning).toBeNull();
  });

  it("asks for the call, and says on the display what was called", () => {
    page.signIn().console(5, ["speak", "turn"], { side: "punto", sides: ["punto"] });
    expect(demand(page.state)).toBe(consoleWords("it").demands.speak(sheet.bets.punto?.label ?? ""));
    for (const { told: events, sheet: rules } of recorded.down) {
      const called = events.find(({ event }) => event.type === "called")?.view ?? fail();
      expect(announced("it", called, rules)).toMatch(/^Punta: Resto\./);
    }
  });
});

describe("a missing cash sheet", () => {
  it("is told while the table is run or a coup is under way, as long as the house says so", () => {
    page.signIn().console(first.offset, [], { no_cash_sheet: true });
    const run = (view: Partial<TableView>): ConsoleState => ({ ...page.state, view: { ...first, ...view } });
    expect(lacksSheet(run({ croupier: 7, stage: "paid" }))).toBe(true);
    expect(lacksSheet(run({ croupier: 0, stage: "dealing" }))).toBe(true);
    expect(lacksSheet(run({ croupier: 0, stage: "paid" }))).toBe(false); // nobody plays
    page.console(first.offset, [], { no_cash_sheet: false });
    expect(lacksSheet(run({ croupier: 7, stage: "betting" }))).toBe(false);
  });
});
