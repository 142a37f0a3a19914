// The croupier's lines, in French.
import type { Lines } from "../voice";

export const voice: Lines = {
  bets: "Faites vos jeux.",
  cards: "Rien ne va plus.",
  hand: (side, points) => `${side} ${points}`,
  draws: "tire",
  stands: "reste",
  third: (side, points) => `troisième carte ${side} ${points}`,
  stood: (side) => `${side} reste`,
  rule: (side, points, other, draws) => `${side} a ${points}${other ? `, ${other}\u202f: ${side}` : " et"} doit ${draws ? "tirer" : "rester"}`,
  natural: "8 ou 9 en deux cartes est un naturel, et personne ne tire.",
  wins: (side) => `${side} gagne`,
  tie: "égalité",
};
