// The names of the cards, in English.
import type { Names } from "../card_names";

export const cards: Names = {
  ranks: ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
  suits: { c: "clubs", d: "diamonds", h: "hearts", s: "spades" },
  of: (rank, suit) => `${rank} of ${suit}`,
};
