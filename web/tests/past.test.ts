import { describe, expect, test } from "vitest";
import type { Effect } from "../src/state/effect";
import type { Message } from "../src/state/message";
import { rulesOf } from "../src/state/past/history";
import { update } from "../src/state/update";
import { rows } from "../src/views/rules/printed";
import type { CoupPlayed } from "../src/wire";
import { decimal } from "../src/words/past/long_formats";
import { type Evening, evening, HOUSE } from "./simulated_table";

const FILTER = { account: null, house: null, table: null, session: null, since: null, until: null };

/** An evening with one coup played. */
function played(): { night: Evening; coup: CoupPlayed } {
  const night = evening().bet(500, "punto").placed().say({ type: "carte" });
  const coup = night.coup("punto");
  night.tell(coup).say({ type: "dealt" });
  return { night, coup };
}

const wanted = (night: Evening, message: Message): readonly Effect[] =>
  update(night.state, message, { now: night.now, key: "key", seed: "seed" })[1];

describe("the Cronologia", () => {
  test("starts with the newest record whenever it is opened", () => {
    const { night, coup } = played();
    night.say({ type: "open-dialog", dialog: "history" });
    expect(night.lastAsked).toEqual({ what: "records", account: "17", before: null, filter: FILTER });
    const ask = night.lastAsked;
    night.answer({ records: [{ ...coup, record: 3 }], next: null });
    expect(night.state.history).toMatchObject({ is: "loaded", sessions: ["17.1"] });
    night.say({ type: "close-dialog" }).say({ type: "open-dialog", dialog: "history" });
    expect(night.lastAsked).toEqual(ask);
    expect(night.state.history.records).toEqual([]);
  });

  test("is read again when it is filtered, and an older answer is ignored", () => {
    const { night, coup } = played();
    night.say({ type: "open-dialog", dialog: "history" });
    const old = night.lastAsked;
    night.say({ type: "narrow-history", filter: { house: "for-fun" } });
    expect(night.lastAsked).toMatchObject({ before: null, filter: { house: "for-fun" } });
    night.say({
      type: "answered",
      what: "records",
      ask: old,
      body: { records: [{ ...coup, record: 3 }], next: null },
    } as Message);
    expect(night.state.history).toMatchObject({ is: "loading", records: [] });
    night.answer({ records: [], next: null });
    expect(night.state.history).toMatchObject({ is: "loaded", records: [] });
  });

  test("of another account starts without the houses and sessions of the first", () => {
    const { night, coup } = played();
    night.say({ type: "open-dialog", dialog: "history" });
    night.answer({ records: [{ ...coup, record: 3 }], next: null });
    night.say({ type: "narrow-history", filter: { session: "17.1" } }).answer({ records: [], next: null });
    night.say({ type: "narrow-history", filter: { account: "18" } });
    expect(night.state.history.sessions).toEqual([]);
    expect(night.lastAsked).toMatchObject({ account: "18", filter: { session: null } });
  });

  test("reports that the house is unreachable and can be tried again; the table is unchanged", () => {
    const { night } = played();
    const { table } = night;
    night.say({ type: "open-dialog", dialog: "history" }).unreachable();
    expect(night.state.history).toMatchObject({ is: "failed", problem: { code: "client/unreachable" } });
    expect(night.state.problem).toBeNull();
    expect(night.table).toBe(table);
    const asked = night.asked.length;
    expect(night.say({ type: "read-history" }).asked.length).toBe(asked + 1);
  });

  test("fetches the sheets of its houses once", () => {
    const { night, coup } = played();
    const elsewhere = { ...coup, house: "for-fun", record: 3 };
    night.say({ type: "open-dialog", dialog: "history" }).answer({ records: [elsewhere], next: null });
    expect(night.lastAsked).toEqual({ what: "sheet", house: "for-fun", shared: false });
    night.answer({ ...HOUSE, name: "for-fun" });
    night.say({ type: "open-dialog", dialog: "history" }).answer({ records: [elsewhere], next: null });
    expect(night.asked.filter((ask) => ask.what === "sheet")).toHaveLength(1);
  });

  test("fetches a shared table's rules by the table's name, separately from houses", () => {
    const { night, coup } = played();
    const there = { ...coup, house: "campione", table: "lucia", record: 3 };
    night.say({ type: "open-dialog", dialog: "history" }).answer({ records: [there, there], next: null });
    expect(night.lastAsked).toEqual({ what: "sheet", house: "lucia", shared: true });
    expect(night.asked.filter((ask) => ask.what === "sheet")).toHaveLength(1);
    night.answer({ ...HOUSE, name: "lucia" });
    expect(rulesOf(night.state, there)?.name).toBe("lucia");
    expect(night.state.sheets).not.toHaveProperty("lucia");
    expect(rulesOf(night.state, coup)).toBe(night.table.house);
  });

  test("is downloaded with its filter", () => {
    const { night } = played();
    night.say({ type: "narrow-history", filter: { session: "17.1" } });
    expect(wanted(night, { type: "download-history", format: "csv" })).toEqual([
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

describe("a replay", () => {
  test("deals card by card and pays, and the session is unchanged", () => {
    const { night, coup } = played();
    const { table } = night;
    night.say({ type: "replay", coup });
    const shown: number[] = [];
    while (night.state.replay?.table.phase === "dealing") {
      night.pass(100);
      const now = night.state.replay?.table.shown ?? 0;
      if (shown.at(-1) !== now) shown.push(now);
    }
    expect(shown).toEqual([1, 2, 3, 4, 5]);
    expect(night.state.replay?.table.phase).toBe("paid");
    expect(night.table).toBe(table);
    expect(night.say({ type: "end-replay" }).state.replay).toBeNull();
  });

  test("allows no bets, neither in it nor at the table in the background", () => {
    const { night, coup } = played();
    night.say({ type: "replay", coup });
    const { table } = night;
    const sent = night.sent.length;
    night.bet(500, "punto").say({ type: "repeat" }).say({ type: "carte" });
    expect(night.table).toBe(table);
    expect(night.sent).toHaveLength(sent);
    night.say({ type: "end-replay" }).say({ type: "repeat" });
    expect(night.lastSent).toMatchObject({ type: "place", bets: { punto: 500 } });
  });

  test("that starts again ignores the timer of the first", () => {
    const { night, coup } = played();
    night.say({ type: "replay", coup }).pass(300).say({ type: "replay", coup }).pass(0);
    expect(night.state.replay?.table.shown).toBe(1);
    expect(night.pass(300).state.replay?.table.shown).toBe(1);
  });

  test("can be skipped to its payment", () => {
    const { night, coup } = played();
    night.say({ type: "replay", coup }).say({ type: "dealt" });
    expect(night.state.replay?.table).toMatchObject({ phase: "paid", shown: 5 });
  });
});

describe("a verification", () => {
  const proof = { sheet: HOUSE.sheet };

  test("of the last coup finds its record, asks for the proof, then checks it here", () => {
    const { night, coup } = played();
    night.say({ type: "verify", coup, record: null });
    expect(night.lastAsked).toEqual({ what: "record-of", coup });
    night.answer({ records: [{ ...coup, record: 3 }], next: null });
    expect(night.lastAsked).toEqual({ what: "proof", coup, record: 3 });
    const answer = { type: "answered", what: "proof", ask: night.lastAsked, body: proof } as Message;
    const { seed } = coup;
    expect(wanted(night, answer)).toMatchObject([
      { type: "verify", coup, proof, seen: { number: 1, seed, player: "17" } },
    ]);
    night.say(answer).say({ type: "verified", coup, checked: [] });
    expect(night.state.check).toMatchObject({ is: "done", record: 3 });
    expect(night.say({ type: "end-verify" }).state.check).toBeNull();
  });

  test("reports a missing proof, and a browser without https", () => {
    const { night, coup } = played();
    night.say({ type: "verify", coup, record: 3 }).unreachable();
    expect(night.state.check).toMatchObject({ is: "failed" });
    night.say({ type: "verify", coup, record: 3 }).say({ type: "verified", coup, checked: null });
    expect(night.state.check).toMatchObject({ is: "impossible" });
  });

  test("that was closed meanwhile ignores the answer", () => {
    const { night, coup } = played();
    night.say({ type: "verify", coup, record: 3 }).say({ type: "end-verify" }).answer(proof);
    expect(night.say({ type: "verified", coup, checked: [] }).state.check).toBeNull();
  });
});

describe("the rules", () => {
  test("of a house can be read without a seat", () => {
    const { night } = played();
    night.say({ type: "read-rules", house: "for-fun" });
    expect(night.state).toMatchObject({ dialog: "rules", rulesOf: "for-fun" });
    expect(night.lastAsked).toEqual({ what: "sheet", house: "for-fun", shared: false });
    expect(night.say({ type: "open-dialog", dialog: "rules" }).state.rulesOf).toBeNull();
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
