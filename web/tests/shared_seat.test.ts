// A seat at a shared table: the player's part in the mixing, the bets, and what the house must not do.
import { describe, expect, it } from "vitest";
import type { Message } from "../src/state/message";
import type { Stakes, StreamEvent, TableView } from "../src/wire";
import { AHEAD, SharedTablePage } from "./shared_table_page";
import { recorded } from "./recorded_stream";
import { refusal } from "../src/words/later/refusal";
import { liveVoice } from "../src/views/live/live_voice";

const { told, first, proof } = recorded;

const recordedAt = (type: StreamEvent["type"], nth = 0) => {
  const found = told.filter(({ event }) => event.type === type)[nth];
  if (!found) throw new Error(`no ${type}`);
  return found;
};

const newPage = () => new SharedTablePage();
const hashed = (seed: string, hash: string): Message => ({ type: "hashed", sabot: 1, seed, hash });
const MINE = { player: "17", hash: "5".repeat(64) };

describe("a sabot that was revealed while there was no connection", () => {
  const { view } = recordedAt("shuffled");
  it.each([
    ["is over", { ...view, stage: "resting" }, view.sabot],
    ["has been replaced", { ...view, sabot: view.sabot + 1 }, view.sabot],
    ["is still in play", view, null],
    ["was of another epoch", { ...view, epoch: view.epoch + 1, sabot: view.sabot + 1 }, null],
  ] as const)("can be verified if it %s", (_, now, revealed) => {
    const page = newPage().sitDown(view, {}, true);
    page.tell({ type: "watching", now: page.now, view: now, missed: null });
    expect(page.shared.revealed).toBe(revealed);
  });
});

describe("the player's part in the mixing", () => {
  it("is drawn after the commitment, stored, and sent as a hash first", () => {
    const page = newPage().sitDown().until("shuffled");
    expect(page.sent.filter((each) => each.type === "mix")).toEqual([]);
    page.say(hashed("my seed", MINE.hash));
    expect(page.noted.at(-1)).toMatchObject({ number: 1, seed: "my seed", player: "17" });
    expect(page.lastSent).toEqual({ type: "mix", sabot: 1, hash: MINE.hash });
    page.say(hashed("another", "6".repeat(64)));
    expect(page.shared.mine?.seed).toBe("my seed"); // one seed for each sabot
  });

  it("is opened once its hash is in the closed list", () => {
    const page = newPage().sitDown().until("shuffled").say(hashed("my seed", MINE.hash));
    page.tell({ type: "mixed", sabot: 1, opened: false });
    const closed = recordedAt("list_closed").event as Extract<StreamEvent, { type: "list_closed" }>;
    page.tell({ ...closed, players: [MINE] });
    expect(page.lastSent).toEqual({ type: "open_seed", sabot: 1, seed: "my seed" });
    expect(page.noted.at(-1)?.hashes).toEqual([["17", MINE.hash]]);
    expect(page.table.distrust).toBe("");
  });

  it.each([
    ["another hash", [{ player: "17", hash: "6".repeat(64) }]],
    ["none, though the house has taken it", []],
  ])("is not opened if the list has %s", (_, players) => {
    const page = newPage().sitDown().until("shuffled").say(hashed("my seed", MINE.hash));
    page.tell({ type: "mixed", sabot: 1, opened: false });
    const closed = recordedAt("list_closed").event as Extract<StreamEvent, { type: "list_closed" }>;
    page.tell({ ...closed, players });
    expect(page.sent.some((each) => each.type === "open_seed")).toBe(false);
    expect(page.table.distrust).not.toBe("");
  });

  it("does not exist for somebody who watches", () => {
    const page = newPage().sitDown(first, {}, true).until("betting");
    expect(page.sent.map(({ type }) => type)).toEqual(["hello"]);
    expect(page.shared.view.stage).toBe("betting");
    expect(page.bet(1_000, "punto").sent.map(({ type }) => type)).toEqual(["hello"]);
    expect(page.say({ type: "to-lobby" }).state.table).toBeNull();
  });
});

describe("the order of the cards", () => {
  it("is noted once it is fixed, with its list", () => {
    const page = newPage().sitDown().until("fixed");
    expect(page.noted.at(-1)).toMatchObject({ fixed: proof.fixed, commitment: proof.commitment });
    expect(page.noted.at(-1)?.hashes).toHaveLength(2);
  });

  it("must not differ when the betting opens", () => {
    const page = newPage().sitDown().until("burned");
    const opened = recordedAt("betting").event as Extract<StreamEvent, { type: "betting" }>;
    page.tell({ ...opened, fixed: "6".repeat(64) });
    expect(page.table.distrust).not.toBe("");
    page.bet(1_000, "punto").say({ type: "carte" });
    expect(page.sent.some((each) => each.type === "confirm")).toBe(false);
    expect(page.state.problem?.code).toBe("client/does-not-hold");
  });

  it("must not differ after a lost connection", () => {
    const page = newPage().sitDown().until("betting");
    const view = { ...page.shared.view, fixed: "6".repeat(64) };
    page.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: 1, house: "live-mini" },
      ...{ table: "live-mini", currency: "FUN", credit: 50_000, draft: {}, missed: [] },
      ...{ next: { number: 0, commitment: "0".repeat(64) }, closes_in_ms: 1_200_000 },
      shared: { ...{ now: 0, view, missed: null, stakes: {}, left: {}, held: {} }, automatic: false, mixed: true, opened: true },
    });
    expect(page.table.distrust).not.toBe("");
  });
});

