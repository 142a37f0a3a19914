// A land table: boxes, cards in hand, stakes left on the cloth, and tips.
import { describe, expect, it } from "vitest";
import { net, tooFew } from "../src/state/session/cloth";
import { stepOf } from "../src/state/guide/steps";
import { broughtBack } from "../src/state/session/figures";
import { boxOf, myHands, needsBox, pointsUp, wanted, withBacks } from "../src/state/shared/card_holders";
import { isLand } from "../src/state/shared/land_requests";
import { newsIn, newsOf } from "../src/state/shared/console_events";
import { type Farewell, LANGUAGES, type SharedTable, type Table, type ProblemWithRule } from "../src/state/state";
import { liveVoice } from "../src/views/live/live_voice";
import { landVoice } from "../src/words/shared/land";
import { refusal } from "../src/words/shared/land_refusal";
import { leaving } from "../src/words/shared/leaving";
import { newsLine, newsNow } from "../src/words/shared/news";
import type { Bet, Paid, Side, Stakes, StreamEvent, TableDetail, TableView } from "../src/wire";
import { SimulatedPage } from "./simulated_table";
import { recorded, type Recorded } from "./recorded_stream";

type Land = Recorded["land"][number];
const [campione, moritz] = recorded.land as readonly [Land, Land];

/** A guest, player 17, at a land table whose recorded stream is played. */
class LandTablePage extends SimulatedPage {
  private heard = 0;
  private readonly land: Land;

  constructor(land: Land) {
    super();
    this.land = land;
  }

  sitDown(): this {
    const { sheet, first: view } = this.land;
    const name = sheet.name;
    this.say({ type: "started", token: null, seat: null, settings: {}, seen: [] });
    this.state = { ...this.state, still: true };
    const house = {
      ...{ name, sheet, sheet_hash: "", playable: true, returns: {} },
      shared: {
        ...{ spec: { name, house: name }, sheet, sheet_hash: "", returns: {}, view },
        summary: { now: this.now },
      },
    };
    this.say({ type: "answered", what: "houses", ask: { what: "houses" }, body: [] });
    this.asGuest(name);
    this.answer(house).answer({ ...this.openedAt(), table: name });
    return this.welcomed(house, view);
  }

  private welcomed(house: unknown, view: TableView): this {
    const { name } = this.land.sheet;
    this.answer(house).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    this.say({ type: "socket-opened", attempt: this.state.link.attempt });
    return this.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: this.offset, house: name, table: name },
      ...{ currency: "FUN", credit: 50_000, draft: {}, missed: [], closes_in_ms: 1_200_000 },
      next: { number: 0, commitment: "0".repeat(64) },
      shared: {
        ...{ now: this.now, view, missed: null, stakes: {}, automatic: false },
        ...{ left: {}, held: {}, mixed: false, opened: false },
      },
    });
  }

  /** The connection is lost and comes back, and the table looks like this by now. */
  comeBack(view: TableView): this {
    this.lose().pass(1_500);
    return this.welcomed(this.table.rules, view);
  }

  /** Plays the stream until this event has come so many times. */
  until(type: StreamEvent["type"], times = 1): this {
    for (let seen = 0; seen < times; ) {
      const next = this.land.told[this.heard++];
      if (!next) throw new Error(`${type} never came`);
      this.tell(next.event);
      if (next.event.type === type) seen++;
    }
    return this;
  }

  get shared(): SharedTable {
    if (!this.table.shared) throw new Error("not a shared table");
    return this.table.shared;
  }

  private get own() {
    const { sheet } = this.land;
    return {
      ...{ session: "17.1", epoch: 1, offset: ++this.offset, at: this.now, key: "" },
      table: sheet.name,
    };
  }

  hold(side: Side, cards: string, points = 4, speaks = false): this {
    return this.tell({ type: "held", ...this.own, number: this.shared.view.coup, side, cards, points, speaks });
  }

  pay(staked: number, returned: number, left: Stakes = {}): this {
    const { coup: number } = this.shared.view;
    const paid: Paid = {
      ...{ type: "paid", ...this.own, house: this.land.sheet.name, sabot: 1, number, sheet: "" },
      ...{ fixed: "", cards: "", punto: 0, banco: 0, outcome: "egalite", decisions: [], won: ["egalite"], bets: [] },
      ...{ staked, returned, credit_before: 50_000, credit: 50_000 - staked + returned },
      ...{ of_session: "17.1", to_account: false, left },
    };
    return this.tell(paid);
  }

  giveBack(stakes: Stakes, number: number): this {
    const returned = Object.values(stakes).reduce((sum, each) => sum + each, 0);
    return this.tell({
      ...{ type: "returned", ...this.own, number, stakes, returned, credit: 50_000 },
      ...{ of_session: "17.1", to_account: false, reason: "withdrawn" },
    });
  }
}

