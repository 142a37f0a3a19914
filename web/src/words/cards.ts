// Cards as they are spoken: "nove di cuori".
import type { Language } from "../state/state";

interface Names {
  readonly ranks: readonly string[]; // from the ace to the king
  readonly suits: Readonly<Record<string, string>>;
  readonly of: (rank: string, suit: string) => string;
}

const NAMES: Readonly<Record<Language, Names>> = {
  it: {
    ranks: ["asso", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "fante", "donna", "re"],
    suits: { c: "fiori", d: "quadri", h: "cuori", s: "picche" },
    of: (rank, suit) => `${rank} di ${suit}`,
  },
  en: {
    ranks: ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
    suits: { c: "clubs", d: "diamonds", h: "hearts", s: "spades" },
    of: (rank, suit) => `${rank} of ${suit}`,
  },
  de: {
    ranks: ["Ass", "Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König"],
    suits: { c: "Kreuz", d: "Karo", h: "Herz", s: "Pik" },
    of: (rank, suit) => `${suit} ${rank}`,
  },
  fr: {
    ranks: ["as", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "valet", "dame", "roi"],
    suits: { c: "trèfle", d: "carreau", h: "cœur", s: "pique" },
    of: (rank, suit) => `${rank} de ${suit}`,
  },
};

export function cardName(language: Language, card: string): string {
  const { ranks, suits, of } = NAMES[language];
  const rank = ranks["A23456789TJQK".indexOf(card.charAt(0))] ?? "";
  return of(rank, suits[card.charAt(1)] ?? "");
}
