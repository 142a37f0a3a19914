import { expect, test } from "vitest";
import { shownCredit } from "../src/state/private/dealing";
import { play } from "../src/effects/sounds";
import { status } from "../src/words/status";
import { evening } from "./simulated_table";

const heard = (night: ReturnType<typeof evening>): string =>
  status("en", night.table).replaceAll("\u00a0", " ");

test("putting chips down announces nothing, unless the player asks", () => {
  const night = evening().bet(500, "punto");
  expect(heard(night)).toBe("");
  night.say({ type: "read-status" });
  expect(heard(night)).toMatch(/^Staked FUN 5.00, Credit FUN 500.00\./);
  const first = heard(night);
  expect(heard(night.say({ type: "read-status" }))).not.toBe(first); // so that it is read again
  expect(heard(night.bet(500, "banco"))).toBe("");
});

test("the return and the credit are announced with the payment, not before", () => {
  const night = evening().bet(500, "punto").say({ type: "carte" });
  night.tell(night.coup("punto"));
  expect(heard(night)).toBe("");
  expect([night.table.credit, shownCredit(night.table)]).toEqual([50_500, 50_000]);
  expect(heard(night.say({ type: "dealt" }))).toBe("Returned FUN 10.00, Credit FUN 505.00.");
});

test("without audio there is no sound and no error", () => {
  expect(() => play("chip")).not.toThrow();
});
