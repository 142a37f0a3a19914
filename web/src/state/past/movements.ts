// The money in and out of an account, page by page.
import type { HistoryPage, Recorded } from "../../wire";
import { NO_MOVEMENTS, type State } from "../state";
import { asking, only, type Change } from "../change";

export function openMovements(state: State, account: number): Change {
  const movements = { ...NO_MOVEMENTS, account };
  return readMovements({ ...state, dialog: "account", problem: null, movements });
}

export function readMovements(state: State): Change {
  const { account, is, next: before } = state.movements;
  if (account === null || is === "loading" || (is === "loaded" && before === null))
    return only(state);
  const next = { ...state, movements: { ...state.movements, is: "loading" } } as const;
  return only(next, asking(next, { what: "movements", account: String(account), before }));
}

export function movementsKnown(state: State, account: string, { records, next }: HistoryPage): State {
  const { movements } = state;
  if (String(movements.account) !== account) return state;
  const all = [...movements.records, ...records];
  return { ...state, movements: { ...movements, records: all, next, is: "loaded" } };
}

/** What a record changed in the account. Money that is taken to a table leaves the account. */
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
      return 0; // changes the credit at the table only
    case "paid":
    case "returned":
      return record.to_account ? record.returned : 0;
  }
}
