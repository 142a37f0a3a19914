import { describe, expect, test } from "vitest";
import { stakes } from "../src/state/session/cloth";
import { delay, isFinal } from "../src/state/session/reconnect_delays";
import { CloseCode } from "../src/wire";
import { commitment, type Evening, evening, HOUSE } from "./simulated_table";

const times = HOUSE.sheet.times;

test("a request without an answer means that the connection is lost", () => {
  const night = evening().bet(100, "punto").placed().say({ type: "carte" });
  expect(night.pass(5999).state.link.is).toBe("connected");
  expect(night.pass(1).state.link.is).toBe("reconnecting");
  night.pass(500).arrive();
  const carte = night.sent.filter((said) => said.type === "carte");
  expect(carte).toHaveLength(2);
  expect(carte[0]).toBe(carte[1]); // the same key
  night.tell(night.coup("punto"));
  expect(night.pass(60_000).state.link.is).toBe("connected");
});

describe("a lost connection", () => {
  test("is tried again after 500 ms, then with growing delays up to 1500 ms", () => {
    expect([0, 1, 2, 3, 4, 5, 99].map((failed) => delay(times, failed))).toEqual([
      500, 750, 1000, 1250, 1500, 1500, 1500,
    ]);
  });

  test("waits 500 ms before the first request", () => {
    const night = evening().lose();
    const asked = night.asked.length;
    expect(night.state.link.is).toBe("reconnecting");
    expect(night.pass(499).asked.length).toBe(asked);
    expect(night.pass(1).lastAsked).toMatchObject({ what: "house" });
  });

  test("is given up after three minutes, and tried again when the player asks for it", () => {
    const night = evening().lose();
    while (night.state.link.is === "reconnecting") night.pass(1500).unreachable();
    expect(night.state.link).toMatchObject({ is: "stopped", why: "gave-up" });
    expect(night.now - 1_800_000_000_000).toBeGreaterThanOrEqual(180_000);
    expect(night.now - 1_800_000_000_000).toBeLessThan(183_000);
    expect(night.say({ type: "reconnect" }).state.link.is).toBe("connecting");
    expect(night.arrive().state.link.is).toBe("connected");
  });

  test("resumes at its epoch and offset", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    night.tell(night.coup("punto")).lose().pass(500).arrive();
    expect(night.sent.findLast((said) => said.type === "hello")).toEqual({
      type: "hello",
      epoch: 1,
      offset: 2,
    });
  });

  test("ignores messages of the earlier socket", () => {
    const night = evening();
    const old = night.state.link.attempt;
    night.lose().pass(500).arrive();
    const { state } = night;
    night.say({ type: "socket-lost", attempt: old, code: CloseCode.TAKEN_OVER });
    expect(night.state).toBe(state);
  });

  test("counts as lost again without a welcome within ten seconds", () => {
    const night = evening().lose().pass(500);
    night.answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    expect(night.pass(10_000).state.link).toMatchObject({
      is: "reconnecting",
      lost: { failed: 2 },
    });
  });

  test("keeps the chips, and tells the house about them again", () => {
    const night = evening().bet(500, "punto").lose().bet(100, "banco").pass(500).arrive();
    expect(stakes(night.table.cloth)).toEqual({ punto: 500, banco: 100 });
    expect(night.lastSent).toEqual({ type: "place", bets: { punto: 500, banco: 100 } });
  });

  test("finds the chips that were on the cloth before", () => {
    const night = evening().lose().pass(500).arrive([], { egalite: 300 });
    expect(stakes(night.table.cloth)).toEqual({ egalite: 300 });
  });
});

