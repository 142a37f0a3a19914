// A filmed table: nothing runs ahead of the picture, and no bet is offered that the house would refuse.
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../src/state/state";
import { liveVoice } from "../src/views/live/live_voice";
import type { Event, Paid, StreamEvent, TableView, Welcome } from "../src/wire";
import { recorded } from "./recorded_stream";
import { AHEAD, SharedTablePage } from "./shared_table_page";

const { told, first } = recorded;
const DELAY = 3_000;
const PICTURE = new Set<StreamEvent["type"]>(["burned", "card", "result", "settled"]);

const filmed = (delay = DELAY) => Object.assign(new SharedTablePage(), { delay });
const indexOf = (type: StreamEvent["type"], nth = 0) =>
  told.flatMap(({ event }, n) => (event.type === type ? [n] : []))[nth] ?? -1;
const shown = (page: SharedTablePage) => page.shared.view.offset;

/** Plays the stream at a given pace, and returns when each event was shown, and the true view at every moment. */
function played(delay: number, pause: number) {
  const page = filmed(delay).sitDown(first, {}, true);
  const at = new Map<number, { came: number; shown: number; type: StreamEvent["type"] }>();
  let [now, truth, seen] = [first, first, 0] as [TableView, TableView, number];
  const look = () => {
    now = page.shared.view;
    for (; seen < now.offset; seen++) {
      const one = at.get(seen + 1);
      if (one) one.shown = page.now;
    }
    if (now.stage === "betting") expect([now.coup, truth.stage]).toEqual([truth.coup, "betting"]);
  };
  for (const { event, view } of told) {
    truth = view;
    at.set(event.offset, { came: page.now, shown: Infinity, type: event.type });
    page.tell(event);
    look();
    for (let passed = 0; passed < pause; passed += 100) {
      page.pass(Math.min(100, pause - passed));
      look();
    }
  }
  page.pass(delay);
  look();
  return { at: [...at.values()], now, truth };
}

describe("at a filmed table", () => {
  it.each([
    [DELAY, 1_000],
    [DELAY, 7_000],
    [400, 900],
    [30_000, 250],
    [30_000, 2_000],
  ])("with a delay of %i ms and an event every %i ms, betting is shown only while it is open", (delay, pause) => {
    const { now, truth } = played(delay, pause);
    expect(now).toEqual(truth);
  });

  it("cards, results and payments come with the picture, the close of the betting at once", () => {
    const { at } = played(DELAY, 7_000);
    // A new sabot that players mix ends every wait.
    const mixed = at.filter(({ type }) => type === "shuffled").map(({ came }) => came);
    for (const { type, came, shown } of at) {
      const late = shown - came;
      if (PICTURE.has(type) && !mixed.some((each) => came < each && each <= came + DELAY)) expect([type, late]).toEqual([type, DELAY]);
      if (type === "closing" || type === "dealing") expect([type, late]).toEqual([type, 0]);
    }
  });

  it("without a delay nothing waits", () => {
    const { at } = played(0, 1_000);
    expect(at.every(({ came, shown }) => came === shown)).toBe(true);
  });

  it("the opening waits until the last result is shown, and no longer", () => {
    const page = filmed().sitDown(first, {}, true);
    const result = indexOf("result");
    for (const { event } of told.slice(0, result + 1)) page.tell(event);
    for (const { event } of told.slice(result + 1, indexOf("betting", 1) + 1)) page.tell(event);
    expect(page.shared.view.outcome).toBeNull();
    expect(page.pass(DELAY - 1).shared.view.stage).not.toBe("betting");
    expect(page.pass(1).shared.view).toMatchObject({ stage: "betting", coup: 2 });
  });
});

