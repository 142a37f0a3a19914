// The player's status for a screen reader: what the coup has won or lost, and where their money is.
import { figures, netShown } from "../state/session/figures";
import type { Language, Table } from "../state/state";
import { money, words } from "./words";

export const AGAIN = "\u200b"; // invisible: makes the text differ, so that a screen reader reads it again

/** What a coup has won or lost. */
export function netInWords(language: Language, currency: string, cents: number): string {
  const say = words(language);
  return cents ? `${cents > 0 ? say.netWon : say.netLost} ${money(language, currency, Math.abs(cents))}` : say.netEven;
}

/** After a coup it says what it has won or lost. All figures are said whenever the player asks, each time again. */
export function status(language: Language, table: Table): string {
  const { currency, readings } = table;
  const net = netShown(table);
  if (net === null && !readings) return "";
  const say = words(language);
  const { credit, onCloth, inPlay } = figures(table);
  const inMoney = (name: string, cents: number): string => `${name} ${money(language, currency, cents)}`;
  const asked = readings ? [inMoney(say.onCloth, onCloth), inMoney(say.inPlay, inPlay)] : [];
  const said = [...(net === null ? [] : [netInWords(language, currency, net)]), ...asked, inMoney(say.credit, credit)];
  return `${said.join(", ")}.${readings % 2 ? AGAIN : ""}`;
}

