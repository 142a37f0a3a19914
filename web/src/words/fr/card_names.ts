// The names of the cards, in French.
import type { Names } from "../card_names";

export const cards: Names = {
  ranks: ["as", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "valet", "dame", "roi"],
  suits: { c: "trèfle", d: "carreau", h: "cœur", s: "pique" },
  of: (rank, suit) => `${rank} de ${suit}`,
};
