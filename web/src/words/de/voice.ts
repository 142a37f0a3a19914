// The croupier's voice, in German.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Das Spiel ist eröffnet.",
  cards: "Karten.",
  hand: (side, points) => `${side} ${points}`,
  draws: "zieht",
  stands: "bleibt stehen",
  third: (points) => `dritte Karte ${points}`,
  stood: "ohne dritte Karte",
  wins: (side) => `${side} gewinnt`,
  tie: "unentschieden",
};
