import { describe, expect, test } from "vitest";
import { stakes } from "../src/state/session/cloth";
import { delay, isFinal } from "../src/state/session/reconnect_delays";
import { CloseCode } from "../src/wire";
import { commitment, type SimulatedPage, seatedPage, HOUSE } from "./simulated_table";

const times = HOUSE.sheet.times;

test("a request without an answer means that the connection is lost", () => {
  const page = seatedPage().bet(100, "punto").placed().say({ type: "carte" });
  expect(page.pass(5999).state.link.is).toBe("connected");
  expect(page.pass(1).state.link.is).toBe("reconnecting");
  page.pass(500).arrive();
  const carte = page.sent.filter((said) => said.type === "carte");
  expect(carte).toHaveLength(2);
  expect(carte[0]).toBe(carte[1]); // the same key
  page.tell(page.coup("punto"));
  expect(page.pass(60_000).state.link.is).toBe("connected");
});

describe("a lost connection", () => {
  test("is tried again after 500 ms, then with growing delays up to 1500 ms", () => {
    expect([0, 1, 2, 3, 4, 5, 99].map((failed) => delay(times, failed))).toEqual([
      500, 750, 1000, 1250, 1500, 1500, 1500,
    ]);
  });

  test("waits 500 ms before the first request", () => {
    const page = seatedPage().lose();
    const asked = page.asked.length;
    expect(page.state.link.is).toBe("reconnecting");
    expect(page.pass(499).asked.length).toBe(asked);
    expect(page.pass(1).lastAsked).toMatchObject({ what: "rules" });
  });

  test("is given up after three minutes, and tried again when the player asks for it", () => {
    const page = seatedPage().lose();
    while (page.state.link.is === "reconnecting") page.pass(1500).unreachable();
    expect(page.state.link).toMatchObject({ is: "stopped", why: "gave-up" });
    expect(page.now - 1_800_000_000_000).toBeGreaterThanOrEqual(180_000);
    expect(page.now - 1_800_000_000_000).toBeLessThan(183_000);
    expect(page.say({ type: "reconnect" }).state.link.is).toBe("connecting");
    expect(page.arrive().state.link.is).toBe("connected");
  });

  test("resumes at its epoch and offset", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    page.tell(page.coup("punto")).lose().pass(500).arrive();
    expect(page.sent.findLast((said) => said.type === "hello")).toEqual({
      type: "hello",
      epoch: 1,
      offset: 2,
    });
  });

  test("ignores messages of the earlier socket", () => {
    const page = seatedPage();
    const old = page.state.link.attempt;
    page.lose().pass(500).arrive();
    const { state } = page;
    page.say({ type: "socket-lost", attempt: old, code: CloseCode.TAKEN_OVER });
    expect(page.state).toBe(state);
  });

  test("counts as lost again without a welcome within ten seconds", () => {
    const page = seatedPage().lose().pass(500);
    page.answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    expect(page.pass(10_000).state.link).toMatchObject({
      is: "reconnecting",
      lost: { failed: 2 },
    });
  });

  test("keeps the chips, and tells the house about them again", () => {
    const page = seatedPage().bet(500, "punto").lose().bet(100, "banco").pass(500).arrive();
    expect(stakes(page.table.cloth)).toEqual({ punto: 500, banco: 100 });
    expect(page.lastSent).toEqual({ type: "place", bets: { punto: 500, banco: 100 } });
  });

  test("finds the chips that were on the cloth before", () => {
    const page = seatedPage().lose().pass(500).arrive([], { egalite: 300 });
    expect(stakes(page.table.cloth)).toEqual({ egalite: 300 });
  });
});

