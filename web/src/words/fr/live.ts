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
  lost: "La ligne est coupée.",
  lostMore: "Ce qui est confirmé compte\u202f; on misera de nouveau dès son retour.",
  leaving,
  inPlay: (stakes) =>
    `Encore en jeu\u202f: ${stakes}. Le coup se joue, et ce qu'il rapporte va sur votre compte.`,
  played: (stakes) =>
    `Était en jeu\u202f: ${stakes}. Le coup est joué, et ce qu'il a rapporté est sur votre compte.`,
  comesBack: (stakes) => `Du tapis revient sur votre compte\u202f: ${stakes}.`,
  waits: "Le coup est en cours\u202f: vous misez au prochain.",
  mixing: "On mélange un nouveau sabot, et chacun à la table y prend part.",
  opening: (players) =>
    players === 0
      ? "Personne ne mélange ce sabot."
      : players === 1
        ? "La liste est close\u202f: un joueur mélange."
        : `La liste est close\u202f: ${players} joueurs mélangent.`,
  realSabot: "Un nouveau sabot de vraies cartes.",
  fixed: "L'ordre est fixé.",
  burned: (first, count) => `Première carte\u202f: ${first}. Brûlées, cachées\u202f: ${count}.`,
  noMore: "Rien ne va plus.",
  void: "Le coup est nul\u202f: les mises vous reviennent.",
  cut: "La carte de coupe est sortie\u202f: les cartes seront mélangées avant le prochain coup.",
  exhibition:
    "Une démonstration\u202f: personne n'a mélangé ce sabot, on n'y mise donc pas. Dès que quelqu'un s'assied, on en mélange un nouveau.",
  ordered: (players, hash) =>
    `Sabot mélangé par ${players === 1 ? "un joueur" : `${players} joueurs`}, ordre fixé\u202f: ${hash}`,
  resting: "La table attend que quelqu'un vienne.",
  prepares: "Le croupier prépare la table.",
  noCroupier: "La table attend un croupier.",
  noCroupierMore: "Ce qui est confirmé reste.",
  steps: ["La maison s'engage", "Les joueurs mélangent", "On ouvre les graines", "L'ordre est fixé"],
  myPart: { none: "sans vous", mixed: "votre part y est", opened: "votre graine est ouverte" },
  coup: "Coup",
  everyone: (money, players) =>
    `Tous\u202f: ${money}, ${players < 2 ? `${players} joueur` : `${players} joueurs`}`,
  confirm: "Confirmer les mises",
  confirmed: "Confirmé",
  draft: "À confirmer",
  draftCounts: "Compte à la clôture des mises",
  automatic: "Confirmation automatique",
  automaticHint: "Les jetons posés deviennent des mises à la clôture.",
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
  next: (side) => `Si ${side} sortait`,
  pair: (side) => `paire de ${side}`,
  ties: (count) => (count === 1 ? "1 égalité" : `${count} égalités`),
  statistics: { coups: "Coups", naturals: "Naturels" },
  verify: (sabot) => `Vérifier le sabot ${sabot}`,
  verified: (sabot) => `Sabot ${sabot} vérifié`,
  video: {
    name: "Image de la table",
    sound: "Son de la table",
    lost: "Sans image\u202f: la table continue.",
    waits: "Un instant\u202f: l'image arrive.",
  },
  news: {
    burned: (card) => `De trop, brûlée\u202f: ${card}.`,
    goesOn: (card) => `De trop, elle ouvre le coup suivant\u202f: ${card}.`,
    corrected: (before, after, why) => `Corrigée\u202f: ${after}, et non ${before}. ${why}`,
    swapped: (before, after, why) => `Échangées\u202f: ${before} et ${after}. ${why}`,
    deleted: (card, why) => `Supprimée\u202f: ${card}. ${why}`,
    amended: (box, why) => (box ? `Mise rectifiée à la case ${box}. ${why}` : `Mise des joueurs debout rectifiée. ${why}`),
    reversed: (why) => `Le résultat est retiré. ${why}`,
    called: (who, words) => `${who} appelle le chef de salle${words && `\u202f: ${words}`}`,
    decided: (words) => `Décidé\u202f: ${words}`,
    void: (why) => `Motif\u202f: ${why}`,
  },
  manager: {
    name: "Chef de salle",
    call: "Appeler le chef de salle",
    called: "Le chef de salle est appelé.",
    hint: "Il vient à la table\u202f; sa décision est définitive.",
  },
  refused: {
    "client/not-confirmed": "Les jetons non confirmés ne sont pas des mises\u202f: ils vous reviennent.",
    "bet/too-late": "Trop tard\u202f: les mises étaient closes.",
    "bet/closed": "On ne mise pas maintenant\u202f: attendez le prochain coup.",
    "bet/already-confirmed": "À cette table, on confirme une fois par coup.",
    "bet/exhibition": "Personne n'a mélangé ce sabot\u202f: on n'y mise pas.",
    "table/manager-called": "Le chef de salle est déjà appelé.",
  },
  land,
};

export default live;
