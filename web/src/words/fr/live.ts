// The words of a shared table, in French.
import type { TableWords } from "../live";
import { leaving } from "../shared/leaving";
import land from "./land";

const live: TableWords = {
  leave: "Quitter",
  watching: "Vous regardez.",
  endings: {
    paused: "Après ce coup, la table fait une pause.",
    closed: "Après ce coup, la table ferme.",
  },
  lostMore: "Les mises confirmées comptent\u202f; vous pourrez miser dès le retour de la connexion.",
  leaving,
  inPlay: (stakes) =>
    `Encore en jeu\u202f: ${stakes}. Le coup se joue, et ce qu'il rapporte va sur votre compte.`,
  played: (stakes) =>
    `Était en jeu\u202f: ${stakes}. Le coup est joué, et ce qu'il a rapporté est sur votre compte.`,
  settled: (stakes, returned, net) =>
    `Était en jeu\u202f: ${stakes}. Revenu sur votre compte\u202f: ${returned} (${net}).`,
  comesBack: (stakes) => `Rendu du tapis sur votre compte\u202f: ${stakes}.`,
  waits: "Ce coup est en cours\u202f: vous pourrez miser au prochain.",
  mixing: "Un nouveau sabot\u202f: chacun à la table participe au mélange.",
  opening: (players) =>
    players === 0
      ? "Aucun joueur ne participe au mélange."
      : players === 1
        ? "La liste est close\u202f: un joueur participe."
        : `La liste est close\u202f: ${players} joueurs participent.`,
  realSabot: "Un nouveau sabot de vraies cartes.",
  fixed: "L'ordre des cartes est fixé.",
  burned: (first, count) => `Première carte\u202f: ${first}. Cartes brûlées, cachées\u202f: ${count}.`,
  noMore: "Rien ne va plus.",
  void: "Le coup est nul\u202f: les mises vous reviennent.",
  cut: "La carte de coupe est sortie\u202f: les cartes seront mélangées avant le prochain coup.",
  exhibition: "Une démonstration\u202f: aucun joueur n'a mélangé ce sabot, on n'y mise donc pas. Dès que quelqu'un s'assied, on en mélange un nouveau.",
  ordered: (players, hash) =>
    `Sabot mélangé par ${players === 1 ? "un joueur" : `${players} joueurs`}, ordre fixé\u202f: ${hash}`,
  resting: "La table attend des joueurs.",
  prepares: "Le croupier prépare la table.",
  noCroupier: "La table attend un croupier.",
  noCroupierMore: "Les mises confirmées restent valables.",
  steps: ["La maison s'engage", "Les joueurs mélangent", "Les graines sont révélées", "L'ordre est fixé"],
  myPart: { none: "sans vous", mixed: "votre part y est", opened: "votre graine est révélée" },
  coup: "Coup",
  everyone: (money, players) =>
    `En tout\u202f: ${money}, ${players} joueur${players < 2 ? "" : "s"}`,
  confirm: "Confirmer les mises",
  confirmed: "Confirmé",
  draft: "À confirmer",
  draftCounts: "Compte à la clôture",
  automatic: "Confirmation automatique",
  automaticHint:
    "À la clôture, les jetons posés deviennent des mises. Plus rien à confirmer, ici comme aux autres tables.",
  roads: "Les routes",
  roadNames: {
    bead_plate: "Bead plate",
    big_road: "Big road",
    big_eye_boy: "Big eye boy",
    small_road: "Small road",
    cockroach_road: "Cockroach",
  },
  asTable: "En tableau",
  row: "Ligne",
  column: "Colonne",
  repeats: "se répète",
  changes: "change",
  next: (side) => `Si ${side} gagne`,
  pair: (side) => `paire ${side}`,
  ties: (count) => `${count} égalité${count < 2 ? "" : "s"}`,
  statistics: { coups: "Coups", naturals: "Naturels" },
  verify: (sabot) => `Vérifier le sabot ${sabot}`,
  verified: (sabot) => `Sabot ${sabot} vérifié`,
  video: {
    name: "Vidéo de la table",
    sound: "Son de la table",
    lost: "Pas d'image\u202f: la table continue.",
    waits: "Un instant\u202f: l'image arrive.",
  },
  news: {
    burned: (card) => `Carte de trop, brûlée\u202f: ${card}.`,
    goesOn: (card) => `Carte de trop, elle ouvre le coup suivant\u202f: ${card}.`,
    corrected: (before, after, why) => `Corrigée\u202f: ${after}, et non ${before}. ${why}`,
    swapped: (before, after, why) => `Échangées\u202f: ${before} et ${after}. ${why}`,
    deleted: (card, why) => `Supprimée\u202f: ${card}. ${why}`,
    amended: (box, guest, stakes, why) => `Mise rectifiée. ${box ? `Case ${box}` : "Debout"}${guest ? `, client ${guest}` : ""}\u202f: ${stakes}. ${why}`,
    reversed: (why) => `Le résultat est annulé. ${why}`,
    called: (who, words) => `${who} appelle le chef de salle${words && `\u202f: ${words}`}`,
    timeCalled: "Temps écoulé\u202f: la règle a décidé.",
    timeTurned: "Temps écoulé\u202f: le croupier a montré les cartes.",
    decided: (words) => `Décidé\u202f: ${words}`,
    void: (why) => `Motif\u202f: ${why}`,
  },
  manager: {
    name: "Chef de salle",
    call: "Appeler le chef de salle",
    called: "Le chef de salle a été appelé.",
    hint: "Il vient à la table\u202f; sa décision est définitive.",
    lost: "La connexion s'est perdue avant la réponse\u202f: appelez de nouveau.",
  },
  refused: {
    "client/not-confirmed": "Les jetons non confirmés n'ont pas été misés\u202f: ils sont à vous.",
    "bet/too-late": "Trop tard\u202f: les mises étaient déjà closes.",
    "bet/closed": "Les mises sont closes\u202f: attendez le prochain coup.",
    "bet/already-confirmed": "À cette table, on confirme une fois par coup.",
    "bet/exhibition": "Aucun joueur n'a mélangé ce sabot\u202f: on n'y mise pas.",
    "table/manager-called": "Le chef de salle a déjà été appelé.",
  },
  land,
};

export default live;
