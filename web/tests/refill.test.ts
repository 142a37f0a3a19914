import { describe, expect, test } from "vitest";
import { isBroke } from "../src/state/lobby/credit";
import { LANGUAGES, type State } from "../src/state/state";
import { idle } from "../src/words/later/idle";
import { status } from "../src/words/status";
import type { Me, Moved } from "../src/wire";
import { GUEST, SimulatedPage, seatedPage } from "./simulated_table";

const RULE = { to: 1_000_000, below: 10_000, minutes: 5 };

const me = (held: number, wait_ms = 0): Me => ({
  ...{ person: 1, name: null, role: "guest", sessions: [] },
  accounts: [{ id: 17, currency: "FUN", play_money: true, balance: held }],
  refill: { ...RULE, held, wait_ms },
});

const REFILLED = { type: "moved", event: "refilled", amount: 1_000_000 } as Moved;

/** In the lobby, with this much play money. */
const withMoney = (held: number, wait_ms = 0) =>
  new SimulatedPage()
    .say({ type: "started", token: "TOKEN", seat: null, settings: {}, seen: [] })
    .say({ type: "answered", what: "me", ask: { what: "me", token: "TOKEN" }, body: me(held, wait_ms) });

/** At a table whose credit is used up. */
function atZero(): SimulatedPage {
  const page = seatedPage();
  page.state = { ...page.state, table: { ...page.table, credit: 0, currency: "FUN" } };
  return page;
}

describe("play money that has run out", () => {
  test.each([
    [9_999, true],
    [10_000, false],
  ])("%i cents: refilled %s", (held, is) => {
    expect(isBroke(withMoney(held).state)).toBe(is);
  });

  test("tells when the next refill is possible, by this browser's clock", () => {
    const page = withMoney(0, 90_000);
    expect(page.state.person?.refill?.at).toBe(page.now + 90_000);
  });

  test("is refilled in the lobby, and the account shows it", () => {
    const page = withMoney(0).say({ type: "refill" });
    const { key } = page.lastAsked as { key: string };
    expect(page.lastAsked).toEqual({ what: "refill", key });
    page.answer(REFILLED);
    expect(page.lastAsked).toEqual({ what: "accounts", token: "TOKEN" });
    page.answer(me(1_000_000));
    expect(page.state.person?.accounts[0]?.balance).toBe(1_000_000);
    expect(isBroke(page.state)).toBe(false);
  });

  test("is asked for once, even with a second tap", () => {
    const page = withMoney(0).say({ type: "refill" }).say({ type: "refill" });
    expect(page.asked.filter(({ what }) => what === "refill").length).toBe(1);
  });

  test("is asked for with the same key until there is an answer", () => {
    const page = withMoney(0).say({ type: "refill" });
    const first = page.lastAsked;
    page.unreachable().pass(2_000);
    expect(page.lastAsked).toEqual(first);
    page.answer(REFILLED);
    expect(page.state.lobby.refilling).toBeNull();
  });

  test("can be asked for again after a refusal, which is shown", () => {
    const page = withMoney(0).say({ type: "refill" }).refuse("account/refill-too-soon");
    expect(page.state.problem?.code).toBe("account/refill-too-soon");
    expect(page.state.lobby.refilling).toBeNull();
    expect(page.lastAsked).toEqual({ what: "accounts", token: "TOKEN" });
  });
});

describe("a table where the credit is used up", () => {
  test("says so once nothing is left on the cloth or in play", () => {
    const page = atZero();
    expect(isBroke(page.state)).toBe(true);
    const without = (table: Partial<State["table"]>): State =>
      ({ ...page.state, table: { ...page.table, ...table } }) as State;
    expect(isBroke(without({ credit: 100 }))).toBe(false);
    expect(isBroke(without({ phase: "dealing" }))).toBe(false);
    expect(isBroke(without({ cloth: { steps: [{ punto: 100 }], last: {} } }))).toBe(false);
  });

  test("goes on with one press: the refill becomes credit", () => {
    const page = atZero().say({ type: "refill" }).answer(REFILLED);
    expect(page.lastSent).toMatchObject({ type: "top_up", amount: 10_000 }); // as much as is proposed to bring
  });

  test("pays for several coups like the last one, and says how much of it is at the table", () => {
    const page = atZero();
    const { cloth } = page.table;
    page.state = { ...page.state, table: { ...page.table, cloth: { ...cloth, last: { punto: 30_000 } } } };
    page.say({ type: "refill" }).answer(REFILLED);
    expect(page.lastSent).toMatchObject({ type: "top_up", amount: 300_000 });
    const said = LANGUAGES.map((language) => idle(language, page.table)?.replaceAll(/[\u00a0\u202f]/g, " "));
    expect(said[1]).toBe("Refilled by FUN 10,000.00; FUN 3,000.00 brought to the table.");
    for (const each of said) expect(each).toMatch(/10\D?000.*3\D?000/);
    expect(status("en", page.table)).toBe(""); // not the last coup's loss beside the new credit
    page.state = { ...page.state, table: { ...page.table, credit: 300_000 } };
    expect(idle("en", page.bet(100, "punto").table)).toBeNull();
  });
});

describe("a guest who registers", () => {
  const NAMED = { ...GUEST, name: "anna", role: "player" };

  test("at the table keeps seat, token and money", () => {
    const page = seatedPage();
    const { table } = page;
    page.state = { ...page.state, dialog: "register" };
    page.say({ type: "enter", how: "register", name: "anna", password: "lungolago" });
    expect(page.lastAsked).toMatchObject({ what: "register", name: "anna" });
    expect(page.token).toBe(GUEST.token);
    page.answer(NAMED);
    expect(page.state).toMatchObject({ dialog: null, person: { name: "anna", role: "player", token: GUEST.token } });
    expect(page.table).toBe(table);
    expect(page.state.link.is).toBe("connected");
  });

  test("and is refused stays where they are", () => {
    const page = seatedPage().say({ type: "enter", how: "register", name: "anna", password: "lungolago" });
    page.refuse("account/name-taken");
    expect(page.state.person?.role).toBe("guest");
    expect(page.state.table).not.toBeNull();
  });
});

test("a login that was ended elsewhere stops at once, without asking for another ticket", () => {
  const page = seatedPage();
  const asked = page.asked.length;
  page.lose(4004);
  expect(page.state.link).toMatchObject({ is: "stopped", why: "signed-out" });
  expect(page.asked.length).toBe(asked);
  expect(page.state.person).toBeNull();
  expect(page.kept["token"]).toBeNull();
  page.say({ type: "to-lobby" }).say({ type: "open-dialog", dialog: "log-in" });
  expect(page.asked.length).toBe(asked); // nothing is asked with the old token
  expect(page.state).toMatchObject({ table: null, dialog: "log-in", problem: null });
});

test("a login that was ended elsewhere is told in the lobby", () => {
  const page = new SimulatedPage().say({ type: "started", token: "OLD", seat: null, settings: {}, seen: [] }).answer({ ...GUEST, sessions: [] });
  page.say({ type: "open-dialog", dialog: "settings" });
  page.say({ type: "ask-again", ask: { what: "accounts", token: "OLD" } }).refuse("account/not-signed-in");
  expect(page.state).toMatchObject({ person: null, dialog: null, problem: { code: "account/not-signed-in" } });
});
