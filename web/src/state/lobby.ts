// Before and between tables: who plays, and which houses there are.
import type { HouseDetail, HouseView, Me, SessionView, SignedIn, TableSummary } from "../wire";
import { askLately } from "./books";
import type { Started } from "./message";
import { nameOf } from "./place";
import { askHouse, resume } from "./seat";
import { live } from "./shared";
import { DEFAULTS, type Person, type Seat, type State } from "./state";
import { asking, chain, only, type Step } from "./step";

export function started(state: State, kept: Started): Step {
  const settings = { ...DEFAULTS, ...kept.settings };
  const lobby = { ...state.lobby, returning: kept.token !== null, seat: kept.token === null ? null : kept.seat };
  const next = { ...state, settings, lobby, seen: kept.seen, still: kept.still };
  const me = kept.token === null ? [] : [asking(next, { what: "me", token: kept.token })];
  return only(next, asking(next, { what: "houses" }), ...me);
}

/** Each shows its sheet, for its card in the lobby. */
export function housesKnown(state: State, houses: readonly HouseView[]): Step {
  const next = { ...state, lobby: { ...state.lobby, houses } };
  const sheets = houses
    .filter(({ name, playable }) => playable && !state.sheets[name])
    .map(({ name }) => asking(next, { what: "sheet", house: name, shared: false }));
  return only(next, ...sheets, ...askLately(next));
}

/** The shared tables as they stand, by the house's clock. */
export const tablesKnown = (
  state: State,
  tables: readonly TableSummary[],
  now: number,
): Step => {
  const ahead = tables[0] ? tables[0].now - now : state.lobby.ahead;
  const next = { ...state, lobby: { ...state.lobby, tables, ahead } };
  return next.lobby.owed.length ? live.collect(next) : only(next);
};

/** Sessions at tables that are shown no more: what is left there can still be cashed out. */
export const leftBehind = ({ person, lobby: { houses, tables } }: State): readonly SessionView[] =>
  houses && tables
    ? (person?.sessions ?? []).filter(
        (view) =>
          !houses.some(({ name, playable }) => playable && name === nameOf(view)) &&
          !tables.some(({ name }) => name === nameOf(view)),
      )
    : [];

export const isLeft = (state: State): boolean => leftBehind(state).length > 0;

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
  const { seat } = state.lobby;
  const lobby = { ...state.lobby, returning: false };
  const next = { ...state, lobby, person: { token, name, role, accounts, sessions } };
  return chain(only(next, ...askLately(next)), (now) => (seat ? backTo(now, seat) : only(now)));
}

/** Where this window sat: it sits there again, or hears how that ended. */
function backTo(state: State, seat: Seat): Step {
  const { accounts, sessions } = state.person as Person;
  const { session } = seat;
  if (sessions.some((each) => each.session === session)) return resume(state, session, seat);
  const ends = accounts.map(({ id }) =>
    asking(state, { what: "session-end", account: String(id), session }),
  );
  return only(state, ...ends);
}

/** The rules of a house, to be read without sitting down. */
export const readRules = (state: State, house: string): Step =>
  only(
    { ...state, dialog: "rules", rulesOf: house },
    ...(state.sheets[house] ? [] : [asking(state, { what: "sheet", house, shared: false })]),
  );

export const sheetKnown = (state: State, house: HouseDetail, shared: boolean): State => {
  const kind = shared ? "tableSheets" : "sheets";
  return { ...state, [kind]: { ...state[kind], [house.name]: house } };
};