const seatedAt = (land: Land) => new LandTablePage(land).sitDown();

describe("boxes", () => {
  it("are requested, and appear in the stream once they are taken", () => {
    const page = seatedAt(campione);
    expect(needsBox(page.table)).toBe(true);
    page.say({ type: "box", box: 3 });
    expect(page.lastSent).toEqual({ type: "box", box: 3 });
    page.say({ type: "box", box: 4 }); // one request at a time
    expect(page.sent.filter(({ type }) => type === "box")).toHaveLength(1);
    page.tell({ type: "warning", closes_in_ms: 60_000 });
    page.until("boxed").tell({ type: "done", request: "box" });
    expect(page.table.closesAt).toBeNull(); // taking a box counts as an action
    expect(boxOf(page.shared.view, "17")).toBe(3);
    expect(needsBox(page.table)).toBe(false);
    page.say({ type: "box", box: 0 });
    expect(page.lastSent).toEqual({ type: "box", box: 0 });
  });

  it("are not needed for a bet where players may stand", () => {
    expect(needsBox(seatedAt(moritz).table)).toBe(false);
  });

  it("make a table a land table, and so do cards in hand", () => {
    expect(isLand(campione.sheet)).toBe(true);
    expect(isLand(moritz.sheet)).toBe(true);
    expect(isLand(recorded.proof.sheet)).toBe(false);
  });
});

describe("leaving with cards in the hand", () => {
  const holding = () => {
    const page = seatedAt(campione).until("card", 4);
    expect(page.shared.view.holders.punto).toBe("17");
    return page.say({ type: "cash-out" });
  };

  it("is asked once, and then done", () => {
    const page = holding();
    expect(page.state.dialog).toBe("leave");
    expect(page.lastSent?.type).not.toBe("cash_out");
    expect(page.say({ type: "cash-out" }).lastSent).toMatchObject({ type: "cash_out" });
  });

  it("is asked no more once the cards are turned", () => {
    const page = holding().until("result");
    expect(page.state.dialog).toBeNull();
    expect(page.say({ type: "cash-out" }).lastSent).toMatchObject({ type: "cash_out" });
  });

  it("is asked no more if they were turned while the connection was lost", () => {
    const before = holding();
    expect(before.comeBack(before.shared.view).state.dialog).toBe("leave");
    const after = holding().comeBack(seatedAt(campione).until("result").shared.view);
    expect(after.state.link.is).toBe("connected");
    expect(after.state.dialog).toBeNull();
  });

  it("isn't asked of a player who holds none", () => {
    expect(seatedAt(campione).say({ type: "cash-out" }).lastSent).toMatchObject({ type: "cash_out" });
  });
});

