import { describe, expect, test } from "vitest";
import type { Effect } from "../src/state/effect";
import type { Message } from "../src/state/message";
import { rulesOf } from "../src/state/past/history";
import { update } from "../src/state/update";
import { rows } from "../src/views/rules/printed";
import type { CoupPlayed, Paid } from "../src/wire";
import { drawn, nearest } from "../src/views/past/curve";
import { decimal } from "../src/words/past/long_formats";
import { type SimulatedPage, seatedPage, HOUSE } from "./simulated_table";

const FILTER = {
  ...{ account: null, house: null, table: null, session: null, since: null, until: null },
  ...{ result: null, outcome: null, natural: null },
};

/** A page at a table where one coup was played. */
function played(): { page: SimulatedPage; coup: CoupPlayed } {
  const page = seatedPage().bet(500, "punto").placed().say({ type: "carte" });
  const coup = page.coup("punto");
  page.tell(coup).say({ type: "dealt" });
  return { page, coup };
}

const wanted = (page: SimulatedPage, message: Message): readonly Effect[] =>
  update(page.state, message, { now: page.now, key: "key", seed: "seed" })[1];

describe("the Cronologia", () => {
  test("starts with the newest record whenever it is opened", () => {
    const { page, coup } = played();
    page.say({ type: "open-dialog", dialog: "history" });
    expect(page.lastAsked).toEqual({ what: "records", account: "17", before: null, filter: FILTER });
    const ask = page.lastAsked;
    page.answer({ records: [{ ...coup, record: 3 }], next: null });
    expect(page.state.history).toMatchObject({ is: "loaded", records: [{ record: 3 }] });
    page.say({ type: "close-dialog" }).say({ type: "open-dialog", dialog: "history" });
    expect(page.lastAsked).toEqual(ask);
    expect(page.state.history.records).toEqual([]);
  });

  test("is read again when it is filtered, and an older answer is ignored", () => {
    const { page, coup } = played();
    page.say({ type: "open-dialog", dialog: "history" });
    const old = page.lastAsked;
    page.say({ type: "narrow-history", filter: { house: "for-fun" } });
    expect(page.lastAsked).toMatchObject({ before: null, filter: { house: "for-fun" } });
    page.say({
      type: "answered",
      what: "records",
      ask: old,
      body: { records: [{ ...coup, record: 3 }], next: null },
    } as Message);
    expect(page.state.history).toMatchObject({ is: "loading", records: [] });
    page.answer({ records: [], next: null });
    expect(page.state.history).toMatchObject({ is: "loaded", records: [] });
  });

  test("of another account starts without the houses and sessions of the first", () => {
    const { page, coup } = played();
    page.say({ type: "open-dialog", dialog: "history" });
    page.answer({ records: [{ ...coup, record: 3 }], next: null });
    page.say({ type: "narrow-history", filter: { session: "17.1" } }).answer({ records: [], next: null });
    page.say({ type: "narrow-history", filter: { account: "18" } });
    expect(page.state.history.sessions).toEqual([]);
    expect(page.lastAsked).toMatchObject({ account: "18", filter: { session: null } });
  });

  test("reports that the house is unreachable and can be tried again; the table is unchanged", () => {
    const { page } = played();
    const { table } = page;
    page.say({ type: "open-dialog", dialog: "history" }).unreachable();
    expect(page.state.history).toMatchObject({ is: "failed", problem: { code: "client/unreachable" } });
    expect(page.state.problem).toBeNull();
    expect(page.table).toBe(table);
    const asked = page.asked.length;
    expect(page.say({ type: "read-history" }).asked.length).toBe(asked + 1);
  });

  test("fetches the sheets of its houses once", () => {
    const { page, coup } = played();
    const elsewhere = { ...coup, house: "for-fun", record: 3 };
    page.say({ type: "open-dialog", dialog: "history" }).answer({ records: [elsewhere], next: null });
    expect(page.lastAsked).toEqual({ what: "sheet", name: "for-fun", shared: false });
    page.answer({ ...HOUSE, name: "for-fun" });
    page.say({ type: "open-dialog", dialog: "history" }).answer({ records: [elsewhere], next: null });
    expect(page.asked.filter((ask) => ask.what === "sheet")).toHaveLength(1);
  });

  test("fetches a shared table's rules by the table's name, separately from houses", () => {
    const { page, coup } = played();
    const there = { ...coup, house: "campione", table: "lucia", record: 3 };
    page.say({ type: "open-dialog", dialog: "history" }).answer({ records: [there, there], next: null });
    expect(page.lastAsked).toEqual({ what: "sheet", name: "lucia", shared: true });
    expect(page.asked.filter((ask) => ask.what === "sheet")).toHaveLength(1);
    page.answer({ ...HOUSE, name: "lucia" });
    expect(rulesOf(page.state, there)?.name).toBe("lucia");
    expect(page.state.sheets).not.toHaveProperty("lucia");
    expect(rulesOf(page.state, coup)).toBe(page.table.rules);
  });

  test("is downloaded with its filter", () => {
    const { page } = played();
    page.say({ type: "narrow-history", filter: { session: "17.1" } });
    expect(wanted(page, { type: "download-history", format: "csv" })).toEqual([
      {
        type: "save",
        file: {
          what: "coups",
          account: "17",
          filter: { ...FILTER, session: "17.1" },
          format: "csv",
        },
        token: "TOKEN",
      },
    ]);
  });
});

