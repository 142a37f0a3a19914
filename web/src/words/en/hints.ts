// The help about keys and gestures, in English.
import type { Hints } from "../rules/hints";

export const hints: Hints = {
  title: "Keys and gestures",
  keys: "Keys",
  gestures: "Mouse and finger",
  letters: "Single keys can be switched off in the settings.",
  add: "Put the selected chip on the spot",
  take: "Take a chip off the spot",
  chip: "Select a chip",
  walk: "Go from spot to spot",
  back: "Undo: one step back",
  clear: "Clear the cloth",
  again: "Play again: the last bets, dealt or confirmed; while cards are dealt: skip",
  status: "Read credit and stake aloud",
  help: "This help",
  shut: "Close a dialog",
  tap: "Click or tap on a spot",
  press: "Long press",
  right: "Right-click, Shift + click",
  mode: "The − beside the chips, then tap",
  arrows: "Arrows, Tab",
  upDown: "Arrows",
  lift: "Cards in hand: lift, lower",
  show: "Cards in hand: show",
  draw: "Card",
  stand: "Stand",
};
