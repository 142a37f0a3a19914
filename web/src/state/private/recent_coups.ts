// A person's last coups at every house, from the records of their accounts.
import type { AccountView, CoupPlayed, HistoryPage, HouseView } from "../../wire";
import { played, stakes, total } from "../session/cloth";
import { finished } from "./dealing";
import type { Effect } from "../effect";
import type { State, Table } from "../state";
import { asking } from "../change";

const MOST_RECENT = 10;

/** Whether the house accepts money of this account. */
export const takes = (house: HouseView, { play_money, currency }: AccountView): boolean =>
  play_money || (!house.play_only && currency === house.currency);

/** Asked for in the lobby only, which shows them. */
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

/**
 * Adds the coups of this session from before this window was opened, so that they are shown and can be
 * repeated. The last one lies on the cloth again.
 */
function withEarlier(table: Table, lately: readonly CoupPlayed[]): Table {
  const { session, offset, coups, cloth } = table;
  const earlier = lately.filter(
    (each) =>
      each.session === session &&
      each.offset <= offset && // later ones are still to be dealt
      !coups.some(({ key }) => key === each.key),
  );
  const last = earlier.at(-1);
  const all = { ...table, coups: [...earlier, ...coups] };
  if (!last || coups.length) return all;
  const again = { ...all, cloth: { ...cloth, last: played(last).last } };
  const isBare = table.phase === "betting" && !total(stakes(cloth));
  return isBare ? finished({ ...again, coup: last }, last) : again;
}

/** Merges the coups of all accounts at a house, in order of time. */
export function recentCoupsKnown(
  state: State,
  { account, house }: { readonly account: string; readonly house: string },
  { records }: HistoryPage,
): State {
  const { lobby, person, table } = state;
  if (!person?.accounts.some(({ id }) => String(id) === account)) return state; // the person has signed out
  const coups = records.filter((each): each is CoupPlayed & { record: number } => each.type === "coup");
  const isNew = (each: CoupPlayed) => !coups.some(({ key }) => key === each.key);
  const all = [...(lobby.recentCoups[house] ?? []).filter(isNew), ...coups];
  const last = all.sort((one, other) => one.at - other.at).slice(-MOST_RECENT);
  const next = { ...state, lobby: { ...lobby, recentCoups: { ...lobby.recentCoups, [house]: last } } };
  return table ? { ...next, table: withEarlier(table, last) } : next;
}
