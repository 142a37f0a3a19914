// The croupier's line at a private table, which screen readers announce, too.
import { isTold } from "../state/private/dealing";
import type { Language, Table } from "../state/state";
import type { CoupPlayed, Decision } from "../wire";
import { betName } from "./bet_name";
import { dictionary } from "./dictionary";
import { colon } from "./numbers";

export interface Lines {
  readonly bets: string;
  readonly cards: string;
  readonly hand: (side: string, points: number) => string;
  readonly draws: string;
  readonly stands: string;
  readonly third: (side: string, points: number) => string;
  readonly stood: (side: string) => string;
  readonly rule: (side: string, points: number, other: string, draws: boolean) => string; // why it drew or stood; `other`: what Punto did before
  readonly natural: string; // why nobody drew
  readonly wins: (side: string) => string;
  readonly tie: string;
}

/** The line for this moment. It gives nothing away that isn't face up yet. */
export function voice(language: Language, table: Table): string {
  const say = dictionary(language).voice;
  const { phase, coup, turned } = table;
  if (phase === "betting") return say.bets;
  if (phase === "asked" || !coup) return say.cards;
  if (isTold(table)) return result(language, table, coup);
  return turned < 4 ? say.cards : said(language, table, coup);
}

function result(language: Language, table: Table, coup: CoupPlayed): string {
  const say = dictionary(language).voice;
  const points = hands(language, table, coup.punto, coup.banco);
  return `${points}${colon(language)}${coup.outcome === "egalite" ? say.tie : say.wins(betName(language, table.rules.sheet, coup.outcome))}.`;
}

export const hands = (language: Language, { rules }: Table, punto: number, banco: number): string =>
  ([["punto", punto], ["banco", banco]] as const)
    .map(([side, points]) => dictionary(language).voice.hand(betName(language, rules.sheet, side), points))
    .join(", ");

/** While third cards are drawn: the next decision. */
function said(language: Language, table: Table, coup: CoupPlayed): string {
  const [punto, banco] = coup.decisions;
  if (!punto || !banco) return dictionary(language).voice.cards;
  const isBancosTurn = !punto.draws || table.turned > 4;
  const decision = isBancosTurn ? banco : punto;
  return `${seen(language, table, decision)}${colon(language)}${told(language, decision)}.`;
}

const told = (language: Language, { draws }: Decision): string =>
  draws ? dictionary(language).voice.draws : dictionary(language).voice.stands;

/** What a side had when it drew or stood. */
function seen(language: Language, table: Table, decision: Decision): string {
  const { side, points } = decision;
  const hand = dictionary(language).voice.hand(betName(language, table.rules.sheet, side), points);
  return side === "punto" ? hand : `${hand}, ${puntoBefore(language, table, decision)}`;
}

/** What Punto had done when Banco drew or stood. */
export function puntoBefore(language: Language, { rules }: Table, { third }: Decision): string {
  const say = dictionary(language).voice;
  const punto = betName(language, rules.sheet, "punto");
  return third === null ? say.stood(punto) : say.third(punto, third);
}
