// French sets high marks, guillemets and signs off with a space no line breaks at.
import { describe, expect, test } from "vitest";
import { consoleShelf } from "../src/words/console/console";
import { dictionary, liveShelf, documentShelf } from "../src/words/dictionary";

const BROKEN = /[^\u202f][;:?!%€»]|«[^\u202f]/;

/** All that can be said; what depends on how many there are, for none, one and two. */
function texts(said: unknown): readonly string[] {
  if (typeof said === "string") return [said];
  if (typeof said === "function") return [0, 1, 2].flatMap((count) => texts(said(count, count)));
  if (said !== null && typeof said === "object") return Object.values(said).flatMap(texts);
  return [];
}

await consoleShelf.load("fr");
const { land, leaving: _farewell, ...atTables } = liveShelf.in("fr"); // which needs one to speak of
const { refusal: _, ...atLand } = land; // and a table
const BOOKS = {
  everywhere: dictionary("fr"),
  reading: documentShelf.in("fr"),
  live: atTables,
  land: atLand,
  console: consoleShelf.in("fr"),
};

describe("French", () => {
  test.each(Object.entries(BOOKS))("keeps its marks at their words: %s", (_, book) => {
    const said = texts(book);
    expect(said.length).toBeGreaterThan(40);
    expect(said.filter((text) => BROKEN.test(text))).toEqual([]);
  });
});
