// The croupier's voice, in Italian.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Fate il vostro gioco.",
  cards: "Carte.",
  hand: (side, points) => `${side} ${points}`,
  draws: "carta",
  stands: "sta",
  third: (points) => `terza carta ${points}`,
  stood: "senza terza carta",
  wins: (side) => `vince ${side}`,
  tie: "Patta",
};
