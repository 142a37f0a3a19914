// The Cronologia: read page by page, filtered, downloaded.
import type { HistoryPage, HouseDetail, Problem } from "../../wire";
import type { Ask } from "../message";
import { isShared, rulesNameOf, type TableNames } from "../session/table_names";
import { NOTHING_READ, type Filter, type History, type State } from "../state";
import { asking, only, type Change } from "../change";

/** The account whose history is read: the chosen one, the table's, or play money. */
export function accountRead({ history, person, table }: State): string | null {
  const chosen = history.filter.account ?? table?.player;
  if (chosen !== undefined && chosen !== null) return chosen;
  const first = person?.accounts.find((each) => each.play_money) ?? person?.accounts[0];
  return first ? String(first.id) : null;
}

/** Always starts again with the newest record. */
export const open = (state: State): Change =>
  more({ ...state, dialog: "history", history: afresh(state.history) });

export const narrow = (state: State, changed: Partial<Filter>): Change =>
  more({ ...state, history: afresh(state.history, changed) });

/** Drops what was read. For another account the filter and the list of sessions start again, too. */
function afresh(history: History, changed: Partial<Filter> = {}): History {
  const isOther = changed.account !== undefined && changed.account !== history.filter.account;
  const kept = isOther ? NOTHING_READ.filter : history.filter;
  const sessions = isOther ? [] : history.sessions;
  return { ...NOTHING_READ, sessions, filter: { ...kept, ...changed } };
}

/** Asks for the next page, if there is one. */
export function more(state: State): Change {
  const { history } = state;
  const account = accountRead(state);
  if (history.is === "loading" || account === null) return only(state);
  if (history.is === "loaded" && history.next === null) return only(state);
  const ask = {
    what: "records",
    account,
    before: history.next,
    filter: history.filter,
  } as const;
  const next: History = { ...history, is: "loading", asked: ask };
  return only({ ...state, history: next }, asking(state, ask));
}

export function turned(state: State, ask: Ask, page: HistoryPage): Change {
  const { history } = state;
  if (history.asked !== ask) return only(state); // the filter has changed since
  const sessions = page.records.flatMap((each) => ("session" in each ? [each.session] : []));
  const next: History = {
    ...history,
    records: [...history.records, ...page.records],
    next: page.next,
    is: "loaded",
    asked: null,
    sessions: [...new Set([...history.sessions, ...sessions])],
  };
  const played = page.records.flatMap((each) => ("house" in each && !rulesOf(state, each) ? [each] : []));
  const unknown = new Map(played.map((each) => [`${isShared(each)} ${rulesNameOf(each)}`, each]));
  const sheets = [...unknown.values()].map((each) =>
    asking(state, { what: "sheet", name: rulesNameOf(each), shared: isShared(each) }),
  );
  return only({ ...state, history: next }, ...sheets);
}

/** The rules of the table where something happened, once they are known. */
export const rulesOf = ({ table, sheets, tableSheets }: State, names: TableNames): HouseDetail | undefined =>
  table?.rules.name === rulesNameOf(names) ? table.rules : (isShared(names) ? tableSheets : sheets)[rulesNameOf(names)];

export function take(state: State, format: "csv" | "json"): Change {
  const account = accountRead(state);
  if (account === null) return only(state);
  const { filter } = state.history;
  return only(state, {
    type: "save",
    file: { what: "coups", account, filter, format },
    token: state.person?.token ?? "",
  });
}

/** A request failed: reported in the dialog that asked, not at the table. */
export function failed(state: State, ask: Ask, problem: Problem): Change {
  const { history, check } = state;
  if (ask.what === "records" && history.asked === ask)
    return only({ ...state, history: { ...history, is: "failed", asked: null, problem } });
  const isCheck = ask.what === "record-of" || ask.what === "proof" || ask.what === "sabot-proof";
  if (isCheck && check?.coup === ask.coup)
    return only({ ...state, check: { ...check, is: "failed", problem } });
  return only(state);
}
