// A refusal in words, with the spot it is about and the limit of the sheet.
import type { Language, Table, ProblemWithRule } from "../state/state";
import type { Bet } from "../wire";
import { betName } from "./bet_name";
import { liveShelf } from "./dictionary";
import { colon } from "./numbers";
import { money, reason, words } from "./words";

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
