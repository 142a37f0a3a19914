// The guided coup: a companion of the real table, which never bets or deals by itself.
import type { FromPlayer } from "../message";
import type { Guide, State } from "../state";
import { firstTable, type Offer, offers, wayTo } from "../lobby/offers";

const BEGIN: Guide = { page: 0, paid: null };

/** Begins anew at the table where somebody sits, or on the way to one. */
export function started(state: State): State {
  const { table } = state;
  const fresh = table?.phase === "paid" && !table.shared ? { ...table, phase: "betting" as const } : table;
  return { ...state, table: fresh, dialog: null, guide: BEGIN };
}

export const readOn = (state: State): State =>
  state.guide === null ? state : { ...state, guide: { ...state.guide, page: state.guide.page + 1 } };

/**
 * The guide goes with the table. At a private one it ends when the next coup begins; a shared one plays on
 * while the player reads.
 */
export function accompany(before: State, after: State): State {
  const { guide, table } = after;
  if (before.guide === null || guide === null) return after;
  const isOnTheWay = after.lobby.sitting !== null || after.dialog !== null;
  const isNext = before.table?.phase === "paid" && table?.phase !== "paid" && !table?.shared;
  if (isNext || (!table && !isOnTheWay)) return { ...after, guide: null };
  const paid = guide.paid ?? table?.shared?.paid ?? null;
  return paid === guide.paid || before.table?.shared?.paid ? after : { ...after, guide: { ...guide, paid } };
}

/** Where a guided coup can be played: here, or at the private table to begin with. Null: nowhere now. */
export function wayToGuide(state: State): FromPlayer | null {
  const { table } = state;
  if (table) return table.shared?.watching || state.replay ? null : { type: "start-guide", way: null };
  const first = firstTable(offers(state).filter(({ house }) => house !== null));
  const way = first && (comeBack(state, first) ?? wayTo(state, first));
  return way ? { type: "start-guide", way } : null;
}

function comeBack(state: State, { name }: Offer): FromPlayer | null {
  const open = state.person?.sessions.find(({ house, table }) => house === name && table.includes("/"));
  return open ? { type: "resume", session: open.session } : null;
}
