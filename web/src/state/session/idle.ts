// A key or a button that does nothing now says why, in the croupier's line.
import { atTable, only, type Change } from "../change";
import type { Message } from "../message";
import type { Idle, State, Table } from "../state";
import { stakes, tooFew, total } from "./cloth";
import { figures } from "./figures";
import { isOpen, isWaiting } from "./player_actions";

/** The words of the reason. */
export type Why =
  | "bet/below-minimum"
  | "idle/automatic"
  | "idle/chip"
  | "idle/closed"
  | "idle/confirmed"
  | "idle/empty"
  | "idle/first"
  | "idle/refilled"
  | "idle/start"
  | "idle/watching"
  | "reconnecting";

const HUSH_MS = 5000;

export const hush = (state: State, at: number): State =>
  state.table?.idle?.at === at ? atTable(state, { ...state.table, idle: null }) : state;

/** What the table is doing. As soon as it does something else, the croupier's line is the croupier's. */
export const stageOf = ({ shared, phase }: Table): string => shared?.view.stage ?? phase;

/** The reason to say now. */
export const whyNow = (table: Table): Idle | null => (table.idle?.stage === stageOf(table) ? table.idle : null);

/** The reason if this message can do nothing now. */
export function whyIdle({ table, link }: State, { type }: Message): Why | null {
  switch (type) {
    case "no-chip":
      return "idle/chip";
    case "back":
    case "clear":
    case "double":
    case "repeat":
    case "again":
    case "carte":
      if (!table || table.distrust) return null; // it is said where the bet is stopped
      if (table.shared?.watching) return "idle/watching";
      if (link.is !== "connected") return "reconnecting";
      if (isOpen(table)) return whyNot(table, type);
      // A second tap on the button that deals: the cards are coming.
      return table.shared || !(type === "carte" || type === "again") ? "idle/closed" : null;
    default:
      return null;
  }
}

function whyNot(table: Table, deed: "back" | "clear" | "double" | "repeat" | "again" | "carte"): Why | null {
  const { cloth, shared, rules } = table;
  switch (deed) {
    case "back":
      return cloth.steps.length < 2 ? "idle/start" : null;
    case "clear":
    case "double":
      return total(stakes(cloth)) ? null : "idle/empty";
    case "repeat":
    case "again":
      return total(cloth.last) ? null : "idle/first";
    case "carte": {
      if (isWaiting(table, "confirm")) return null;
      const isConfirmed = figures(table).inPlay > 0;
      if (shared?.automatic) return "idle/automatic";
      if (isConfirmed && !rules.sheet.betting.several_confirmations) return "idle/confirmed";
      if (!total(stakes(cloth))) return isConfirmed ? "idle/confirmed" : "idle/empty";
      return tooFew(table).length ? "bet/below-minimum" : null;
    }
  }
}

export function sayWhy(state: State, why: Why, now: number): Change {
  const { table } = state;
  if (!table) return only(state);
  const idle = { why, stage: stageOf(table), at: now, again: table.idle?.why === why && !table.idle.again };
  return only(atTable(state, { ...table, idle }), { type: "wait", ms: HUSH_MS, then: { type: "hush", at: now } });
}
