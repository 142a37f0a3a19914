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
  natural: "8 or 9 with two cards is a natural, so nobody draws.",
  wins: (side) => `${side} wins`,
  tie: "a tie",
};