describe("cards in hand, where their holder calls", () => {
  it("are looked at, called, and shown when Banco's are turned", () => {
    const page = seatedAt(campione).until("card", 4);
    expect(page.shared.cards.map(({ card }) => card)).toEqual(["??", "??", "??", "??"]);
    expect(myHands(page.table)).toEqual([]); // their faces haven't arrived yet
    expect(wanted(page.table, "punto")).toBe("speak"); // what everybody else can know
    page.hold("punto", "Ah3s", 4, true);
    expect(page.shared.held.punto).toEqual({ cards: "Ah3s", points: 4, speaks: true });
    expect(myHands(page.table)).toEqual(["punto"]);
    expect(wanted(page.table, "punto")).toBe("speak");
    page.say({ type: "call", draws: true });
    expect(page.lastSent).toEqual({ type: "call", coup: 1, draws: true });
    page.until("called").tell({ type: "done", request: "call" });
    expect(wanted(page.table, "punto")).toBe("wait");
    page.until("turned");
    expect(page.shared.cards.map(({ card }) => card).join("")).toMatch(/^\?\?[^?]{2}\?\?[^?]{2}$/);
    expect(wanted(page.table, "punto")).toBe("wait"); // until the drawn card arrives
    page.until("card").hold("punto", "Ah3s3d");
    expect(wanted(page.table, "punto")).toBe("show");
    page.say({ type: "show", side: "punto" });
    expect(page.lastSent).toEqual({ type: "show", coup: 1, side: "punto" });
    page.until("turned");
    expect(myHands(page.table)).toEqual([]);
    page.until("betting");
    expect(page.shared.held).toEqual({});
  });

  it("don't give a natural away before it is looked at: the holder is asked to call", () => {
    for (const [cards, points, speaks] of [["Ah8s", 9, false], ["Ah3s", 4, true]] as const) {
      const page = seatedAt(campione).until("card", 4).hold("punto", cards, points, speaks);
      expect(wanted(page.table, "punto")).toBe("speak");
    }
  });

  it("can be called again after a call against the rule was refused", () => {
    const page = seatedAt(campione).until("card", 4).hold("punto", "Ah3s");
    page.say({ type: "call", draws: false });
    const code = "table/against-the-rule";
    const rule = { side: "punto", points: 4, draws: true, third: null } as const;
    page.tell({ type: "refused", request: "call", key: "", code, message: "Punto 4 draws", rule });
    const said = LANGUAGES.map((language) => refusal(language, page.table, page.state.problem as ProblemWithRule));
    expect(said[0]).toBe("Punta 4: la regola dice carta.");
    expect(new Set(said).size).toBe(4);
    page.say({ type: "call", draws: true });
    expect(page.state.problem).toBeNull();
    expect(page.lastSent).toEqual({ type: "call", coup: 1, draws: true });
  });
});

describe("points", () => {
  it("count a card only when it has arrived", () => {
    const laid = { side: "punto", card: "7h" } as const;
    const cards = [{ ...laid, points: 7 }, { side: "banco", card: "??", points: null }, { ...laid, points: 4 }] as const;
    const shared = { ...seatedAt(campione).shared, cards };
    const counted = (turned: number) => pointsUp({ ...seatedAt(campione).table, turned }, shared, "punto");
    expect([0, 1, 2, 3].map(counted)).toEqual([null, 7, 7, 4]);
    expect(pointsUp({ ...seatedAt(campione).table, turned: 3 }, shared, "banco")).toBeNull();
  });
});

describe("cards in hand, where both sides are held", () => {
  it("are shown after Punto's", () => {
    const page = seatedAt(moritz).until("card", 4).hold("banco", "8sTc");
    expect(myHands(page.table)).toEqual(["banco"]);
    expect(wanted(page.table, "banco")).toBe("wait");
    page.until("turned");
    expect(wanted(page.table, "banco")).toBe("show");
  });

  it("are shown first if the croupier has Punto's", () => {
    const page = seatedAt(moritz).until("betting", 2).until("card", 4).hold("banco", "5hJs");
    expect(wanted(page.table, "banco")).toBe("show");
  });
});

