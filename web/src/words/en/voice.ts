// The croupier's lines, in English.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Place your bets.",
  cards: "No more bets.",
  hand: (side, points) => `${side} ${points}`,
  draws: "draws",
  stands: "stands",
  third: (side, points) => `${side}'s third card ${points}`,
  stood: (side) => `${side} stood`,
  rule: (side, points, other, draws) => `${side} has ${points}${other ? `, ${other}: ${side}` : " and"} must ${draws ? "draw" : "stand"}`,
  natural: "8 or 9 with two cards is a natural, so nobody draws.",
  wins: (side) => `${side} wins`,
  tie: "tie",
};
