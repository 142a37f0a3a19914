// The way to a seat: as a guest with one click, with credit from an account, or back to an open session.
import type { Closed, Opened, SessionView } from "../../wire";
import { EMPTY, enough, fromDraft } from "./cloth";
import { connect, LEFT } from "./connection";
import type { Effect } from "../effect";
import type { Ask, Moment } from "../message";
import { isShared as isAtShared, rulesNameOf } from "./table_names";
import { delay, isTooLong } from "./reconnect_delays";
import { sharedUpdate } from "../load_shared";
import type { Opening, Rules, KeptSeat, Sitting, State, Table } from "../state";
import { again, asking, chain, keepSettings, only, problem, seenBy, type Change, withProblem } from "../change";

export const onTheWay = (state: State, sitting: Sitting | null): State => ({
  ...state,
  lobby: { ...state.lobby, sitting, seat: sitting && state.lobby.seat },
});

/** Makes an account for a guest, who is then asked how much to bring. */
export const comeAsGuest = (state: State, table: string): Change =>
  isBusy(state) || state.person
    ? only(state)
    : only(onTheWay(state, { is: "arriving", table }), asking(state, { what: "guest", table }));

export function sit(
  state: State,
  table: string,
  amount: number,
  currency: string | null,
  moment: Moment,
): Change {
  if (isBusy(state) || !state.person) return only(state);
  const account = accountOf(state, currency);
  const open = state.person.sessions.find(
    (view) => rulesNameOf(view) === table && view.account === account?.id,
  );
  if (open) return resume(state, open.session);
  return only(onTheWay(state, opening(table, amount, currency, moment)), askRules(state, table));
}

/** Resumes a session from the last event this window has shown. Later events are sent and dealt again. */
export function resume(state: State, session: string, seen: KeptSeat | null = null): Change {
  const open = state.person?.sessions.find((each) => each.session === session);
  if (isBusy(state) || !open) return only(state);
  const isSame = seen?.epoch === open.epoch;
  const view = isSame ? { ...open, offset: Math.min(open.offset, seen.offset) } : open;
  const ask = { what: "rules", name: rulesNameOf(view), shared: isAtShared(view), attempt: null } as const;
  return only(onTheWay(state, { is: "resuming", view }), asking(state, ask));
}

/** Watches a table without a seat. */
export function watch(state: State, table: string): Change {
  if (isBusy(state)) return only(state);
  return only(onTheWay(state, { is: "watching", table }), askRules(state, table));
}

const isBusy = (state: State): boolean =>
  state.table !== null ||
  state.lobby.sitting !== null ||
  state.lobby.returning ||
  state.lobby.entering;

const opening = (
  table: string,
  amount: number,
  currency: string | null,
  { key, now }: Moment,
): Opening => ({
  is: "opening",
  key,
  table,
  amount,
  currency,
  since: now,
  failed: 0,
  times: null,
});

/** A name that is not a house with private tables is a shared table's. */
const isShared = ({ lobby: { houses, tables } }: State, name: string): boolean =>
  houses
    ? !houses.some((each) => each.name === name && each.playable)
    : (tables ?? []).some((each) => each.name === name);

export const askRules = (state: State, name: string) =>
  asking(state, { what: "rules", name, shared: isShared(state, name), attempt: null });

const accountOf = (state: State, currency: string | null) =>
  state.person?.accounts.find((each) =>
    currency === null ? each.play_money : each.currency === currency,
  );

/** The rules have arrived: opens a session, or takes the seat of an open one. */
export function continueSitting(state: State, rules: Rules, moment: Moment): Change {
  const sitting = state.lobby.sitting;
  if (sitting?.is === "resuming") return comeBack(state, sitting.view, rules, moment);
  if (sitting?.is === "watching") return takeSeat(state, lookedOn(rules), moment);
  if (sitting?.is !== "opening") return only(state);
  const { key, amount, currency } = sitting;
  const next = onTheWay(state, { ...sitting, times: rules.sheet.times });
  return only(next, asking(next, { what: "open", key, rules, amount, currency }));
}

