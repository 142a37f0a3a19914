import { describe, expect, test } from "vitest";
import { checkName } from "../src/state/session/commitments";
import type { Checked, Verdict } from "../src/state/past/verdict";
import type { CoupPlayed, Paid, Results, SessionRoads } from "../src/wire";
import { type SimulatedPage, seatedPage, HOUSE } from "./simulated_table";

const step = (verdict: Verdict): Checked => ({ step: "cards", verdict, expected: "7d", found: "7d" });

/** Plays a coup to its payment; the page looks back a moment later. */
function play(page: SimulatedPage): CoupPlayed {
  page.bet(500, "punto").placed().say({ type: "carte" });
  const coup = page.coup("punto");
  page.tell(coup).say({ type: "dealt" });
  return coup;
}

const found = (page: SimulatedPage, checked: readonly Checked[] | null): SimulatedPage => {
  const coup = page.state.quiet.working;
  if (!coup) throw new Error("nothing is being verified");
  return page.say({ type: "verified", coup, checked, quiet: true });
};

const roads = (session: string): SessionRoads => ({
  session,
  roads: {
    ...{ bead_plate: [[0, 0, "P"]], big_road: [[0, 0, "P"]], big_eye_boy: [], small_road: [], cockroach_road: [] },
    ...{ if_punto: ["", "", ""], if_banco: ["", "", ""] },
  },
  statistics: { coups: 1, punto: 1, banco: 0, egalite: 0, punto_pair: 0, banco_pair: 0, naturals: 0 },
});