describe("a lost answer", () => {
  test("if the bet never arrived, it is sent again with the same key", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const first = night.lastSent;
    night.lose().pass(500).arrive();
    expect(night.lastSent).toEqual(first);
    expect(night.sent.filter((said) => said.type === "carte")).toHaveLength(2);
  });

  test("if the coup was dealt meanwhile, it comes with the welcome and is not asked for again", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const missed = night.coup("punto");
    night.lose().pass(500).arrive([missed]);
    expect(night.sent.filter((said) => said.type === "carte")).toHaveLength(1);
    expect(night.table.phase).toBe("dealing");
    expect(night.table.credit).toBe(50_500);
    expect(night.table.waiting).toEqual([]);
  });

  test("if too much was missed, the bet is looked up by its key and never put on another commitment", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const dealt = night.coup("punto");
    night.lose().pass(500);
    night.answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    night.tell({
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
    expect(night.sent.filter((said) => said.type === "carte")).toHaveLength(1);
    expect(night.lastAsked).toMatchObject({ what: "look-up", key: dealt.key });
    night.answer({ records: [{ ...dealt, record: 3 }], next: null });
    expect(night.table.coup).toMatchObject({ number: 1, returned: 1000 });
    expect(night.table.credit).toBe(50_500);
  });

  test("a refusal because the store has stopped is not an answer", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const carte = night.lastSent;
    const key = carte?.type === "carte" ? carte.key : "";
    night.tell({ type: "refused", request: "carte", key, code: "store/halted", message: "" });
    expect(night.table.phase).toBe("asked");
    night.lose(CloseCode.STORE_HALTED).pass(500).arrive();
    expect(night.lastSent).toEqual(carte);
  });

  test("after an error of the house the same key is sent once more", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const carte = night.lastSent;
    const key = carte?.type === "carte" ? carte.key : "";
    const cartes = () => night.sent.filter((said) => said.type === "carte");
    const fault = { type: "refused", request: "carte", key, code: "server/error", message: "" } as const;
    night.tell(fault);
    expect(cartes()).toEqual([carte, carte]);
    expect(night.table.phase).toBe("asked");
    night.tell(fault);
    expect(cartes()).toHaveLength(2);
    expect(night.table.phase).toBe("betting");
  });

  test("opening a session is repeated with one key until it succeeds", () => {
    const night = evening();
    night.say({ type: "cash-out" }).tell(closed("cash_out", 50_000));
    night
      .say({ type: "dismiss" })
      .say({ type: "sit", house: "punto-e-banco", amount: 20_000, currency: null });
    night.answer(HOUSE);
    const first = night.lastAsked;
    expect(first).toMatchObject({ what: "open", amount: 20_000 });
    night.unreachable().pass(500);
    expect(night.lastAsked).toEqual(first);
    night.answer({ ...night.openedAt(), credit: 20_000 });
    expect(night.table.credit).toBe(20_000);
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
      expect(evening().lose(code).state.link.is).toBe("reconnecting");
    },
  );

  test.each([CloseCode.TOO_BIG, CloseCode.TOO_FAST, CloseCode.NOT_UNDERSTOOD, 4999])(
    "after %i it does not",
    (code) => {
      expect(evening().lose(code).state.link).toMatchObject({ is: "stopped", why: "shut-out" });
    },
  );

  test("a refused ticket is asked for again, once", () => {
    expect(isFinal(CloseCode.NO_TICKET, null)).toBe(false);
    expect(isFinal(CloseCode.NO_TICKET, CloseCode.NO_TICKET)).toBe(true);
  });

  test("when the table is opened elsewhere, this window stops and can't take it back", () => {
    const night = evening().lose(CloseCode.TAKEN_OVER);
    expect(night.state.link).toMatchObject({ is: "stopped", why: "elsewhere" });
    const asked = night.asked.length;
    expect(night.pass(600_000).say({ type: "reconnect" }).asked.length).toBe(asked);
    expect(night.opened).toBe(1);
  });

  test("a stopped table leads to the lobby, which asks which sessions are open", () => {
    const night = evening().lose(CloseCode.TAKEN_OVER).say({ type: "to-lobby" });
    expect(night.state.table).toBeNull();
    expect(night.lastAsked).toEqual({ what: "me", token: "TOKEN" });
    expect(evening().say({ type: "to-lobby" }).state.table).not.toBeNull(); // not in the middle of a coup
  });
});

