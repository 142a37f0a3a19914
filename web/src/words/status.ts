// What is heard beside the croupier's voice: where the player stands.
import { stakes, total } from "../state/session/cloth";
import { shownCredit } from "../state/private/dealing";
import type { Language, Table } from "../state/state";
import { money, words } from "./words";

/** After a coup what came back, and whenever it is asked for; asked again, it is said again. */
export function status(language: Language, table: Table): string {
  const say = words(language);
  const inMoney = (cents: number): string => money(language, table.currency, cents);
  const { phase, coup, readings } = table;
  if (phase !== "paid" && !readings) return "";
  const isPaid = phase === "paid" && coup !== null;
  const first = isPaid
    ? `${say.returned} ${inMoney(coup.returned)}`
    : `${say.staked} ${inMoney(phase === "betting" ? total(stakes(table.cloth)) : staked(table))}`;
  // A character nobody hears makes the second reading another text, which is read.
  return `${first}, ${say.credit} ${inMoney(shownCredit(table))}.${readings % 2 ? "\u200b" : ""}`;
}

const staked = (table: Table): number => total(stakes(table.cloth)) || (table.coup?.staked ?? 0);
