// The pit board's state.
import { describe, expect, test } from "vitest";
import { calling, differing, type FloorEffect, type FloorState, initial, update } from "../src/state/floor/floor_state";
import { span } from "../src/words/floor/floor";
import type { FloorTable } from "../src/wire";

const NOW = 1_000_000;
const START = { ...initial({ language: "en", sound: true }), token: "t", who: { name: "mara", role: "manager" } };
const table = (name: string, called_at = 0): FloorTable => ({ table: { name, now: NOW + 5_000 }, called_at }) as FloorTable;
const told = (state: FloorState, ...tables: readonly FloorTable[]): readonly [FloorState, readonly FloorEffect["type"][]] => {
  const [next, effects] = update(state, { type: "answered", ask: { what: "floor" }, body: tables }, NOW);
  return [next, effects.map(({ type }) => type)];
};

describe("the pit board", () => {
  test("sounds once for each call, and lists the longest call first", () => {
    const [first, rings] = told(START, table("a"), table("b", 20), table("c", 10));
    expect(rings).toEqual(["chime", "wait"]);
    expect(calling(first).map((each) => each.table.name)).toEqual(["c", "b"]);
    expect(first.ahead).toBe(5_000);
    expect(told(first, table("a"), table("b", 20), table("c", 10))[1]).toEqual(["wait"]);
    expect(told(first, table("a", 30), table("b", 20), table("c"))[1]).toEqual(["chime", "wait"]);
  });

  test("is silent if the sound is off", () => {
    const [quiet] = update(START, { type: "set", settings: { sound: false } }, NOW);
    expect(told(quiet, table("a", 1))[1]).toEqual(["wait"]);
  });

  test("lets nobody in who is not in charge", () => {
    const body = { token: "x", name: "carla", role: "croupier" };
    const [next, effects] = update(initial(START.settings), { type: "answered", ask: { what: "enter", name: "carla", password: "" }, body }, NOW);
    expect([next.token, next.told?.problem.code]).toEqual(["", "account/not-allowed"]);
    expect(effects).toEqual([{ type: "ask", ask: { what: "sign-out" }, token: "x" }]);
  });

  test("leaves the token of a croupier to their console, and forgets an invalid one", () => {
    const [asked] = update(initial(START.settings), { type: "started", token: "t", locked: false }, NOW);
    const [shut, effects] = update(asked, { type: "answered", ask: { what: "me" }, body: { name: "carla", role: "croupier" } }, NOW);
    expect([shut.token, shut.told?.problem.code, effects]).toEqual(["", "account/not-allowed", []]);
    const problem = { code: "account/not-signed-in", message: "" };
    expect(update(asked, { type: "refused", ask: { what: "me" }, problem }, NOW)[1]).toEqual([{ type: "keep-token", token: "" }]);
  });

  test("shows tables and calls while it is locked, but sets none, and opens by its own person's password", () => {
    const [locked, kept] = update(told(START, table("a"))[0], { type: "lock" }, NOW);
    expect(kept).toEqual([{ type: "keep-locked", locked: true }]);
    expect(update(locked, { type: "ask", ask: { what: "stand", table: "a", standing: "closed", note: "" } }, NOW)).toEqual([locked, []]);
    expect(told(locked, table("a", 10))[1]).toEqual(["chime", "wait"]);
    const entered = (name: string): readonly [FloorState, readonly FloorEffect[]] =>
      update(locked, { type: "answered", ask: { what: "enter", name, password: "" }, body: { token: "spare", name, role: "manager" } }, NOW);
    const spare = { type: "ask", ask: { what: "sign-out" }, token: "spare" };
    expect(entered("marco")).toMatchObject([{ locked: true, token: "t", told: { problem: { code: "account/wrong-password" } } }, [spare]]);
    expect(entered("mara")).toMatchObject([
      { locked: false, token: "t" },
      [spare, { type: "keep-locked", locked: false }, { type: "ask", ask: { what: "floor" }, token: "t" }],
    ]);
  });

  test("shows nothing in a tab that was locked before", () => {
    const [started] = update(initial(START.settings), { type: "started", token: "t", locked: true }, NOW);
    const [known, effects] = update(started, { type: "answered", ask: { what: "me" }, body: { name: "mara", role: "manager" } }, NOW);
    expect([known.who?.name, known.locked, effects]).toEqual(["mara", true, []]);
  });

  test("sets one table at a time, and then looks again", () => {
    const stand = { type: "ask", ask: { what: "stand", table: "a", standing: "paused", note: "" } } as const;
    const [acting] = update(START, stand, NOW);
    expect(update(acting, stand, NOW)[1]).toEqual([]);
    const [done, effects] = update(acting, { type: "answered", ask: stand.ask, body: {} }, NOW);
    expect([done.acting, done.acts, effects]).toEqual([false, 1, [{ type: "ask", ask: { what: "floor" }, token: "t" }]]);
  });

  test("asks again while the house is away", () => {
    const [lost, effects] = update(START, { type: "unreachable", ask: { what: "floor" } }, NOW);
    expect([lost.isLost, effects.map(({ type }) => type)]).toEqual([true, ["wait"]]);
    expect(told(lost)[0].isLost).toBe(false);
  });

  test("names every bet whose limits are not those of the house", () => {
    const bets = { punto: { min: 1_000, max: 500_000 }, banco: { min: 1_000, max: 500_000 }, egalite: { min: 500, max: 50_000 } };
    const widest = { coup_max: 1_000_000, bets };
    expect(differing(widest, widest)).toEqual([]);
    const limits = { coup_max: 1_000_000, bets: { ...bets, banco: { min: 1_000, max: 400_000 }, egalite: { min: 1_000 } } };
    expect(differing(limits, widest)).toEqual([
      ["banco", { min: 1_000, max: 400_000 }],
      ["egalite", { min: 1_000, max: 50_000 }],
    ]);
  });

  test.each([[40_000, "40\u00a0s"], [720_000, "12\u00a0min"], [3_900_000, "1\u00a0h 05\u00a0min"]])("says how long: %i", (ms, said) => {
    expect(span(ms)).toBe(said);
  });
});
