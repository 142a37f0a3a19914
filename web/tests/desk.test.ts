import { describe, expect, test } from "vitest";
import { moved } from "../src/state/past/movements";
import { cents, entry, proposal, purses } from "../src/state/lobby/credit";
import { LANGUAGES } from "../src/state/state";
import type { CoupPlayed, HouseView, Outcome, Recorded, SignedIn } from "../src/wire";
import { reason } from "../src/words/later/refusal";
import { SimulatedPage, seatedPage, GUEST, HOUSE } from "./simulated_table";

const BEATRICE: SignedIn = {
  token: "HERS",
  person: 2,
  name: "beatrice",
  role: "player",
  accounts: [
    { id: 20, currency: "FUN", play_money: true, balance: 1_000_000 },
    { id: 21, currency: "EUR", play_money: false, balance: 50_000 },
  ],
};

const house = (name: string, play_only = false): HouseView => ({
  ...{ name, title: name, playable: true, play_only, currency: "EUR" },
  bets: ["punto", "banco", "egalite"],
});

const start = (token: string | null = null) =>
  new SimulatedPage().say({ type: "started", token, seat: null, settings: {}, seen: [] });

const knock = (how: "register" | "log-in") =>
  start()
    .say({ type: "open-dialog", dialog: how })
    .say({ type: "enter", how, name: "beatrice", password: "lungolago" });

/** In the lobby: her accounts are known, and no request is open. */
const beatrice = () =>
  knock("log-in")
    .answer(BEATRICE)
    .answer({ ...BEATRICE, sessions: [] });

describe("signing in by name and password", () => {
  test.each(["register", "log-in"] as const)("%s: stores the token and fetches the open sessions", (how) => {
    const page = knock(how);
    expect(page.lastAsked).toEqual({ what: how, name: "beatrice", password: "lungolago" });
    expect(page.state.lobby.entering).toBe(true);
    page.answer(BEATRICE);
    expect(page.kept["token"]).toBe("HERS");
    expect(page.lastAsked).toEqual({ what: "me", token: "HERS" });
    expect(page.state).toMatchObject({ dialog: null, person: { name: "beatrice" } });
    expect(page.state.lobby.entering).toBe(false);
  });

  test("keeps the password out of the state", () => {
    expect(JSON.stringify(knock("register").state)).not.toContain("lungolago");
  });

  test("sends one request, even with a second click", () => {
    const page = knock("register");
    const asked = page.asked.length;
    page.say({ type: "enter", how: "register", name: "beatrice", password: "lungolago" });
    expect(page.asked.length).toBe(asked);
  });

  test.each([
    "account/bad-name",
    "account/bad-password",
    "account/name-taken",
    "account/wrong-password",
    "limit/too-fast",
  ])("%s is reported in every language, and can be tried again", (code) => {
    const page = knock("register").refuse(code);
    expect(page.state).toMatchObject({ dialog: "register", problem: { code }, person: null });
    expect(page.state.lobby.entering).toBe(false);
    const said = LANGUAGES.map((language) => reason(language, { code, message: "raw" }));
    expect(new Set(said).size).toBe(LANGUAGES.length);
    expect(said).not.toContain("raw");
  });

  test("blocks playing as a guest meanwhile", () => {
    const page = knock("log-in").say({ type: "close-dialog" });
    page.say({ type: "play-as-guest", table: "punto-e-banco" });
    expect(page.lastAsked).toMatchObject({ what: "log-in" });
  });

  test("reports a house that doesn't answer as unreachable", () => {
    const page = knock("register").unreachable();
    expect(page.state.problem?.code).toBe("client/unreachable");
    expect(page.state.lobby.entering).toBe(false);
  });

  test("drops a refusal when its dialog is closed", () => {
    const page = knock("register").refuse("account/name-taken");
    expect(page.say({ type: "close-dialog" }).state.problem).toBeNull();
  });

  test("by another name is not possible at a table", () => {
    const page = seatedPage();
    const asked = page.asked.length;
    page.say({ type: "enter", how: "log-in", name: "beatrice", password: "lungolago" });
    expect(page.asked.length).toBe(asked);
  });
});

