import { describe, expect, test } from "vitest";
import { newKey, newSeed } from "../src/effects/keys";
import { MOST_SEEN } from "../src/state/session/commitments";
import { CloseCode, type CoupPlayed } from "../src/wire";
import { Evening, evening, GUEST, HOUSE } from "./simulated_table";

const start = (token: string | null = null) =>
  new Evening().say({ type: "started", token, seat: null, settings: { language: "de" }, seen: [], still: false });

describe("coming in", () => {
  test("as a guest takes one click, with as much credit as a coup may take", () => {
    const night = start().say({ type: "play-as-guest", house: "punto-e-banco" });
    expect(night.lastAsked).toEqual({ what: "guest", house: "punto-e-banco" });
    night.answer(GUEST);
    expect(night.kept["token"]).toBe("TOKEN");
    expect(night.answer(HOUSE).lastAsked).toMatchObject({
      what: "open",
      amount: 100_000,
      currency: null,
    });
    night.answer(night.openedAt()).arrive();
    expect(night.state.link.is).toBe("connected");
    expect(night.table.player).toBe("17");
  });

  test("as a guest happens once, even with a second click", () => {
    const night = start().say({ type: "play-as-guest", house: "punto-e-banco" });
    const asked = night.asked.length;
    expect(night.say({ type: "play-as-guest", house: "live-mini" }).asked.length).toBe(asked);
  });

  test("with a stored token brings back the person and their table", () => {
    const night = start("OLD");
    expect(night.lastAsked).toEqual({ what: "me", token: "OLD" });
    const view = {
      ...night.openedAt(),
      account: 17,
      draft: { punto: 500 },
      connected: false,
      closes_in_ms: 1,
    };
    night.answer({ ...GUEST, sessions: [view] });
    night.say({ type: "resume", session: "17.1" }).answer(HOUSE);
    expect(night.table.cloth.steps.at(-1)).toEqual({ punto: 500 });
  });

  test("where a session is open resumes it", () => {
    const night = start("OLD");
    const view = { ...night.openedAt(), account: 17, draft: {}, connected: false, closes_in_ms: 1 };
    night.answer({ ...GUEST, sessions: [view] });
    night.say({ type: "sit", house: "punto-e-banco", amount: null, currency: "FUN" }).answer(HOUSE);
    expect(night.asked.some((ask) => ask.what === "open")).toBe(false);
    expect(night.table.session).toBe("17.1");
  });

  test("with a token that is no longer valid forgets it", () => {
    const night = start("OLD").refuse("account/not-signed-in");
    expect(night.kept["token"]).toBeNull();
    expect(night.say({ type: "play-as-guest", house: "punto-e-banco" }).lastAsked).toMatchObject({
      what: "guest",
    });
  });

  test("repeats a request that the house doesn't answer", () => {
    const night = new Evening()
      .say({ type: "started", token: null, seat: null, settings: {}, seen: [], still: false })
      .unreachable();
    const asked = night.asked.length;
    expect(night.pass(1500).asked.length).toBe(asked + 1);
    expect(night.answer([]).state.lobby.houses).toEqual([]);
  });

  test.each(["limit/too-fast", "store/halted"])("%s: houses and person are asked for again", (code) => {
    const night = start("OLD");
    for (const ask of [...night.asked])
      night.say({ type: "refused", ask, token: "", problem: { code, message: "" } });
    const asked = night.asked.length;
    expect(night.state.problem).toBeNull();
    expect(night.pass(1500).asked.slice(asked)).toEqual([
      { what: "houses" },
      { what: "me", token: "OLD" },
    ]);
    night.answer({ ...GUEST, sessions: [] });
    expect(night.state.person?.token).toBe("OLD");
    expect(night.state.lobby.returning).toBe(false);
  });

  test("is possible as a guest if the person is refused for another reason", () => {
    const night = start("OLD").refuse("request/odd");
    expect(night.state.lobby.returning).toBe(false);
    expect(night.state.problem?.code).toBe("request/odd");
  });

  test("ends the retries for a person who has signed out", () => {
    const night = start("OLD").refuse("limit/too-fast");
    night.say({
      ...{ type: "refused", ask: { what: "me", token: "OLD" }, token: "OLD" },
      problem: { code: "account/not-signed-in", message: "" },
    });
    const asked = night.asked.length;
    expect(night.pass(5000).asked.length).toBe(asked);
  });

  test("ignores answers about a person who has signed out", () => {
    const night = start("OLD").answer({ ...GUEST, sessions: [] });
    const ask = { what: "recent-coups", account: "17", house: "for-fun" } as const;
    const problem = { code: "account/not-signed-in", message: "" };
    night.say({ type: "refused", ask, token: "OLDER", problem });
    expect(night.state.person?.token).toBe("OLD");
    expect(night.kept).not.toHaveProperty("token");
    expect(night.say({ type: "refused", ask, token: "OLD", problem }).state.person).toBeNull();
    expect(night.kept["token"]).toBeNull();
  });

  test("ignores a session that opens after the person has signed out", () => {
    const night = start().say({ type: "play-as-guest", house: "punto-e-banco" });
    night.answer(GUEST).answer(HOUSE);
    const ask = night.lastAsked;
    night.say({ type: "sign-out" });
    const body = night.openedAt();
    expect(night.say({ type: "answered", what: "open", ask, body } as never).state.table).toBeNull();
  });

  test("shows a refusal, and can be tried again", () => {
    const night = start()
      .say({ type: "play-as-guest", house: "punto-e-banco" })
      .refuse("limit/too-fast");
    expect(night.state.problem).toEqual({ code: "limit/too-fast", message: "no" });
    expect(night.state.lobby.sitting).toBeNull();
    expect(night.say({ type: "dismiss" }).state.problem).toBeNull();
  });

  test("stores changed settings", () => {
    const night = start();
    expect(night.state.settings).toMatchObject({ language: "de", sound: false });
    expect(night.say({ type: "set", settings: { language: "fr" } }).kept["settings"]).toMatchObject(
      { language: "fr" },
    );
  });
});

