// A seat at a shared table: the player's part in the mixing, the bets, and what the house must not do.
import { describe, expect, it } from "vitest";
import type { Message } from "../src/state/message";
import type { Live } from "../src/state/state";
import type { Paid, Stakes, StreamEvent, TableView } from "../src/wire";
import { Evening, GUEST } from "./simulated_table";
import { recorded } from "./recorded_stream";
import { refusal } from "../src/words/refusal";

const { told, first, proof } = recorded;
const AHEAD = 5_000; // of the house's clock, in milliseconds

const at = (type: StreamEvent["type"], nth = 0) => {
  const found = told.filter(({ event }) => event.type === type)[nth];
  if (!found) throw new Error(`no ${type}`);
  return found;
};

class LiveEvening extends Evening {
  private heard = 0;

  /** A guest sits down at a table with this view. */
  come(view: TableView = first, stakes: Stakes = {}, watching = false): this {
    this.say({ type: "started", token: null, seat: null, settings: {}, seen: [], still: false });
    const house = {
      ...{ name: "live-mini", sheet: proof.sheet, sheet_hash: "", playable: true, returns: {} },
      shared: {
        ...{ spec: { name: "live-mini", house: "live-mini" }, sheet: proof.sheet },
        ...{ sheet_hash: "", returns: {}, view, summary: { now: this.now } },
      },
    };
    this.say({ type: "answered", what: "houses", ask: { what: "houses" }, body: [] });
    if (watching) {
      this.say({ type: "watch", table: "live-mini" }).answer(house);
    } else {
      this.say({ type: "play-as-guest", house: "live-mini" }).answer(GUEST);
      expect(this.lastAsked).toMatchObject({ what: "house", shared: true });
      this.answer(house).answer({ ...this.openedAt(), table: "live-mini" });
    }
    this.answer(house).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    this.say({ type: "socket-opened", attempt: this.state.link.attempt });
    const now = this.now + AHEAD;
    if (watching) return this.tell({ type: "watching", now, view, missed: null });
    return this.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: 1, house: "live-mini" },
      ...{ table: "live-mini", currency: "FUN", credit: 50_000, draft: {}, missed: [] },
      ...{ next: { number: 0, commitment: "0".repeat(64) }, closes_in_ms: 1_200_000 },
      shared: { now, view, missed: null, stakes, automatic: false, mixed: false, opened: false, left: {}, held: {} },
    });
  }

  /** Plays the stream until this event has come. */
  until(type: StreamEvent["type"]): this {
    for (;;) {
      const next = told[this.heard++];
      if (!next) throw new Error(`${type} never came`);
      this.tell(next.event);
      if (next.event.type === type) return this;
    }
  }

  get live(): Live {
    if (!this.table.live) throw new Error("not a shared table");
    return this.table.live;
  }

  confirmed(bets: Stakes, stakes: Stakes, credit: number): this {
    const key = this.sent.findLast((each) => each.type === "confirm")?.key ?? "";
    const staked = Object.values(bets).reduce((sum, each) => sum + each, 0);
    return this.tell({
      ...{ type: "bet", session: "17.1", epoch: 1, offset: ++this.offset, at: this.now, key },
      ...{ table: "live-mini", number: this.live.view.coup, bets, stakes, staked, credit, since: {} },
    });
  }
}

const evening = () => new LiveEvening();
const hashed = (seed: string, hash: string): Message => ({ type: "hashed", sabot: 1, seed, hash });
const MINE = { player: "17", hash: "5".repeat(64) };

