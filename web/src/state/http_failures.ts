// Requests over HTTP that failed or were refused: retried, reported, or dropped.
import type { Problem } from "../wire";
import { stop } from "./session/connection";
import type { Ask } from "./message";
import { past } from "./load_past";
import { askAccounts, refilling } from "./lobby/credit";
import { onTheWay, openAgain } from "./session/seating";
import { rulesNameOf } from "./session/table_names";
import type { State } from "./state";
import { again, asking, atDoor, forgotten, only, problem, type Change, withProblem } from "./change";

const UNREACHABLE = problem("client/unreachable");

/** The house is too busy, or can't write now. A later request may succeed. */
const isForNow = (code: string): boolean => code.startsWith("limit/") || code.startsWith("store/");

/** Requests that change nothing and that the page waits for. */
const isAskedAgain = ({ lobby }: State, { what }: Ask): boolean =>
  what === "houses" ||
  what === "me" ||
  what === "session-end" ||
  what === "came-back" ||
  what === "look-up" ||
  (what === "rules" && lobby.sitting?.is === "resuming");

const isRead = ({ what }: Ask): boolean =>
  ["records", "sheet", "record-of", "proof", "sabot-proof", "results", "roads"].includes(what);

/** Reports the failure in the dialog that asked, not at the table. A request for a sheet is repeated. */
function notRead(state: State, ask: Ask, refusal: Problem): Change {
  if (ask.what !== "sheet") return past ? past.failed(state, ask, refusal) : only(state);
  return refusal.code === `${ask.shared ? "table" : "house"}/unknown` ? only(state) : only(state, again(ask));
}

/**
 * Requests that change nothing are repeated, and so are those with a key, which the house carries out once.
 */
export function unreachable(state: State, ask: Ask, now: number): Change {
  if (isRead(ask)) return notRead(state, ask, UNREACHABLE);
  if (isAskedAgain(state, ask)) return only(state, again(ask));
  if (ask.what === "refill") return only(state, again(ask)); // the key pays once
  return ask.what === "open" ? openAgain(state, ask, now) : reported(state, ask, UNREACHABLE);
}

export function refused(state: State, ask: Ask, refusal: Problem, token: string): Change {
  if (refusal.code === "account/not-signed-in") return notSignedIn(state, token);
  if (isRead(ask)) return notRead(state, ask, refusal);
  if (isAskedAgain(state, ask) && isForNow(refusal.code)) return only(state, again(ask));
  const next = reported(state, ask, refusal);
  return ask.what === "open" && refusal.code === "session/open" && state.person
    ? only(next[0], asking(state, { what: "me", token: state.person.token }))
    : next;
}

/** Ignores a refusal that concerns somebody who has signed out since. A person who was signed in here until now is told. */
function notSignedIn(state: State, token: string): Change {
  const { person, table, lobby } = state;
  if (person ? person.token !== token : !lobby.returning) return only(state);
  if (table) return stop(state, "signed-out");
  const gone = { ...forgotten(state), dialog: null };
  return only(person ? withProblem(gone, problem("account/not-signed-in")) : gone, { type: "forget", token });
}

/** Reports the failure where the request was made, and makes that control usable again. */
function reported(state: State, ask: Ask, refusal: Problem): Change {
  switch (ask.what) {
    case "sign-out": // the page has signed out already
    case "recent-coups": // the page works without it
    case "texts": // the readings are in English then
    case "tables": // fetched again soon
    case "accounts":
      return only(state);
    case "register":
    case "log-in":
      return only(withProblem(atDoor(state, false), refusal));
    case "refill":
      return only(withProblem(refilling(state, null), refusal), ...askAccounts(state));
    case "movements":
      return only(withProblem({ ...state, movements: { ...state.movements, is: "loaded" } }, refusal));
    case "me":
      return only(withProblem({ ...state, lobby: { ...state.lobby, returning: false } }, refusal));
    case "session-end":
      return only(
        state.table?.session === ask.session ? withProblem({ ...state, table: null }, refusal) : state,
      );
    case "guest":
    case "rules":
    case "open":
      return only(withProblem(onTheWay(state, null), refusal));
    default:
      return only(withProblem(state, refusal));
  }
}

/** Whether anybody still waits for the answer of a repeated request. */
export function isWanted({ lobby, sheets, tableSheets, table, person, farewell }: State, ask: Ask): boolean {
  switch (ask.what) {
    case "came-back":
      return farewell?.session === ask.session && !farewell.cameBack;
    case "session-end":
    case "look-up":
      return table?.session === ask.session || lobby.seat?.session === ask.session;
    case "rules":
      return lobby.sitting?.is === "resuming" && rulesNameOf(lobby.sitting.view) === ask.name;
    case "sheet":
      return !(ask.name in (ask.shared ? tableSheets : sheets));
    case "open":
      return lobby.sitting?.is === "opening" && lobby.sitting.key === ask.key;
    case "me":
      return person ? person.token === ask.token : lobby.returning;
    case "accounts":
      return person?.token === ask.token;
    case "refill":
      return lobby.refilling === ask.key;
    default:
      return true;
  }
}