describe("the credit at a filmed table", () => {
  const bets = { punto: 1_000 };
  const paid = (page: SharedTablePage, credit: number): Paid => ({
    ...{ type: "paid", session: "17.1", epoch: 1, offset: ++page.offset, at: 0, key: "", house: "live-mini" },
    ...{ table: "live-mini", sabot: 1, number: 1, sheet: "", fixed: "", cards: "", punto: 9, banco: 0, outcome: "punto" },
    ...{ decisions: [], won: ["punto"], of_session: "17.1", to_account: false, left: {}, staked: 1_000, returned: 2_000 },
    ...{ bets: [{ bet: "punto", stake: 1_000, winnings: 1_000, commission: 0, returned: 2_000 }] },
    ...{ credit_before: 50_000, credit },
  });
  const atResult = () => {
    const page = filmed().sitDown().until("betting").pass(DELAY).bet(1_000, "punto").say({ type: "carte" });
    return page.confirmed(bets, bets, 49_000).until("result");
  };
  const toppedUp = (page: SharedTablePage, credit: number): Event => ({
    ...{ type: "topped_up", session: "17.1", epoch: 1, offset: ++page.offset, at: 0, key: "k" },
    ...{ amount: 500, credit },
  });

  it("rises with the picture of the result, and a top-up meanwhile doesn't tell it", () => {
    const page = atResult();
    page.tell(paid(page, 51_000)).tell(toppedUp(page, 51_500));
    expect([page.table.credit, page.shared.paid]).toEqual([49_000, null]);
    expect(page.pass(DELAY).table.credit).toBe(51_500);
    expect(page.shared.paid?.returned).toBe(2_000);
  });

  it("shows a top-up at once if nothing else of the seat waits", () => {
    const page = atResult();
    expect(page.tell(toppedUp(page, 49_500)).table.credit).toBe(49_500);
  });

  it("is the house's when the session is over", () => {
    const page = atResult();
    page.tell(paid(page, 51_000));
    page.tell({ ...{ type: "closed", session: "17.1", epoch: 1, offset: ++page.offset, at: 0, key: "" }, reason: "cash_out", credited: 51_000 });
    expect(page.state.farewell).toMatchObject({ credited: 51_000, inPlay: {} });
    expect(page.pass(DELAY).state.table).toBeNull();
  });

  it("stays as it was after a lost connection, until the picture has caught up", () => {
    const page = atResult().pass(DELAY - 500);
    const before = shown(page);
    const { view } = told[indexOf("settled")] ?? { view: first };
    const payment = paid(page, 51_000);
    page.lose().pass(500);
    page.say({ type: "socket-opened", attempt: page.state.link.attempt });
    const back: Welcome = {
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: payment.offset, house: "live-mini" },
      ...{ table: "live-mini", currency: "FUN", credit: 51_000, draft: {}, missed: [payment] },
      ...{ next: page.table.next, closes_in_ms: 1_200_000 },
      shared: { ...{ now: page.now + 7_000, view, missed: null, stakes: {}, left: {}, held: {} }, automatic: false, mixed: true, opened: true },
    };
    page.tell(back);
    expect(page.state.link.is).toBe("connected");
    expect([shown(page), page.table.credit]).toEqual([before, 49_000]);
    page.pass(DELAY);
    expect([page.shared.view, page.table.credit, page.shared.paid?.returned]).toEqual([view, 51_000, 2_000]);
    expect(page.shared.ahead).toBe(7_000);
  });
});