describe("the player's part in the mixing", () => {
  it("is drawn after the commitment, stored, and sent as a hash first", () => {
    const night = evening().come().until("shuffled");
    expect(night.sent.filter((each) => each.type === "mix")).toEqual([]);
    night.say(hashed("my seed", MINE.hash));
    expect(night.noted.at(-1)).toMatchObject({ number: 1, seed: "my seed", player: "17" });
    expect(night.lastSent).toEqual({ type: "mix", sabot: 1, hash: MINE.hash });
    night.say(hashed("another", "6".repeat(64)));
    expect(night.live.mine?.seed).toBe("my seed"); // one seed for each sabot
  });

  it("is opened once its hash is in the closed list", () => {
    const night = evening().come().until("shuffled").say(hashed("my seed", MINE.hash));
    night.tell({ type: "mixed", sabot: 1, opened: false });
    const closed = at("list_closed").event as Extract<StreamEvent, { type: "list_closed" }>;
    night.tell({ ...closed, players: [MINE] });
    expect(night.lastSent).toEqual({ type: "open_seed", sabot: 1, seed: "my seed" });
    expect(night.noted.at(-1)?.hashes).toEqual([["17", MINE.hash]]);
    expect(night.table.distrust).toBe("");
  });

  it.each([
    ["another hash", [{ player: "17", hash: "6".repeat(64) }]],
    ["none, though the house has taken it", []],
  ])("is not opened if the list has %s", (_, players) => {
    const night = evening().come().until("shuffled").say(hashed("my seed", MINE.hash));
    night.tell({ type: "mixed", sabot: 1, opened: false });
    const closed = at("list_closed").event as Extract<StreamEvent, { type: "list_closed" }>;
    night.tell({ ...closed, players });
    expect(night.sent.some((each) => each.type === "open_seed")).toBe(false);
    expect(night.table.distrust).not.toBe("");
  });

  it("does not exist for somebody who watches", () => {
    const night = evening().come(first, {}, true).until("betting");
    expect(night.sent.map(({ type }) => type)).toEqual(["hello"]);
    expect(night.live.view.stage).toBe("betting");
    expect(night.bet(1_000, "punto").sent.map(({ type }) => type)).toEqual(["hello"]);
    expect(night.say({ type: "to-lobby" }).state.table).toBeNull();
  });
});

describe("the order of the cards", () => {
  it("is noted once it is fixed, with its list", () => {
    const night = evening().come().until("fixed");
    expect(night.noted.at(-1)).toMatchObject({ fixed: proof.fixed, commitment: proof.commitment });
    expect(night.noted.at(-1)?.hashes).toHaveLength(2);
  });

  it("must not differ when the betting opens", () => {
    const night = evening().come().until("burned");
    const opened = at("betting").event as Extract<StreamEvent, { type: "betting" }>;
    night.tell({ ...opened, fixed: "6".repeat(64) });
    expect(night.table.distrust).not.toBe("");
    night.bet(1_000, "punto").say({ type: "carte" });
    expect(night.sent.some((each) => each.type === "confirm")).toBe(false);
    expect(night.state.problem?.code).toBe("client/does-not-hold");
  });

  it("must not differ after a lost connection", () => {
    const night = evening().come().until("betting");
    const view = { ...night.live.view, fixed: "6".repeat(64) };
    night.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: 1, house: "live-mini" },
      ...{ table: "live-mini", currency: "FUN", credit: 50_000, draft: {}, missed: [] },
      ...{ next: { number: 0, commitment: "0".repeat(64) }, closes_in_ms: 1_200_000 },
      shared: { ...{ now: 0, view, missed: null, stakes: {}, left: {}, held: {} }, automatic: false, mixed: true, opened: true },
    });
    expect(night.table.distrust).not.toBe("");
  });
});

