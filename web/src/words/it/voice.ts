// The croupier's lines, in Italian.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Fate il vostro gioco.",
  cards: "Rien ne va plus.",
  hand: (side, points) => `${side} ${points}`,
  draws: "carta",
  stands: "sta",
  third: (side, points) => `terza carta di ${side} ${points}`,
  stood: (side) => `${side} sta`,
  rule: (side, points, other, draws) => `${side} ${points}${other && `, ${other}`}: la regola dice ${draws ? "carta" : "sta"}`,
  natural: "8 o 9 con due carte è un naturale, e nessuno tira.",
  wins: (side) => `vince ${side}`,
  tie: "patta",
};
