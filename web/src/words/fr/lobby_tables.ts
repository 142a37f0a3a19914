// The words about shared tables in the lobby, in French.
import type { LobbyTableWords } from "../lobby_tables";

export const tables: LobbyTableWords = {
  tables: "Tables en direct",
  watch: "Regarder",
  players: (count) => (count < 2 ? `${count} joueur` : `${count} joueurs`),
  watchers: (count) => (count === 1 ? "1 regarde" : `${count} regardent`),
  stages: {
    resting: "Au repos",
    mixing: "On mélange",
    opening: "On mélange ensemble",
    burning: "Nouveau sabot",
    betting: "Mises ouvertes",
    closing: "Rien ne va plus",
    dealing: "Cartes en jeu",
    paying: "On paie",
    paid: "Coup terminé",
  },
  standings: { paused: "La table fait une pause.", closed: "La table est fermée." },
  badges: { open: "En direct", paused: "En pause", closed: "Fermée" },
  rests: {
    paused: "On reprend dès que le croupier rouvre.",
    closed: "Votre crédit n'est pas perdu\u202f: encaissez quand vous voulez.",
  },
  note: "La maison dit",
  seconds: (count) => (count === 1 ? "encore 1 seconde" : `encore ${count} secondes`),
  sabot: "Sabot",
  cards: (left) => `${left} cartes restantes`,
  real: "sans preuve",
  nothing: "Aucun coup de ce sabot pour l'instant.",
  kinds: { down: "Cartes en main", up: "Cartes découvertes", croupier: "vraies cartes", person: "avec croupier" },
  keyed: "On joue à la vraie table\u202f: d'ici, on regarde.",
};