describe("a lost answer", () => {
  test("if the bet never arrived, it is sent again with the same key", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const first = page.lastSent;
    page.lose().pass(500).arrive();
    expect(page.lastSent).toEqual(first);
    expect(page.sent.filter((said) => said.type === "carte")).toHaveLength(2);
  });

  test("if the coup was dealt meanwhile, it comes with the welcome and is not asked for again", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const missed = page.coup("punto");
    page.lose().pass(500).arrive([missed]);
    expect(page.sent.filter((said) => said.type === "carte")).toHaveLength(1);
    expect(page.table.phase).toBe("dealing");
    expect(page.table.credit).toBe(50_500);
    expect(page.table.waiting).toEqual([]);
  });

  test("if too much was missed, the bet is looked up by its key and never put on another commitment", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const dealt = page.coup("punto");
    page.lose().pass(500);
    page.answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    page.tell({
      ...{
        type: "welcome",
        session: "17.1",
        epoch: 1,
        offset: 2,
        house: "punto-e-banco",
        table: "punto-e-banco/17",
      },
      ...{
        currency: "FUN",
        credit: 50_500,
        draft: {},
        next: dealt.next,
        closes_in_ms: 1_200_000,
        shared: null,
        missed: null,
      },
    });
    expect(page.sent.filter((said) => said.type === "carte")).toHaveLength(1);
    expect(page.lastAsked).toMatchObject({ what: "look-up", key: dealt.key });
    page.answer({ records: [{ ...dealt, record: 3 }], next: null });
    expect(page.table.coup).toMatchObject({ number: 1, returned: 1000 });
    expect(page.table.credit).toBe(50_500);
  });

  test("a refusal because the store has stopped is not an answer", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const carte = page.lastSent;
    const key = carte?.type === "carte" ? carte.key : "";
    page.tell({ type: "refused", request: "carte", key, code: "store/halted", message: "" });
    expect(page.table.phase).toBe("asked");
    page.lose(CloseCode.STORE_HALTED).pass(500).arrive();
    expect(page.lastSent).toEqual(carte);
  });

  test("after an error of the house the same key is sent once more", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const carte = page.lastSent;
    const key = carte?.type === "carte" ? carte.key : "";
    const cartes = () => page.sent.filter((said) => said.type === "carte");
    const fault = { type: "refused", request: "carte", key, code: "server/error", message: "" } as const;
    page.tell(fault);
    expect(cartes()).toEqual([carte, carte]);
    expect(page.table.phase).toBe("asked");
    page.tell(fault);
    expect(cartes()).toHaveLength(2);
    expect(page.table.phase).toBe("betting");
  });

  test("opening a session is repeated with one key until it succeeds", () => {
    const page = seatedPage();
    page.say({ type: "cash-out" }).tell(closed("cash_out", 50_000));
    page
      .say({ type: "dismiss" })
      .say({ type: "bring", table: "punto-e-banco", currency: "FUN", text: "200" });
    page.answer(HOUSE);
    const first = page.lastAsked;
    expect(first).toMatchObject({ what: "open", amount: 20_000 });
    page.unreachable().pass(500);
    expect(page.lastAsked).toEqual(first);
    page.answer({ ...page.openedAt(), credit: 20_000 });
    expect(page.table.credit).toBe(20_000);
  });
});

const closed = (reason: "cash_out" | "inactivity" | "disconnected", credited: number) =>
  ({
    type: "closed",
    session: "17.1",
    epoch: 1,
    offset: 9,
    at: 0,
    key: "",
    reason,
    credited,
  }) as const;

describe("close codes", () => {
  test.each([1001, 1006, CloseCode.RESTART, CloseCode.TOO_SLOW, CloseCode.STORE_HALTED])(
    "after %i the page reconnects",
    (code) => {
      expect(seatedPage().lose(code).state.link.is).toBe("reconnecting");
    },
  );

  test.each([CloseCode.TOO_BIG, CloseCode.TOO_FAST, CloseCode.NOT_UNDERSTOOD, 4999])(
    "after %i it does not",
    (code) => {
      expect(seatedPage().lose(code).state.link).toMatchObject({ is: "stopped", why: "shut-out" });
    },
  );

  test("a refused ticket is asked for again, once", () => {
    expect(isFinal(CloseCode.NO_TICKET, null)).toBe(false);
    expect(isFinal(CloseCode.NO_TICKET, CloseCode.NO_TICKET)).toBe(true);
  });

  test("when the table is opened elsewhere, this window stops and can't take it back", () => {
    const page = seatedPage().lose(CloseCode.TAKEN_OVER);
    expect(page.state.link).toMatchObject({ is: "stopped", why: "elsewhere" });
    const asked = page.asked.length;
    expect(page.pass(600_000).say({ type: "reconnect" }).asked.length).toBe(asked);
    expect(page.opened).toBe(1);
  });

  test("a stopped table leads to the lobby, which asks which sessions are open", () => {
    const page = seatedPage().lose(CloseCode.TAKEN_OVER).say({ type: "to-lobby" });
    expect(page.state.table).toBeNull();
    expect(page.lastAsked).toEqual({ what: "me", token: "TOKEN" });
    expect(seatedPage().say({ type: "to-lobby" }).state.table).not.toBeNull(); // not in the middle of a coup
  });
});

