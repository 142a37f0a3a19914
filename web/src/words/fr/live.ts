// What is said at a shared table, in French.
import type { LiveWords } from "../live";

const live: LiveWords = {
  live: "En direct",
  tables: "Tables en direct",
  watch: "Regarder",
  leave: "Quitter",
  watching: "Vous regardez.",
  players: (count) => (count < 2 ? `${count} joueur` : `${count} joueurs`),
  watchers: (count) => (count === 1 ? "1 regarde" : `${count} regardent`),
  stages: {
    resting: "Au repos",
    mixing: "On mélange",
    opening: "On mélange ensemble",
    burning: "Nouveau sabot",
    betting: "Mises ouvertes",
    dealing: "Cartes en jeu",
    paying: "On paie",
    paid: "Coup terminé",
  },
  standings: { paused: "La table fait une pause.", closed: "La table est fermée." },
  endings: {
    paused: "Après ce coup, la table fait une pause.",
    closed: "Après ce coup, la table ferme.",
  },
  rests: {
    paused: "On reprend dès que le croupier rouvre.",
    closed: "Votre crédit n'est pas perdu : encaissez quand vous voulez.",
  },
  seconds: (count) => (count === 1 ? "encore 1 seconde" : `encore ${count} secondes`),
  waits: "Le coup est en cours : vous misez au prochain.",
  mixing: "On mélange un nouveau sabot, et chacun à la table y prend part.",
  opening: (players) =>
    players === 0
      ? "Personne ne mélange ce sabot."
      : players === 1
        ? "La liste est close : un joueur mélange."
        : `La liste est close : ${players} joueurs mélangent.`,
  fixed: "L'ordre est fixé.",
  burned: (first, count) => `Première carte : ${first}. Brûlées, cachées : ${count}.`,
  noMore: "Rien ne va plus.",
  void: "Le coup est nul : les mises vous reviennent.",
  cut: "La carte de coupe est sortie : c'était le dernier coup du sabot.",
  exhibition:
    "Une démonstration : personne n'a mélangé ce sabot, on n'y mise donc pas. Dès que quelqu'un s'assied, on en mélange un nouveau.",
  resting: "La table attend que quelqu'un vienne.",
  steps: ["La maison s'engage", "Les joueurs mélangent", "On ouvre les graines", "L'ordre est fixé"],
  myPart: { none: "sans vous", mixed: "votre part y est", opened: "votre graine est ouverte" },
  sabot: "Sabot",
  coup: "Coup",
  cards: (left) => `${left} cartes restantes`,
  everyone: (money, players) =>
    `Tous : ${money}, ${players < 2 ? `${players} joueur` : `${players} joueurs`}`,
  confirm: "Confirmer les mises",
  confirmed: "Confirmé",
  draft: "À confirmer",
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
  nothing: "Aucun coup de ce sabot pour l'instant.",
  statistics: { coups: "Coups", naturals: "Naturels" },
  verify: (sabot) => `Vérifier le sabot ${sabot}`,
  video: "Image de la table",
  news: {
    burned: (card) => `De trop, brûlée : ${card}.`,
    goesOn: (card) => `De trop, elle ouvre le coup suivant : ${card}.`,
    corrected: (before, after, why) => `Corrigée : ${after}, et non ${before}. ${why}`,
    called: (words) => `Chef de salle appelé : ${words}`,
    decided: (words) => `Décidé : ${words}`,
    void: (why) => `Coup nul : ${why}`,
  },
  manager: {
    name: "Chef de salle",
    call: "Appeler le chef de salle",
    what: "De quoi s'agit-il ?",
    often: ["Une question", "Ma mise", "Le paiement"],
    called: "Le chef de salle est appelé.",
    hint: "Toute la table le lit ; la décision est définitive.",
  },
};

export default live;
