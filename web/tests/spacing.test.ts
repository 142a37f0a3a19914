// French has a no-break space before high punctuation, inside guillemets, and before signs; German before the per cent sign.
import { describe, expect, test } from "vitest";
import { cashShelf } from "../src/words/cash/cash";
import { consoleShelf } from "../src/words/console/console";
import { floorShelf } from "../src/words/floor/floor";
import { linesShelf } from "../src/words/lines/lines";
import { closely } from "../src/words/past/long_formats";
import { deskShelf, dictionary, documentShelf, guideShelf, laterShelf, liveShelf } from "../src/words/dictionary";
import { money, percent, signed } from "../src/words/numbers";

const LANGUAGES = ["fr", "de"] as const;
const BROKEN = { fr: /[^\u202f\u00a0][;:?!%€»]|«[^\u202f]/, de: /[^\u00a0][%€]/ } as const;

/** All texts. Those that depend on a number are made for 0, 1 and 2. */
function texts(said: unknown): readonly string[] {
  if (typeof said === "string") return [said];
  if (typeof said === "function") return [0, 1, 2].flatMap((count) => texts(said(count, count)));
  if (said !== null && typeof said === "object") return Object.values(said).flatMap(texts);
  return [];
}

const STAFF = [cashShelf, consoleShelf, floorShelf, linesShelf];
await Promise.all(LANGUAGES.flatMap((each) => STAFF.map((shelf) => shelf.load(each))));

function books(language: (typeof LANGUAGES)[number]): Readonly<Record<string, unknown>> {
  const { land, leaving: _farewell, ...atTables } = liveShelf.in(language); // it needs a farewell
  const { refusal: _, ...atLand } = land; // it needs a table
  const formats = [percent(language, "98.9883"), closely(language, "98.9883"), money(language, "EUR", 1_050), signed(language, -50)];
  return {
    everywhere: [dictionary(language), formats],
    reading: documentShelf.in(language),
    later: laterShelf.in(language),
    desk: [deskShelf.in(language), guideShelf.in(language)],
    shared: atTables,
    land: atLand,
    console: consoleShelf.in(language),
    cash: cashShelf.in(language),
    floor: [floorShelf.in(language), linesShelf.in(language)],
  };
}

describe.each(LANGUAGES)("%s", (language) => {
  test.each(Object.entries(books(language)))("has no-break spaces where they belong: %s", (_, book) => {
    const said = texts(book);
    expect(said.length).toBeGreaterThan(40);
    expect(said.filter((text) => BROKEN[language].test(text))).toEqual([]);
  });
});

const VIEWS = import.meta.glob<string>("../src/views/**/*.svelte", { query: "?raw", import: "default", eager: true });
const SIGN = /\}[:;!](?=<)|\}[:;!] (?=<|"|\$?\{(?! ?\w+\??:))|\(": "\)/; // beside a text that is said

test("views leave the colon between two texts to the language", () => {
  const lines = Object.entries(VIEWS).flatMap(([name, source]) =>
    source.replace(/<style[^]*?<\/style>/, "").split("\n").map((line) => `${name}: ${line.trim()}`),
  );
  expect(lines.length).toBeGreaterThan(5_000);
  expect(lines.filter((line) => SIGN.test(line))).toEqual([]);
});