describe("signing out", () => {
  test("takes effect at once, and removes everything about the person", () => {
    const page = beatrice().say({ type: "open-movements", account: 20 });
    page.answer({ records: [], next: null }).say({ type: "sign-out" });
    expect(page.lastAsked).toEqual({ what: "sign-out" });
    expect(page.kept["token"]).toBeNull();
    expect(page.state).toMatchObject({ person: null, dialog: null, movements: { account: null } });
    expect(page.unreachable().state.problem).toBeNull();
  });

  test("ignores answers that arrive later", () => {
    const page = beatrice().say({ type: "open-movements", account: 20 }).say({ type: "sign-out" });
    const me = { what: "me", token: "HERS" };
    page.say({ type: "answered", what: "me", ask: me, body: { ...BEATRICE, sessions: [] } } as never);
    expect(page.state.person).toBeNull();
    const lately = { what: "recent-coups", account: "20", house: "punto-e-banco" };
    const body = { records: [{ type: "coup", key: "k" }], next: null };
    page.say({ type: "answered", what: "recent-coups", ask: lately, body } as never);
    expect(page.state.lobby.recentCoups).toEqual({});
  });
});

describe("a typed amount", () => {
  test.each<[string, number | null]>([
    ["50", 5_000],
    ["50,5", 5_050],
    ["50.05", 5_005],
    ["0,01", 1],
    ["1.000", 100_000],
    ["1.000,50", 100_050],
    ["1,000.50", 100_050],
    ["1'000", 100_000],
    ["10\u202f000,00", 1_000_000],
    [" 1 000 ", 100_000],
    ["", null],
    ["0", null],
    ["-5", null],
    ["5,005", null], // there are no tenths of a cent, and thousands are written differently here
    ["5,0055", null],
    ["1.00.00", null],
    ["1.000.50", null],
    ["1e3", null],
    ["fifty", null],
    ["10000000000,00", 1_000_000_000_000],
    ["10000000000,01", null],
  ])("%j is %j cents", (text, amount) => {
    expect(cents(text, "it")).toBe(amount);
  });

  test("groups thousands as the language does", () => {
    expect([cents("1,500", "en"), cents("1.500", "en")]).toEqual([150_000, null]);
    expect([cents("1.500", "de"), cents("1,500", "de")]).toEqual([150_000, null]);
  });
});

describe("bringing credit", () => {
  const sit = (currency: string, text: string) =>
    beatrice()
      .say({ type: "choose", table: "punto-e-banco", currency })
      .say({ type: "bring", table: "punto-e-banco", currency, text });

  test("opens a session with the typed amount in the chosen currency", () => {
    const page = sit("EUR", "250,00");
    expect(page.state.dialog).toBeNull();
    expect(page.answer(HOUSE).lastAsked).toMatchObject({
      what: "open",
      amount: 25_000,
      currency: "EUR",
    });
  });

  test.each([
    ["a lot", "client/not-an-amount"],
    ["0", "client/not-an-amount"],
    ["500,01", "account/not-covered"],
  ])("%j is refused in the dialog: %s", (text, code) => {
    const page = sit("EUR", text);
    expect(page.state).toMatchObject({ dialog: "sit", problem: { code } });
    expect(page.state.lobby.sitting).toBeNull();
  });

  test("may take the whole balance", () => {
    expect(sit("EUR", "500").state.lobby.sitting).toMatchObject({ amount: 50_000 });
  });

  test("adds more at the table, up to the balance of the account", () => {
    const page = seatedPage().say({ type: "open-dialog", dialog: "top-up" });
    expect(page.lastAsked).toEqual({ what: "accounts", token: "TOKEN" });
    page.answer({
      ...GUEST,
      accounts: [{ ...GUEST.accounts[0], balance: 5_000 }],
      sessions: [],
    });
    page.say({ type: "add-credit", text: "50,01" });
    expect(page.state).toMatchObject({
      dialog: "top-up",
      problem: { code: "account/not-covered" },
    });
    page.say({ type: "add-credit", text: "50" });
    const sent = page.lastSent;
    expect(sent).toMatchObject({ type: "top_up", amount: 5_000 });
    expect(page.say({ type: "add-credit", text: "50" }).lastSent).toBe(sent); // one at a time
    expect(page.state).toMatchObject({ dialog: "top-up", problem: null }); // until it is answered
    const key = sent?.type === "top_up" ? sent.key : "";
    page.lose().pass(1_000).arrive();
    expect(page.lastSent).toEqual(sent); // the answer was lost
    page.tell({ ...{ type: "topped_up", session: "17.1", epoch: 1, offset: 2, at: page.now, key, amount: 5_000, credit: 55_000 } });
    expect(page.state).toMatchObject({ dialog: null, table: { credit: 55_000 } });
  });
});

