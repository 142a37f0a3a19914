// The rules of sessions and connections, in French.
import { long } from "../past/long_formats";
import type { SessionRuleWords } from "../rules/session_rules";

export const session: SessionRuleWords = {
  title: "Connexion et session",
  inactivity: "Inactivité",
  idle: (most, warning) =>
    `Après ${long("fr", most)} sans mise ni ajout de crédit, la session se ferme et le crédit revient sur le compte. Un avertissement s'affiche ${long("fr", warning)} avant.`,
  double: "Double connexion",
  taken: "Si vous entrez alors que vous êtes déjà connecté à la même session, la première connexion est fermée.",
  disconnection: "Connexion perdue",
  lost: (first, last, kept) =>
    `La page réessaie d'elle-même, après ${first} à ${last} ms chaque fois, et ne s'arrête que si l'erreur est irrémédiable. La session vous attend ${long("fr", kept)}\u202f; puis elle se ferme et le crédit revient sur le compte.`,
  answer: "Réponse perdue",
  lookUp:
    "Si la connexion tombe après une mise et avant la réponse, le résultat est dans l'Historique. Le coup est achevé et payé même sans vous.",
  malfunction: "Pannes",
  counts:
    "Pour le crédit, la dernière main achevée et communiquée avant l'interruption fait foi. Une mise que la maison a déjà enregistrée est jouée et payée.",
  realCards:
    "Un coup interrompu avec de vraies cartes est achevé par le prochain croupier\u202f; ou le chef de salle le déclare nul, et les mises reviennent.",
  leave: "Ferme la session et crédite aussitôt le compte.",
};
