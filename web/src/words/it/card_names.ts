// The names of the cards, in Italian.
import type { Names } from "../card_names";

export const cards: Names = {
  ranks: ["asso", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "fante", "donna", "re"],
  suits: { c: "fiori", d: "quadri", h: "cuori", s: "picche" },
  of: (rank, suit) => `${rank} di ${suit}`,
};
