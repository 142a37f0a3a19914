// The amounts and times of a cash sheet.
import { expect, test } from "vitest";
import { offSheet, refusals, sheetState, usualKind } from "../src/state/cash/cash_state";
import { LANGUAGES } from "../src/state/state";
import { cashShelf, cashWords, centsOf } from "../src/words/cash/cash";
import { isElsewhere, timeOf } from "../src/words/staff/casino_time";
import { consoleShelf, consoleWords } from "../src/words/console/console";
import { either, figure } from "../src/words/numbers";
import { balanceOf, share, short, sum, sumIn } from "../src/words/staff/staff_money";
import type { CashReport, CashRow, OffSheet } from "../src/wire";

await Promise.all(LANGUAGES.flatMap((each) => [cashShelf.load(each), consoleShelf.load(each)]));

test.each([
  ["1200", 120_000],
  ["12,50", 1_250],
  ["12.5", 1_250],
  [" 10'000 ", 1_000_000],
  ["-3", -300],
  ["−0,05", -5],
  ["0", 0],
])("%s is an amount", (typed, cents) => expect(centsOf(typed)).toBe(cents));

test.each(["", "abc", "1,234.50", "12,345", "--1", "1e3", "12345678901"])("%s is none", (typed) =>
  expect(centsOf(typed)).toBeNull(),
);

test("times are those of the casino, whatever the device's zone", () => {
  const at = Date.UTC(2027, 0, 15, 20, 14);
  expect(timeOf("de", "Europe/Zurich", at, true, true)).toBe("15.01.2027, 21:14");
  expect(timeOf("en", "America/New_York", at, true, true)).toBe("15/01/2027, 15:14"); // English dates are British
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(isElsewhere(own, at)).toBe(false);
  expect(isElsewhere("Pacific/Kiritimati", at)).toBe(true);
});

test.each(LANGUAGES)("what is no amount is named, with amounts as they are written in %s", (language) => {
  for (const say of [cashWords(language), consoleWords(language)]) {
    const told = say.notAnAmount("12,5x", either(language, ["1200", figure(language, 1_250)]));
    expect(told).toContain("12,5x");
    expect(told).toContain("1200");
    expect(told).toContain(figure(language, 1_250));
  }
});

test("amounts of the staff have one minus sign, and two places where they are added up", () => {
  expect(sum("en", -9_500)).toBe("−95.00");
  expect(sum("de", -123_450)).toBe("−1.234,50");
  expect(sumIn("en", "EUR", -9_500)).toBe("−€95.00");
  expect([balanceOf("it", -16_500), balanceOf("it", 0), balanceOf("it", 9_550)]).toEqual(["−165,00", "0,00", "+95,50"]);
  expect([short("en", -100_000), short("en", 1_250)]).toEqual(["−1,000", "12.50"]);
  expect(share("en", -4_000)).toBe("−40.00%");
});

const balance = { opening: 0, fills: 0, credits: 0, drop: 0, result: 0, expected: 0, closing: 0, difference: 0 };
const closing = (at: number, replaced_by = 0): CashRow => ({ line: at, at, kind: "closing", amount: 0, note: "", name: "carla", countersigned: "", replaced_by });
const late = (until: number): OffSheet => ({ since: until, until, coups: 1, result: -9_500 });
const EMPTY = { balance, closed: null, lines: [], off_sheet: [] } as unknown as CashReport;

test.each([
  ["none", { balance: null, off_sheet: [late(1)] }],
  ["open", {}],
  ["open", { lines: [closing(5, 6)] }],
  ["counted", { lines: [closing(5, 6), closing(6)] }],
  ["counted", { lines: [closing(6)], off_sheet: [late(2)] }], // before the opening
  ["recount", { lines: [closing(6)], off_sheet: [late(7)] }],
  ["recount", { lines: [closing(6)], off_sheet: [{ ...late(7), coups: 0, result: 0 }] }], // taken back, and announced again the same
  ["closed", { lines: [closing(6)], off_sheet: [late(8)], closed: { at: 7, name: "carla", countersigned: "mara" } }],
] as const)("a sheet is %s", (is, more) => expect(sheetState({ ...EMPTY, ...more })).toBe(is));

test("what changes no sum is not told", () => {
  const lost: OffSheet = { ...late(7), coups: 0 }; // a coup of the sheet was taken back
  expect(offSheet({ off_sheet: [{ ...lost, result: 0 }, lost, late(8)] })).toEqual([lost, late(8)]);
});

test("what can't be written is listed by its reason, and the usual line is proposed", () => {
  const closed = { refused: { fill: "cash/not-open", closing: "cash/not-open" } } as unknown as CashReport;
  expect(refusals(closed)).toEqual([["cash/not-open", ["fill", "closing"]]]);
  expect(usualKind(closed)).toBe("opening");
  const open = { refused: { opening: "cash/open", closing: "cash/unsigned" } } as unknown as CashReport;
  expect(refusals(open)).toEqual([["cash/open", ["opening"]], ["cash/unsigned", ["closing"]]]);
  expect(usualKind(open)).toBe("fill");
});

test.each(LANGUAGES)("every reason for it has its words in %s", (language) => {
  const say = cashWords(language);
  for (const code of ["cash/open", "cash/not-open", "cash/unsigned", "cash/no-chips"]) expect(say.problems[code]).toBeTruthy();
  const told = say.offSheet(3, "21:14", "−95");
  expect(told).toMatch(/3 .*21:14.*−95/);
  expect(say.offSheet(1, "21:14", "−95")).not.toBe(told.replace("3", "1")); // one coup
});