describe("stakes that Égalité leaves on the cloth", () => {
  const left = (): LandTablePage => {
    const page = seatedAt(moritz).until("result");
    return page.pay(2_500, 0, { punto: 2_000, banco: 500 });
  };

  it("are the player's on the next coup", () => {
    const page = left().until("betting");
    expect(page.shared.stakes).toEqual({ punto: 2_000, banco: 500 });
    page.until("dealing");
    expect(page.shared.stakes).toEqual({ punto: 2_000, banco: 500 });
  });

  it.each<[string, boolean]>([
    ["before the betting opens", false],
    ["while it is open", true],
  ])("can be withdrawn %s", (_, isOpen) => {
    const page = isOpen ? left().until("betting") : left();
    page.say({ type: "withdraw", bets: ["banco"] as readonly Bet[] });
    expect(page.lastSent).toMatchObject({ type: "withdraw", bets: ["banco"] });
    page.giveBack({ banco: 500 }, 2);
    expect(page.shared.left).toEqual({ punto: 2_000 });
    if (!isOpen) page.until("betting");
    expect(page.shared.stakes).toEqual({ punto: 2_000 });
  });

  it("are not counted as lost", () => {
    const page = seatedAt(moritz).until("result").pay(2_100, 900, { punto: 2_000 });
    expect(page.shared.paid && net(page.shared.paid)).toBe(800);
    expect(page.shared.tip).toBe(0); // a win, though less came back than was staked
    expect(net(left().shared.paid as Paid)).toBe(0);
    expect(left().shared.tip).toBeNull();
  });

  it("are in play for the guided coup, and new chips are to be confirmed", () => {
    const page = left().until("betting").say({ type: "start-guide", way: null });
    const step = () => page.state.guide && stepOf(page.table, page.state.guide);
    expect(step()).toBe("placed");
    page.bet(500, "punto");
    expect(step()).toBe("chip");
    page.bet(500, "punto");
    expect(step()).toBe("deal");
  });

  it("don't count for the minimum of a new stake", () => {
    const { table } = left().until("betting");
    const laid = (punto: number) => ({ ...table, cloth: { ...table.cloth, steps: [{ punto }] } });
    expect(tooFew(laid(500))).toEqual(["punto"]);
    expect(tooFew(laid(1_000))).toEqual([]);
  });
});

describe("tips", () => {
  const tip = (page: LandTablePage, amount: number) =>
    page.tell({
      ...{ type: "tipped", session: "17.1", epoch: 1, offset: ++page.offset, at: 0, key: "" },
      ...{ table: "st-moritz", amount, credit: 50_000 },
    });

  it("are possible after a win, until the next cards", () => {
    const page = seatedAt(moritz).until("result").pay(1_000, 2_000);
    expect(page.shared.tip).toBe(0);
    page.say({ type: "tip", amount: 200 });
    expect(page.lastSent).toMatchObject({ type: "tip", amount: 200 });
    expect(tip(page, 200).shared.tip).toBe(200);
    expect(page.until("betting").shared.tip).toBe(200);
    expect(page.until("dealing").shared.tip).toBeNull();
  });

  it("are not offered after a loss, nor where the sheet has none", () => {
    expect(seatedAt(moritz).until("result").pay(1_000, 0).shared.tip).toBeNull();
    expect(seatedAt(campione).until("result").pay(1_000, 2_000).shared.tip).toBeNull();
  });
});

