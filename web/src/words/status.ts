// The player's status for a screen reader: stake or return, and credit.
import { stakes, total } from "../state/session/cloth";
import { shownCredit } from "../state/private/dealing";
import type { Language, Table } from "../state/state";
import { money, words } from "./words";

/** After a coup it says what came back. It is also said whenever the player asks, each time again. */
export function status(language: Language, table: Table): string {
  const say = words(language);
  const inMoney = (cents: number): string => money(language, table.currency, cents);
  const { phase, coup, readings } = table;
  if (phase !== "paid" && !readings) return "";
  const isPaid = phase === "paid" && coup !== null;
  const first = isPaid
    ? `${say.returned} ${inMoney(coup.returned)}`
    : `${say.staked} ${inMoney(phase === "betting" ? total(stakes(table.cloth)) : staked(table))}`;
  // An invisible character makes the text differ, so that a screen reader reads it again.
  return `${first}, ${say.credit} ${inMoney(shownCredit(table))}.${readings % 2 ? "\u200b" : ""}`;
}

const staked = (table: Table): number => total(stakes(table.cloth)) || (table.coup?.staked ?? 0);
