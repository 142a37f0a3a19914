// A refusal in words, with the spot it is about and the limit of the sheet.
import type { Language, Table, ProblemWithRule } from "../../state/state";
import type { Bet, Problem } from "../../wire";
import { betName } from "../bet_name";
import { liveShelf } from "../dictionary";
import { colon } from "../numbers";
import { money, words } from "../words";
import { laterWords } from "./later_words";

/**
 * The words for a code that has none of its own: too many requests, an error of the house, or a page that
 * doesn't fit the house.
 */
const kindOf = (code: string): "limit/too-fast" | "store/failed" | "message/bad" =>
  code.startsWith("limit/") ? "limit/too-fast" : /^s(tore|erver)\//.test(code) ? "store/failed" : "message/bad";

/** A refusal in the player's language. The sentence from the house is English and not shown. */
export function reason(language: Language, { code }: Problem): string {
  const say = laterWords(language);
  const known: Readonly<Record<string, string>> = say;
  return known[code] ?? say[kindOf(code)];
}

export function refusal(language: Language, table: Table | null, problem: ProblemWithRule): string {
  if (!table) return reason(language, problem);
  const say = words(language);
  const coins = table.rules.sheet.money;
  const inMoney = (cents: number): string => money(language, table.currency, cents);
  const at = (limit: "min" | "max") => (bet: Bet) => {
    const { [limit]: cents = 0 } = table.rules.sheet.bets[bet] ?? {};
    return `${betName(language, table.rules.sheet, bet)}${colon(language)}${limit === "max" ? say.atMost : say.atLeast} ${inMoney(cents)}.`;
  };
  const all = (limit: "min" | "max"): string => table.refused.map(at(limit)).join(" ");
  const about = (cents: number): string => `${reason(language, problem).slice(0, -1)}${colon(language)}${inMoney(cents)}.`;
  switch (problem.code) {
    case "bet/above-maximum":
      return all("max") || reason(language, problem);
    case "bet/below-minimum":
      return all("min") || reason(language, problem);
    case "bet/coup-above-maximum":
      return about(coins.coup_max);
    case "bet/off-step":
      return about(coins.step);
    default: {
      const shared = table.shared && liveShelf.in(language);
      return shared?.land.refusal(language, table, problem) || shared?.refused[problem.code] || reason(language, problem);
    }
  }
}
