// The Cronologia: read page by page, narrowed, taken home.
import type { Coup, HistoryPage, HouseDetail, Problem } from "../wire";
import type { Ask } from "./message";
import { isShared, nameOf } from "./place";
import { NOTHING_READ, type Filter, type History, type State } from "./state";
import { asking, only, type Step } from "./step";

/** The account that is read: the one asked for, the one at the table, or play money. */
export function accountRead({ history, person, table }: State): string | null {
  const chosen = history.filter.account ?? table?.player;
  if (chosen !== undefined && chosen !== null) return chosen;
  const first = person?.accounts.find((each) => each.play_money) ?? person?.accounts[0];
  return first ? String(first.id) : null;
}

/** Always from the newest on: something may have happened since. */
export const open = (state: State): Step =>
  more({ ...state, dialog: "history", history: afresh(state.history) });

export const narrow = (state: State, changed: Partial<Filter>): Step =>
  more({ ...state, history: afresh(state.history, changed) });

/** What was read goes; of another account the sessions and houses too. */
function afresh(history: History, changed: Partial<Filter> = {}): History {
  const isOther = changed.account !== undefined && changed.account !== history.filter.account;
  const kept = isOther ? NOTHING_READ.filter : history.filter;
  const sessions = isOther ? [] : history.sessions;
  return { ...NOTHING_READ, sessions, filter: { ...kept, ...changed } };
}

/** A page more, if there is one. */
export function more(state: State): Step {
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

export function turned(state: State, ask: Ask, page: HistoryPage): Step {
  const { history } = state;
  if (history.asked !== ask) return only(state); // narrowed since
  const sessions = page.records.flatMap((each) => ("session" in each ? [each.session] : []));
  const next: History = {
    ...history,
    records: [...history.records, ...page.records],
    next: page.next,
    is: "loaded",
    asked: null,
    sessions: [...new Set([...history.sessions, ...sessions])],
  };
  const places = page.records.flatMap((each) => ("house" in each && !rulesOf(state, each) ? [each] : []));
  const unknown = new Map(places.map((each) => [`${isShared(each)} ${nameOf(each)}`, each]));
  const sheets = [...unknown.values()].map((each) =>
    asking(state, { what: "sheet", house: nameOf(each), shared: isShared(each) }),
  );
  return only({ ...state, history: next }, ...sheets);
}

/** The rules in force where something happened, once they are known. */
export const rulesOf = ({ table, sheets, tableSheets }: State, place: Pick<Coup, "house" | "table">): HouseDetail | undefined =>
  table?.house.name === nameOf(place) ? table.house : (isShared(place) ? tableSheets : sheets)[nameOf(place)];

export function take(state: State, format: "csv" | "json"): Step {
  const account = accountRead(state);
  if (account === null) return only(state);
  const { filter } = state.history;
  return only(state, {
    type: "save",
    file: { what: "coups", account, filter, format },
    token: state.person?.token ?? "",
  });
}

/** What was asked for here and didn't come: said where it was wanted, not at the table. */
export function failed(state: State, ask: Ask, problem: Problem): Step {
  const { history, check } = state;
  if (ask.what === "records" && history.asked === ask)
    return only({ ...state, history: { ...history, is: "failed", asked: null, problem } });
  const isCheck = ask.what === "record-of" || ask.what === "proof" || ask.what === "sabot-proof";
  if (isCheck && check?.coup === ask.coup)
    return only({ ...state, check: { ...check, is: "failed", problem } });
  return only(state);
}
