// The croupier's voice, in English.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Place your bets.",
  cards: "Cards.",
  hand: (side, points) => `${side} ${points}`,
  draws: "draws",
  stands: "stands",
  third: (points) => `third card ${points}`,
  stood: "no third card",
  wins: (side) => `${side} wins`,
  tie: "a tie",
};
