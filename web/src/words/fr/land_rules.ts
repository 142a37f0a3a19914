// The rules of a land table, in French.
import type { LandRuleWords } from "../rules/land_rules";
import { long } from "../past/long_formats";

export const land: LandRuleWords = {
  title: "À la table",
  only: (mark) => `Cela vaut aux tables qui portent «\u202f${mark}\u202f».`,
  croupier: "Un croupier dirige la table.",
  realCards:
    "Les cartes viennent d'un vrai sabot\u202f: chacune est consignée comme elle a été lue, mais aucune graine de la maison ou des joueurs ne prouve leur ordre.",
  boxes: (boxes) => `La table a ${boxes} cases.`,
  perBox: (most) => (most === 1 ? "Chacune reçoit un joueur." : `Chacune reçoit au plus ${most} joueurs.`),
  standing: "Vous pouvez aussi jouer debout, sans case.",
  seated: "Pour miser, prenez une case.",
  tips: "Après un gain, vous pouvez laisser un pourboire aux croupiers\u202f; personne ne le demande avant.",
  holder: (sides) => `Qui mise le plus sur ${sides} en tient les cartes\u202f; à mises égales, qui y a misé le premier.`,
  shownFirst: (punto) => `Si les deux mains sont tenues, ${punto} se montre d'abord.`,
  hidden: "Avant qu'elles soient montrées, seul qui les tient les voit.",
  calls: (punto, banco, draw, stand) =>
    `Qui tient les cartes de ${punto} parle d'abord\u202f: «\u202f${draw}\u202f» ou «\u202f${stand}\u202f», comme le veut la règle. Puis le croupier montre ${banco}. Qui se tait laisse parler le croupier.`,
  time: (seconds) => `Vous avez chaque fois au plus ${long("fr", seconds)}\u202f; ensuite le croupier les montre.`,
  handedBack: "Si vous partez ou perdez la ligne, même en rechargeant la page, elles reviennent au croupier.",
  absent: "Si vous n'êtes pas là, elles vous sont rendues.",
};
