// The help about keys and gestures, in German.
import type { Hints } from "../rules/hints";

export const hints: Hints = {
  title: "Tasten und Gesten",
  keys: "Tasten",
  gestures: "Maus und Finger",
  letters: "Einzelne Tasten lassen sich in den Einstellungen abschalten.",
  add: "Den gewählten Jeton auf das Feld legen",
  take: "Einen Jeton vom Feld nehmen",
  chip: "Jeton wählen",
  walk: "Von Feld zu Feld",
  back: "Einen Schritt zurück",
  clear: "Tuch abräumen",
  again: "Noch einmal spielen: die letzten Einsätze, mit Karten oder Bestätigung; beim Geben: überspringen",
  status: "Guthaben und Einsatz vorlesen",
  help: "Diese Hilfe",
  shut: "Ein Fenster schließen",
  tap: "Klick oder Tippen auf ein Feld",
  press: "Lange drücken",
  right: "Rechtsklick, Umschalt + Klick",
  mode: "Das − neben den Jetons, dann tippen",
  arrows: "Pfeile, Tab",
  upDown: "Pfeile",
  lift: "Karten in der Hand: anheben, senken",
  show: "Karten in der Hand: aufdecken",
  draw: "Karte",
  stand: "Bleibt",
};
