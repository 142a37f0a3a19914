// The croupier's lines, in French.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Faites vos jeux.",
  cards: "Cartes.",
  hand: (side, points) => `${side} ${points}`,
  draws: "tire",
  stands: "reste",
  third: (side, points) => `troisième carte de ${side} ${points}`,
  stood: (side) => `${side} sans troisième carte`,
  rule: "la règle dit\u202f:",
  natural: "8 ou 9 en deux cartes est un naturel, et personne ne tire.",
  wins: (side) => `${side} gagne`,
  tie: "égalité",
};
