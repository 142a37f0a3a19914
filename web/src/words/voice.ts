// The croupier's voice: one line for what happens, which is also what a screen reader hears.
import type { Language, Table } from "../state/state";
import type { Coup, Decision } from "../wire";
import { dictionary } from "./dictionary";

export interface Lines {
  readonly bets: string;
  readonly cards: string;
  readonly hand: (side: string, points: number) => string;
  readonly draws: string;
  readonly stands: string;
  readonly third: (points: number) => string;
  readonly stood: string;
  readonly wins: (side: string) => string;
  readonly tie: string;
}

const label = (table: Table, side: "punto" | "banco" | "egalite"): string =>
  table.house.sheet.bets[side]?.label ?? side;

/** What is said now. */
export function voice(language: Language, table: Table): string {
  const say = dictionary(language).voice;
  const { phase, coup, shown } = table;
  if (phase === "betting") return say.bets;
  if (phase === "asked" || !coup) return say.cards;
  if (phase === "paid") return result(language, table, coup);
  return shown < 4 ? say.cards : said(language, table, coup);
}

function result(language: Language, table: Table, coup: Coup): string {
  const say = dictionary(language).voice;
  const points = `${say.hand(label(table, "punto"), coup.punto)}, ${say.hand(label(table, "banco"), coup.banco)}`;
  return `${points}: ${coup.outcome === "egalite" ? say.tie : say.wins(label(table, coup.outcome))}.`;
}

/** While third cards are drawn: the decision that comes next. */
function said(language: Language, table: Table, coup: Coup): string {
  const [punto, banco] = coup.decisions;
  if (!punto || !banco) return dictionary(language).voice.cards;
  const isBancosTurn = !punto.draws || table.shown > 4;
  return why(language, table, isBancosTurn ? banco : punto);
}

/** Why a side drew or stood. */
export function why(language: Language, table: Table, { side, points, draws, third }: Decision): string {
  const say = dictionary(language).voice;
  const seen = side === "banco" ? ` (${label(table, "punto")}: ${third === null || third === undefined ? say.stood : say.third(third)})` : "";
  return `${say.hand(label(table, side), points)}${seen}: ${draws ? say.draws : say.stands}.`;
}