describe("the stakes on the cloth", () => {
  const staked = (page: LandTablePage): LandTablePage => {
    const { coup: number } = page.shared.view;
    const stakes = { punto: 1_000 };
    return page.tell({
      ...{ type: "bet", session: "17.1", epoch: 1, offset: ++page.offset, at: 0, key: "", table: "t" },
      ...{ number, bets: stakes, stakes, staked: 1_000, credit: 49_000, since: { punto: 0 } },
    });
  };

  it("are gone after the payment", () => {
    const page = staked(seatedAt(moritz).until("betting"));
    expect(page.shared.stakes).toEqual({ punto: 1_000 });
    page.until("result");
    expect(page.shared.stakes).toEqual({ punto: 1_000 });
    expect(page.until("settled").shared.stakes).toEqual({});
  });

  it("are those that Égalité left, until they are withdrawn", () => {
    const page = staked(seatedAt(moritz).until("betting")).until("result").pay(1_000, 0, { punto: 1_000 });
    expect(page.until("settled").shared.stakes).toEqual({ punto: 1_000 });
    expect(page.giveBack({ punto: 1_000 }, page.shared.view.coup).shared.stakes).toEqual({});
  });

  it("are gone in a void coup, whenever their return is told", () => {
    const [real] = recorded.person as readonly [Land];
    const voided = real.told.find(({ event }) => event.type === "voided")?.event;
    const page = seatedAt(real);
    do page.until("betting");
    while (voided && "coup" in voided && page.shared.view.coup !== voided.coup);
    staked(page).until("voided");
    expect(page.shared.view.void).toBeTruthy();
    expect(page.shared.stakes).toEqual({});
  });
});

describe("a table that a person runs", () => {
  const run = (page: LandTablePage) => {
    const { rules } = page.table;
    const spec = { ...rules.shared?.spec, croupier: "person" };
    const table = { ...page.table, rules: { ...rules, shared: { ...rules.shared, spec } } } as Table;
    return (croupier: number) =>
      liveVoice("en", table, { ...page.shared, view: { ...page.shared.view, croupier } });
  };

  it("says that no croupier is there", () => {
    const said = run(seatedAt(moritz).until("betting"));
    expect(said(0)).toBe("The table is waiting for a croupier.");
    expect(said(5)).toBe("Place your bets.");
  });

  it("says nothing of seeds before the first coup of a real sabot", () => {
    const page = seatedAt(moritz).until("burned");
    const real = { ...page.shared.view, commitment: "", fixed: "", first: "", players: [] };
    const said = (view: typeof real) => liveVoice("en", page.table, { ...page.shared, view });
    expect(said(real)).toBe("A new shoe of real cards.");
    expect(said({ ...real, commitment: "ab" })).toBe("The order of the cards is fixed.");
  });

  it("says so between two coups, too, after the result", () => {
    const said = run(seatedAt(moritz).until("settled"));
    expect(said(0)).toBe(`${said(5)} The table is waiting for a croupier.`);
  });
});

describe("a real sabot that is dealt face down", () => {
  const [left, turned, , laid] = recorded.down as readonly [Land, Land, Land, Land];
  const said = (page: LandTablePage) => landVoice("en", page.table, page.shared);
  const news = (page: LandTablePage) => newsNow(page.shared.news, page.shared.view).map((each) => newsLine("en", page.shared.view, each));

  it("says that Punto speaks while chips lie on Punto, also if they were keyed in late or amended", () => {
    const page = seatedAt(laid).until("dealing");
    expect(said(page)).toBeNull();
    expect(said(page.until("keyed"))).toBe("One player to call: card or stand?");
    expect(said(page.until("amended"))).toBeNull();
    expect(said(page.until("amended"))).toBe("One player to call: card or stand?");
  });

  it("says that Punto speaks, what was called, and that it was against the rule", () => {
    const page = seatedAt(left).until("dealing");
    for (let n = 0; n < 4; n++) page.until("card");
    expect(page.shared.cards.map(({ card }) => card)).toEqual(["??", "??", "??", "??"]);
    expect(said(page)).toBe("One player to call: card or stand?");
    page.until("called");
    expect(said(page)).toBe("Stand.");
    expect(news(page)).toEqual(["Stand. Against the rule: the rule stands."]);
    expect(page.until("turned").shared.cards.map(({ card }) => card)).toEqual(["??", "3c", "??", "4s"]);
    page.until("betting");
    expect(news(page)).toEqual([]);
  });

  it("puts cards that are read hand by hand in their places", () => {
    const page = seatedAt(turned).until("dealing");
    expect(said(page)).toBe("One player to call: card or stand?");
    page.until("called");
    expect(said(page)).toBe("Stand.");
    expect(page.until("card").shared.cards.map(({ card }) => card)).toEqual(["??", "3c"]);
    page.until("card").until("card");
    expect(page.shared.cards.map(({ card, side }) => card + side)).toEqual(["2hpunto", "3cbanco", "??punto", "4sbanco"]);
    expect(news(page)).toEqual([]);
    page.until("card");
    expect(news(page)).toEqual(["Stand. Against the rule: the rule stands."]);
    expect(page.until("result").shared.cards.map(({ card }) => card).join("")).toBe("2h3cKd4s5d");
  });

  it("shows backs until they are read", () => {
    const [event] = turned.told.filter(({ event: { type } }) => type === "dealing");
    const view = event?.view as TableView;
    const detail = (reading: "leaving" | "turned") => ({ sheet: turned.sheet, spec: { cards: "croupier", reading } }) as TableDetail;
    expect(withBacks(view, detail("turned")).cards).toBe("????????");
    expect(withBacks(view, detail("leaving")).cards).toBe("");
    expect(withBacks(view, null).cards).toBe("");
  });

  it("shows the cards of a void coup", () => {
    const page = seatedAt(left).until("voided");
    expect(page.shared.cards.map(({ card }) => card)).toEqual(["9h"]);
  });
});

