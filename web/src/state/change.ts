// What every part of `update` gives back, and the small words they share.
import type { Problem } from "../wire";
import type { Effect } from "./effect";
import type { Ask } from "./message";
import { type PendingRequest, NO_MOVEMENTS, NOTHING_READ, type State, type Table, type ProblemWithRule } from "./state";

export type Change = readonly [State, readonly Effect[]];

export const ANSWER_MS = 6000; // the house takes a few, and a slow line a second
export const RETRY_MS = 1500; // for what belongs to no table, whose sheet would say

export const only = (state: State, ...effects: Effect[]): Change => [state, effects];

export const asking = (state: State, ask: Ask): Effect => ({
  type: "ask",
  ask,
  token: ask.what === "me" ? ask.token : (state.person?.token ?? ""),
});

/** A request without an answer means a line nobody hears. */
export const sending = (attempt: number, said: PendingRequest["request"]): Effect[] => [
  { type: "send", attempt, said },
  { type: "wait", ms: ANSWER_MS, then: { type: "no-answer", attempt, said } },
];

export const again = (ask: Ask, ms = RETRY_MS): Effect => ({
  type: "wait",
  ms,
  then: { type: "ask-again", ask },
});

export const atTable = (state: State, table: Table): State => ({ ...state, table });

/** How far this window has seen the session it is at. */
export const seenBy = ({ session, epoch, offset }: Table): Effect => ({
  type: "keep",
  what: "seat",
  value: { session, epoch, offset },
});

/** Behind a coup or a table what was said of its bets is old news. */
export const quieter = (state: State): State =>
  /^bet|confirmed$|not-taken$/.test(state.problem?.code ?? "") ? { ...state, problem: null } : state;

export const withProblem = (state: State, problem: ProblemWithRule): State => ({ ...state, problem });

export const problem = (code: string): Problem => ({ code, message: "" }); // our own: views have the words

export const atDoor = (state: State, entering: boolean): State => ({
  ...state,
  lobby: { ...state.lobby, entering },
});

/** Nothing of whoever was here. */
export const forgotten = (state: State): State => ({
  ...state,
  person: null,
  lobby: { ...state.lobby, returning: false, sitting: null, seat: null, entering: false, recentCoups: {}, owed: [] },
  history: NOTHING_READ,
  replay: null,
  check: null,
  movements: NO_MOVEMENTS,
  farewell: null,
});

/** One step after another, their effects in order. */
export function chain(first: Change, ...steps: ((state: State) => Change)[]): Change {
  let [state, effects] = first;
  for (const step of steps) {
    const [next, more] = step(state);
    [state, effects] = [next, [...effects, ...more]];
  }
  return [state, effects];
}
