// The last coups at every house, as the books have them.
import type { AccountView, Coup, HistoryPage, HouseView } from "../../wire";
import { played, stakes, total } from "../session/cloth";
import { finished } from "./dealing";
import type { Effect } from "../effect";
import type { State, Table } from "../state";
import { asking } from "../change";

const MOST_RECENT = 10;

/** Whether an account's money can be played there. */
export const takes = (house: HouseView, { play_money, currency }: AccountView): boolean =>
  play_money || (!house.play_only && currency === house.currency);

/** Asked in the lobby alone, where they are seen. */
export function askRecentCoups(state: State): Effect[] {
  const { person, table, lobby } = state;
  if (!person || table) return [];
  return (lobby.houses ?? [])
    .filter(({ playable }) => playable)
    .flatMap((house) =>
      person.accounts
        .filter((account) => takes(house, account))
        .map(({ id }) => asking(state, { what: "recent-coups", account: String(id), house: house.name })),
    );
}

/** What a session has had before this window knew of it: to be seen, and repeated; the last one lies there still. */
function withEarlier(table: Table, lately: readonly Coup[]): Table {
  const { session, offset, coups, cloth } = table;
  const earlier = lately.filter(
    (each) =>
      each.session === session &&
      each.offset <= offset && // what came later is still to be dealt
      !coups.some(({ key }) => key === each.key),
  );
  const last = earlier.at(-1);
  const all = { ...table, coups: [...earlier, ...coups] };
  if (!last || coups.length) return all;
  const again = { ...all, cloth: { ...cloth, last: played(last).last } };
  const isBare = table.phase === "betting" && !total(stakes(cloth));
  return isBare ? finished({ ...again, coup: last }, last) : again;
}

/** With those of another account at the same house, in their order. */
export function recentCoupsKnown(
  state: State,
  { account, house }: { readonly account: string; readonly house: string },
  { records }: HistoryPage,
): State {
  const { lobby, person, table } = state;
  if (!person?.accounts.some(({ id }) => String(id) === account)) return state; // who has left
  const coups = records.filter((each): each is Coup & { record: number } => each.type === "coup");
  const isNew = (each: Coup) => !coups.some(({ key }) => key === each.key);
  const all = [...(lobby.recentCoups[house] ?? []).filter(isNew), ...coups];
  const last = all.sort((one, other) => one.at - other.at).slice(-MOST_RECENT);
  const next = { ...state, lobby: { ...lobby, recentCoups: { ...lobby.recentCoups, [house]: last } } };
  return table ? { ...next, table: withEarlier(table, last) } : next;
}