describe("news at the table", () => {
  const [real] = recorded.person as readonly [Land];

  it("disappears once it is answered", () => {
    const page = seatedAt(real).until("manager");
    const now = () => newsNow(page.shared.news, page.shared.view).map(({ is }) => is);
    expect(now()).toContain("called");
    page.until("manager");
    expect(now()).toContain("decided");
    expect(now()).not.toContain("called");
    page.until("betting");
    expect(now()).toEqual([]);
  });

  it("names a caller by box, as standing, or by name", () => {
    const { view } = seatedAt(real).shared;
    const called = (by: string) =>
      newsLine("en", { ...view, boxes: { 4: ["17", "21"] }, manager_by: by }, { is: "called" });
    expect(called("21")).toBe("Box 4, seat 2 calls the manager");
    expect(called("33")).toBe("One player calls the manager");
    expect(called("carla")).toBe("Carla calls the manager");
  });

  it("is shown to the players until the next betting", () => {
    const page = seatedAt(real);
    const last = () => page.shared.news.at(-1)?.is;
    expect(page.until("corrected") && last()).toBe("corrected");
    expect(page.until("aside") && last()).toBe("aside");
    expect(page.until("betting").shared.news).toEqual([]);
    expect(page.until("manager") && last()).toBe("called");
    expect(page.until("manager") && last()).toBe("decided");
  });

  it("says that the time was over when the croupier called or turned the cards for their holder", () => {
    const view = { ...campione.first, commitment: "c", holders: { punto: "17" }, until: 1_000 };
    const event = { table: "t", epoch: 1, offset: 1, at: 1_000, coup: 1, player: "", until: 2_000 };
    const called = { ...event, type: "called", draws: true } as const;
    const turned = { ...event, type: "turned", side: "punto", cards: "7d9c", points: 6 } as const;
    const lines = (told: StreamEvent, before = view) =>
      newsOf([], told, before).map((each) => LANGUAGES.map((language) => newsLine(language, before, each, campione.sheet)));
    expect(lines(called)).toEqual([["Tempo scaduto: ha deciso la regola.", "Time's up: the rule decided.", "Die Zeit ist um: Die Regel hat entschieden.", "Temps écoulé\u202f: la règle a décidé."]]);
    expect(lines(turned)[0]?.slice(0, 2)).toEqual(["Tempo scaduto: il croupier ha scoperto le carte.", "Time's up: the croupier turned the cards."]);
    expect(lines({ ...called, player: "17" })).toEqual([]); // the holder has called
    expect(lines({ ...called, at: 999 })).toEqual([]);
    expect(lines(called, { ...view, holders: {} as typeof view.holders })).toEqual([]); // the holder has left
    expect(lines(called, { ...view, commitment: "" })).toEqual([]); // a real sabot: the croupier says what the player has said
    const result = { type: "result" } as StreamEvent;
    expect(newsOf(newsOf([], called, view), result, view)).toEqual([]);
  });

  it("ends with the next betting if a call was decided, and so does the decision", () => {
    const [called, decided] = [{ is: "called" }, { is: "decided", words: "it stands" }] as const;
    const betting = real.told.find(({ event }) => event.type === "betting")?.event;
    if (!betting) throw new Error("no betting was recorded");
    expect(newsOf([called], betting, real.first)).toEqual([called]); // nobody has answered yet
    expect(newsOf([called, decided], betting, real.first)).toEqual([]);
    expect(newsOf([called, decided, called], betting, real.first)).toEqual([called]);
  });

  it("is taken from the view for a player who comes later", () => {
    const view = { ...real.first, void: true, why_void: "the sabot fell", decided: "it stands", manager: true };
    expect(newsIn(view)).toEqual([
      { is: "decided", words: "it stands" },
      { is: "void", reason: "the sabot fell" },
      { is: "called" },
    ]);
    expect(newsIn(real.first)).toEqual([]);
    const aside = { aside: "9c4d", first_of_next: "9c" };
    expect(newsIn({ ...real.first, ...aside })).toEqual([
      { is: "aside", card: "9c", goesOn: true },
      { is: "aside", card: "4d", goesOn: false },
    ]);
  });

  it("says who calls and why, also to a player who comes after the call", () => {
    const view = { ...real.first, manager: true, manager_by: "carla", manager_for: "whose stake is it?" };
    const aside = { is: "aside", card: "9c", goesOn: false } as const;
    for (const known of [newsIn(view), [], [aside], [{ is: "called" }, { is: "decided", words: "no" }, { is: "called" }] as const]) {
      const told = newsNow(known, view).filter(({ is }) => is === "called");
      expect(told.map((each) => newsLine("en", view, each))).toEqual(["Carla calls the manager: whose stake is it?"]);
    }
  });

  it("starts with players, too: they can call the manager, once", () => {
    const page = seatedAt(real);
    page.say({ type: "ask_manager" }).say({ type: "ask_manager" });
    expect(page.sent.filter(({ type }) => type === "ask_manager")).toEqual([{ type: "ask_manager" }]);
    page.tell({ type: "done", request: "ask_manager" });
    expect(page.table.waiting).toEqual([]);
  });
});

