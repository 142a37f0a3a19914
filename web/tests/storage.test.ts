import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { heard } from "../src/effects/effects";
import { keepSeen, readKept, readNote, readSettings } from "../src/effects/storage";
import { MOST_SEEN } from "../src/state/session/commitments";
import type { SeenCommitment } from "../src/state/state";
import { commitment } from "./simulated_table";

/** As in a browser: stored values are its own properties, all of them text. */
class Storage {
  [name: string]: unknown;
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(this[name]) : null;
  }
  setItem(name: string, value: string): void {
    this[name] = value;
  }
  removeItem(name: string): void {
    delete this[name];
  }
}

beforeEach(() => {
  vi.stubGlobal("localStorage", new Storage());
  vi.stubGlobal("navigator", { languages: ["es-ES", "de-AT", "it"] });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => vi.unstubAllGlobals());

const seen = (number: number, more: Partial<SeenCommitment> = {}): SeenCommitment => ({
  ...{ table: "punto-e-banco/17", epoch: 1, number, commitment: "c".repeat(64) },
  ...more,
});

describe("what is found from an earlier visit", () => {
  test("without settings, the language is the first of the browser's that the page has", () => {
    expect(readKept()).toMatchObject({ token: null, settings: { language: "de" }, seen: [] });
  });

  test.each([
    ["es", {}],
    [null, {}],
    [["de"], {}],
    [{ language: "es", sound: "yes", letters: false, luck: 7 }, { letters: false }],
    [{ speed: "fast", automatic: true, automaticTold: 1 }, { speed: "fast", automatic: true }],
    [{ language: "fr", sound: true, luck: "mare", speed: "warp" }, { language: "fr", sound: true, luck: "mare" }],
  ])("settings %j", (found, read) => {
    expect(readSettings(found)).toEqual(read);
  });

  test.each([null, {}, [], "x", seen(1, { commitment: "short" }), { ...seen(1), epoch: "1" }])(
    "%j is not a stored commitment",
    (found) => {
      expect(readNote(found)).toBeNull();
    },
  );

  test("invalid values are ignored, and the page opens", () => {
    localStorage.setItem("puntobanco.settings", "{");
    localStorage.setItem("puntobanco.token", "{}");
    localStorage.setItem("puntobanco.seen", "null");
    localStorage.setItem("puntobanco.seen.odd", "{}");
    keepSeen(seen(3), 1);
    expect(readKept()).toMatchObject({ token: null, settings: { language: "de" } });
    expect(readKept().seen).toEqual([seen(3)]);
  });

  test("nothing is stored if the storage is switched off", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(readKept()).toMatchObject({ token: null, seen: [] });
    expect(() => keepSeen(seen(1), 1)).not.toThrow();
  });
});

describe("stored commitments", () => {
  test("of two windows stay beside each other", () => {
    keepSeen(seen(1), 1); // in this window
    keepSeen(seen(1, { table: "for-fun/18" }), 2); // in a window that never knew of the first
    keepSeen(seen(2), 3);
    expect(readKept().seen.map(({ table, number }) => `${table} ${number}`)).toEqual([
      "punto-e-banco/17 1",
      "for-fun/18 1",
      "punto-e-banco/17 2",
    ]);
  });

  test("keep the first commitment, and a seed that was drawn", () => {
    const drawn = seen(1, { seed: "s", player: "17" });
    keepSeen(seen(1), 1);
    keepSeen(drawn, 2);
    keepSeen(seen(1), 3);
    keepSeen({ ...drawn, commitment: commitment(9).replaceAll("c", "d") }, 4);
    expect(readKept().seen).toEqual([drawn]);
  });

  test("are limited in number: the oldest are removed", () => {
    for (let number = 1; number <= MOST_SEEN + 3; number += 1) keepSeen(seen(number), number);
    const kept = readKept().seen.map(({ number }) => number);
    expect(kept).toHaveLength(MOST_SEEN);
    expect([kept[0], kept.at(-1)]).toEqual([4, MOST_SEEN + 3]);
  });
});

describe("a message of the table", () => {
  test.each(["", "{", "null", "7", '"coup"', '{"type":"applause"}', "{}", new Blob()])(
    "%j is ignored",
    (data) => {
      expect(heard(data)).toBeNull();
    },
  );

  test.each(["staying", "coup", "staked", "cut_card_seen"])("is accepted if its type is known: %s", (type) => {
    expect(heard(JSON.stringify({ type }))).toEqual({ type });
  });
});
