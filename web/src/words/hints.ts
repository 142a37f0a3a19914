// What keys and gestures do.
import type { Language } from "../state/state";

interface Hints {
  readonly title: string;
  readonly keys: string;
  readonly gestures: string;
  readonly letters: string; // that they can be switched off
  readonly add: string;
  readonly take: string;
  readonly chip: string;
  readonly walk: string;
  readonly back: string;
  readonly clear: string;
  readonly status: string;
  readonly help: string;
  readonly shut: string;
  readonly tap: string;
  readonly press: string;
  readonly right: string;
  readonly mode: string; // the button beside the chips
  readonly arrows: string;
}

const HINTS: Readonly<Record<Language, Hints>> = {
  it: {
    title: "Tasti e gesti",
    keys: "Tasti",
    gestures: "Mouse e dito",
    letters: "I tasti singoli si possono spegnere nelle impostazioni.",
    add: "Metti la fiche scelta sul riquadro",
    take: "Togli una fiche",
    chip: "Scegli la fiche",
    walk: "Da un riquadro all'altro",
    back: "Un passo indietro",
    clear: "Togli tutto",
    status: "Leggi ad alta voce credito e puntata",
    help: "Questo aiuto",
    shut: "Chiudi una finestra",
    tap: "Clic o tocco su un riquadro",
    press: "Tocco lungo",
    right: "Clic destro, Maiusc + clic",
    mode: "Il tasto − accanto alle fiches, poi un tocco",
    arrows: "Frecce, Tab",
  },
  en: {
    title: "Keys and gestures",
    keys: "Keys",
    gestures: "Mouse and finger",
    letters: "Single keys can be switched off in the settings.",
    add: "Put the selected chip on the spot",
    take: "Take a chip off",
    chip: "Select a chip",
    walk: "From spot to spot",
    back: "One step back",
    clear: "Take everything off",
    status: "Read credit and stake aloud",
    help: "This help",
    shut: "Close a window",
    tap: "Click or tap on a spot",
    press: "Long press",
    right: "Right-click, Shift + click",
    mode: "The − beside the chips, then a tap",
    arrows: "Arrows, Tab",
  },
  de: {
    title: "Tasten und Gesten",
    keys: "Tasten",
    gestures: "Maus und Finger",
    letters: "Einzelne Tasten lassen sich in den Einstellungen abschalten.",
    add: "Den gewählten Jeton auf das Feld legen",
    take: "Einen Jeton wegnehmen",
    chip: "Jeton wählen",
    walk: "Von Feld zu Feld",
    back: "Einen Schritt zurück",
    clear: "Alles wegnehmen",
    status: "Guthaben und Einsatz vorlesen",
    help: "Diese Hilfe",
    shut: "Ein Fenster schließen",
    tap: "Klick oder Tippen auf ein Feld",
    press: "Lange drücken",
    right: "Rechtsklick, Umschalt + Klick",
    mode: "Das − neben den Jetons, dann tippen",
    arrows: "Pfeile, Tab",
  },
  fr: {
    title: "Touches et gestes",
    keys: "Touches",
    gestures: "Souris et doigt",
    letters: "Les touches simples peuvent être coupées dans les réglages.",
    add: "Poser le jeton choisi sur la case",
    take: "Retirer un jeton",
    chip: "Choisir un jeton",
    walk: "D'une case à l'autre",
    back: "Un pas en arrière",
    clear: "Tout retirer",
    status: "Lire à voix haute crédit et mise",
    help: "Cette aide",
    shut: "Fermer une fenêtre",
    tap: "Clic ou toucher sur une case",
    press: "Appui long",
    right: "Clic droit, Maj + clic",
    mode: "Le − à côté des jetons, puis toucher",
    arrows: "Flèches, Tab",
  },
};

export const hints = (language: Language): Hints => HINTS[language];
