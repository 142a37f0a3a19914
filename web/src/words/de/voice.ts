// The croupier's lines, in German.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Bitte das Spiel zu machen.",
  cards: "Nichts geht mehr.",
  hand: (side, points) => `${side} ${points}`,
  draws: "zieht",
  stands: "bleibt stehen",
  third: (side, points) => `dritte ${side}-Karte ${points}`,
  stood: (side) => `${side} ohne dritte Karte`,
  rule: (side, points, other, draws) => `${side} hat ${points}${other ? `, ${other}: ${side}` : " und"} muss ${draws ? "ziehen" : "stehen bleiben"}`,
  natural: "8 oder 9 mit zwei Karten ist ein Natural, und niemand zieht.",
  wins: (side) => `${side} gewinnt`,
  tie: "Gleichstand",
};
