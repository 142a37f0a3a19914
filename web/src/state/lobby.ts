// Before and between tables: who plays, which houses there are, and how to sit down.
import type { HouseDetail, Me, Opened, SessionView, SignedIn } from "../wire";
import { EMPTY, lying } from "./cloth";
import { connect } from "./connection";
import type { Ask, Moment, Started } from "./message";
import { delay, isTooLong } from "./pace";
import { again, asking, chain, only, problem, type Step, withProblem } from "./step";
import { DEFAULTS, type Opening, type Sitting, type State, type Table } from "./state";
import { note } from "./seen";

export function started(state: State, kept: Started): Step {
  const settings = { ...DEFAULTS, ...kept.settings };
  const lobby = { ...state.lobby, returning: kept.token !== null };
  const next = { ...state, settings, lobby, seen: kept.seen };
  const me = kept.token === null ? [] : [asking(next, { what: "me", token: kept.token })];
  return only(next, asking(next, { what: "houses" }), ...me);
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
  state.table !== null || state.lobby.sitting !== null || state.lobby.returning;

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
  if (state.person && state.person.token !== token) return only(state);
  const lobby = { ...state.lobby, returning: false };
  return only({ ...state, lobby, person: { token, name, role, accounts, sessions } });
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

const resumed = (view: SessionView, house: HouseDetail): Table => ({
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
  chip: house.sheet.money.chips[0] ?? house.sheet.money.step,
  phase: "betting",
  coup: null,
  coups: [],
  waiting: [],
  closesAt: null,
  distrust: "",
});

const takeSeat = (state: State, table: Table, moment: Moment): Step =>
  chain(note({ ...onTheWay(state, null), table, farewell: null, problem: null }), (next) =>
    connect(next, moment.now),
  );

export function signOut(state: State): Step {
  const person = {
    ...state,
    person: null,
    table: null,
    link: { is: "none", attempt: state.link.attempt + 1 },
  } as const;
  const forget = { type: "keep", what: "token", value: null } as const;
  return only(person, asking(state, { what: "sign-out" }), { type: "hang-up" }, forget);
}

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
    case "records":
      return only(
        withProblem(
          { ...state, history: { ...state.history, is: "loaded" } },
          problem("client/unreachable"),
        ),
      );
    default:
      return only(withProblem(onTheWay(state, null), problem("client/unreachable")));
  }
}

/** Whether what is asked once more still has somebody who waits for it. */
export function isWanted({ lobby, table }: State, ask: Ask): boolean {
  if ("session" in ask) return table?.session === ask.session;
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
    const lobby = { ...state.lobby, returning: false, sitting: null };
    return only({ ...state, lobby, person: null }, { type: "keep", what: "token", value: null });
  }
  const next = withProblem(onTheWay(state, null), { code, message });
  if (ask.what === "session-end") return only({ ...next, table: null });
  if (ask.what === "records") return only({ ...next, history: { ...state.history, is: "loaded" } });
  if (ask.what === "open" && code === "session/open" && state.person)
    return only(next, asking(next, { what: "me", token: state.person.token }));
  return only(next);
}
