// Lines to the croupier and the manager, in French.
import type { LinesWords } from "../lines/lines";

const lines: LinesWords = {
  write: "Écrire à la table",
  title: "Écrire à la table",
  kept: "Seul le personnel lit\u202f; la maison conserve les messages.",
  to: { croupier: "Au croupier", manager: "Au chef de salle" },
  whom: "À qui\u202f?",
  line: "Votre message, 200 caractères au plus",
  send: "Envoyer",
  waits: "En attente de réponse",
  news: "Nouvelle réponse",
  answers: (name) => `${name} répond\u202f:`,
  offline: "La maison ne répond pas. Réessayez.",
  problems: {
    "line/not-here": "Cette table ne reçoit pas de messages.",
    "line/too-soon": "Un message en cinq secondes, dix en dix minutes\u202f: attendez un peu.",
    "line/address": "Ni adresses ni liens\u202f: le message n'est pas parti.",
    "line/digits": "Pas de longs numéros, de téléphone ou de carte\u202f: le message n'est pas parti.",
    "line/word": "La maison ne transmet pas l'un de ces mots\u202f: le message n'est pas parti.",
    "line/not-open": "Ce message a déjà une réponse.",
    "session/none": "Pour écrire, il faut être assis à la table.",
    "message/bad": "Une seule ligne, 200 caractères au plus.",
  },
  open: "Messages des joueurs",
  from: (player) => `Joueur ${player}`,
  ready: {
    thanks: "Merci\u202f!",
    moment: "Un instant, s'il vous plaît.",
    coming: "Le chef de salle vient à la table.",
    not_here: "Je ne peux pas répondre ici.",
  },
  other: "Une autre réponse",
  answer: "Répondre",
};

export default lines;
