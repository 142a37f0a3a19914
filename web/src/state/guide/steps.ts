// What the guide explains now, by what lies on the table.
import { stakes, tooFew, total } from "../session/cloth";
import type { Table } from "../state";

export const STEPS = ["chip", "deal", "cards", "points", "rule", "result"] as const;
export type Step = (typeof STEPS)[number];

/** What was dealt is explained one page at a time. */
const PAGES = ["points", "rule", "result"] as const;
export const LAST = PAGES.length - 1;

export function stepOf(table: Table, page: number): Step {
  switch (table.phase) {
    case "betting":
      return total(stakes(table.cloth)) && !tooFew(table).length ? "deal" : "chip";
    case "asked":
    case "dealing":
      return "cards";
    case "paid":
      return PAGES[Math.min(page, LAST)] ?? "result";
  }
}
