// French has a no-break space before high punctuation, inside guillemets, and before signs.
import { describe, expect, test } from "vitest";
import { cashShelf } from "../src/words/cash/cash";
import { consoleShelf } from "../src/words/console/console";
import { floorShelf } from "../src/words/floor/floor";
import { linesShelf } from "../src/words/lines/lines";
import { dictionary, liveShelf, documentShelf } from "../src/words/dictionary";

const BROKEN = /[^\u202f][;:?!%€»]|«[^\u202f]/;

/** All texts. Those that depend on a number are made for 0, 1 and 2. */
function texts(said: unknown): readonly string[] {
  if (typeof said === "string") return [said];
  if (typeof said === "function") return [0, 1, 2].flatMap((count) => texts(said(count, count)));
  if (said !== null && typeof said === "object") return Object.values(said).flatMap(texts);
  return [];
}

await Promise.all([cashShelf.load("fr"), consoleShelf.load("fr"), floorShelf.load("fr"), linesShelf.load("fr")]);
const { land, leaving: _farewell, ...atTables } = liveShelf.in("fr"); // it needs a farewell
const { refusal: _, ...atLand } = land; // it needs a table
const BOOKS = {
  everywhere: dictionary("fr"),
  reading: documentShelf.in("fr"),
  shared: atTables,
  land: atLand,
  console: consoleShelf.in("fr"),
  cash: cashShelf.in("fr"),
  floor: { ...floorShelf.in("fr"), lines: linesShelf.in("fr") },
};

describe("French", () => {
  test.each(Object.entries(BOOKS))("has no-break spaces where they belong: %s", (_, book) => {
    const said = texts(book);
    expect(said.length).toBeGreaterThan(40);
    expect(said.filter((text) => BROKEN.test(text))).toEqual([]);
  });
});