describe("the curve", () => {
  test("begins at zero, so that one coup is a line, and ends at the right edge", () => {
    const { points, high, low } = drawn([[1, 10, -500]]);
    expect(points.map(({ x }) => x)).toEqual([0, 1]);
    expect([high, low]).toEqual([0, -500]);
    expect(points[0]!.y).toBeLessThan(points[1]!.y);
  });

  test("of wins has zero at its bottom, and of coups that changed nothing a flat line", () => {
    const up = drawn([[1, 1, 100], [2, 2, 300]]);
    expect(up.zero).toBe(up.points[0]!.y);
    expect(up.points[2]!.y).toBeLessThan(up.points[1]!.y);
    expect(new Set(drawn([[1, 1, 0], [2, 2, 0]]).points.map(({ y }) => y)).size).toBe(1);
  });

  test("shows the coup nearest to the pointer, never its beginning", () => {
    const curve = drawn([[1, 1, 100], [5, 5, 0], [10, 10, 200]]);
    expect([0, 0.12, 0.45, 0.9].map((x) => nearest(curve, x))).toEqual([1, 1, 2, 3]);
    expect(nearest(drawn([]), 0.5)).toBeNull();
  });
});

describe("a replay", () => {
  test("of a shared table's coup is dealt for this player alone, by that table's rules", () => {
    const { page, coup } = played();
    const { next: _, commitment: __, server_seed: ___, seed: ____, player: _____, ...live } = coup;
    const paid: Paid = {
      ...live,
      ...{ type: "paid", house: "campione", table: "lucia", sabot: 1, fixed: "f", of_session: "18.1" },
      ...{ to_account: false, left: {} },
    };
    page.say({ type: "replay", coup: paid });
    expect(page.state.replay).toBeNull(); // its rules are not known yet
    page.say({ type: "open-dialog", dialog: "history" }).answer({ records: [{ ...paid, record: 3 }], next: null });
    page.answer({ ...HOUSE, name: "lucia", shared: { spec: {} } });
    page.say({ type: "replay", coup: paid }).say({ type: "dealt" });
    expect(page.state.replay).toMatchObject({
      of: paid,
      table: { phase: "paid", shared: null, coup: { cards: coup.cards, bets: coup.bets }, rules: { name: "lucia" } },
    });
  });

  test("deals card by card and pays, and the session is unchanged", () => {
    const { page, coup } = played();
    const { table } = page;
    page.say({ type: "replay", coup });
    const shown: number[] = [];
    while (page.state.replay?.table.phase === "dealing") {
      page.pass(100);
      const now = page.state.replay?.table.shown ?? 0;
      if (shown.at(-1) !== now) shown.push(now);
    }
    expect(shown).toEqual([1, 2, 3, 4, 5]);
    expect(page.state.replay?.table.phase).toBe("paid");
    expect(page.table).toBe(table);
    expect(page.say({ type: "end-replay" }).state.replay).toBeNull();
  });

  test("allows no bets, neither in it nor at the table in the background", () => {
    const { page, coup } = played();
    page.say({ type: "replay", coup });
    const { table } = page;
    const sent = page.sent.length;
    page.bet(500, "punto").say({ type: "repeat" }).say({ type: "carte" });
    expect(page.table).toBe(table);
    expect(page.sent).toHaveLength(sent);
    page.say({ type: "end-replay" }).say({ type: "repeat" });
    expect(page.lastSent).toMatchObject({ type: "place", bets: { punto: 500 } });
  });

  test("that starts again ignores the timer of the first", () => {
    const { page, coup } = played();
    page.say({ type: "replay", coup }).pass(300).say({ type: "replay", coup }).pass(0);
    expect(page.state.replay?.table.shown).toBe(1);
    expect(page.pass(300).state.replay?.table.shown).toBe(1);
  });

  test("can be skipped to its payment", () => {
    const { page, coup } = played();
    page.say({ type: "replay", coup }).say({ type: "dealt" });
    expect(page.state.replay?.table).toMatchObject({ phase: "paid", shown: 5 });
  });
});

