// The lobby: who plays, and which houses and tables there are.
import type { HouseDetail, HouseView, Me, SignedIn, TableSummary } from "../../wire";
import { askRecentCoups } from "../private/recent_coups";
import { refillOf } from "./credit";
import type { Started } from "../message";
import { resume } from "../session/seating";
import { sharedUpdate } from "../load_shared";
import { DEFAULTS, type Person, type KeptSeat, type State } from "../state";
import type { Wanted } from "./wanted";
import { asking, chain, only, type Change } from "../change";

export function started(state: State, kept: Started): Change {
  const settings = { ...DEFAULTS, ...kept.settings };
  const lobby = { ...state.lobby, returning: kept.token !== null, seat: kept.token === null ? null : kept.seat };
  const next = { ...state, settings, lobby, seen: kept.seen };
  const me = kept.token === null ? [] : [asking(next, { what: "me", token: kept.token })];
  return only(next, asking(next, { what: "houses" }), ...me);
}

/** Fetches the sheet of every house, which its card in the lobby shows. */
export function housesKnown(state: State, houses: readonly HouseView[]): Change {
  const next = { ...state, lobby: { ...state.lobby, houses } };
  const sheets = houses
    .filter(({ name, playable }) => playable && !state.sheets[name])
    .map(({ name }) => asking(next, { what: "sheet", name: name, shared: false }));
  return only(next, ...sheets, ...askRecentCoups(next));
}

/** The shared tables, with the time on the house's clock. */
export const tablesKnown = (
  state: State,
  tables: readonly TableSummary[],
  now: number,
): Change => {
  const ahead = tables[0] ? tables[0].now - now : state.lobby.ahead;
  const next = { ...state, lobby: { ...state.lobby, tables, ahead } };
  return next.lobby.owed.length ? sharedUpdate.collect(next) : only(next);
};

export const starred = (stars: readonly string[], table: string): readonly string[] =>
  stars.includes(table) ? stars.filter((each) => each !== table) : [...stars, table];

export const narrowed = (state: State, wanted: Partial<Wanted>): State => ({
  ...state,
  lobby: { ...state.lobby, wanted: { ...state.lobby.wanted, ...wanted } },
});

export function signedIn(state: State, body: SignedIn): Change {
  const { token, name, role, accounts } = body;
  const next = { ...state, person: { token, name, role, accounts, sessions: [], refill: null } };
  return only(next, { type: "keep", what: "token", value: token });
}

export function recognised(
  state: State,
  token: string,
  me: Me,
  now: number,
): Change {
  const { name, role, accounts, sessions } = me;
  const isHere = state.person ? state.person.token === token : state.lobby.returning;
  if (!isHere) return only(state); // the person has signed out meanwhile
  const { seat } = state.lobby;
  const lobby = { ...state.lobby, returning: false };
  const next = { ...state, lobby, person: { token, name, role, accounts, sessions, refill: refillOf(me, now) } };
  return chain(only(next, ...askRecentCoups(next)), (now) => (seat ? backTo(now, seat) : only(now)));
}

/** Resumes the seat this window had, or asks how its session ended. */
function backTo(state: State, seat: KeptSeat): Change {
  const { accounts, sessions } = state.person as Person;
  const { session } = seat;
  if (sessions.some((each) => each.session === session)) return resume(state, session, seat);
  const ends = accounts.map(({ id }) =>
    asking(state, { what: "session-end", account: String(id), session }),
  );
  return only(state, ...ends);
}

/** Opens the rules of a house without a seat. */
export const readRules = (state: State, house: string): Change =>
  only(
    { ...state, dialog: "rules", rulesOf: house },
    ...(state.sheets[house] ? [] : [asking(state, { what: "sheet", name: house, shared: false })]),
  );

export const sheetKnown = (state: State, rules: HouseDetail, shared: boolean): State => {
  const kind = shared ? "tableSheets" : "sheets";
  return { ...state, [kind]: { ...state[kind], [rules.name]: rules } };
};
