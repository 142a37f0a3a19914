// The names of the cards, in German.
import type { Names } from "../card_names";

export const cards: Names = {
  ranks: ["Ass", "Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König"],
  suits: { c: "Kreuz", d: "Karo", h: "Herz", s: "Pik" },
  of: (rank, suit) => `${suit} ${rank}`,
};