describe("a verification", () => {
  const proof = { sheet: HOUSE.sheet };

  test("of the last coup finds its record, asks for the proof, then checks it here", () => {
    const { page, coup } = played();
    page.say({ type: "verify", coup, record: null });
    expect(page.lastAsked).toEqual({ what: "record-of", coup });
    page.answer({ records: [{ ...coup, record: 3 }], next: null });
    expect(page.lastAsked).toEqual({ what: "proof", coup, record: 3 });
    const answer = { type: "answered", what: "proof", ask: page.lastAsked, body: proof } as Message;
    const { seed } = coup;
    expect(wanted(page, answer)).toMatchObject([
      { type: "verify", coup, proof, seen: { number: 1, seed, player: "17" } },
    ]);
    page.say(answer).say({ type: "verified", coup, checked: [], quiet: false });
    expect(page.state.check).toMatchObject({ is: "done", record: 3 });
    expect(page.say({ type: "end-verify" }).state.check).toBeNull();
  });

  test("reports a missing proof, and a browser without https", () => {
    const { page, coup } = played();
    page.say({ type: "verify", coup, record: 3 }).unreachable();
    expect(page.state.check).toMatchObject({ is: "failed" });
    page.say({ type: "verify", coup, record: 3 }).say({ type: "verified", coup, checked: null, quiet: false });
    expect(page.state.check).toMatchObject({ is: "impossible" });
  });

  test("that was closed meanwhile ignores the answer", () => {
    const { page, coup } = played();
    page.say({ type: "verify", coup, record: 3 }).say({ type: "end-verify" }).answer(proof);
    expect(page.say({ type: "verified", coup, checked: [], quiet: false }).state.check).toBeNull();
  });
});

describe("the rules", () => {
  test("of a house can be read without a seat", () => {
    const { page } = played();
    page.say({ type: "read-rules", house: "for-fun" });
    expect(page.state).toMatchObject({ dialog: "rules", rulesOf: "for-fun" });
    expect(page.lastAsked).toEqual({ what: "sheet", name: "for-fun", shared: false });
    expect(page.say({ type: "open-dialog", dialog: "rules" }).state.rulesOf).toBeNull();
  });

  test("write the return on 1 in the format of the language", () => {
    expect(["2", "1.95", "1.54", "10"].map((total) => decimal("it", total))).toEqual([
      "2",
      "1,95",
      "1,54",
      "10",
    ]);
  });

  test("have the tiraggio as it is printed", () => {
    expect(rows("AVENDO  0 1  NO\n0       T R  T\n")).toEqual([
      ["AVENDO", "0", "1", "NO"],
      ["0", "T", "R", "T"],
    ]);
  });
});