describe("bets", () => {
  it("are confirmed one after another while the betting is open", () => {
    const night = evening().come().until("betting").bet(1_000, "punto", "grande");
    night.placed().placed().say({ type: "carte" });
    expect(night.lastSent).toMatchObject({
      ...{ type: "confirm", coup: 1, bets: { punto: 1_000, grande: 1_000 } },
    });
    night.bet(500, "punto"); // put down while the confirmation is on its way
    night.confirmed({ punto: 1_000, grande: 1_000 }, { punto: 1_000, grande: 1_000 }, 48_000);
    expect(night.live.stakes).toEqual({ punto: 1_000, grande: 1_000 });
    expect(night.table.cloth.steps.at(-1)).toEqual({ punto: 500 });
    expect(night.lastSent).toEqual({ type: "place", bets: { punto: 500 }, coup: 1 });
    expect(night.table.credit).toBe(48_000);
  });

  it("that were not confirmed are none, and the page says so", () => {
    const night = evening().come().until("betting").bet(1_000, "banco").until("no_more");
    expect(night.table.cloth.steps).toEqual([{}]);
    expect(night.state.problem?.code).toBe("client/not-confirmed");
    expect(night.bet(1_000, "banco").table.cloth.steps).toEqual([{}]); // too late
    expect(night.until("betting").state.problem).toBeNull(); // dropped by then
  });

  it("that the house could not confirm at the close are none, and the page says why", () => {
    const night = evening().come().until("betting").bet(1_000, "banco");
    const { coup } = night.live.view;
    night.tell({ type: "not_taken", coup, code: "table/no-box", message: "" });
    expect(night.table.cloth.steps).toEqual([{}]);
    night.until("no_more");
    const { problem } = night.state;
    expect(problem?.code).toBe("client/not-taken");
    if (problem) {
      const said = refusal("en", night.table, problem);
      expect(said).toBe("Unconfirmed chips don't count: they are back with you. At this table one bets from a box: take one.");
    }
    expect(night.until("betting").state.problem).toBeNull(); // dropped by then
  });

  it("are confirmed by the house if the player wants it", () => {
    const night = evening().come().until("betting");
    night.say({ type: "set-automatic", on: true });
    expect(night.lastSent).toEqual({ type: "automatic", on: true });
    expect(night.live.automatic).toBe(false); // until the house has confirmed the switch
    night.tell({ type: "automatic", on: true });
    expect(night.live.automatic).toBe(true);
    night.bet(1_000, "banco").placed();
    night.confirmed({ banco: 1_000 }, { banco: 1_000 }, 49_000).until("no_more");
    expect(night.state.problem).toBeNull();
    expect(night.live.stakes).toEqual({ banco: 1_000 });
  });

  it("are paid, and can be repeated on the next coup", () => {
    const night = evening().come().until("betting").bet(1_000, "punto").say({ type: "carte" });
    night.confirmed({ punto: 1_000 }, { punto: 1_000 }, 49_000).until("result");
    const result = at("result").event as Extract<StreamEvent, { type: "result" }>;
    const paid: Paid = {
      ...{ type: "paid", session: "17.1", epoch: 1, offset: ++night.offset, at: 0, key: "" },
      ...{ house: "live-mini", table: "live-mini", sabot: 1, number: 1, sheet: "", fixed: proof.fixed },
      ...{ cards: result.cards, punto: result.punto, banco: result.banco, outcome: result.outcome },
      ...{ decisions: result.decisions, of_session: "17.1", to_account: false, left: {} },
      bets: [{ bet: "punto", stake: 1_000, winnings: 1_000, commission: 0, returned: 2_000 }],
      ...{ staked: 1_000, returned: 2_000, credit_before: 50_000, credit: 51_000 },
    };
    night.tell(paid);
    expect(night.live.paid).toBe(paid);
    expect(night.table.phase).toBe("paid");
    expect(night.table.credit).toBe(51_000);
    night.until("betting").say({ type: "repeat" });
    expect(night.live.paid).toBeNull();
    expect(night.table.cloth.steps.at(-1)).toEqual({ punto: 1_000 });
  });
});

describe("chips on the cloth, after a lost connection", () => {
  const back = (night: LiveEvening, view: TableView, draft: Stakes) =>
    night.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: 1, house: "live-mini" },
      ...{ table: "live-mini", currency: "FUN", credit: 50_000, draft, missed: [] },
      ...{ next: night.table.next, closes_in_ms: 1_200_000 },
      shared: { ...{ now: 0, view, missed: null, stakes: {}, left: {}, held: {} }, automatic: true, mixed: true, opened: true },
    });

  it("stay while that coup is open", () => {
    const night = evening().come().until("betting").bet(1_000, "punto").placed();
    back(night, night.live.view, { punto: 1_000 });
    expect(night.table.cloth.steps.at(-1)).toEqual({ punto: 1_000 });
  });

  it("are gone with their coup, also those the house never heard of", () => {
    const night = evening().come().until("betting").bet(1_000, "punto").placed();
    night.lose().bet(500, "banco");
    back(night, at("betting", 1).view, {});
    expect(night.table.cloth.steps.at(-1)).toEqual({});
    expect(night.sent.filter(({ type }) => type === "place")).toHaveLength(1);
  });

  it("carry the number of their coup, and a request without an answer is not repeated", () => {
    const night = evening().come().until("betting").bet(1_000, "punto");
    const [laid] = night.sent.filter(({ type }) => type === "place");
    expect(laid).toEqual({ type: "place", bets: { punto: 1_000 }, coup: 1 });
    night.lose();
    back(night, at("betting", 1).view, {});
    expect(night.sent.filter(({ type }) => type === "place")).toEqual([laid]);
    night.bet(500, "banco");
    expect(night.lastSent).toEqual({ type: "place", bets: { banco: 500 }, coup: 2 });
  });
});