describe("bets", () => {
  it("are confirmed one after another while the betting is open", () => {
    const page = newPage().sitDown().until("betting").bet(1_000, "punto", "grande");
    page.placed().placed().say({ type: "carte" });
    expect(page.lastSent).toMatchObject({
      ...{ type: "confirm", coup: 1, bets: { punto: 1_000, grande: 1_000 } },
    });
    page.bet(500, "punto"); // put down while the confirmation is on its way
    page.confirmed({ punto: 1_000, grande: 1_000 }, { punto: 1_000, grande: 1_000 }, 48_000);
    expect(page.shared.stakes).toEqual({ punto: 1_000, grande: 1_000 });
    expect(page.table.cloth.steps.at(-1)).toEqual({ punto: 500 });
    expect(page.lastSent).toEqual({ type: "place", bets: { punto: 500 }, coup: 1 });
    expect(page.table.credit).toBe(48_000);
  });

  it("that were not confirmed are none, and the page says so", () => {
    const page = newPage().sitDown().until("betting").bet(1_000, "banco").until("dealing");
    expect(page.table.cloth.steps).toEqual([{}]);
    expect(page.state.problem?.code).toBe("client/not-confirmed");
    expect(page.bet(1_000, "banco").table.cloth.steps).toEqual([{}]); // too late
    expect(page.until("betting").state.problem).toBeNull(); // dropped by then
  });

  it("that the house could not confirm at the close are none, and the page says why", () => {
    const page = newPage().sitDown().until("betting").bet(1_000, "banco");
    const { coup } = page.shared.view;
    page.tell({ type: "not_taken", coup, code: "table/no-box", message: "" });
    expect(page.table.cloth.steps).toEqual([{}]);
    page.until("dealing");
    const { problem } = page.state;
    expect(problem?.code).toBe("client/not-taken");
    if (problem) {
      const said = refusal("en", page.table, problem);
      expect(said).toBe("Unconfirmed chips were not bet: you have them back. At this table you bet from a box: take one.");
    }
    expect(page.until("betting").state.problem).toBeNull(); // dropped by then
  });

  it("are confirmed by the house if the player wants it", () => {
    const page = newPage().sitDown().until("betting");
    page.say({ type: "set-automatic", on: true });
    expect(page.lastSent).toEqual({ type: "automatic", on: true });
    expect(page.shared.automatic).toBe(false); // until the house has confirmed the switch
    page.tell({ type: "automatic", on: true });
    expect(page.shared.automatic).toBe(true);
    page.bet(1_000, "banco").placed();
    page.confirmed({ banco: 1_000 }, { banco: 1_000 }, 49_000).until("dealing");
    expect(page.state.problem).toBeNull();
    expect(page.shared.stakes).toEqual({ banco: 1_000 });
  });

  it("are paid, and can be repeated on the next coup", () => {
    const page = newPage().sitDown().until("betting").bet(1_000, "punto").say({ type: "carte" });
    page.confirmed({ punto: 1_000 }, { punto: 1_000 }, 49_000).until("result");
    const paid = page.paid("punto", 1_000);
    expect(page.shared.paid).toBe(paid);
    expect(page.table.phase).toBe("paid");
    expect(page.table.credit).toBe(51_000);
    page.until("betting").say({ type: "repeat" });
    expect(page.shared.paid).toBeNull();
    expect(page.table.cloth.steps.at(-1)).toEqual({ punto: 1_000 });
  });
});

