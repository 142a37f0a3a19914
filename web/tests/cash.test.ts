// The amounts and times of a cash sheet.
import { expect, test } from "vitest";
import { centsOf } from "../src/words/cash/cash";
import { isElsewhere, timeOf } from "../src/words/casino_time";

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
  expect(timeOf("en", "America/New_York", at, false, true)).toMatch(/^0?3:14/);
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(isElsewhere(own, at)).toBe(false);
  expect(isElsewhere("Pacific/Kiritimati", at)).toBe(true);
});
