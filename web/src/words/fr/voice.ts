// The croupier's voice, in French.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Faites vos jeux.",
  cards: "Cartes.",
  hand: (side, points) => `${side} ${points}`,
  draws: "tire",
  stands: "reste",
  third: (points) => `troisième carte ${points}`,
  stood: "sans troisième carte",
  wins: (side) => `${side} gagne`,
  tie: "égalité",
};
