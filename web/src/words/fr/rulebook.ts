// What is said around a house's own rules, in French.
import { long } from "../numbers";
import type { Rulebook } from "../rulebook";

export const rulebook: Rulebook = {
  book: "D'après le livre",
  paytable: "Paris et cotes",
  bet: "Pari",
  pays: "Paie",
  limits: "Limites",
  rtp: "Retour exact",
  printed: "dans le livre",
  less: (commission) => `moins ${commission}\u202f%`,
  forOne: (back) => `${back} rendus pour 1`,
  coupMax: (most) => `Au plus ${most} par coup en tout.`,
  step: (step) => `Chaque mise est un multiple de ${step}.`,
  rounding: {
    exact: "Les gains sont toujours des centimes entiers.",
    down: "Les gains sont arrondis au centime inférieur.",
  },
  egaliteStakes: {
    returned: "En cas d'égalité, les mises des deux côtés sont rendues.",
    left: "En cas d'égalité, les mises des deux côtés restent sur le tapis\u202f: retirez-les, ou elles jouent au coup suivant.",
  },
  exact:
    "Le retour n'est pas estimé\u202f: tous les ordres possibles des cartes ont été comptés. La fraction est exacte, le pourcentage l'écrit en décimales. Là où le livre en imprime un, il est à côté.",
  thirdCard: "La troisième carte",
  decks: (decks) => (decks === 1 ? "Un jeu de cartes." : `${decks} jeux de cartes.`),
  shuffle: {
    "every-coup": "On mélange avant chaque coup.",
    "cut-card": "On mélange quand sort la carte de coupe.",
  },
  draws: "tire",
  stands: "reste",
  naturals: "Si un côté a 8 ou 9 en deux cartes, personne ne tire.",
  byThird: (punto) => `selon la troisième carte de ${punto}`,
  times: "Temps",
  inactivity: "Inactivité",
  disconnection: "Connexion perdue",
  betting: "Mises",
  squeeze: "Cartes en main",
  after: (seconds) => `la session se ferme après ${long("fr", seconds)} et le crédit revient au compte`,
  warned: (seconds) => `\u202f; avis ${long("fr", seconds)} avant`,
  lasts: (seconds) => long("fr", seconds),
  readings: "Comment nous lisons le livre",
  readingsHint: "Là où le livre est ambigu ou muet\u202f: ses mots, comment nous les lisons, et pourquoi.",
};
