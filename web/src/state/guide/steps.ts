// What the guide explains now, by what lies on the table.
import { stakes, tooFew, total } from "../session/cloth";
import { sharedUpdate } from "../load_shared";
import type { Guide, SharedTable, Table } from "../state";

const STEPS = ["chip", "deal", "cards", "points", "rule", "result"] as const;
/** At a shared table a player may need a box first, waits for the betting, and waits for the others. */
const BESIDE = { box: "chip", soon: "chip", placed: "deal" } as const;
export type Step = (typeof STEPS)[number] | keyof typeof BESIDE;

export const numberOf = (step: Step): number =>
  STEPS.indexOf(step in BESIDE ? BESIDE[step as keyof typeof BESIDE] : (step as (typeof STEPS)[number])) + 1;
export const LAST_STEP = STEPS.length;

/** What was dealt is explained one page at a time. */
const PAGES = ["points", "rule", "result"] as const;
export const LAST = PAGES.length - 1;
const pageOf = ({ page }: Guide): Step => PAGES[Math.min(page, LAST)] ?? "result";

export function stepOf(table: Table, guide: Guide): Step {
  if (table.shared) return guide.paid ? pageOf(guide) : atShared(table, table.shared);
  switch (table.phase) {
    case "betting":
      return isEnough(table) ? "deal" : "chip";
    case "asked":
    case "dealing":
      return "cards";
    case "paid":
      return pageOf(guide);
  }
}

/** What the first two cards of a side count, if it is more than nine together: to explain points. Otherwise an example. */
export function sumOf(cards = ""): [one: number, other: number, isExample: boolean] {
  const values = (cards.match(/../g) ?? []).map((card) => "A23456789".indexOf(card.charAt(0)) + 1); // others count nothing
  for (const side of [0, 1]) {
    const [one = 0, other = 0] = [values[side], values[side + 2]];
    if (one + other > 9) return [one, other, false];
  }
  return [7, 8, true];
}

const isEnough = (table: Table): boolean => total(stakes(table.cloth)) > 0 && !tooFew(table).length;

function atShared(table: Table, shared: SharedTable): Step {
  const confirmed = total(shared.stakes);
  if (shared.view.stage !== "betting") return confirmed ? "cards" : "soon";
  if (sharedUpdate.needsBox(table)) return "box";
  if (total(stakes(table.cloth))) return isEnough(table) ? "deal" : "chip";
  return confirmed ? "placed" : "chip";
}