describe("the end of a session", () => {
  test("by Incassa ed esci shows the credited amount", () => {
    const night = evening().say({ type: "cash-out" });
    expect(night.lastSent).toMatchObject({ type: "cash_out" });
    night.tell(closed("cash_out", 50_000));
    expect(night.state.table).toBeNull();
    expect(night.state.farewell).toEqual({ reason: "cash_out", credited: 50_000, currency: "FUN" });
    expect(night.lastAsked).toEqual({ what: "me", token: "TOKEN" });
  });

  test("is requested once, even with a second click", () => {
    const night = evening().say({ type: "cash-out" }).say({ type: "cash-out" });
    expect(night.sent.filter((said) => said.type === "cash_out")).toHaveLength(1);
  });

  test("by inactivity is announced by a warning, and staying postpones it", () => {
    const night = evening().tell({ type: "warning", closes_in_ms: 60_000 });
    expect(night.table.closesAt).toBe(night.now + 60_000);
    expect(night.say({ type: "stay" }).lastSent).toEqual({ type: "stay" });
    expect(night.tell({ type: "staying", closes_in_ms: 1_200_000 }).table.closesAt).toBeNull();
  });

  test.each([
    ["a warning", (night: Evening) => night.tell({ type: "warning", closes_in_ms: 60_000 })],
    ["a line closed for good", (night: Evening) => night.lose(CloseCode.TAKEN_OVER)],
  ])("%s closes a dialog that would hide it", (_, happens) => {
    const night = evening().say({ type: "open-dialog", dialog: "rules" });
    expect(happens(night).state.dialog).toBeNull();
  });

  test.each([
    ["a warning", (night: Evening) => night.tell({ type: "warning", closes_in_ms: 60_000 })],
    ["a line closed for good", (night: Evening) => night.lose(CloseCode.TAKEN_OVER)],
    ["the end", (night: Evening) => night.tell(closed("inactivity", 50_000))],
  ])("%s closes a verification that would hide it", (_, happens) => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const coup = night.coup("punto");
    night.tell(coup).say({ type: "dealt" }).say({ type: "verify", coup, record: null });
    expect(night.state.check).not.toBeNull();
    expect(happens(night).state.check).toBeNull();
  });

  test("closes a replay that would hide it", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const coup = night.coup("punto");
    night.tell(coup).say({ type: "dealt" }).say({ type: "replay", coup });
    expect(night.state.replay).not.toBeNull();
    expect(night.tell(closed("inactivity", 50_000)).state.replay).toBeNull();
  });

  test("is asked for until the history answers, and only while this is the table", () => {
    const night = evening().lose().pass(500).answer(HOUSE).refuse("session/none");
    night.refuse("limit/too-fast");
    expect(night.table.session).toBe("17.1");
    const asked = night.asked.length;
    expect(night.pass(1500).asked.slice(asked)).toMatchObject([{ what: "session-end" }]);
    night.state = { ...night.state, table: { ...night.table, session: "17.2" } };
    expect(night.refuse("account/not-yours").table.session).toBe("17.2");
    expect(night.state.problem).toBeNull();
  });

  test("a bet is looked up until it is found", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const ask = { what: "look-up", account: "17", session: "17.1", key: "key-7" } as const;
    night.say({ type: "refused", ask, token: "", problem: { code: "limit/too-fast", message: "" } });
    expect(night.pass(1500).lastAsked).toEqual(ask);
  });

  test("putting a chip down counts as an action", () => {
    const night = evening()
      .tell({ type: "warning", closes_in_ms: 60_000 })
      .bet(100, "punto")
      .placed();
    expect(night.table.closesAt).toBeNull();
  });

  test("by inactivity is shown with the amount that went back", () => {
    const night = evening().tell(closed("inactivity", 50_000)).lose(CloseCode.SESSION_OVER);
    expect(night.state.farewell).toEqual({
      reason: "inactivity",
      credited: 50_000,
      currency: "FUN",
    });
  });

  test("during a lost connection is found in the history", () => {
    const night = evening().lose().pass(500).answer(HOUSE).refuse("session/none");
    expect(night.lastAsked).toMatchObject({ what: "session-end", session: "17.1" });
    night.answer({ records: [{ ...closed("disconnected", 48_000), record: 7 }], next: null });
    expect(night.state.farewell).toMatchObject({ reason: "disconnected", credited: 48_000 });
  });
});

test("a commitment that changes during a reconnection ends the trust in the house", () => {
  const night = evening().lose().pass(500);
  night.answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
  night.tell({
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
  expect(night.table.distrust).not.toBe("");
});
