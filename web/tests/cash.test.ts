// The amounts that staff type on a cash sheet.
import { expect, test } from "vitest";
import { centsOf } from "../src/words/cash/cash";

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
