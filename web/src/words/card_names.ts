// The names of cards in words: "nove di cuori".
import type { Language } from "../state/state";
import { dictionary } from "./dictionary";

export interface Names {
  readonly ranks: readonly string[]; // from the ace to the king
  readonly suits: Readonly<Record<string, string>>;
  readonly of: (rank: string, suit: string) => string;
}

export function cardName(language: Language, card: string): string {
  const { ranks, suits, of } = dictionary(language).cards;
  const rank = ranks["A23456789TJQK".indexOf(card.charAt(0))] ?? "";
  return of(rank, suits[card.charAt(1)] ?? "");
}
