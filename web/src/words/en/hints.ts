// The help about keys and gestures, in English.
import type { Hints } from "../rules/hints";

export const hints: Hints = {
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
  again: "Play again: the last bets, dealt or confirmed; while cards are dealt: skip",
  status: "Read credit and stake aloud",
  help: "This help",
  shut: "Close a window",
  tap: "Click or tap on a spot",
  press: "Long press",
  right: "Right-click, Shift + click",
  mode: "The − beside the chips, then a tap",
  arrows: "Arrows, Tab",
  upDown: "Arrows",
  lift: "Cards in hand: lift, let down",
  show: "Cards in hand: show",
  draw: "Card",
  stand: "Stand",
};
