// The way to a seat: a guest's one click, credit brought along, or a session that waits.
import type { Closed, Opened, SessionView } from "../wire";
import { EMPTY, enough, lying } from "./cloth";
import { connect, LEFT } from "./connection";
import type { Effect } from "./effect";
import type { Ask, Moment } from "./message";
import { delay, isTooLong } from "./pace";
import { isShared as atShared, nameOf } from "./place";
import { live } from "./shared";
import type { Opening, Rules, Seat, Sitting, State, Table } from "./state";
import { again, asking, chain, only, problem, seenBy, type Step, withProblem } from "./step";

export const onTheWay = (state: State, sitting: Sitting | null): State => ({
  ...state,
  lobby: { ...state.lobby, sitting, seat: sitting && state.lobby.seat },
});

/** One click: known or not, bring play money and sit down. */
export function playAsGuest(state: State, house: string, moment: Moment): Step {
  if (state.person) return sit(state, house, null, null, moment);
  if (isBusy(state)) return only(state);
  return only(
    onTheWay(state, opening(house, null, null, moment)),
    asking(state, { what: "guest", house }),
  );
}

export function sit(
  state: State,
  house: string,
  amount: number | null,
  currency: string | null,
  moment: Moment,
): Step {
  if (isBusy(state) || !state.person) return only(state);
  const account = accountOf(state, currency);
  const open = state.person.sessions.find(
    (view) => nameOf(view) === house && view.account === account?.id,
  );
  if (open) return resume(state, open.session);
  return only(onTheWay(state, opening(house, amount, currency, moment)), askHouse(state, house));
}

/** From where a window has seen it: what came since is told and dealt once more. */
export function resume(state: State, session: string, seen: Seat | null = null): Step {
  const open = state.person?.sessions.find((each) => each.session === session);
  if (isBusy(state) || !open) return only(state);
  const isSame = seen?.epoch === open.epoch;
  const view = isSame ? { ...open, offset: Math.min(open.offset, seen.offset) } : open;
  const ask = { what: "house", house: nameOf(view), shared: atShared(view), attempt: null } as const;
  return only(onTheWay(state, { is: "resuming", view }), asking(state, ask));
}

/** To look on, without a seat. */
export function watch(state: State, table: string): Step {
  if (isBusy(state)) return only(state);
  return only(onTheWay(state, { is: "watching", house: table }), askHouse(state, table));
}

const isBusy = (state: State): boolean =>
  state.table !== null ||
  state.lobby.sitting !== null ||
  state.lobby.returning ||
  state.lobby.entering;

const opening = (
  house: string,
  amount: number | null,
  currency: string | null,
  { key, now }: Moment,
): Opening => ({
  is: "opening",
  key,
  house,
  amount,
  currency,
  since: now,
  failed: 0,
  times: null,
});

/** What isn't a house of private tables is a shared table's name. */
const isShared = ({ lobby: { houses, tables } }: State, name: string): boolean =>
  houses
    ? !houses.some((each) => each.name === name && each.playable)
    : (tables ?? []).some((each) => each.name === name);

export const askHouse = (state: State, house: string) =>
  asking(state, { what: "house", house, shared: isShared(state, house), attempt: null });

const accountOf = (state: State, currency: string | null) =>
  state.person?.accounts.find((each) =>
    currency === null ? each.play_money : each.currency === currency,
  );

/** The house's sheet is there: bring the credit, or take the seat that waits. */
export function houseKnown(state: State, house: Rules, moment: Moment): Step {
  const sitting = state.lobby.sitting;
  if (sitting?.is === "resuming") return comeBack(state, sitting.view, house, moment);
  if (sitting?.is === "watching") return takeSeat(state, lookedOn(house), moment);
  if (sitting?.is !== "opening") return only(state);
  const { key, currency } = sitting;
  const balance = accountOf(state, currency)?.balance ?? 0;
  const amount = sitting.amount ?? Math.min(house.sheet.money.coup_max, balance);
  const next = onTheWay(state, { ...sitting, times: house.sheet.times });
  return only(next, asking(next, { what: "open", key, house, amount, currency }));
}

/** A session whose end this window hasn't seen. */
export const endedMeanwhile = (state: State, account: string, { reason, credited }: Closed): State => ({
  ...state,
  lobby: { ...state.lobby, seat: null },
  farewell: {
    ...{ reason, credited },
    currency: state.person?.accounts.find(({ id }) => String(id) === account)?.currency ?? "",
  },
});

/** With the coups the session has had. */
const comeBack = (state: State, view: SessionView, house: Rules, moment: Moment): Step =>
  chain(takeSeat(state, resumed(view, house), moment), (next) =>
    house.shared
      ? only(next)
      : only(next, asking(next, { what: "lately", account: String(view.account), house: house.name })),
  );

export function opened(
  state: State,
  { key, house }: Extract<Ask, { what: "open" }>,
  body: Opened,
  moment: Moment,
): Step {
  const { sitting } = state.lobby;
  if (sitting?.is !== "opening" || sitting.key !== key) return only(state); // who has left
  const account = state.person?.accounts.find((each) => each.currency === body.currency);
  const view = { ...body, account: account?.id ?? 0, draft: {}, connected: false, closes_in_ms: 0 };
  return takeSeat(state, resumed(view, house), moment);
}

export const resumed = (view: SessionView, house: Rules): Table => ({
  session: view.session,
  house,
  name: view.table,
  player: String(view.account),
  currency: view.currency,
  epoch: view.epoch,
  offset: view.offset,
  credit: view.credit,
  next: view.next,
  cloth: lying(EMPTY, view.draft),
  draft: view.draft,
  refused: [],
  chip: enough(house.sheet),
  taking: false,
  readings: 0,
  phase: "betting",
  coup: null,
  shown: 0,
  turned: 0,
  coups: [],
  waiting: [],
  closesAt: null,
  distrust: "",
  live: house.shared ? live.arriving(house.shared, !view.session) : null,
});

/** A place nobody sits at. */
const lookedOn = (house: Rules): Table =>
  resumed(
    {
      ...{ session: "", account: 0, house: house.name, table: house.name, credit: 0 },
      ...{ currency: house.shared?.summary.currency ?? house.sheet.money.currency, epoch: 0, offset: 0 },
      ...{ draft: {}, next: { number: 0, commitment: "" }, connected: false, closes_in_ms: 0 },
    },
    house,
  );

/** Somebody who looks on comes back to the lobby. */
const keepSeat = (table: Table): Effect => (table.session ? seenBy(table) : LEFT);

/** What is announced here may be dealt by now: only the table's welcome is noted as seen before. */
const takeSeat = (state: State, table: Table, moment: Moment): Step =>
  chain(
    connect({ ...onTheWay(state, null), table, farewell: null, problem: null }, moment.now),
    (next) => only(next, keepSeat(table)),
  );

/** Credit on its way has a key: asked for until it is there, or it has taken too long. */
export function openAgain(state: State, ask: Ask, now: number): Step {
  const sitting = state.lobby.sitting;
  if (sitting?.is !== "opening" || !sitting.times) return only(state);
  if (isTooLong(sitting.times, sitting.since, now))
    return only(withProblem(onTheWay(state, null), problem("client/gave-up")));
  const next = onTheWay(state, { ...sitting, failed: sitting.failed + 1 });
  return only(next, again(ask, delay(sitting.times, sitting.failed)));
}
