// The words of the guided coup, in French.
import type { GuideWords } from "../guide/guide";

export default {
  title: "Votre premier coup",
  step: (now, all) => `Étape ${now} sur ${all}`,
  chip: (punto, banco) =>
    `On distribue deux mains\u202f: ${punto} et ${banco}. La plus proche de neuf gagne. Touchez celle à laquelle vous croyez.`,
  deal: (stake, button) =>
    `Sur le tapis\u202f: ${stake}. Touchez encore pour ajouter des jetons, ou appuyez sur «\u202f${button}\u202f».`,
  box: "À cette table, on mise depuis une case. Touchez une case libre.",
  soon: "Ici, tout le monde joue le même coup. Vous pourrez miser dans un instant.",
  clock: "L'anneau compte les secondes\u202f: à zéro, rien ne va plus.",
  byCroupier: "On mise jusqu'à ce que le croupier dise «\u202fRien ne va plus\u202f».",
  confirm: (stake, button) => `Sur le tapis\u202f: ${stake}. Confirmez à temps avec «\u202f${button}\u202f», sinon les jetons vous reviennent.`,
  counts: (stake) => `Sur le tapis\u202f: ${stake}. Cela compte de soi-même à la clôture.`,
  placed: (stake) => `Vous avez misé ${stake}. Le coup est le même pour tous\u202f: on attend les cartes.`,
  held: "Celui qui a le plus misé d'un côté en tient les cartes\u202f: il les regarde et les retourne.",
  cards: "Deux cartes de chaque côté. L'as compte 1\u202f; les dix et les figures ne comptent pas.",
  has: (side, cards, points) => `${side} a commencé avec ${cards}\u202f: ${points}.`,
  counting: (one, other, isExample) =>
    `D'une somme, seul le dernier chiffre compte\u202f: ${isExample ? "par exemple, " : ""}${one} et ${other} font ${one + other}, soit ${(one + other) % 10}.`,
  natural: "Huit ou neuf avec deux cartes, c'est un naturel\u202f: personne ne tire de troisième.",
  rule: "Personne n'en décide\u202f: c'est la règle, et elle seule.",
  won: (staked, returned) => `Vous aviez misé ${staked}, il vous revient ${returned}.`,
  even: (staked) => `Vos ${staked} vous reviennent\u202f: rien de gagné, rien de perdu.`,
  less: (staked, returned) => `Vous aviez misé ${staked}\u202f; il vous en revient ${returned}.`,
  lost: (staked) => `Cette fois, vos ${staked} vont à la maison.`,
  onward: "C'est tout le jeu. Les règles disent le reste.",
  next: "Suite",
  done: "Compris",
  leave: "Quitter le guide",
} satisfies GuideWords;