describe("a coup is verified by itself", () => {
  test("after it is paid, with what this browser noted, and without a request", () => {
    const page = seatedPage();
    const coup = play(page);
    expect(page.checks).toEqual([]);
    const asked = page.asked.length;
    page.pass(2_000);
    expect(page.asked.slice(asked).map(({ what }) => what)).toEqual(["roads"]);
    expect(page.checks).toMatchObject([
      { coup, proof: HOUSE.sheet, quiet: true, seen: { number: 1, seed: coup.seed, player: "17" } },
    ]);
    found(page, [step("holds")]);
    expect(page.state.quiet).toMatchObject({ verdicts: { [checkName(coup)]: "holds" }, working: null });
    expect(page.state.check).toBeNull();
    expect(page.pass(60_000).checks).toHaveLength(1);
  });

  test("but never while cards are dealt: then it waits for the payment", () => {
    const page = seatedPage();
    play(page);
    page.bet(500, "banco").placed().say({ type: "carte" });
    page.pass(2_000);
    expect(page.checks).toEqual([]);
    page.tell(page.coup("banco")).pass(30_000);
    expect(page.checks).toHaveLength(1);
    found(page, [step("holds")]);
    expect(page.checks.map(({ coup }) => coup.number)).toEqual([2, 1]);
  });

  test("a failure is shown at once, and nobody bets at this table any more", () => {
    const page = seatedPage();
    const coup = play(page);
    found(page.pass(2_000), [step("holds"), step("fails")]);
    expect(page.state.check).toMatchObject({ coup, is: "done", checked: [{ verdict: "holds" }, { verdict: "fails" }] });
    // The proof can be downloaded, and what was found stays.
    expect(page.lastAsked).toEqual({ what: "record-of", coup });
    page.answer({ records: [{ ...coup, record: 3 }], next: null });
    expect(page.state.check).toMatchObject({ is: "done", record: 3, checked: [{}, { verdict: "fails" }] });
    const sent = page.sent.length;
    page.say({ type: "end-verify" }).bet(500, "punto").say({ type: "carte" });
    expect(page.sent.slice(sent).map(({ type }) => type)).not.toContain("carte");
    expect(page.state.problem?.code).toBe("client/does-not-hold");
  });

  test("without WebCrypto the page says so at one coup, and tries no other", () => {
    const page = seatedPage();
    const coup = play(page);
    found(page.pass(2_000), null);
    expect(page.state.quiet.impossible).toBe(checkName(coup));
    play(page);
    page.pass(2_000);
    expect(page.checks).toHaveLength(1);
    expect(page.state.problem).toBeNull();
  });

  test("a coup by rules that have changed since waits for the player to ask", () => {
    const page = seatedPage();
    const coup = play(page);
    found(page.pass(2_000), [step("holds")]);
    page.say({ type: "open-dialog", dialog: "history" });
    const before = { ...coup, number: 900, sheet: "old", key: "before", record: 2 };
    page.answer({ records: [{ ...coup, record: 3 }, before], next: null });
    expect(page.checks).toHaveLength(1);
  });

  test("the coups of one sabot need its proof once; before it is open they have no mark", () => {
    const page = seatedPage();
    play(page);
    found(page.pass(2_000), [step("holds")]);
    const { next: _, commitment: __, server_seed: ___, seed: ____, player: _____, ...live } = page.table.coups[0] as CoupPlayed;
    const paid = (number: number, sabot: number): Paid & { record: number } => ({
      ...live,
      ...{ type: "paid", house: "live-mini", table: "live-mini", sabot, number, key: `pay ${number}`, record: number },
      ...{ fixed: `f${sabot}`, of_session: "18.1", to_account: false, left: {} },
    });
    page.say({ type: "open-dialog", dialog: "history" });
    page.answer({ records: [paid(9, 2), paid(8, 1), paid(7, 1)], next: null });
    const proofs = () => page.asked.filter(({ what }) => what === "sabot-proof").length;
    page.say({ type: "refused", ask: page.asked.findLast(({ what }) => what === "sabot-proof")!, token: "TOKEN", problem: { code: "session/no-record", message: "" } });
    expect(Object.values(page.state.quiet.verdicts)).toContain("closed");
    expect(page.state.problem).toBeNull();
    const ask = page.asked.findLast(({ what }) => what === "sabot-proof")!;
    page.say({ type: "answered", what: "sabot-proof", ask, body: { table: "live-mini", number: 1, fixed: "f1", commitment: "c" } } as never);
    found(page, [step("holds")]);
    found(page, [step("unknown")]);
    expect(proofs()).toBe(2);
    expect(Object.values(page.state.quiet.verdicts)).toEqual(expect.arrayContaining(["closed", "holds", "unknown"]));
  });
});

test("the proof of a sabot that is still in play isn't asked for", () => {
  const page = seatedPage();
  const coup = play(page);
  found(page.pass(2_000), [step("holds")]);
  const live = { ...coup, type: "paid", table: "live-mini", house: "live-mini", fixed: "f2", of_session: "18.1" };
  page.say({ type: "answered", what: "tables", ask: { what: "tables" }, body: [{ name: "live-mini", sabot: 2 }] } as never);
  page.say({ type: "open-dialog", dialog: "history" });
  page.answer({ records: [2, 1].map((sabot) => ({ ...live, sabot, key: `pay ${sabot}`, record: 9 - sabot })), next: null } as never);
  expect(page.asked.filter(({ what }) => what === "sabot-proof")).toMatchObject([{ coup: { number: 1 } }]);
});

