import { describe, expect, test } from "vitest";
import { newKey, newSeed } from "../src/effects/keys";
import { MOST_SEEN } from "../src/state/session/commitments";
import { CloseCode, type CoupPlayed } from "../src/wire";
import { SimulatedPage, seatedPage, GUEST, HOUSE } from "./simulated_table";

const start = (token: string | null = null) =>
  new SimulatedPage().say({ type: "started", token, seat: null, settings: { language: "de" }, seen: [] });

describe("coming in", () => {
  test("as a guest takes one click, and a second one on the amount that is proposed", () => {
    const page = start().say({ type: "play-as-guest", table: "punto-e-banco" });
    expect(page.lastAsked).toEqual({ what: "guest", table: "punto-e-banco" });
    page.answer(GUEST);
    expect(page.kept["token"]).toBe("TOKEN");
    expect(page.state).toMatchObject({ dialog: "sit", lobby: { chosen: { table: "punto-e-banco" }, sitting: null } });
    page.say({ type: "bring", table: "punto-e-banco", currency: "FUN", text: "100,00" });
    expect(page.state.dialog).toBeNull();
    expect(page.answer(HOUSE).lastAsked).toMatchObject({ what: "open", amount: 10_000, currency: "FUN" });
    page.answer(page.openedAt()).arrive();
    expect(page.state.link.is).toBe("connected");
    expect(page.table.player).toBe("17");
  });

  test("as a guest happens once, even with a second click", () => {
    const page = start().say({ type: "play-as-guest", table: "punto-e-banco" });
    const asked = page.asked.length;
    expect(page.say({ type: "play-as-guest", table: "live-mini" }).asked.length).toBe(asked);
  });

  test("with a stored token brings back the person and their table", () => {
    const page = start("OLD");
    expect(page.lastAsked).toEqual({ what: "me", token: "OLD" });
    const view = {
      ...page.openedAt(),
      account: 17,
      draft: { punto: 500 },
      connected: false,
      closes_in_ms: 1,
    };
    page.answer({ ...GUEST, sessions: [view] });
    page.say({ type: "resume", session: "17.1" }).answer(HOUSE);
    expect(page.table.cloth.steps.at(-1)).toEqual({ punto: 500 });
  });

  test("where a session is open resumes it", () => {
    const page = start("OLD");
    const view = { ...page.openedAt(), account: 17, draft: {}, connected: false, closes_in_ms: 1 };
    page.answer({ ...GUEST, sessions: [view] });
    page.say({ type: "bring", table: "punto-e-banco", currency: "FUN", text: "50" }).answer(HOUSE);
    expect(page.asked.some((ask) => ask.what === "open")).toBe(false);
    expect(page.table.session).toBe("17.1");
  });

  test("with a token that is no longer valid forgets it", () => {
    const page = start("OLD").refuse("account/not-signed-in");
    expect(page.kept["token"]).toBeNull();
    expect(page.say({ type: "play-as-guest", table: "punto-e-banco" }).lastAsked).toMatchObject({
      what: "guest",
    });
  });

  test("repeats a request that the house doesn't answer", () => {
    const page = new SimulatedPage()
      .say({ type: "started", token: null, seat: null, settings: {}, seen: [] })
      .unreachable();
    const asked = page.asked.length;
    expect(page.pass(1500).asked.length).toBe(asked + 1);
    expect(page.answer([]).state.lobby.houses).toEqual([]);
  });

  test.each(["limit/too-fast", "store/halted"])("%s: houses and person are asked for again", (code) => {
    const page = start("OLD");
    for (const ask of [...page.asked])
      page.say({ type: "refused", ask, token: "", problem: { code, message: "" } });
    const asked = page.asked.length;
    expect(page.state.problem).toBeNull();
    expect(page.pass(1500).asked.slice(asked)).toEqual([
      { what: "houses" },
      { what: "me", token: "OLD" },
    ]);
    page.answer({ ...GUEST, sessions: [] });
    expect(page.state.person?.token).toBe("OLD");
    expect(page.state.lobby.returning).toBe(false);
  });

  test("is possible as a guest if the person is refused for another reason", () => {
    const page = start("OLD").refuse("request/odd");
    expect(page.state.lobby.returning).toBe(false);
    expect(page.state.problem?.code).toBe("request/odd");
  });

  test("ends the retries for a person who has signed out", () => {
    const page = start("OLD").refuse("limit/too-fast");
    page.say({
      ...{ type: "refused", ask: { what: "me", token: "OLD" }, token: "OLD" },
      problem: { code: "account/not-signed-in", message: "" },
    });
    const asked = page.asked.length;
    expect(page.pass(5000).asked.length).toBe(asked);
  });

  test("ignores answers about a person who has signed out", () => {
    const page = start("OLD").answer({ ...GUEST, sessions: [] });
    const ask = { what: "recent-coups", account: "17", house: "for-fun" } as const;
    const problem = { code: "account/not-signed-in", message: "" };
    page.say({ type: "refused", ask, token: "OLDER", problem });
    expect(page.state.person?.token).toBe("OLD");
    expect(page.kept).not.toHaveProperty("token");
    expect(page.say({ type: "refused", ask, token: "OLD", problem }).state.person).toBeNull();
    expect(page.kept["token"]).toBeNull();
  });

  test("ignores a session that opens after the person has signed out", () => {
    const page = start().asGuest().answer(HOUSE);
    const ask = page.lastAsked;
    page.say({ type: "sign-out" });
    const body = page.openedAt();
    expect(page.say({ type: "answered", what: "open", ask, body } as never).state.table).toBeNull();
  });

  test("shows a refusal, and can be tried again", () => {
    const page = start()
      .say({ type: "play-as-guest", table: "punto-e-banco" })
      .refuse("limit/too-fast");
    expect(page.state.problem).toEqual({ code: "limit/too-fast", message: "no" });
    expect(page.state.lobby.sitting).toBeNull();
    expect(page.say({ type: "dismiss" }).state.problem).toBeNull();
  });

  test("stores changed settings", () => {
    const page = start();
    expect(page.state.settings).toMatchObject({ language: "de", sound: false });
    expect(page.say({ type: "set", settings: { language: "fr" } }).kept["settings"]).toMatchObject(
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
    const page = new SimulatedPage();
    page.say({ type: "started", token: "OLD", seat, settings, seen: [] });
    return page.answer({ ...GUEST, sessions });
  };
  const coup = (key: string, session: string, at: number) =>
    ({ type: "coup", key, session, at, offset: at / 100, cards: "7dKs9c2h3s", bets: [{ bet: "banco", stake: at }] }) as unknown as CoupPlayed;

  test("takes its seat again, whether the houses are known or not", () => {
    const page = again("17.1");
    expect(page.lastAsked).toMatchObject({ what: "rules", name: "punto-e-banco", shared: false });
    page.answer(HOUSE);
    expect(page.table).toMatchObject({ session: "17.1", credit: 900, draft: { punto: 100 } });
    expect(page.state.lobby.seat).toBeNull();
    expect(page.kept["seat"]).toEqual({ session: "17.1", epoch: 1, offset: 4 });
  });

  test("is sent what it hasn't shown: the coup after its last one is dealt", () => {
    const page = again("17.1", [VIEW], 3).answer(HOUSE);
    expect(page.table.offset).toBe(3);
    expect(again("17.1", [{ ...VIEW, epoch: 2 }], 3).answer(HOUSE).table.offset).toBe(4);
  });

  test("finds a seat at a shared table by the table's name", () => {
    const shared = { ...VIEW, house: "live-mini", table: "live-mini" };
    expect(again("17.1", [shared]).lastAsked).toMatchObject({ name: "live-mini", shared: true });
  });

  test("stays in the lobby if it was there", () => {
    const page = again(null);
    expect(page.state.lobby).toMatchObject({ sitting: null, seat: null });
    expect(page.asked.some(({ what }) => what === "rules")).toBe(false);
  });

  test("shows how its session ended meanwhile, until that is closed", () => {
    const page = again("17.2");
    expect(page.lastAsked).toEqual({ what: "session-end", account: "17", session: "17.2" });
    const end = { type: "closed", reason: "inactivity", credited: 700 };
    page.answer({ records: [end], next: null });
    const farewell = { reason: "inactivity", credited: 700, currency: "FUN" };
    expect(page.state).toMatchObject({ farewell, lobby: { seat: null } });
    page.kept["seat"] = {};
    expect(page.say({ type: "goodbye" }).kept["seat"]).toBeNull();
  });

  test("repeats the request for its seat if the house can't answer now", () => {
    const page = again("17.1").unreachable();
    expect(page.state.problem).toBeNull();
    const asked = page.asked.length;
    expect(page.pass(1500).asked.slice(asked)).toMatchObject([{ what: "rules" }]);
    expect(page.refuse("limit/too-fast").pass(1500).answer(HOUSE).table.session).toBe("17.1");
    const lucia = again("17.1", [{ ...VIEW, house: "live-mini", table: "lucia" }]).unreachable();
    expect(lucia.pass(1500).lastAsked).toMatchObject({ what: "rules", name: "lucia" });
    expect(lucia.asked.filter(({ what }) => what === "rules")).toHaveLength(2);
  });

  test("doesn't take back a seat that was opened elsewhere", () => {
    const page = seatedPage();
    expect(page.kept["seat"]).toMatchObject({ session: "17.1" });
    expect(page.lose(CloseCode.TAKEN_OVER).kept["seat"]).toBeNull();
  });

  test("stays in the lobby if its table is gone", () => {
    const page = again("17.1").refuse("table/unknown");
    expect(page.state.lobby).toMatchObject({ sitting: null, seat: null });
  });

  test("knows the coups of its session, and can repeat the last one", () => {
    const page = again("17.1").answer(HOUSE);
    const ask = { what: "recent-coups", account: "17", house: "punto-e-banco" } as const;
    expect(page.asked).toContainEqual(ask);
    const unseen = coup("c", "17.1", 500); // still to be dealt
    const records = [unseen, coup("b", "17.1", 200), coup("a", "17.1", 100), coup("0", "17.0", 50)];
    const body = { records, next: null };
    for (let n = 0; n < 2; n += 1)
      page.say({ type: "answered", what: "recent-coups", ask, body } as never);
    expect(page.table.coups.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(page.table.cloth.last).toEqual({ banco: 200 });
    expect(page.table.phase).toBe("betting"); // with the chips that were on the cloth
  });

  test("shows the last coup again if no chips are on the cloth", () => {
    const page = again("17.1", [{ ...VIEW, draft: {} as never }]).answer(HOUSE);
    const ask = { what: "recent-coups", account: "17", house: "punto-e-banco" } as const;
    const body = { records: [coup("a", "17.1", 100)], next: null };
    page.say({ type: "answered", what: "recent-coups", ask, body } as never);
    expect(page.table).toMatchObject({ phase: "paid", coup: { key: "a" }, turned: 5 });
  });
});

test("the history is read page by page, to the end", () => {
  const page = seatedPage().say({ type: "read-history" });
  expect(page.lastAsked).toMatchObject({ what: "records", account: "17", before: null });
  page.answer({ records: [{ record: 9 }], next: 9 }).say({ type: "read-history" });
  expect(page.lastAsked).toMatchObject({ before: 9 });
  page.answer({ records: [{ record: 3 }], next: null });
  expect(page.state.history.records.map(({ record }) => record)).toEqual([9, 3]);
  const asked = page.asked.length;
  expect(page.say({ type: "read-history" }).asked.length).toBe(asked);
});

test("a top-up has a key, and the credit is what the house says", () => {
  const page = seatedPage().say({ type: "top-up", amount: 10_000 });
  const said = page.lastSent;
  expect(said).toMatchObject({ type: "top_up", amount: 10_000 });
  const key = said?.type === "top_up" ? said.key : "";
  page.tell({
    type: "topped_up",
    session: "17.1",
    epoch: 1,
    offset: 2,
    at: 0,
    key,
    amount: 10_000,
    credit: 60_000,
  });
  expect(page.table.credit).toBe(60_000);
  expect(page.table.waiting).toEqual([]);
});

test("the oldest commitments are dropped when there are too many", () => {
  const page = seatedPage();
  for (let coup = 0; coup < MOST_SEEN + 20; coup += 1) {
    page.bet(100, "punto").placed().say({ type: "carte" });
    page.tell(page.coup("punto")).say({ type: "dealt" });
  }
  expect(page.state.seen).toHaveLength(MOST_SEEN);
  expect(page.state.seen.at(-1)).toMatchObject({ number: MOST_SEEN + 21 });
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