describe("the cards", () => {
  it("come one by one, and each is turned a moment later", () => {
    const night = evening().come().until("card");
    expect([night.table.shown, night.table.turned]).toEqual([1, 0]);
    night.pass(700);
    expect(night.table.turned).toBe(1);
    night.until("result");
    expect(night.table.turned).toBe(night.live.view.cards.length / 2);
  });

  it("are shown to a player who comes in between, who waits", () => {
    const { view } = at("card", 2);
    const night = evening().come(view);
    expect(night.live.waits).toBe(true);
    expect(night.live.cards).toHaveLength(3);
    expect(night.bet(1_000, "punto").table.cloth.steps).toEqual([{}]);
  });
});

it("follow the house's clock", () => {
  expect(evening().come().live.ahead).toBe(AHEAD);
});

it("are asked for from the last offset of both streams", () => {
  const night = evening().come().until("betting").lose().pass(500);
  const { offset } = night.live.view;
  night.say({ type: "socket-opened", attempt: night.state.link.attempt });
  expect(night.lastSent).toMatchObject({ type: "hello", table_epoch: 1, table_offset: offset });
});

describe("the cards that were shown", () => {
  it("are noted with the sabot, each at its place", () => {
    const night = new LiveEvening().come().until("burned");
    expect(night.state.seen.at(-1)).toMatchObject({ number: 1, shown: { 0: "4h 4" } });
    night.until("result").until("result");
    const shown = { 0: "4h 4", 1: "Qd2s3h7d", 2: "3hQh6s6d" };
    expect(night.state.seen.at(-1)).toMatchObject({ number: 1, shown });
    expect(night.table.distrust).toBe("");
  });
});

describe("a connection that is silently lost", () => {
  const end = told.flatMap(({ event }) => (event.type === "betting" ? [event.until ?? 0] : []))[0] ?? 0;
  /** Twenty seconds before the first betting ends. */
  const early = () => Object.assign(new LiveEvening(), { now: end - AHEAD - 20_000 });

  it("is noticed at the end of the betting, also by somebody who watches", () => {
    const night = early().come(first, {}, true).until("betting");
    expect(night.pass(25_999).state.link.is).toBe("connected");
    expect(night.pass(1).state.link.is).toBe("reconnecting");
  });

  it("is not assumed while the table sends messages", () => {
    const night = early().come().until("betting").bet(100, "punto");
    night.pass(5000).until("staked").pass(2000);
    expect(night.state.link.is).toBe("connected");
  });

  it("does not send a confirmation to a restored house: the history is asked", () => {
    const night = new LiveEvening().come().until("betting").bet(100, "punto");
    night.placed().say({ type: "carte" });
    const confirms = () => night.sent.filter(({ type }) => type === "confirm").length;
    expect(confirms()).toBe(1);
    const { view } = night.live;
    night.lose().pass(500);
    night.say({ type: "socket-opened", attempt: night.state.link.attempt });
    night.tell({
      ...{ type: "welcome", session: "17.1", epoch: 2, offset: 1, house: "live-mini" },
      ...{ table: "live-mini", currency: "FUN", credit: 50_000, draft: {}, missed: null },
      ...{ next: { number: 0, commitment: "0".repeat(64) }, closes_in_ms: 1_200_000 },
      shared: {
        ...{ now: night.now + AHEAD, view: { ...view, epoch: view.epoch + 1 }, missed: null },
        ...{ stakes: {}, automatic: false, mixed: false, opened: false, left: {}, held: {} },
      },
    });
    expect(confirms()).toBe(1);
    expect(night.lastAsked).toMatchObject({ what: "look-up" });
  });
});
