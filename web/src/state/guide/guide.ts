// The guided first coup: a companion of the real table, which never bets or deals by itself.
import type { FromPlayer } from "../message";
import type { State } from "../state";
import { firstTable, type Offer, offers, wayTo } from "../lobby/offers";

/** Begins anew at the private table where somebody sits, or on the way to one. */
export function started(state: State): State {
  const { table } = state;
  const fresh = table?.phase === "paid" ? { ...table, phase: "betting" as const } : table;
  return { ...state, table: fresh, dialog: null, guide: 0 };
}

export const readOn = (state: State): State =>
  state.guide === null ? state : { ...state, guide: state.guide + 1 };

/** The guide goes with the table, and ends when the next coup begins. */
export function accompany(before: State, after: State): State {
  if (before.guide === null || after.guide === null) return after;
  const isOnTheWay = after.lobby.sitting !== null || after.dialog !== null;
  const isNext = before.table?.phase === "paid" && after.table?.phase !== "paid";
  return isNext || (!after.table && !isOnTheWay) ? { ...after, guide: null } : after;
}

/** Where a guided coup can be played: here, or at the private table to begin with. Null: nowhere now. */
export function wayToGuide(state: State): FromPlayer | null {
  const { table } = state;
  if (table) return table.shared || state.replay ? null : { type: "start-guide", way: null };
  const first = firstTable(offers(state).filter(({ house }) => house !== null));
  const way = first && (comeBack(state, first) ?? wayTo(state, first));
  return way ? { type: "start-guide", way } : null;
}

function comeBack(state: State, { name }: Offer): FromPlayer | null {
  const open = state.person?.sessions.find(({ house, table }) => house === name && table.includes("/"));
  return open ? { type: "resume", session: open.session } : null;
}
