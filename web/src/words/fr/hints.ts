// The help about keys and gestures, in French.
import type { Hints } from "../rules/hints";

export const hints: Hints = {
  title: "Touches et gestes",
  keys: "Touches",
  gestures: "Souris et doigt",
  letters: "Les raccourcis d'une lettre peuvent être coupés dans les réglages.",
  add: "Poser le jeton choisi",
  take: "Retirer un jeton",
  chip: "Choisir un jeton",
  walk: "D'un pari à l'autre",
  back: "Un pas en arrière",
  clear: "Vider le tapis",
  again: "Rejouer\u202f: les dernières mises, avec les cartes ou la confirmation\u202f; pendant la donne\u202f: passer",
  status: "Lire à voix haute crédit et mise",
  help: "Cette aide",
  shut: "Fermer une fenêtre",
  tap: "Clic ou toucher sur un pari",
  press: "Appui long",
  right: "Clic droit, Maj + clic",
  mode: "Le − à côté des jetons, puis toucher",
  arrows: "Flèches, Tab",
  upDown: "Flèches",
  lift: "Cartes en main\u202f: soulever, baisser",
  show: "Cartes en main\u202f: montrer",
  draw: "Carte",
  stand: "Reste",
};
