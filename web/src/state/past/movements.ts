// An account's money in and out, page by page.
import type { HistoryPage, Recorded } from "../../wire";
import { NO_BOOKS, type State } from "../state";
import { asking, only, type Step } from "../change";

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
