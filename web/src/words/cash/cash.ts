// The words of the cash sheet, and how it writes amounts and times.
import type { StaffAnswer } from "../../effects/staff_requests";
import type { Language } from "../../state/state";
import type { CashRow, Problem } from "../../wire";
import { Shelf } from "../dictionary";
import { reason } from "../later/refusal";

export interface CashWords {
  readonly title: string;
  readonly sheet: (n: number) => string;
  readonly opened: (time: string) => string;
  readonly none: string; // no sheet yet
  readonly forStaff: string;
  readonly locked: string; // why the sheet asks for the password
  readonly signOut: string;
  readonly choose: string; // heading of the tables with a cash sheet
  readonly noTables: string;
  readonly toConsole: string;
  readonly print: string;
  readonly write: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<CashRow["kind"], string>>;
  readonly amount: string;
  readonly note: string;
  readonly line: string;
  readonly time: string;
  readonly by: string;
  readonly countersigned: string;
  readonly countersign: string;
  readonly cancel: string;
  readonly second: string; // title: another person signs on this device
  readonly secondSigns: string;
  readonly signs: (kind: string, amount: string, name: string, time: string) => string; // which line
  readonly missing: string; // the second signature
  readonly replaced: (line: number) => string; // a closing that no longer counts
  readonly result: string;
  readonly expected: string;
  readonly difference: string;
  readonly balances: string;
  readonly differs: (amount: string) => string;
  readonly open: string; // the closing is not counted yet
  readonly counted: (amount: string) => string; // the closing awaits its second signature
  readonly recount: string; // it can't be signed
  readonly closed: (time: string, name: string, signer: string) => string;
  readonly without: string; // after the balance, if there are coups on no sheet
  readonly offSheet: (coups: number, time: string, result: string) => string; // coups on no sheet
  readonly hour: string;
  readonly day: string;
  readonly total: string;
  readonly coups: string;
  readonly staked: string;
  readonly drop: string;
  readonly hold: string;
  readonly cagnotte: string;
  readonly tips: string;
  readonly signature: string;
  readonly zone: (name: string) => string; // in which the times are
  readonly offline: string;
  readonly notAnAmount: (typed: string) => string;
  readonly problems: Readonly<Record<string, string>>;
}

export const cashShelf = new Shelf<CashWords>({
  it: () => import("../it/cash"),
  en: () => import("../en/cash"),
  de: () => import("../de/cash"),
  fr: () => import("../fr/cash"),
});

export const cashWords = (language: Language): CashWords => cashShelf.in(language);

const problemLine = (language: Language, { code, message }: Problem): string =>
  cashWords(language).problems[code] ?? reason(language, { code, message });

/** What to say of an answer; nothing if it is what was asked for. */
export function toldBy(language: Language, answer: StaffAnswer): string {
  if (answer.type === "answered") return "";
  return answer.type === "refused" ? problemLine(language, answer.problem) : cashWords(language).offline;
}

/** What a person typed, in cents: "1200", "12,50", "-5.5"; null if it is no amount. */
export function centsOf(typed: string): number | null {
  const found = /^(-?)(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typed.trim().replaceAll(/[\s'’]/g, "").replace("−", "-"));
  if (!found) return null;
  const [, sign, whole = "", part = ""] = found;
  return (sign ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, "0")));
}