describe("the movements of an account", () => {
  test("are read page by page, to the end", () => {
    const page = beatrice().say({ type: "open-movements", account: 20 });
    expect(page.lastAsked).toEqual({ what: "movements", account: "20", before: null });
    page.answer({ records: [{ record: 9 }], next: 9 }).say({ type: "read-movements" });
    expect(page.lastAsked).toMatchObject({ before: 9 });
    page.answer({ records: [{ record: 3 }], next: null });
    expect(page.state.movements.records.map(({ record }) => record)).toEqual([9, 3]);
    const asked = page.asked.length;
    expect(page.say({ type: "read-movements" }).asked.length).toBe(asked);
  });

  test("of one account are not mixed with another's", () => {
    const page = beatrice().say({ type: "open-movements", account: 20 });
    const late = page.lastAsked;
    page.say({ type: "open-movements", account: 21 });
    page.say({
      ...{ type: "answered", what: "movements", ask: late },
      body: { records: [{ record: 9 }], next: null },
    } as never);
    expect(page.state.movements).toMatchObject({ account: 21, records: [], is: "loading" });
  });

  test.each<[string, object, number]>([
    ["granted", { type: "moved", event: "granted", amount: 100 }, 100],
    ["refilled", { type: "moved", event: "refilled", amount: 100 }, 100],
    ["deposited", { type: "moved", event: "deposited", amount: 100 }, 100],
    ["withdrawn", { type: "moved", event: "withdrawn", amount: 100 }, -100],
    ["brought to a table", { type: "opened", credit: 100 }, -100],
    ["more of it", { type: "topped_up", amount: 100 }, -100],
    ["and back", { type: "closed", credited: 100 }, 100],
  ])("%s", (_, record, amount) => {
    expect(moved(record as Recorded)).toBe(amount);
  });
});

describe("a table that is played for francs", () => {
  const MORITZ = { name: "moritz", title: "St. Moritz", house: "st-moritz", currency: "CHF", min: 1_000, now: 0 };
  const FRANCS = { id: 22, currency: "CHF", play_money: false, balance: 20_000 };
  const listed = (page: SimulatedPage) =>
    page.say({ type: "answered", what: "tables", ask: { what: "tables" }, body: [MORITZ] } as never);
  const moritz = { ...house("moritz", false), currency: "CHF" };

  test("asks a stranger to log in, a player for an amount, and a guest to register", () => {
    expect(entry(start().state, "moritz", "CHF")).toEqual({ type: "open-dialog", dialog: "log-in" });
    expect(entry(beatrice().state, "moritz", "CHF")).toMatchObject({ type: "choose", currency: "CHF" });
    expect(entry(seatedPage().state, "moritz", "CHF")).toEqual({ type: "open-dialog", dialog: "register" });
  });

  test("takes no other money, and finds a deposit that came after logging in", () => {
    const page = listed(beatrice()).say({ type: "choose", table: "moritz", currency: "CHF" });
    expect(purses(page.state, moritz)).toEqual([]);
    expect(page.lastAsked).toMatchObject({ what: "accounts" });
    page.answer({ ...BEATRICE, accounts: [...BEATRICE.accounts, FRANCS], sessions: [] });
    expect(purses(page.state, moritz)).toEqual([FRANCS]);
    expect(page.say({ type: "bring", table: "moritz", currency: "CHF", text: "200" }).state.lobby.sitting)
      .toMatchObject({ currency: "CHF", amount: 20_000 });
  });
});

test("an account that can't reach the minimum can't open a session", () => {
  const page = beatrice().say({ type: "answered", what: "sheet", ask: { what: "sheet", name: "punto-e-banco", shared: false }, body: HOUSE });
  const shared = { ...HOUSE, name: "live-mini" }; // its minimum is higher than the sheet's
  page.say({ type: "answered", what: "sheet", ask: { what: "sheet", name: "live-mini", shared: false }, body: shared });
  const tables = [{ name: "live-mini", min: 500, now: 0 }];
  page.say({ type: "answered", what: "tables", ask: { what: "tables" }, body: tables } as never);
  const bring = (name: string, text: string) =>
    page.say({ type: "bring", table: name, currency: "FUN", text }).state;
  expect(bring("punto-e-banco", "0,99").problem?.code).toBe("client/too-little");
  expect(bring("live-mini", "4,99").problem?.code).toBe("client/too-little");
  expect(bring("live-mini", "4,99").lobby.sitting).toBeNull();
  expect(bring("punto-e-banco", "1").lobby.sitting).toMatchObject({ amount: 100 });
});