describe("chips on the cloth, after a lost connection", () => {
  const back = (page: SharedTablePage, view: TableView, draft: Stakes) =>
    page.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: 1, house: "live-mini" },
      ...{ table: "live-mini", currency: "FUN", credit: 50_000, draft, missed: [] },
      ...{ next: page.table.next, closes_in_ms: 1_200_000 },
      shared: { ...{ now: 0, view, missed: null, stakes: {}, left: {}, held: {} }, automatic: true, mixed: true, opened: true },
    });

  it("stay while that coup is open", () => {
    const page = newPage().sitDown().until("betting").bet(1_000, "punto").placed();
    back(page, page.shared.view, { punto: 1_000 });
    expect(page.table.cloth.steps.at(-1)).toEqual({ punto: 1_000 });
  });

  it("are gone with their coup, also those the house never heard of", () => {
    const page = newPage().sitDown().until("betting").bet(1_000, "punto").placed();
    page.lose().bet(500, "banco");
    back(page, recordedAt("betting", 1).view, {});
    expect(page.table.cloth.steps.at(-1)).toEqual({});
    expect(page.sent.filter(({ type }) => type === "place")).toHaveLength(1);
  });

  it("carry the number of their coup, and a request without an answer is not repeated", () => {
    const page = newPage().sitDown().until("betting").bet(1_000, "punto");
    const [laid] = page.sent.filter(({ type }) => type === "place");
    expect(laid).toEqual({ type: "place", bets: { punto: 1_000 }, coup: 1 });
    page.lose();
    back(page, recordedAt("betting", 1).view, {});
    expect(page.sent.filter(({ type }) => type === "place")).toEqual([laid]);
    page.bet(500, "banco");
    expect(page.lastSent).toEqual({ type: "place", bets: { banco: 500 }, coup: 2 });
  });
});

describe("the cards", () => {
  it("come one by one, and each is turned a moment later", () => {
    const page = newPage().sitDown().until("card");
    expect([page.table.shown, page.table.turned]).toEqual([1, 0]);
    page.pass(700);
    expect(page.table.turned).toBe(1);
    page.until("result");
    expect(page.table.turned).toBe(page.shared.view.cards.length / 2);
  });

  it("are shown to a player who comes in between, who waits", () => {
    const { view } = recordedAt("card", 2);
    const page = newPage().sitDown(view);
    expect(page.shared.waits).toBe(true);
    expect(page.shared.cards).toHaveLength(3);
    expect(page.bet(1_000, "punto").table.cloth.steps).toEqual([{}]);
    expect(liveVoice("en", page.table, page.shared)).toContain("you can bet on the next one");
    expect(liveVoice("en", page.table, { ...page.shared, watching: true })).toBe("No more bets.");
  });
});

it("the page knows how far the house's clock is ahead", () => {
  expect(newPage().sitDown().shared.ahead).toBe(AHEAD);
});

it("a page that reconnects asks for both streams from its last offsets", () => {
  const page = newPage().sitDown().until("betting").lose().pass(500);
  const { offset } = page.shared.view;
  page.say({ type: "socket-opened", attempt: page.state.link.attempt });
  expect(page.lastSent).toMatchObject({ type: "hello", table_epoch: 1, table_offset: offset });
});

describe("the cards that were shown", () => {
  it("are noted with the sabot, each at its place", () => {
    const page = new SharedTablePage().sitDown().until("burned");
    expect(page.state.seen.at(-1)).toMatchObject({ number: 1, shown: { 0: "4c 4" } });
    page.until("result").until("result");
    const shown = { 0: "4c 4", 1: "Th4d9cAs", 2: "4sTdTcQhAdAh" };
    expect(page.state.seen.at(-1)).toMatchObject({ number: 1, shown });
    expect(page.table.distrust).toBe("");
  });
});

describe("a connection that is silently lost", () => {
  const end = told.flatMap(({ event }) => (event.type === "betting" ? [event.until ?? 0] : []))[0] ?? 0;
  /** Twenty seconds before the first betting ends. */
  const early = () => Object.assign(new SharedTablePage(), { now: end - AHEAD - 20_000 });

  it("is noticed at the end of the betting, also by somebody who watches", () => {
    const page = early().sitDown(first, {}, true).until("betting");
    expect(page.pass(25_999).state.link.is).toBe("connected");
    expect(page.pass(1).state.link.is).toBe("reconnecting");
  });

  it("is not assumed while the table sends messages", () => {
    const page = early().sitDown().until("betting").bet(100, "punto");
    page.pass(5000).until("staked").pass(2000);
    expect(page.state.link.is).toBe("connected");
  });

  it("does not send a confirmation to a restored house: the history is asked", () => {
    const page = new SharedTablePage().sitDown().until("betting").bet(100, "punto");
    page.placed().say({ type: "carte" });
    const confirms = () => page.sent.filter(({ type }) => type === "confirm").length;
    expect(confirms()).toBe(1);
    const { view } = page.shared;
    page.lose().pass(500);
    page.say({ type: "socket-opened", attempt: page.state.link.attempt });
    page.tell({
      ...{ type: "welcome", session: "17.1", epoch: 2, offset: 1, house: "live-mini" },
      ...{ table: "live-mini", currency: "FUN", credit: 50_000, draft: {}, missed: null },
      ...{ next: { number: 0, commitment: "0".repeat(64) }, closes_in_ms: 1_200_000 },
      shared: {
        ...{ now: page.now + AHEAD, view: { ...view, epoch: view.epoch + 1 }, missed: null },
        ...{ stakes: {}, automatic: false, mixed: false, opened: false, left: {}, held: {} },
      },
    });
    expect(confirms()).toBe(1);
    expect(page.lastAsked).toMatchObject({ what: "look-up" });
  });
});
