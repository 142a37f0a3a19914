// The Cronologia: read page by page, filtered, downloaded.
import type { HistoryPage, HouseDetail, Problem, Results } from "../../wire";
import type { Ask } from "../message";
import { isShared, rulesNameOf, type TableNames } from "../session/table_names";
import { NOTHING_READ, type Filter, type History, type State } from "../state";
import { asking, chain, only, type Change } from "../change";

/** The account whose history is read: the chosen one, the table's, or play money. */
export function accountRead({ history, person, table }: State): string | null {
  const chosen = history.filter.account ?? table?.player;
  if (chosen !== undefined && chosen !== null) return chosen;
  const first = person?.accounts.find((each) => each.play_money) ?? person?.accounts[0];
  return first ? String(first.id) : null;
}

/** Always starts again with the newest record. Sabots that were closed may be open by now. */
export function open(state: State): Change {
  const verdicts = Object.entries(state.quiet.verdicts).filter(([, is]) => is !== "closed");
  const quiet = { ...state.quiet, verdicts: Object.fromEntries(verdicts) };
  return begin({ ...state, dialog: "history", quiet, history: afresh(state.history) });
}

export const narrow = (state: State, changed: Partial<Filter>): Change =>
  begin({ ...state, history: afresh(state.history, changed) });

const begin = (state: State): Change => chain(addUp(state), more);

/** Asks for the results of all coups that fit the filter. */
export function addUp(state: State): Change {
  const account = accountRead(state);
  if (account === null) return only(state);
  const asked = { ...state, history: { ...state.history, results: null } };
  return only(asked, asking(state, { what: "results", account, filter: state.history.filter }));
}

/** Sessions are collected, so that another one can be chosen while one is. */
export function added(state: State, { filter }: Extract<Ask, { what: "results" }>, results: Results): Change {
  const { history } = state;
  if (history.filter !== filter) return only(state); // it has changed since
  const isNarrow = Object.entries(filter).some(([by, is]) => by !== "account" && is !== null);
  // A session's figures here are those of all its coups: a filter may leave some out.
  const [first, second] = isNarrow ? [history.sessions, results.sessions] : [results.sessions, history.sessions];
  const sessions = [...first, ...second.filter((each) => !first.some(({ session }) => session === each.session))];
  return only({
    ...state,
    history: { ...history, results, sessions: sessions.toSorted((one, other) => other.since - one.since) },
  });
}

/** Drops what was read. For another account the filter and the list of sessions start again, too. */
function afresh(history: History, changed: Partial<Filter> = {}): History {
  const isOther = changed.account !== undefined && changed.account !== history.filter.account;
  const kept = isOther ? NOTHING_READ.filter : history.filter;
  const sessions = isOther ? [] : history.sessions;
  return { ...NOTHING_READ, sessions, shows: history.shows, filter: { ...kept, ...changed } };
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
  const next: History = {
    ...history,
    records: [...history.records, ...page.records],
    next: page.next,
    is: "loaded",
    asked: null,
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

/** What a house or a shared table is called; a house for its private table. */
export const titleOf = (state: State, names: TableNames): string =>
  [...((isShared(names) ? state.lobby.tables : state.lobby.houses) ?? [])].find(({ name }) => name === rulesNameOf(names))
    ?.title ??
  rulesOf(state, names)?.sheet.title ??
  rulesNameOf(names);

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
  if (ask.what === "results" && history.filter === ask.filter)
    return only({ ...state, history: { ...history, results: "failed" } });
  const isCheck = ask.what === "record-of" || ask.what === "proof" || ask.what === "sabot-proof";
  if (isCheck && check?.coup === ask.coup)
    return only({ ...state, check: { ...check, is: "failed", problem } });
  return only(state);
}
