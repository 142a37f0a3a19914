// What every part of `update` returns, and small helpers that they share.
import type { Problem } from "../wire";
import type { Effect } from "./effect";
import type { Ask } from "./message";
import { type PendingRequest, NO_MOVEMENTS, NOT_CHECKED, NOTHING_READ, type Settings, type State, type Table, type ProblemWithRule } from "./state";

export type Change = readonly [State, readonly Effect[]];

export const ANSWER_MS = 6000; // a house answers in milliseconds, a slow connection in a second
export const RETRY_MS = 1500; // for requests outside a table; at a table the sheet says how long

export const only = (state: State, ...effects: Effect[]): Change => [state, effects];

export const asking = (state: State, ask: Ask): Effect => ({
  type: "ask",
  ask,
  token: "token" in ask ? ask.token : (state.person?.token ?? ""),
});

/** If no answer comes in time, the connection counts as lost. */
export const sending = (attempt: number, request: PendingRequest["request"]): Effect[] => [
  { type: "send", attempt, request },
  { type: "wait", ms: ANSWER_MS, then: { type: "no-answer", attempt, request } },
];

export const again = (ask: Ask, ms = RETRY_MS): Effect => ({
  type: "wait",
  ms,
  then: { type: "ask-again", ask },
});

/** After the coup is paid and seen, and before the next one. */
export const LOOK_BACK: Effect = { type: "wait", ms: 1500, then: { type: "look-back" } };

export const atTable = (state: State, table: Table): State => ({ ...state, table });

/** Remembers how much of its session this window has shown. */
export const seenBy = ({ session, epoch, offset }: Table): Effect => ({
  type: "keep",
  what: "seat",
  value: { session, epoch, offset },
});

/** Drops a refusal about bets when their coup or their table is over. */
export const quieter = (state: State): State =>
  /^bet|confirmed$|not-taken$/.test(state.problem?.code ?? "") ? { ...state, problem: null } : state;

export const withProblem = (state: State, problem: ProblemWithRule): State => ({ ...state, problem });

export const problem = (code: string): Problem => ({ code, message: "" }); // our own code; the views have the words

export const atDoor = (state: State, entering: boolean): State => ({
  ...state,
  lobby: { ...state.lobby, entering },
});

/** Removes everything that belongs to the person who was signed in. */
export const forgotten = (state: State): State => ({
  ...state,
  person: null,
  lobby: { ...state.lobby, returning: false, sitting: null, seat: null, entering: false, refilling: null, recentCoups: {}, owed: [] },
  history: NOTHING_READ,
  replay: null,
  check: null,
  quiet: NOT_CHECKED,
  movements: NO_MOVEMENTS,
  farewell: null,
});

export function keepSettings(state: State, changed: Partial<Settings>): Change {
  const settings = { ...state.settings, ...changed };
  return only({ ...state, settings }, { type: "keep", what: "settings", value: settings });
}

/** Runs one part of `update` after another and joins their effects. */
export function chain(first: Change, ...steps: ((state: State) => Change)[]): Change {
  let [state, effects] = first;
  for (const step of steps) {
    const [next, more] = step(state);
    [state, effects] = [next, [...effects, ...more]];
  }
  return [state, effects];
}