describe("a player who leaves", () => {
  const leave = (page: LandTablePage): Farewell => {
    const { session, epoch } = page.table;
    page.say({ type: "cash-out" });
    page.tell({ type: "closed", session, epoch, offset: 99, at: page.now, key: "", reason: "cash_out", credited: 40_000 });
    return page.state.farewell as Farewell;
  };
  const confirmed = (page: LandTablePage, bets: Stakes): LandTablePage => {
    const staked = Object.values(bets).reduce((sum, each) => sum + each, 0);
    const own = { session: "17.1", epoch: 1, offset: ++page.offset, at: page.now, key: "", table: "" };
    return page.tell({ type: "bet", ...own, number: page.shared.view.coup, bets, stakes: bets, staked, credit: 50_000 - staked, since: {} });
  };
  const lines = (farewell: Farewell): readonly (readonly string[])[] =>
    LANGUAGES.map((language) => leaving(language, farewell));

  it("with a stake in play is told that it is played and paid to the account", () => {
    for (const stage of ["betting", "dealing"] as const) {
      const page = confirmed(seatedAt(moritz).until("betting"), { punto: 2_000, egalite: 500 });
      if (stage !== "betting") page.until(stage);
      const farewell = leave(page);
      expect(farewell).toMatchObject({ inPlay: { Punto: 2_000, Égalité: 500 }, comesBack: {} });
      expect(lines(farewell).map((each) => each.length)).toEqual([1, 1, 1, 1]);
      expect(lines(farewell)[0]?.[0]).toMatch(/^In gioco resta: Punto 20,00.* \+ Égalité 5,00.* = 25,00.* va sul conto\.$/);
    }
  });

  it("takes along what Égalité left, unless it is in play already", () => {
    const stays = () => confirmed(seatedAt(moritz).until("betting"), { punto: 2_000 }).until("result").pay(2_000, 0, { punto: 2_000 });
    expect(leave(stays())).toMatchObject({ inPlay: {}, comesBack: { Punto: 2_000 } });
    expect(leave(stays().until("settled"))).toMatchObject({ inPlay: {}, comesBack: { Punto: 2_000 } });
    const farewell = leave(stays().until("betting"));
    expect(farewell).toMatchObject({ inPlay: {}, comesBack: { Punto: 2_000 } });
    expect(lines(farewell)[0]).toEqual([expect.stringMatching(/^Dal tappeto torna sul conto: Punto 20,00/)]);
    expect(leave(stays().until("dealing"))).toMatchObject({ inPlay: { Punto: 2_000 }, comesBack: {} });
  });

  it("has the account fetched once the stake is paid, and not before", () => {
    const page = confirmed(seatedAt(moritz).until("betting"), { punto: 2_000 });
    const { coup, table: name } = page.shared.view;
    leave(page);
    const asked = (stage: string, of = coup): number => {
      const before = page.asked.length;
      const tables = [{ name, coup: of, stage, now: page.now }];
      page.say({ type: "answered", what: "tables", ask: { what: "tables" }, body: tables as never }).pass(3_000);
      return page.asked.slice(before).filter(({ what }) => what === "me").length;
    };
    const line = () => lines(page.state.farewell as Farewell)[0]?.[0];
    for (const stage of ["betting", "dealing", "paying"]) expect(asked(stage)).toBe(0);
    expect(line()).toMatch(/^In gioco resta: Punto 20,00/);
    expect(asked("paid")).toBe(2); // at once, and a moment later, for what Égalité leaves
    expect(line()).toMatch(/^Era in gioco: Punto 20,00.* è sul conto\.$/);
    expect(asked("betting", coup + 1)).toBe(0);
    const ask = page.asked.find(({ what }) => what === "came-back");
    expect(ask).toMatchObject({ account: "17", session: "17.1" });
    const told = (records: readonly object[]) => page.say({ type: "answered", what: "came-back", ask, body: { records, next: null } } as never);
    told([{ type: "paid", to_account: false, of_session: "17.1", staked: 500, returned: 0 }]);
    expect(line()).toMatch(/è sul conto\.$/); // an earlier coup
    told([{ type: "returned", reason: "absent", to_account: true, of_session: "17.1", stakes: { punto: 100 }, returned: 100 }]);
    expect(line()).toMatch(/è sul conto\.$/); // left on the cloth by an earlier coup
    expect(broughtBack(page.state.farewell as Farewell)).toBe(40_000);
    told([{ type: "paid", to_account: true, of_session: "17.1", staked: 2_000, returned: 3_900 }]);
    expect(broughtBack(page.state.farewell as Farewell)).toBe(43_900);
    expect(line()).toMatch(/^Era in gioco: Punto 20,00.*\. Tornati sul conto: 39,00.* \(\+19,00\)\.$/);
  });

  it("has what Égalité left on the account at once", () => {
    const page = confirmed(seatedAt(moritz).until("betting"), { punto: 2_000 }).until("result").pay(2_000, 0, { punto: 2_000 });
    const { coup, table: name } = page.until("betting").shared.view;
    leave(page);
    page.say({ type: "answered", what: "tables", ask: { what: "tables" }, body: [{ name, coup, stage: "betting", now: 0 }] as never });
    expect(page.lastAsked?.what).toBe("me");
    expect(page.state.lobby.owed).toEqual([]);
  });

  it("with nothing on the cloth is told nothing of it", () => {
    const farewell = leave(seatedAt(moritz).until("betting"));
    expect(lines(farewell)).toEqual([[], [], [], []]);
  });
});