describe("the end of a session", () => {
  test("by Incassa ed esci shows the credited amount", () => {
    const page = seatedPage().say({ type: "cash-out" });
    expect(page.lastSent).toMatchObject({ type: "cash_out" });
    page.tell(closed("cash_out", 50_000));
    expect(page.state.table).toBeNull();
    expect(page.state.farewell).toEqual({ reason: "cash_out", credited: 50_000, currency: "FUN" });
    expect(page.lastAsked).toEqual({ what: "me", token: "TOKEN" });
  });

  test("is requested once, even with a second click", () => {
    const page = seatedPage().say({ type: "cash-out" }).say({ type: "cash-out" });
    expect(page.sent.filter((said) => said.type === "cash_out")).toHaveLength(1);
  });

  test("by inactivity is announced by a warning, and staying postpones it", () => {
    const page = seatedPage().tell({ type: "warning", closes_in_ms: 60_000 });
    expect(page.table.closesAt).toBe(page.now + 60_000);
    expect(page.say({ type: "stay" }).lastSent).toEqual({ type: "stay" });
    expect(page.tell({ type: "staying", closes_in_ms: 1_200_000 }).table.closesAt).toBeNull();
  });

  test.each([
    ["a warning", (page: SimulatedPage) => page.tell({ type: "warning", closes_in_ms: 60_000 })],
    ["a connection closed for good", (page: SimulatedPage) => page.lose(CloseCode.TAKEN_OVER)],
  ])("%s closes a dialog that would hide it", (_, happens) => {
    const page = seatedPage().say({ type: "open-dialog", dialog: "rules" });
    expect(happens(page).state.dialog).toBeNull();
  });

  test.each([
    ["a warning", (page: SimulatedPage) => page.tell({ type: "warning", closes_in_ms: 60_000 })],
    ["a connection closed for good", (page: SimulatedPage) => page.lose(CloseCode.TAKEN_OVER)],
    ["the end of the session", (page: SimulatedPage) => page.tell(closed("inactivity", 50_000))],
  ])("%s closes a verification that would hide it", (_, happens) => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const coup = page.coup("punto");
    page.tell(coup).say({ type: "dealt" }).say({ type: "verify", coup, record: null });
    expect(page.state.check).not.toBeNull();
    expect(happens(page).state.check).toBeNull();
  });

  test("closes a replay that would hide it", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const coup = page.coup("punto");
    page.tell(coup).say({ type: "dealt" }).say({ type: "replay", coup });
    expect(page.state.replay).not.toBeNull();
    expect(page.tell(closed("inactivity", 50_000)).state.replay).toBeNull();
  });

  test("is asked for until the history answers, and only while this is the table", () => {
    const page = seatedPage().lose().pass(500).answer(HOUSE).refuse("session/none");
    page.refuse("limit/too-fast");
    expect(page.table.session).toBe("17.1");
    const asked = page.asked.length;
    expect(page.pass(1500).asked.slice(asked)).toMatchObject([{ what: "session-end" }]);
    page.state = { ...page.state, table: { ...page.table, session: "17.2" } };
    expect(page.refuse("account/not-yours").table.session).toBe("17.2");
    expect(page.state.problem).toBeNull();
  });

  test("a bet is looked up until it is found", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const ask = { what: "look-up", account: "17", session: "17.1", key: "key-7" } as const;
    page.say({ type: "refused", ask, token: "", problem: { code: "limit/too-fast", message: "" } });
    expect(page.pass(1500).lastAsked).toEqual(ask);
  });

  test("putting a chip down counts as an action", () => {
    const page = seatedPage()
      .tell({ type: "warning", closes_in_ms: 60_000 })
      .bet(100, "punto")
      .placed();
    expect(page.table.closesAt).toBeNull();
  });

  test("in mid-coup tells how the coup ended, which is already in the amount", () => {
    const page = seatedPage().bet(100, "punto").placed().say({ type: "carte" });
    page.tell(page.coup("banco")).say({ type: "cash-out" });
    const { coup } = page.table;
    page.tell(closed("cash_out", 49_900));
    expect(page.state.farewell?.unseen).toEqual({ points: { Punto: coup?.punto, Banco: coup?.banco }, net: -100 });
    const seen = seatedPage().bet(100, "punto").placed().say({ type: "carte" });
    seen.tell(seen.coup("banco")).say({ type: "dealt" }).say({ type: "cash-out" }).tell(closed("cash_out", 49_900));
    expect(seen.state.farewell?.unseen).toBeUndefined();
  });

  test("by inactivity is shown with the amount that went back", () => {
    const page = seatedPage().tell(closed("inactivity", 50_000)).lose(CloseCode.SESSION_OVER);
    expect(page.state.farewell).toEqual({
      reason: "inactivity",
      credited: 50_000,
      currency: "FUN",
    });
  });

  test("during a lost connection is found in the history", () => {
    const page = seatedPage().lose().pass(500).answer(HOUSE).refuse("session/none");
    expect(page.lastAsked).toMatchObject({ what: "session-end", session: "17.1" });
    page.answer({ records: [{ ...closed("disconnected", 48_000), record: 7 }], next: null });
    expect(page.state.farewell).toMatchObject({ reason: "disconnected", credited: 48_000 });
  });
});

test("a commitment that changes during a reconnection ends the trust in the house", () => {
  const page = seatedPage().lose().pass(500);
  page.answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
  page.tell({
    ...{
      type: "welcome",
      session: "17.1",
      epoch: 1,
      offset: 1,
      house: "punto-e-banco",
      table: "punto-e-banco/17",
    },
    ...{ currency: "FUN", credit: 50_000, draft: {}, closes_in_ms: 1_200_000, shared: null, missed: [] },
    next: { number: 1, commitment: commitment(8) },
  });
  expect(page.table.distrust).not.toBe("");
});
