// The croupier's lines, in German.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Das Spiel ist eröffnet.",
  cards: "Karten.",
  hand: (side, points) => `${side} ${points}`,
  draws: "zieht",
  stands: "bleibt stehen",
  third: (side, points) => `dritte Karte von ${side} ${points}`,
  stood: (side) => `${side} ohne dritte Karte`,
  rule: "nach der Regel:",
  natural: "8 oder 9 mit zwei Karten ist ein Natural, und niemand zieht.",
  wins: (side) => `${side} gewinnt`,
  tie: "unentschieden",
};