/** The session ended while this window was closed. */
export const endedMeanwhile = (state: State, account: string, { reason, credited }: Closed): State => ({
  ...state,
  lobby: { ...state.lobby, seat: null },
  farewell: {
    ...{ reason, credited },
    currency: state.person?.accounts.find(({ id }) => String(id) === account)?.currency ?? "",
  },
});

/** Also asks for the coups that the session has had. */
const comeBack = (state: State, view: SessionView, rules: Rules, moment: Moment): Change =>
  chain(takeSeat(state, resumed(view, rules), moment), (next) =>
    rules.shared
      ? only(next)
      : only(next, asking(next, { what: "recent-coups", account: String(view.account), house: rules.name })),
  );

export function opened(
  state: State,
  { key, rules }: Extract<Ask, { what: "open" }>,
  body: Opened,
  moment: Moment,
): Change {
  const { sitting } = state.lobby;
  if (sitting?.is !== "opening" || sitting.key !== key) return only(state); // the player has signed out
  const account = state.person?.accounts.find((each) => each.currency === body.currency);
  const view = { ...body, account: account?.id ?? 0, draft: {}, connected: false, closes_in_ms: 0 };
  return takeSeat(state, resumed(view, rules), moment);
}

export const resumed = (view: SessionView, rules: Rules): Table => ({
  session: view.session,
  rules,
  name: view.table,
  player: String(view.account),
  currency: view.currency,
  epoch: view.epoch,
  offset: view.offset,
  credit: view.credit,
  result: null,
  touched: 0,
  next: view.next,
  cloth: fromDraft(EMPTY, view.draft),
  draft: view.draft,
  refused: [],
  chip: enough(rules.sheet),
  taking: false,
  idle: null,
  readings: 0,
  phase: "betting",
  coup: null,
  shown: 0,
  turned: 0,
  coups: [],
  waiting: [],
  closesAt: null,
  distrust: "",
  roads: null,
  shared: rules.shared ? sharedUpdate.arriving(rules.shared, !view.session) : null,
});

/** A table for somebody who watches, without a session. */
const lookedOn = (rules: Rules): Table =>
  resumed(
    {
      ...{ session: "", account: 0, house: rules.name, table: rules.name, credit: 0 },
      ...{ currency: rules.shared?.summary.currency ?? rules.sheet.money.currency, epoch: 0, offset: 0 },
      ...{ draft: {}, next: { number: 0, commitment: "" }, connected: false, closes_in_ms: 0 },
    },
    rules,
  );

/** A window that only watches goes back to the lobby when it is reloaded. */
const keepSeat = (table: Table): Effect => (table.session ? seenBy(table) : LEFT);

/**
 * Notes no commitment here: it may have been dealt by now. Only the welcome's counts as seen before the bet.
 */
const takeSeat = (state: State, table: Table, moment: Moment): Change =>
  chain(
    connect({ ...onTheWay(state, null), table, farewell: null, problem: null }, moment.now),
    (next) => only(next, keepSeat(table)),
    (next) => (table.session ? keepSettings(next, { last: rulesNameOf({ house: table.rules.name, table: table.name }) }) : only(next)),
  );

/** Opening a session has a key, so it can be repeated until it succeeds or takes too long. */
export function openAgain(state: State, ask: Ask, now: number): Change {
  const sitting = state.lobby.sitting;
  if (sitting?.is !== "opening" || !sitting.times) return only(state);
  if (isTooLong(sitting.times, sitting.since, now))
    return only(withProblem(onTheWay(state, null), problem("client/gave-up")));
  const next = onTheWay(state, { ...sitting, failed: sitting.failed + 1 });
  return only(next, again(ask, delay(sitting.times, sitting.failed)));
}
