// The croupier's lines, in English.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Place your bets.",
  cards: "Cards.",
  hand: (side, points) => `${side} ${points}`,
  draws: "draws",
  stands: "stands",
  third: (side, points) => `third card of ${side} ${points}`,
  stood: (side) => `${side} without a third card`,
  rule: "by the rule it",
  wins: (side) => `${side} wins`,
  tie: "a tie",
};
