import { expect, test } from "vitest";
import { shownCredit } from "../src/state/private/dealing";
import { play } from "../src/effects/sounds";
import { status } from "../src/words/status";
import { seatedPage } from "./simulated_table";

const heard = (page: ReturnType<typeof seatedPage>): string =>
  status("en", page.table).replaceAll("\u00a0", " ");

test("putting chips down announces nothing, unless the player asks", () => {
  const page = seatedPage().bet(500, "punto");
  expect(heard(page)).toBe("");
  page.say({ type: "read-status" });
  expect(heard(page)).toMatch(/^Staked FUN 5.00, Credit FUN 500.00\./);
  const first = heard(page);
  expect(heard(page.say({ type: "read-status" }))).not.toBe(first); // so that it is read again
  expect(heard(page.bet(500, "banco"))).toBe("");
});

test("the return and the credit are announced with the payment, not before", () => {
  const page = seatedPage().bet(500, "punto").say({ type: "carte" });
  page.tell(page.coup("punto"));
  expect(heard(page)).toBe("");
  expect([page.table.credit, shownCredit(page.table)]).toEqual([50_500, 50_000]);
  expect(heard(page.say({ type: "dealt" }))).toBe("Returned FUN 10.00, Credit FUN 505.00.");
});

test("without audio there is no sound and no error", () => {
  expect(() => play("chip")).not.toThrow();
});
