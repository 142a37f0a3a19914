// Requests over HTTP that failed or were refused: retried, reported, or dropped.
import type { Problem } from "../wire";
import { stop } from "./session/connection";
import type { Ask } from "./message";
import { past } from "./load_past";
import { onTheWay, openAgain } from "./session/seating";
import type { State } from "./state";
import { again, asking, atDoor, chain, forgotten, only, problem, type Change, withProblem } from "./change";

const UNREACHABLE = problem("client/unreachable");

/** The house is too busy, or can't write now. A later request may succeed. */
const isForNow = (code: string): boolean => code.startsWith("limit/") || code.startsWith("store/");

/** Requests that change nothing and that the page waits for. */
const isAskedAgain = ({ lobby }: State, { what }: Ask): boolean =>
  what === "houses" ||
  what === "me" ||
  what === "session-end" ||
  what === "look-up" ||
  (what === "house" && lobby.sitting?.is === "resuming");

const isRead = ({ what }: Ask): boolean =>
  ["records", "sheet", "record-of", "proof", "sabot-proof"].includes(what);

/** Reports the failure in the dialog that asked, not at the table. A request for a sheet is repeated. */
function notRead(state: State, ask: Ask, told: Problem): Change {
  if (ask.what !== "sheet") return past ? past.failed(state, ask, told) : only(state);
  return told.code === `${ask.shared ? "table" : "house"}/unknown` ? only(state) : only(state, again(ask));
}

/**
 * Requests that change nothing are repeated, and so are those with a key, which the house carries out once.
 */
export function unreachable(state: State, ask: Ask, now: number): Change {
  if (isRead(ask)) return notRead(state, ask, UNREACHABLE);
  if (isAskedAgain(state, ask)) return only(state, again(ask));
  return ask.what === "open" ? openAgain(state, ask, now) : said(state, ask, UNREACHABLE);
}

export function refused(state: State, ask: Ask, told: Problem, token: string): Change {
  if (told.code === "account/not-signed-in") return notSignedIn(state, token);
  if (isRead(ask)) return notRead(state, ask, told);
  if (isAskedAgain(state, ask) && isForNow(told.code)) return only(state, again(ask));
  const next = said(state, ask, told);
  return ask.what === "open" && told.code === "session/open" && state.person
    ? only(next[0], asking(state, { what: "me", token: state.person.token }))
    : next;
}

/** Ignores a refusal that concerns somebody who has signed out since. */
function notSignedIn(state: State, token: string): Change {
  const isHere = state.person ? state.person.token === token : state.lobby.returning;
  if (!isHere) return only(state);
  const gone = only(forgotten(state), { type: "forget", token });
  return state.table ? chain(gone, (next) => stop(next, "signed-out")) : gone;
}

/** Reports the failure where the request was made, and makes that control usable again. */
function said(state: State, ask: Ask, told: Problem): Change {
  switch (ask.what) {
    case "sign-out": // the page has signed out already
    case "recent-coups": // the page works without it
    case "tables": // fetched again soon
      return only(state);
    case "register":
    case "log-in":
      return only(withProblem(atDoor(state, false), told));
    case "movements":
      return only(withProblem({ ...state, movements: { ...state.movements, is: "loaded" } }, told));
    case "me":
      return only(withProblem({ ...state, lobby: { ...state.lobby, returning: false } }, told));
    case "session-end":
      return only(
        state.table?.session === ask.session ? withProblem({ ...state, table: null }, told) : state,
      );
    case "guest":
    case "house":
    case "open":
      return only(withProblem(onTheWay(state, null), told));
    default:
      return only(withProblem(state, told));
  }
}

/** Whether anybody still waits for the answer of a repeated request. */
export function isWanted({ lobby, sheets, tableSheets, table, person }: State, ask: Ask): boolean {
  switch (ask.what) {
    case "session-end":
    case "look-up":
      return table?.session === ask.session || lobby.seat?.session === ask.session;
    case "house":
      return lobby.sitting?.is === "resuming" && lobby.sitting.view.house === ask.house;
    case "sheet":
      return !(ask.house in (ask.shared ? tableSheets : sheets));
    case "open":
      return lobby.sitting?.is === "opening" && lobby.sitting.key === ask.key;
    case "me":
      return person ? person.token === ask.token : lobby.returning;
    default:
      return true;
  }
}
