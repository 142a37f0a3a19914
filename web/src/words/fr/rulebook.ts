// The words around a house's own rules, in French.
import { long } from "../past/long_formats";
import type { Rulebook } from "../rules/rulebook";
import { land } from "./land_rules";
import { session } from "./session_rules";

export const rulebook: Rulebook = {
  played: {
    title: "Comment on joue",
    goal: (punto, banco) =>
      `On donne deux mains, ${punto} et ${banco}. Aucune n'est la vôtre\u202f: misez sur celle qui sera la plus proche de neuf.`,
    goalInHand: (punto, banco) =>
      `On donne deux mains, ${punto} et ${banco}\u202f: misez sur celle qui sera la plus proche de neuf.`,
    values: { ace: "as", pips: "leur chiffre", tens: "dix et figures" },
    counting: "Les valeurs s'additionnent, les dizaines ne comptent pas\u202f: 7 et 8 font 15, donc 5 points.",
    natural:
      "Chaque main reçoit deux cartes. Si l'une a aussitôt 8 ou 9, un «\u202fnaturel\u202f», le coup s'arrête là.",
    thirdCard: (punto, points, banco) =>
      `Sinon ${punto} tire une troisième carte avec ${points} points\u202f; pour ${banco}, le tableau plus bas décide.`,
    egaliteStakes: {
      returned: (punto, banco) => `À points égaux, les mises sur ${punto} et ${banco} sont rendues.`,
      left: (punto, banco) =>
        `À points égaux, les mises sur ${punto} et ${banco} restent sur le tapis et jouent au coup suivant, si on ne les reprend pas.`,
    },
  },
  land,
  wins: {
    punto: (punto) => `Gagne si ${punto} a plus de points.`,
    banco: (_, banco) => `Gagne si ${banco} a plus de points.`,
    egalite: () => "Gagne si les deux mains ont autant de points.",
    punto_pair: (punto) =>
      `Gagne si les deux premières cartes du côté ${punto} forment une paire, comme deux rois, sans égard à la couleur.`,
    banco_pair: (_, banco) =>
      `Gagne si les deux premières cartes du côté ${banco} forment une paire, comme deux rois, sans égard à la couleur.`,
    either_pair: () => "Gagne si au moins une des deux mains commence par une paire, comme deux rois.",
    perfect_pair: () => "Gagne si au moins une des deux mains commence par une paire de même couleur, comme deux rois de cœur.",
    grande: () => "Gagne si l'on donne cinq ou six cartes en tout.",
    piccolo: () => "Gagne si quatre cartes suffisent\u202f: personne n'en tire une troisième.",
  },
  commission: (percent) => `Commission\u202f: ${percent}\u202f% du gain.`,
  paytable: "Paris et cotes",
  bet: "Pari",
  pays: "Paie",
  limits: "Limites",
  rtp: "Taux de retour exact",
  printed: "imprimé",
  atLeast: (rtp, stake) => `au moins ${rtp}, avec ${stake}`,
  forOne: (back) => `${back} rendus pour 1`,
  coupMax: (most) => `Au plus ${most} par coup en tout.`,
  step: (step) => `Chaque mise est un multiple de ${step}.`,
  rounding: {
    exact: "Les gains sont toujours des centimes entiers.",
    down: "Les gains sont arrondis au centime inférieur.",
  },
  meant: "Le taux de retour est la part des mises qui revient en moyenne, à la longue.",
  fractions: "Les taux de retour exacts",
  exact:
    "Le taux de retour n'est pas estimé\u202f: tous les ordres possibles des cartes ont été comptés. La fraction est exacte, le pourcentage l'écrit en décimales. Là où le casino en imprime un, il est à côté.",
  thirdCard: "La troisième carte",
  decks: (decks) => (decks === 1 ? "Un jeu de cartes." : `${decks} jeux de cartes.`),
  shuffle: {
    "every-coup": "On mélange avant chaque coup.",
    "cut-card": "On mélange quand sort la carte de coupe.",
  },
  draws: "tire",
  stands: "reste",
  naturals: "Si un côté a 8 ou 9 en deux cartes, personne ne tire.",
  byPoints: "selon ses points",
  byThird: (punto) => `selon la valeur de la troisième carte du côté ${punto}`,
  had: (banco) => `les points du côté ${banco} en deux cartes`,
  none: (punto) => `${punto} n'a pas tiré`,
  session,
  times: "Temps",
  betting: "Mises",
  squeeze: "Cartes en main",
  lasts: (seconds) => long("fr", seconds),
  notices: "Avis de la maison",
  readings: "Comment nous lisons le règlement",
  readingsHint: "Là où le règlement est ambigu ou muet\u202f: ses mots, comment nous les lisons, et pourquoi.",
};
