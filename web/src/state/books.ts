// An account's money in and out, page by page; and the last coups at every house.
import type { AccountView, Coup, HistoryPage, HouseView, Recorded } from "../wire";
import { played, stakes, total } from "./cloth";
import { finished } from "./dealing";
import type { Effect } from "./effect";
import { NO_BOOKS, type State, type Table } from "./state";
import { asking, only, type Step } from "./step";

const MOST_LATELY = 10;

export function openBooks(state: State, account: number): Step {
  const books = { ...NO_BOOKS, account };
  return readBooks({ ...state, dialog: "account", problem: null, books });
}

export function readBooks(state: State): Step {
  const { account, is, next: before } = state.books;
  if (account === null || is === "loading" || (is === "loaded" && before === null))
    return only(state);
  const next = { ...state, books: { ...state.books, is: "loading" } } as const;
  return only(next, asking(next, { what: "movements", account: String(account), before }));
}

export function turnBooks(state: State, account: string, { records, next }: HistoryPage): State {
  const { books } = state;
  if (String(books.account) !== account) return state;
  const all = [...books.records, ...records];
  return { ...state, books: { ...books, records: all, next, is: "loaded" } };
}

/** What a record did to the account: what is brought to a table leaves it. */
export function moved(record: Recorded): number {
  switch (record.type) {
    case "moved":
      return record.event === "withdrawn" ? -record.amount : record.amount;
    case "opened":
      return -record.credit;
    case "topped_up":
      return -record.amount;
    case "closed":
      return record.credited;
    case "coup":
    case "retired":
    case "bet":
    case "held":
    case "tipped":
      return 0; // at the table
    case "paid":
    case "returned":
      return record.to_account ? record.returned : 0;
  }
}

/** Whether an account's money can be played there. */
export const takes = (house: HouseView, { play_money, currency }: AccountView): boolean =>
  play_money || (!house.play_only && currency === house.currency);

/** Asked in the lobby alone, where they are seen. */
export function askLately(state: State): Effect[] {
  const { person, table, lobby } = state;
  if (!person || table) return [];
  return (lobby.houses ?? [])
    .filter(({ playable }) => playable)
    .flatMap((house) =>
      person.accounts
        .filter((account) => takes(house, account))
        .map(({ id }) => asking(state, { what: "lately", account: String(id), house: house.name })),
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
export function heardLately(
  state: State,
  { account, house }: { readonly account: string; readonly house: string },
  { records }: HistoryPage,
): State {
  const { lobby, person, table } = state;
  if (!person?.accounts.some(({ id }) => String(id) === account)) return state; // who has left
  const coups = records.filter((each): each is Coup & { record: number } => each.type === "coup");
  const isNew = (each: Coup) => !coups.some(({ key }) => key === each.key);
  const all = [...(lobby.lately[house] ?? []).filter(isNew), ...coups];
  const last = all.sort((one, other) => one.at - other.at).slice(-MOST_LATELY);
  const next = { ...state, lobby: { ...lobby, lately: { ...lobby.lately, [house]: last } } };
  return table ? { ...next, table: withEarlier(table, last) } : next;
}
