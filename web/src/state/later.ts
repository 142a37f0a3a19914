// What the page fetches after the first coup, or earlier if it is needed: refusals in words, and how a session ends.
import type { Effect } from "./effect";
import type { Later, State } from "./state";
import { type Change, only, RETRY_MS } from "./change";

/** There is something to show for which it is needed. */
const isNeeded = ({ problem, farewell, link, table }: State): boolean =>
  !!(problem || farewell || link.is === "stopped" || table?.idle || table?.closesAt || table?.shared);

const fetching = ({ settings }: State): Effect => ({ type: "fetch-later", language: settings.language });

/** Asks for it once. */
export const ask = (state: State): Change =>
  state.later === "unasked" ? only({ ...state, later: "asked" }, fetching(state)) : only(state);

export function askIfNeeded([state, effects]: Change): Change {
  const [next, more] = isNeeded(state) ? ask(state) : only(state);
  return [next, more.length ? [...effects, ...more] : effects];
}

export const askAgain = (state: State): Change => only(state, fetching(state));

/** If somebody has chosen another language meanwhile, its words are missing. */
export const fetched = (state: State, language: string): Change =>
  language === state.settings.language ? only({ ...state, later: "here" }) : askAgain(state);

/** A view says so, and the page tries again until it is there. */
export const missing = (state: State): Change =>
  only({ ...state, later: "missing" satisfies Later }, { type: "wait", ms: RETRY_MS, then: { type: "fetch-later", again: true } });
