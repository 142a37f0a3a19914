// The croupier's voice: one line for what happens, which is also what a screen reader hears.
import { isTold } from "../state/dealing";
import type { Language, Table } from "../state/state";
import type { Coup, Decision } from "../wire";

interface Lines {
  readonly bets: string;
  readonly cards: string;
  readonly hand: (side: string, points: number) => string;
  readonly draws: string;
  readonly stands: string;
  readonly third: (side: string, points: number) => string;
  readonly stood: (side: string) => string;
  readonly rule: string;
  readonly wins: (side: string) => string;
  readonly tie: string;
}

const LINES: Readonly<Record<Language, Lines>> = {
  it: {
    bets: "Fate il vostro gioco.",
    cards: "Carte.",
    hand: (side, points) => `${side} ${points}`,
    draws: "carta",
    stands: "sta",
    third: (side, points) => `terza carta di ${side} ${points}`,
    stood: (side) => `${side} senza terza carta`,
    rule: "la regola dice",
    wins: (side) => `vince ${side}`,
    tie: "Patta",
  },
  en: {
    bets: "Place your bets.",
    cards: "Cards.",
    hand: (side, points) => `${side} ${points}`,
    draws: "draws",
    stands: "stands",
    third: (side, points) => `third card of ${side} ${points}`,
    stood: (side) => `${side} without a third card`,
    rule: "by the rule it",
    wins: (side) => `${side} wins`,
    tie: "a tie",
  },
  de: {
    bets: "Das Spiel ist eröffnet.",
    cards: "Karten.",
    hand: (side, points) => `${side} ${points}`,
    draws: "zieht",
    stands: "bleibt stehen",
    third: (side, points) => `dritte Karte von ${side} ${points}`,
    stood: (side) => `${side} ohne dritte Karte`,
    rule: "nach der Regel:",
    wins: (side) => `${side} gewinnt`,
    tie: "unentschieden",
  },
  fr: {
    bets: "Faites vos jeux.",
    cards: "Cartes.",
    hand: (side, points) => `${side} ${points}`,
    draws: "tire",
    stands: "reste",
    third: (side, points) => `troisième carte de ${side} ${points}`,
    stood: (side) => `${side} sans troisième carte`,
    rule: "la règle dit :",
    wins: (side) => `${side} gagne`,
    tie: "égalité",
  },
};

const label = (table: Table, side: "punto" | "banco" | "egalite"): string =>
  table.house.sheet.bets[side]?.label ?? side;

/** What is said now, as far as the faces that are up tell it. */
export function voice(language: Language, table: Table): string {
  const say = LINES[language];
  const { phase, coup, turned } = table;
  if (phase === "betting") return say.bets;
  if (phase === "asked" || !coup) return say.cards;
  if (isTold(table)) return result(language, table, coup);
  return turned < 4 ? say.cards : said(language, table, coup);
}

function result(language: Language, table: Table, coup: Coup): string {
  const say = LINES[language];
  const points = `${say.hand(label(table, "punto"), coup.punto)}, ${say.hand(label(table, "banco"), coup.banco)}`;
  return `${points}: ${coup.outcome === "egalite" ? say.tie : say.wins(label(table, coup.outcome))}.`;
}

/** While third cards are drawn: the decision that comes next. */
function said(language: Language, table: Table, coup: Coup): string {
  const [punto, banco] = coup.decisions;
  if (!punto || !banco) return LINES[language].cards;
  const isBancosTurn = !punto.draws || table.turned > 4;
  const decision = isBancosTurn ? banco : punto;
  return `${seen(language, table, decision)}: ${told(language, decision)}.`;
}

const told = (language: Language, { draws }: Decision): string =>
  draws ? LINES[language].draws : LINES[language].stands;

/** What a side had before it, when it drew or stood. */
function seen(language: Language, table: Table, { side, points, third }: Decision): string {
  const say = LINES[language];
  const hand = say.hand(label(table, side), points);
  const punto = label(table, "punto");
  if (side === "punto") return hand;
  return `${hand}, ${third === null ? say.stood(punto) : say.third(punto, third)}`;
}

/** Why a side drew or stood. */
export const why = (language: Language, table: Table, decision: Decision): string =>
  `${seen(language, table, decision)}: ${LINES[language].rule} ${told(language, decision)}.`;
