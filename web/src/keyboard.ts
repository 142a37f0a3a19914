// Playing by keyboard: which key dispatches which message.
import { mayBet } from "./state/session/player_actions";
import type { Message } from "./state/message";
import type { State, Table } from "./state/state";
import type { Bet } from "./wire";

export interface Press {
  readonly key: string;
  readonly shift: boolean;
  readonly other: boolean; // Ctrl, Alt or Meta: left to the browser
  readonly repeat: boolean; // the key is held down
  readonly typing: boolean; // in a text field
  readonly bet: Bet | null; // the spot that has the focus
}

export type Direction = "left" | "right" | "up" | "down";

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** The direction of an arrow key. */
export const direction = ({ key, other, shift }: Press): Direction | null =>
  other || shift ? null : (ARROWS[key] ?? null);

/** Whether the page handles this key: not in a text field or a dialog, and not with Ctrl, Alt or Meta. */
export const isOurs = (press: Press, state: State): boolean =>
  (state.table ?? state.replay) !== null && state.dialog === null && !press.other && !press.typing;

/** The message for a key at the table, or null. One that can do nothing now is answered with the reason. Enter and Space on a spot are handled by its button. */
export function pressed(press: Press, state: State): Message | null {
  const { table } = state;
  if (press.key === "Escape" && state.replay && !press.typing) return { type: "end-replay" };
  if (!table || !isOurs(press, state)) return null;
  if (press.key === "Escape" && state.guide !== null) return { type: "end-guide" };
  return onTheCloth(press, mayBet(state)) ?? single(press, state, table);
}

function onTheCloth({ key, shift, repeat, bet }: Press, isOpen: boolean): Message | null {
  switch (key) {
    case "Enter":
      return bet && shift && !repeat && isOpen ? { type: "take", bet } : null;
    case "-":
    case "−":
      return bet && isOpen ? { type: "take", bet } : null;
    case "Backspace":
      return { type: "back" };
    case "Delete":
      return repeat ? null : { type: "clear" };
    default:
      return null;
  }
}

/** Single characters, unless the player has switched them off. Holding one down counts once. */
function single({ key, repeat }: Press, state: State, table: Table): Message | null {
  if (!state.settings.letters || repeat) return null;
  if (/^[1-9]$/.test(key)) {
    const chip = table.rules.sheet.money.chips[Number(key) - 1];
    return chip === undefined ? { type: "no-chip" } : { type: "hold-chip", chip };
  }
  switch (key.toLowerCase()) {
    case "r":
      return { type: "repeat" };
    case "d":
      return { type: "double" };
    case "c":
      return { type: "carte" };
    case "a":
      return { type: table.phase === "dealing" || table.turned < table.shown ? "dealt" : "again" };
    case "h":
      return { type: "open-dialog", dialog: "history" };
    case "s":
      return { type: "set", settings: { sound: !state.settings.sound } };
    case "i":
      return { type: "read-status" };
    case "?":
      return { type: "open-dialog", dialog: "help" };
    default:
      return null;
  }
}
