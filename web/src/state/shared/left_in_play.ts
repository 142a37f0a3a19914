// Stakes of a player who leaves a shared table in mid-coup: which they are, and what came back of them.
import type { Bet, HistoryPage, Stakes } from "../../wire";
import { again, asking, only, type Change } from "../change";
import type { Ask } from "../message";
import { total, without } from "../session/cloth";
import type { Farewell, LabelledStakes, SharedTable, State, Table } from "../state";

/** Names the stakes still in play, and those left by Égalité, which come back. */
export function leave([state, effects]: Change, { rules, session, player }: Table, { view, stakes, left, paid }: SharedTable): Change {
  const isOver = view.void || paid?.number === view.coup;
  const isOut = !isOver && (view.stage === "dealing" || view.stage === "paying");
  const named = (lies: Stakes): LabelledStakes =>
    Object.fromEntries(Object.entries(lies).map(([bet, cents]) => [rules.sheet.bets[bet as Bet]?.label ?? bet, cents]));
  const comesBack = isOut ? {} : left;
  const inPlay = isOver ? {} : without(stakes, comesBack);
  const farewell = state.farewell && { ...state.farewell, session, account: player, inPlay: named(inPlay), comesBack: named(comesBack) };
  const coups = [...(total(inPlay) ? [view.coup] : []), ...(total(comesBack) ? [0] : [])];
  const owed = [...state.lobby.owed, ...coups.map((coup) => ({ table: view.table, coup }))];
  return [{ ...state, farewell, lobby: { ...state.lobby, owed } }, effects];
}

/**
 * Asks for the account once the coups that were left in play are over, and for what came back. Their payment may
 * take a moment longer.
 */
export function collect(state: State): Change {
  const { person, lobby } = state;
  const owed = lobby.owed.filter(({ table, coup }) =>
    lobby.tables?.some((each) => each.name === table && each.coup === coup && /betting|closing|dealing|paying/.test(each.stage)),
  );
  if (!person || owed.length === lobby.owed.length) return only(state);
  const me = { what: "me", token: person.token } as const;
  const farewell: Farewell | null = state.farewell && (owed.length ? state.farewell : { ...state.farewell, isPlayed: true });
  const next = { ...state, farewell, lobby: { ...lobby, owed } };
  const { session, account, isPlayed, inPlay } = farewell ?? {};
  const paid = session && account && isPlayed && total(inPlay ?? {}) ? [asking(next, { what: "came-back", account, session })] : [];
  return only(next, asking(next, me), again(me), ...paid);
}

/** The payment to the account, or the stakes of a void coup. Until it is on record, it is asked for again. */
export function cameBack(state: State, ask: Extract<Ask, { what: "came-back" }>, { records }: HistoryPage): Change {
  const { farewell } = state;
  if (farewell?.session !== ask.session) return only(state);
  for (const each of records) {
    if (each.type !== "paid" && each.type !== "returned") continue;
    if (!each.to_account || each.of_session !== ask.session) continue;
    if (each.type === "returned" && each.reason !== "void" && each.reason !== "restore") continue; // left on the cloth by an earlier coup
    const staked = each.type === "paid" ? each.staked : total(each.stakes);
    return only({ ...state, farewell: { ...farewell, cameBack: { staked, returned: each.returned } } });
  }
  return only(state, again(ask));
}
