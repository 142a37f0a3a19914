import { describe, expect, test } from "vitest";
import { direction, isOurs, type Press, pressed } from "../src/keyboard";
import type { Message } from "../src/state/message";
import { neighbour } from "../src/views/table/neighbours";
import { seatedPage } from "./simulated_table";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  ...{ key, shift: false, other: false, repeat: false, typing: false, bet: null },
  ...more,
});

const table = seatedPage().state;

describe("a key at the table", () => {
  test.each<[string, Message]>([
    ["1", { type: "hold-chip", chip: 100 }],
    ["5", { type: "hold-chip", chip: 10_000 }],
    ["Backspace", { type: "back" }],
    ["Delete", { type: "clear" }],
    ["r", { type: "repeat" }],
    ["D", { type: "double" }],
    ["c", { type: "carte" }],
    ["a", { type: "again" }],
    ["h", { type: "open-dialog", dialog: "history" }],
    ["s", { type: "set", settings: { sound: true } }],
    ["i", { type: "read-status" }],
    ["?", { type: "open-dialog", dialog: "help" }],
  ])("%s", (key, message) => {
    expect(pressed(press(key), table)).toEqual(message);
  });

  test("that plays again skips to the end while cards are dealt", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    expect(pressed(press("a"), page.tell(page.coup("punto")).state)).toEqual({ type: "dealt" });
  });

  test.each(["0", "x", "Tab", "Enter", " ", "Escape"])("%s does nothing", (key) => {
    expect(pressed(press(key), table)).toBeNull();
  });

  test("on a spot, Shift+Enter and − take a chip off, and Enter is left to the button", () => {
    const take = { type: "take", bet: "banco" };
    expect(pressed(press("Enter", { bet: "banco", shift: true }), table)).toEqual(take);
    expect(pressed(press("-", { bet: "banco" }), table)).toEqual(take);
    expect(pressed(press("Enter", { bet: "banco" }), table)).toBeNull();
    expect(pressed(press("-"), table)).toBeNull();
  });

  test("that is held down repeats only undo and −", () => {
    const held = { repeat: true, bet: "punto" } as const;
    expect(pressed(press("Backspace", held), table)).toEqual({ type: "back" });
    expect(pressed(press("-", held), table)).toEqual({ type: "take", bet: "punto" });
    for (const key of ["d", "c", "r", "Delete", "1"])
      expect(pressed(press(key, held), table)).toBeNull();
  });

  test("is ignored if it is a single character and those are switched off", () => {
    const quiet = seatedPage().say({ type: "set", settings: { letters: false } }).state;
    for (const key of ["1", "r", "d", "c", "h", "s", "i", "?"])
      expect(pressed(press(key), quiet)).toBeNull();
    expect(pressed(press("Backspace"), quiet)).toEqual({ type: "back" });
  });

  test("is left alone in a text field, in a dialog, in the lobby, and with Ctrl", () => {
    const reading = seatedPage().say({ type: "open-dialog", dialog: "rules" }).state;
    expect(isOurs(press("c"), reading)).toBe(false);
    expect(pressed(press("c"), reading)).toBeNull();
    expect(pressed(press("c", { typing: true }), table)).toBeNull();
    expect(pressed(press("r", { other: true }), table)).toBeNull();
    expect(pressed(press("c"), { ...table, table: null })).toBeNull();
  });

  test("moves no chips while cards are dealt or the connection is lost, but still reads the status", () => {
    const dealing = seatedPage().bet(100, "punto").placed().say({ type: "carte" });
    const adrift = seatedPage().bet(100, "punto").placed().lose();
    for (const page of [dealing, adrift]) {
      const { cloth } = page.table;
      for (const key of ["r", "d", "c", "Backspace", "Delete", "-"]) {
        const message = pressed(press(key, { bet: "punto" }), page.state);
        if (message) page.say(message);
      }
      expect(page.table.cloth).toBe(cloth);
      expect(pressed(press("i"), page.state)).toEqual({ type: "read-status" });
    }
  });
});

describe("arrow keys", () => {
  const spot = (name: string, x: number, y: number) => ({ name, x, y });
  const cloth = [
    ...["punto_pair", "punto", "egalite", "banco", "banco_pair"].map((name, n) =>
      spot(name, 100 + 200 * n, 100),
    ),
    ...["either_pair", "perfect_pair", "grande", "piccolo"].map((name, n) =>
      spot(name, 125 + 250 * n, 250),
    ),
  ];
  const from = (name: string) => cloth.find((each) => each.name === name) ?? spot("", 0, 0);
  const walk = (name: string, towards: Parameters<typeof neighbour>[2]) =>
    neighbour(
      from(name),
      cloth.filter((each) => each.name !== name),
      towards,
    )?.name ?? null;

  test.each([
    ["punto", "right", "egalite"],
    ["punto", "left", "punto_pair"],
    ["punto", "down", "perfect_pair"],
    ["banco_pair", "down", "piccolo"],
    ["either_pair", "up", "punto_pair"],
    ["grande", "right", "piccolo"],
    ["banco_pair", "right", null],
    ["piccolo", "down", null],
  ] as const)("from %s %s to %s", (name, towards, to) => {
    expect(walk(name, towards)).toBe(to);
  });

  test("with Shift or Ctrl are left to the browser", () => {
    expect(direction(press("ArrowLeft"))).toBe("left");
    expect(direction(press("ArrowLeft", { shift: true }))).toBeNull();
    expect(direction(press("a"))).toBeNull();
  });
});
