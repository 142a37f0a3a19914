// How a cash sheet stands, as the house has answered it.
import type { CashReport, CashRow, OffSheet } from "../../wire";

/**
 * `counted`: the closing awaits its second signature. `recount`: a coup was decided after the count, or decided again
 * with the same result, so the closing can't be signed.
 */
export type SheetState = "none" | "open" | "counted" | "recount" | "closed";

export function sheetState({ balance, closed, lines, off_sheet }: CashReport): SheetState {
  if (!balance) return "none";
  if (closed) return "closed";
  const counted = lines.findLast(({ kind, replaced_by }) => kind === "closing" && !replaced_by);
  if (!counted) return "open";
  return off_sheet.some(({ until }) => until > counted.at) ? "recount" : "counted";
}

/** What counts on no sheet. A coup that was decided again with the same result changes nothing. */
export const offSheet = ({ off_sheet }: Pick<CashReport, "off_sheet">): readonly OffSheet[] =>
  off_sheet.filter(({ coups, result }) => coups || result);

export const KINDS = ["opening", "fill", "credit", "count", "drop", "tip", "closing"] as const satisfies readonly CashRow["kind"][];

/** The kinds that can't be written now, together where the reason is the same. */
export function refusals({ refused }: Pick<CashReport, "refused">): readonly (readonly [code: string, kinds: readonly CashRow["kind"][]])[] {
  const codes = [...new Set(KINDS.flatMap((kind) => refused[kind] ?? []))];
  return codes.map((code) => [code, KINDS.filter((kind) => refused[kind] === code)]);
}

/** The kind that is written next, as long as nobody has chosen another one. */
export const usualKind = ({ refused }: Pick<CashReport, "refused">): CashRow["kind"] => (refused.opening ? "fill" : "opening");
