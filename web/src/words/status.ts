// The player's status for a screen reader: what the coup has won or lost, and where their money is.
import { figures, netShown } from "../state/session/figures";
import type { Language, Table } from "../state/state";
import type { Bet } from "../wire";
import { betName } from "./bet_name";
import { colon, figure, money, words } from "./words";

export const AGAIN = "\u200b"; // invisible: makes the text differ, so that a screen reader reads it again

/** What a coup has won or lost. */
export function netInWords(language: Language, currency: string, cents: number): string {
  const say = words(language);
  return cents ? `${cents > 0 ? say.netWon : say.netLost} ${money(language, currency, Math.abs(cents))}` : say.netEven;
}

/** Confirmed bets at a shared table, until they are settled. */
function confirmed(language: Language, { shared, rules: { sheet } }: Table): string {
  const bets = Object.entries(shared && !shared.paid && !shared.view.void ? shared.stakes : {}) as [Bet, number][];
  const named = bets.map(([bet, cents]) => `${betName(language, sheet, bet)} ${figure(language, cents)}`).join(", ");
  return named && `${words(language).inPlay}${colon(language)}${named}.`;
}

/** At a shared table it says which bets are confirmed. After a coup it says what it has won or lost. All figures are said whenever the player asks, each time again. */
export function status(language: Language, table: Table): string {
  const { currency, readings } = table;
  const net = netShown(table);
  if (net === null && !readings) return confirmed(language, table);
  const say = words(language);
  const { credit, onCloth, inPlay } = figures(table);
  const inMoney = (name: string, cents: number): string => `${name} ${money(language, currency, cents)}`;
  const asked = readings ? [inMoney(say.onCloth, onCloth), inMoney(say.inPlay, inPlay)] : [];
  const said = [...(net === null ? [] : [netInWords(language, currency, net)]), ...asked, inMoney(say.credit, credit)];
  return `${said.join(", ")}.${readings % 2 ? AGAIN : ""}`;
}