describe("the houses in the lobby", () => {
  const asks = (page: SimulatedPage, what: string) => page.asked.filter((ask) => ask.what === what);

  test("show the sheet of each playable house", () => {
    const page = start().answer([
      house("punto-e-banco"),
      { ...house("live-mini"), playable: false },
    ]);
    expect(asks(page, "sheet")).toEqual([{ what: "sheet", name: "punto-e-banco", shared: false }]);
    expect(page.answer(HOUSE).state.sheets["punto-e-banco"]).toBe(HOUSE);
  });

  test("ask again for a sheet that doesn't arrive, without reporting a problem", () => {
    const page = start()
      .answer([house("punto-e-banco")])
      .unreachable();
    expect(page.state.problem).toBeNull();
    expect(page.pass(1500).asked).toHaveLength(3);
    expect(page.refuse("limit/too-fast").state.problem).toBeNull();
    page.pass(1500).answer(HOUSE);
    expect(page.asked).toHaveLength(4);
  });

  test("report no problem if the recent coups don't arrive", () => {
    const page = beatrice();
    const ask = { what: "recent-coups", account: "20", house: "for-fun" } as const;
    expect(page.say({ type: "unreachable", ask }).state.problem).toBeNull();
    const problem = { code: "limit/too-fast", message: "" };
    expect(page.say({ type: "refused", ask, token: "", problem }).state.problem).toBeNull();
  });

  const coup = (number: number, outcome: Outcome, at: number) =>
    ({ type: "coup", key: `k${number}`, record: number, number, outcome, at }) as CoupPlayed & {
      record: number;
    };

  test("show the last ten coups of all accounts at a house, newest last", () => {
    const page = beatrice().say({ type: "started", token: null, seat: null, settings: {}, seen: [] });
    page.answer([house("punto-e-banco"), house("for-fun", true)]);
    const asked = asks(page, "recent-coups");
    expect(asked.map((ask) => "account" in ask && "house" in ask && [ask.account, ask.house])).toEqual([
      ["20", "punto-e-banco"],
      ["21", "punto-e-banco"],
      ["20", "for-fun"],
    ]);
    const tell = (ask: unknown, ...records: unknown[]) =>
      page.say({ type: "answered", what: "recent-coups", ask, body: { records, next: null } } as never);
    tell(asked[0], coup(3, "banco", 30), coup(1, "punto", 10));
    tell(asked[1], coup(2, "egalite", 20));
    tell(asked[0], coup(3, "banco", 30)); // a second time
    const { recentCoups } = page.state.lobby;
    expect(recentCoups["punto-e-banco"]?.map(({ outcome }) => outcome)).toEqual([
      "punto",
      "egalite",
      "banco",
    ]);
    tell(asked[0], ...Array.from({ length: 10 }, (_, i) => coup(10 + i, "punto", 100 + i)));
    expect(page.state.lobby.recentCoups["punto-e-banco"]).toHaveLength(10);
  });

  test("show no coups while nobody is signed in", () => {
    expect(asks(start().answer([house("punto-e-banco")]), "recent-coups")).toEqual([]);
  });
});

test("the farewell stays until it is closed, whatever else is dismissed", () => {
  const page = seatedPage();
  page.tell({
    ...{ type: "closed", session: "17.1", epoch: 1, offset: 2, at: 0, key: "" },
    ...{ reason: "inactivity", credited: 50_000 },
  });
  page.say({ type: "dismiss" });
  expect(page.state.farewell).toMatchObject({ reason: "inactivity", credited: 50_000 });
  expect(page.say({ type: "goodbye" }).state.farewell).toBeNull();
});

describe("the amount that is proposed", () => {
  const state = { ...seatedPage().state, sheets: { [HOUSE.name]: HOUSE } };

  test("is a hundred times the chip that is in hand at first", () => {
    expect(proposal(state, HOUSE.name, 1_000_000)).toEqual({ amount: 10_000, most: 100_000 });
  });

  test("is never more than the account holds", () => {
    expect(proposal(state, HOUSE.name, 2_550).amount).toBe(2_550);
  });
});