describe("the roads of a session", () => {
  test("are read after each coup, and after coming back to it", () => {
    const page = seatedPage();
    const coup = play(page);
    page.pass(2_000);
    expect(page.lastAsked).toEqual({ what: "roads", account: "17", session: "17.1" });
    page.answer(roads("17.1"));
    expect(page.table.roads?.statistics.coups).toBe(1);
    page.say({ type: "answered", what: "recent-coups", ask: { what: "recent-coups", account: "17", house: "punto-e-banco" }, body: { records: [{ ...coup, record: 3 }], next: null } });
    page.pass(2_000);
    expect(page.asked.filter(({ what }) => what === "roads")).toHaveLength(2);
  });

  test("are read again when the connection is back: the answer may have been lost with it", () => {
    const page = seatedPage();
    play(page);
    const { lastAsked } = page.pass(2_000);
    expect(lastAsked).toMatchObject({ what: "roads" });
    page.lose().pass(500).answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 }).arrive().pass(2_000);
    expect(page.asked.filter(({ what }) => what === "roads")).toEqual([lastAsked, lastAsked]);
    expect(page.answer(roads("17.1")).table.roads?.statistics.coups).toBe(1);
  });

  test("are read at once from the second coup on, for those who play on briskly", () => {
    const page = seatedPage();
    play(page);
    page.pass(600);
    play(page);
    page.pass(0);
    expect(page.lastAsked).toMatchObject({ what: "roads" });
  });

  test("never tell the coup that is being dealt, nor those of another session", () => {
    const page = seatedPage();
    play(page);
    page.pass(2_000).answer(roads("17.1"));
    const { lastAsked } = page;
    page.bet(500, "banco").placed().say({ type: "carte" }).tell(page.coup("banco"));
    const later = { ...roads("17.1"), statistics: { ...roads("17.1").statistics, coups: 2 } };
    page.say({ type: "answered", what: "roads", ask: lastAsked, body: later } as never);
    expect(page.table.roads?.statistics.coups).toBe(1);
    page.say({ type: "dealt" });
    page.say({ type: "answered", what: "roads", ask: { what: "roads", account: "17", session: "16.9" }, body: later });
    expect(page.table.roads?.statistics.coups).toBe(1);
  });

  test("that can't be read now leave the table as it is", () => {
    const page = seatedPage();
    play(page);
    page.pass(2_000).refuse("limit/too-many-waiting");
    expect(page.state.problem).toBeNull();
    expect(page.table.roads).toBeNull();
  });
});

describe("the results", () => {
  const sums = { coups: 2, won: 1, lost: 1, even: 0, staked: 200, returned: 200, net: 0, largest_win: 100 };
  const session = (name: string, since: number) => ({
    ...{ session: name, house: "punto-e-banco", table: "punto-e-banco/17", since, until: since, sums },
  });
  const results = (...sessions: ReturnType<typeof session>[]): Results => ({
    ...{ account: 17, currency: "FUN", timezone: "UTC", total: sums, days: [], tables: [], curve: [], sessions },
  });
  const answer = (page: SimulatedPage, body: Results): SimulatedPage =>
    page.say({ type: "answered", what: "results", ask: page.asked.findLast(({ what }) => what === "results"), body } as never);

  test("are of the coups that fit the filter; an older answer is ignored", () => {
    const page = seatedPage().say({ type: "open-dialog", dialog: "history" });
    const old = page.asked.findLast(({ what }) => what === "results");
    page.say({ type: "narrow-history", filter: { result: "won" } });
    page.say({ type: "answered", what: "results", ask: old, body: results(session("17.1", 1)) } as never);
    expect(page.state.history.results).toBeNull();
    answer(page, results(session("17.2", 2)));
    expect(page.state.history.results).toMatchObject({ total: sums });
  });

  test("name the sessions to choose from, the newest first, also while one is chosen", () => {
    const page = seatedPage().say({ type: "open-dialog", dialog: "history" });
    answer(page, results(session("17.2", 2), session("17.1", 1)));
    page.say({ type: "narrow-history", filter: { session: "17.1" } });
    answer(page, results(session("17.1", 1)));
    expect(page.state.history.sessions.map(({ session }) => session)).toEqual(["17.2", "17.1"]);
  });

  test("that can't be read say so where they are shown", () => {
    const page = seatedPage().say({ type: "open-dialog", dialog: "history" });
    const ask = page.asked.findLast(({ what }) => what === "results")!;
    page.say({ type: "unreachable", ask });
    expect(page.state.history.results).toBe("failed");
    expect(page.state.problem).toBeNull();
  });
});