describe("a window that is reloaded", () => {
  const VIEW = {
    ...{ session: "17.1", account: 17, house: "punto-e-banco", table: "punto-e-banco/17" },
    ...{ currency: "FUN", credit: 900, epoch: 1, offset: 4, draft: { punto: 100 } },
    ...{ next: { number: 3, commitment: "c".repeat(64) }, connected: false, closes_in_ms: 9 },
  };
  const again = (session: string | null, sessions = [VIEW], offset = 4) => {
    const seat = session === null ? null : { session, epoch: 1, offset };
    const settings = { language: "it" } as const;
    const night = new Evening();
    night.say({ type: "started", token: "OLD", seat, settings, seen: [], still: false });
    return night.answer({ ...GUEST, sessions });
  };
  const coup = (key: string, session: string, at: number) =>
    ({ type: "coup", key, session, at, offset: at / 100, cards: "7dKs9c2h3s", bets: [{ bet: "banco", stake: at }] }) as unknown as CoupPlayed;

  test("takes its seat again, whether the houses are known or not", () => {
    const night = again("17.1");
    expect(night.lastAsked).toMatchObject({ what: "house", house: "punto-e-banco", shared: false });
    night.answer(HOUSE);
    expect(night.table).toMatchObject({ session: "17.1", credit: 900, draft: { punto: 100 } });
    expect(night.state.lobby.seat).toBeNull();
    expect(night.kept["seat"]).toEqual({ session: "17.1", epoch: 1, offset: 4 });
  });

  test("is sent what it hasn't shown: the coup after its last one is dealt", () => {
    const night = again("17.1", [VIEW], 3).answer(HOUSE);
    expect(night.table.offset).toBe(3);
    expect(again("17.1", [{ ...VIEW, epoch: 2 }], 3).answer(HOUSE).table.offset).toBe(4);
  });

  test("finds a seat at a shared table by the table's name", () => {
    const live = { ...VIEW, house: "live-mini", table: "live-mini" };
    expect(again("17.1", [live]).lastAsked).toMatchObject({ house: "live-mini", shared: true });
  });

  test("stays in the lobby if it was there", () => {
    const night = again(null);
    expect(night.state.lobby).toMatchObject({ sitting: null, seat: null });
    expect(night.asked.some(({ what }) => what === "house")).toBe(false);
  });

  test("shows how its session ended meanwhile, until that is closed", () => {
    const night = again("17.2");
    expect(night.lastAsked).toEqual({ what: "session-end", account: "17", session: "17.2" });
    const end = { type: "closed", reason: "inactivity", credited: 700 };
    night.answer({ records: [end], next: null });
    const farewell = { reason: "inactivity", credited: 700, currency: "FUN" };
    expect(night.state).toMatchObject({ farewell, lobby: { seat: null } });
    night.kept["seat"] = {};
    expect(night.say({ type: "goodbye" }).kept["seat"]).toBeNull();
  });

  test("repeats the request for its seat if the house can't answer now", () => {
    const night = again("17.1").unreachable();
    expect(night.state.problem).toBeNull();
    const asked = night.asked.length;
    expect(night.pass(1500).asked.slice(asked)).toMatchObject([{ what: "house" }]);
    expect(night.refuse("limit/too-fast").pass(1500).answer(HOUSE).table.session).toBe("17.1");
  });

  test("doesn't take back a seat that was opened elsewhere", () => {
    const night = evening();
    expect(night.kept["seat"]).toMatchObject({ session: "17.1" });
    expect(night.lose(CloseCode.TAKEN_OVER).kept["seat"]).toBeNull();
  });

  test("stays in the lobby if its table is gone", () => {
    const night = again("17.1").refuse("table/unknown");
    expect(night.state.lobby).toMatchObject({ sitting: null, seat: null });
  });

  test("knows the coups of its session, and can repeat the last one", () => {
    const night = again("17.1").answer(HOUSE);
    const ask = { what: "recent-coups", account: "17", house: "punto-e-banco" } as const;
    expect(night.asked).toContainEqual(ask);
    const unseen = coup("c", "17.1", 500); // still to be dealt
    const records = [unseen, coup("b", "17.1", 200), coup("a", "17.1", 100), coup("0", "17.0", 50)];
    const body = { records, next: null };
    for (let n = 0; n < 2; n += 1)
      night.say({ type: "answered", what: "recent-coups", ask, body } as never);
    expect(night.table.coups.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(night.table.cloth.last).toEqual({ banco: 200 });
    expect(night.table.phase).toBe("betting"); // with the chips that were on the cloth
  });

  test("shows the last coup again if no chips are on the cloth", () => {
    const night = again("17.1", [{ ...VIEW, draft: {} as never }]).answer(HOUSE);
    const ask = { what: "recent-coups", account: "17", house: "punto-e-banco" } as const;
    const body = { records: [coup("a", "17.1", 100)], next: null };
    night.say({ type: "answered", what: "recent-coups", ask, body } as never);
    expect(night.table).toMatchObject({ phase: "paid", coup: { key: "a" }, turned: 5 });
  });
});

test("the history is read page by page, to the end", () => {
  const night = evening().say({ type: "read-history" });
  expect(night.lastAsked).toMatchObject({ what: "records", account: "17", before: null });
  night.answer({ records: [{ record: 9 }], next: 9 }).say({ type: "read-history" });
  expect(night.lastAsked).toMatchObject({ before: 9 });
  night.answer({ records: [{ record: 3 }], next: null });
  expect(night.state.history.records.map(({ record }) => record)).toEqual([9, 3]);
  const asked = night.asked.length;
  expect(night.say({ type: "read-history" }).asked.length).toBe(asked);
});

test("a top-up has a key, and the credit is what the house says", () => {
  const night = evening().say({ type: "top-up", amount: 10_000 });
  const said = night.lastSent;
  expect(said).toMatchObject({ type: "top_up", amount: 10_000 });
  const key = said?.type === "top_up" ? said.key : "";
  night.tell({
    type: "topped_up",
    session: "17.1",
    epoch: 1,
    offset: 2,
    at: 0,
    key,
    amount: 10_000,
    credit: 60_000,
  });
  expect(night.table.credit).toBe(60_000);
  expect(night.table.waiting).toEqual([]);
});

test("the oldest commitments are dropped when there are too many", () => {
  const night = evening();
  for (let coup = 0; coup < MOST_SEEN + 20; coup += 1) {
    night.bet(100, "punto").placed().say({ type: "carte" });
    night.tell(night.coup("punto")).say({ type: "dealt" });
  }
  expect(night.state.seen).toHaveLength(MOST_SEEN);
  expect(night.state.seen.at(-1)).toMatchObject({ number: MOST_SEEN + 21 });
});

describe("keys and seeds", () => {
  test("a key is a UUID of version 7 with the current time", () => {
    const key = newKey(0x0123456789ab);
    expect(key).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(newKey(0x0123456789ab)).not.toBe(key);
  });

  test("a seed is 128 bits", () => {
    expect(newSeed()).toMatch(/^[0-9a-f]{32}$/);
  });
});
