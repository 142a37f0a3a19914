// Before and between tables: who plays, which houses there are, and how to sit down.
import type { HouseDetail, HouseView, Me, Opened, SessionView, SignedIn } from "../wire";
import { askLately } from "./books";
import { EMPTY, enough, lying } from "./cloth";
import { connect } from "./connection";
import type { Ask, Moment, Started } from "./message";
import { delay, isTooLong } from "./pace";
import {
  again,
  asking,
  atDoor,
  chain,
  forgotten,
  only,
  problem,
  type Step,
  withProblem,
} from "./step";
import { DEFAULTS, type Opening, type Sitting, type State, type Table } from "./state";
import { note } from "./seen";

export function started(state: State, kept: Started): Step {
  const settings = { ...DEFAULTS, ...kept.settings };
  const lobby = { ...state.lobby, returning: kept.token !== null };
  const next = { ...state, settings, lobby, seen: kept.seen, still: kept.still };
  const me = kept.token === null ? [] : [asking(next, { what: "me", token: kept.token })];
  return only(next, asking(next, { what: "houses" }), ...me);
}

/** Each shows its sheet, for its card in the lobby. */
export function housesKnown(state: State, houses: readonly HouseView[]): Step {
  const next = { ...state, lobby: { ...state.lobby, houses } };
  const sheets = houses
    .filter(({ name, playable }) => playable && !state.sheets[name])
    .map(({ name }) => asking(next, { what: "sheet", house: name }));
  return only(next, ...sheets, ...askLately(next));
}

const onTheWay = (state: State, sitting: Sitting | null): State => ({
  ...state,
  lobby: { ...state.lobby, sitting },
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
    (view) => view.house === house && view.account === account?.id,
  );
  if (open) return resume(state, open.session);
  return only(onTheWay(state, opening(house, amount, currency, moment)), askHouse(state, house));
}

export function resume(state: State, session: string): Step {
  const view = state.person?.sessions.find((each) => each.session === session);
  if (isBusy(state) || !view) return only(state);
  return only(onTheWay(state, { is: "resuming", view }), askHouse(state, view.house));
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

const askHouse = (state: State, house: string) =>
  asking(state, { what: "house", house, attempt: null });

const accountOf = (state: State, currency: string | null) =>
  state.person?.accounts.find((each) =>
    currency === null ? each.play_money : each.currency === currency,
  );

export function signedIn(state: State, body: SignedIn): Step {
  const { token, name, role, accounts } = body;
  const next = { ...state, person: { token, name, role, accounts, sessions: [] } };
  const sitting = state.lobby.sitting;
  const more = sitting?.is === "opening" ? [askHouse(next, sitting.house)] : [];
  return only(next, { type: "keep", what: "token", value: token }, ...more);
}

export function recognised(
  state: State,
  token: string,
  { name, role, accounts, sessions }: Me,
): Step {
  const isHere = state.person ? state.person.token === token : state.lobby.returning;
  if (!isHere) return only(state); // somebody who has left meanwhile
  const lobby = { ...state.lobby, returning: false };
  const next = { ...state, lobby, person: { token, name, role, accounts, sessions } };
  return only(next, ...askLately(next));
}

/** The house's sheet is there: bring the credit, or take the seat that waits. */
export function houseKnown(state: State, house: HouseDetail, moment: Moment): Step {
  const sitting = state.lobby.sitting;
  if (sitting?.is === "resuming") return takeSeat(state, resumed(sitting.view, house), moment);
  if (sitting?.is !== "opening") return only(state);
  const { key, currency } = sitting;
  const balance = accountOf(state, currency)?.balance ?? 0;
  const amount = sitting.amount ?? Math.min(house.sheet.money.coup_max, balance);
  const next = onTheWay(state, { ...sitting, times: house.sheet.times });
  return only(next, asking(next, { what: "open", key, house, amount, currency }));
}

export function opened(state: State, body: Opened, house: HouseDetail, moment: Moment): Step {
  const account = state.person?.accounts.find((each) => each.currency === body.currency);
  const view = { ...body, account: account?.id ?? 0, draft: {}, connected: false, closes_in_ms: 0 };
  return takeSeat(state, resumed(view, house), moment);
}

export const resumed = (view: SessionView, house: HouseDetail): Table => ({
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
});

const takeSeat = (state: State, table: Table, moment: Moment): Step =>
  chain(note({ ...onTheWay(state, null), table, farewell: null, problem: null }), (next) =>
    connect(next, moment.now),
  );

/** Nobody answered: what changes nothing is asked again, and so is what has a key. */
export function unreachable(state: State, ask: Ask, now: number): Step {
  switch (ask.what) {
    case "houses":
    case "me":
    case "session-end":
    case "look-up":
      return only(state, again(ask));
    case "open":
      return openAgain(state, ask, now);
    case "register":
    case "log-in":
      return only(withProblem(atDoor(state, false), problem("client/unreachable")));
    case "sign-out-everywhere":
      return only(withProblem(state, problem("client/unreachable")));
    case "sign-out": // out of here in any case
    case "lately": // nobody waits for it
      return only(state);
    case "movements":
      return only(
        withProblem(
          { ...state, books: { ...state.books, is: "loaded" } },
          problem("client/unreachable"),
        ),
      );
    default:
      return only(withProblem(onTheWay(state, null), problem("client/unreachable")));
  }
}

/** Whether what is asked once more still has somebody who waits for it. */
export function isWanted({ lobby, sheets, table }: State, ask: Ask): boolean {
  if ("session" in ask) return table?.session === ask.session;
  if (ask.what === "sheet") return !(ask.house in sheets);
  return ask.what !== "open" || (lobby.sitting?.is === "opening" && lobby.sitting.key === ask.key);
}

function openAgain(state: State, ask: Ask, now: number): Step {
  const sitting = state.lobby.sitting;
  if (sitting?.is !== "opening" || !sitting.times) return only(state);
  if (isTooLong(sitting.times, sitting.since, now))
    return only(withProblem(onTheWay(state, null), problem("client/gave-up")));
  const next = onTheWay(state, { ...sitting, failed: sitting.failed + 1 });
  return only(next, again(ask, delay(sitting.times, sitting.failed)));
}

export function refused(state: State, ask: Ask, code: string, message: string): Step {
  if (code === "account/not-signed-in") {
    return only(forgotten(state), { type: "keep", what: "token", value: null });
  }
  if (ask.what === "lately" || ask.what === "sign-out") return only(state);
  if (ask.what === "register" || ask.what === "log-in")
    return only(withProblem(atDoor(state, false), { code, message }));
  if (ask.what === "movements")
    return only(
      withProblem({ ...state, books: { ...state.books, is: "loaded" } }, { code, message }),
    );
  const next = withProblem(onTheWay(state, null), { code, message });
  if (ask.what === "session-end") return only({ ...next, table: null });
  if (ask.what === "open" && code === "session/open" && state.person)
    return only(next, asking(next, { what: "me", token: state.person.token }));
  return only(next);
}
