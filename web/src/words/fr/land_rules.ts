// The rules of a land table, in French.
import type { LandRuleWords } from "../rules/land_rules";
import { long } from "../past/long_formats";

export const land: LandRuleWords = {
  title: "À la table",
  only: (mark) => `Cela vaut pour les tables marquées «\u202f${mark}\u202f».`,
  croupier: "Un croupier dirige la table.",
  realCards:
    "Les cartes viennent d'un vrai sabot\u202f: chacune est consignée comme elle a été lue, mais aucune graine de la maison ou des joueurs ne prouve leur ordre.",
  boxes: (boxes) => `La table a ${boxes} cases.`,
  perBox: (most) => (most === 1 ? "Chacune reçoit un joueur." : `Chacune reçoit au plus ${most} joueurs.`),
  standing: "Vous pouvez aussi jouer debout, sans case.",
  seated: "Pour miser, prenez une case.",
  tips: "Après un gain, vous pouvez laisser un pourboire aux croupiers\u202f; personne ne le demande avant.",
  holder: (sides) => `Le joueur qui mise le plus sur ${sides} en tient les cartes\u202f; à mises égales, celui qui a misé le premier.`,
  shownFirst: (punto) => `Si les deux mains sont tenues, les cartes du côté ${punto} se montrent d'abord.`,
  hidden: "Tant qu'elles ne sont pas montrées, seul celui qui les tient les voit.",
  calls: (punto, banco, draw, stand) =>
    `Celui qui tient les cartes du côté ${punto} parle d'abord\u202f: «\u202f${draw}\u202f» ou «\u202f${stand}\u202f», comme le veut la règle. Puis le croupier montre celles du côté ${banco}. S'il se tait, le croupier parle pour lui.`,
  time: (seconds) => `Vous avez chaque fois au plus ${long("fr", seconds)}\u202f; ensuite le croupier les montre.`,
  handedBack: "Si vous partez ou perdez la connexion, même en rechargeant la page, elles reviennent au croupier.",
  absent: "Si vous n'êtes pas là, elles vous sont rendues.",
};