describe("somebody who comes to a filmed table, or reloads the page", () => {
  const roads = (page: SharedTablePage) => page.shared.view.roads.bead_plate.length;
  /** So long after the betting on the second coup was opened, when the first one is in the roads. */
  const inNextBetting = (later: number) => {
    const view = told[indexOf("betting", 1)]?.view ?? first;
    const page = filmed();
    page.now = view.opened + later - AHEAD;
    return { page, view };
  };

  it.each(["dealing", "card", "result"] as const)("sees nothing of a coup after %s before the picture", (type) => {
    const at = indexOf(type);
    const [view, next] = [told[at]?.view ?? first, told[at + 1]];
    const page = filmed().sitDown(view, {}, true).pass(1_000);
    if (next) page.tell(next.event);
    expect(page.pass(DELAY - 1_001).shared).toMatchObject({ unseen: true, cards: [], view: { stage: "resting", outcome: null, gone: 0 } });
    expect(roads(page)).toBe(0);
    expect(page.pass(1).shared).toMatchObject({ unseen: false, view });
    expect(page.pass(1_000).shared.view).toEqual(next?.view);
  });

  it("reads that it waits for the picture, if the house has too few events in memory", () => {
    const page = filmed().sitDown(told[indexOf("card")]?.view ?? first, {}, true); // the house names no missed events
    const says = LANGUAGES.map((language) => liveVoice(language, page.table, page.shared));
    expect(says).toEqual([
      "Un momento: il video sta arrivando.",
      "One moment: the video is on its way.",
      "Einen Moment: Das Bild kommt gleich.",
      "Un instant\u202f: l'image arrive.",
    ]);
    page.pass(DELAY);
    expect(liveVoice("en", page.table, page.shared)).not.toBe(says[1]);
  });

  it("sees the last result in the next betting with the picture", () => {
    const { page, view } = inNextBetting(1_000);
    page.sitDown(view);
    expect(page.bet(1_000, "punto").shared.view.stage).toBe("resting");
    expect([page.pass(DELAY - 1_001).shared.unseen, roads(page)]).toEqual([true, 0]);
    expect(page.pass(1).shared.view).toEqual(view);
    expect([page.shared.unseen, roads(page)]).toEqual([false, 1]);
  });

  /** The house at a time: the view, and that of a delay ago, which HTTP tells. */
  const viewAt = (at: number) => told.findLast(({ event }) => event.at <= at)?.view ?? first;
  const start = told[0]?.event.at ?? 0;
  const end = told.at(-1)?.event.at ?? 0;
  const STEP = 500;

  it("sees at every moment what somebody sees who was there", () => {
    const shownBy = (page: SharedTablePage, since: number, until: number) => {
      const seen = new Map<number, TableView>();
      for (let at = since; at <= until; at += STEP) {
        for (const { event } of told) if (event.at > Math.max(since, at - STEP) && event.at <= at) page.tell(event);
        seen.set(at, page.shared.view);
        page.pass(STEP);
      }
      return seen;
    };
    const there = filmed();
    there.now = start - STEP - AHEAD;
    const known = shownBy(there.sitDown(first, {}, true), start - STEP, end);
    for (let came = start + DELAY; came < end - 2 * DELAY; came += 1_500) {
      const page = filmed();
      page.now = came - AHEAD;
      page.sitDown(viewAt(came), {}, true, viewAt(came - DELAY));
      for (const [at, view] of shownBy(page, came, came + 2 * DELAY)) expect([came, at, view]).toEqual([came, at, known.get(at)]);
      expect(page.shared.unseen).toBe(false);
    }
  });

  it("may bet as soon as the result was shown, and sees the credit then", () => {
    const opened = told[indexOf("betting", 1)]?.event.at ?? 0;
    const settled = told[indexOf("settled")]?.event.at ?? 0;
    const page = filmed();
    page.now = opened + 500 - AHEAD;
    page.sitDown(viewAt(opened + 500), {}, false, viewAt(opened + 500 - DELAY));
    expect(page.shared).toMatchObject({ unseen: true, view: { stage: "dealing", outcome: null } });
    expect(page.shared.cards).toHaveLength(4);
    page.pass(settled + DELAY - (opened + 500) - 1);
    expect(page.shared).toMatchObject({ unseen: true, view: { stage: "paying" } });
    expect(page.pass(1).shared).toMatchObject({ unseen: false, view: { stage: "betting", coup: 2 } });
    expect(page.bet(1_000, "punto").table.cloth.steps.at(-1)).toEqual({ punto: 1_000 });
  });

  it("waits for nothing when the last result was seen", () => {
    const { page, view } = inNextBetting(DELAY);
    expect(page.sitDown(view).shared).toMatchObject({ unseen: false, view });
  });

  it("doesn't wait at a table whose picture isn't late", () => {
    const view = told[indexOf("result")]?.view ?? first;
    expect(filmed(0).sitDown(view).shared).toMatchObject({ unseen: false, view });
  });

  it("keeps what was shown, if only the connection was lost, until the picture has caught up", () => {
    const { page, view } = inNextBetting(-6_000);
    const result = indexOf("result");
    page.sitDown(told[result - 1]?.view ?? first, {}, true).pass(DELAY);
    page.lose().pass(4_000);
    page.say({ type: "socket-opened", attempt: page.state.link.attempt });
    const [before, now] = [shown(page), page.now + AHEAD];
    page.tell({ type: "watching", now, view, missed: null });
    expect([page.state.link.is, shown(page), roads(page)]).toEqual(["connected", before, 0]);
    expect(roads(page.pass(view.opened + DELAY - now - 1))).toBe(0);
    expect(page.pass(1).shared.view).toEqual(view);
  });
});
