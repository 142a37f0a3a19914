// Every refusal of the house has words in every language, wherever it is shown.
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language, type Table } from "../src/state/state";
import type { Problem } from "../src/wire";
import { consoleShelf, refusalLine } from "../src/words/console/console";
import { reason, refusal } from "../src/words/later/refusal";
import { money } from "../src/words/words";
import codes from "./refusals.json";
import { seatedPage } from "./simulated_table";

await Promise.all(LANGUAGES.map((each) => consoleShelf.load(each)));

/**
 * Codes for errors of the page or the house, or for too many requests: all codes of a kind share their words.
 */
const AT_FAULT = [
  ...["account/key-reused", "account/unknown", "bet/not-an-amount", "bet/not-offered", "fair/seed-reused"],
  ...["message/bad", "server/error", "store/failed", "store/halted", "limit/too-fast", "limit/too-many-waiting"],
];

const alone = seatedPage().table;
const shared = { ...alone, shared: { held: {} } } as unknown as Table;

type Say = (language: Language, problem: Problem) => string;
const PLACES: readonly (readonly [string, readonly string[], Say])[] = [
  ["in the lobby", [], reason],
  ["at a private table", [], (language, problem) => refusal(language, alone, problem)],
  ["at a shared table", codes.seat, (language, problem) => refusal(language, shared, problem)],
  ["at the console", codes.console, refusalLine],
];

const MESSAGE = "raw English";
const said = (say: Say, code: string): readonly string[] =>
  LANGUAGES.map((language) => say(language, { code, message: MESSAGE }));

describe.each(PLACES)("%s", (_, own, say) => {
  it.each(codes.all)("%s has words in every language", (code) => {
    const lines = said(say, code);
    expect(new Set(lines).size).toBe(LANGUAGES.length);
    for (const line of lines) {
      expect(line).not.toContain(MESSAGE);
      expect(line).not.toContain(code);
    }
  });

  it.each(own.filter((code) => !AT_FAULT.includes(code)))("%s has words of its own", (code) => {
    const kinds = ["limit/x", "store/x", "x/x"].flatMap((each) => said(reason, each));
    for (const line of said(say, code)) expect(kinds).not.toContain(line);
  });
});

describe("a stake at a private table", () => {
  const { step, coup_max } = alone.rules.sheet.money;

  it.each([
    ["bet/off-step", step],
    ["bet/coup-above-maximum", coup_max],
  ])("%s names the figure", (code, cents) => {
    for (const language of LANGUAGES) expect(refusal(language, alone, { code, message: "" })).toContain(money(language, alone.currency, cents));
  });
});
