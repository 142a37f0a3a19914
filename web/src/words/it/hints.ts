// The help about keys and gestures, in Italian.
import type { Hints } from "../rules/hints";

export const hints: Hints = {
  title: "Tasti e gesti",
  keys: "Tasti",
  gestures: "Mouse e dito",
  letters: "Le scorciatoie con una sola lettera si possono spegnere nelle impostazioni.",
  add: "Metti la fiche scelta sul riquadro",
  take: "Togli una fiche dal riquadro",
  chip: "Scegli la fiche",
  walk: "Da un riquadro all'altro",
  back: "Un passo indietro",
  clear: "Togli tutto dal tappeto",
  again: "Rigiocare: le ultime puntate, con carte o conferma; mentre si danno le carte: saltare",
  status: "Leggi ad alta voce credito e puntata",
  help: "Questo aiuto",
  shut: "Chiudi una finestra",
  tap: "Clic o tocco su un riquadro",
  press: "Tocco lungo",
  right: "Clic destro, Maiusc + clic",
  mode: "Il tasto − accanto alle fiches, poi un tocco",
  arrows: "Frecce, Tab",
  upDown: "Frecce",
  lift: "Carte in mano: solleva, abbassa",
  show: "Carte in mano: mostra",
  draw: "Carta",
  stand: "Resto",
};
