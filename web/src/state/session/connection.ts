// The connection to a table: opened, lost, opened again, or given up.
import { CloseCode } from "../../wire";
import { type PendingRequest, type Link, type LostConnection, NOTHING_READ, type Rules, type State, type StopReason } from "../state";
import { delay, isFinal, isTooLong } from "./reconnect_delays";
import { ANSWER_MS, asking, atTable, forgotten, only, type Change } from "../change";

const WHY: Readonly<Record<number, StopReason>> = {
  [CloseCode.TAKEN_OVER]: "elsewhere",
  [CloseCode.SIGNED_OUT]: "signed-out",
};
const WELCOME_MS = 10_000; // from opening the socket to the welcome

export const LEFT = { type: "keep", what: "seat", value: null } as const;

/** Connects for the first time, or again because the player asked for it. */
export const connect = (state: State, now: number): Change =>
  attempt(state, "connecting", { since: now, failed: 0, code: null });

export function reconnect(state: State, now: number): Change {
  const may = state.link.is === "stopped" && state.link.why !== "elsewhere";
  return may ? connect(state, now) : only(state);
}

/**
 * Asks for the rules first, since they may have changed while the page was offline, and then for a ticket.
 */
function attempt(state: State, is: "connecting" | "reconnecting", lost: LostConnection): Change {
  if (!state.table) return only(state);
  const link: Link = { is, attempt: state.link.attempt + 1, lost };
  const { name } = state.table.rules;
  const shared = state.table.shared !== null;
  const ask = { what: "rules", name, shared, attempt: link.attempt } as const;
  return only({ ...state, link }, asking(state, ask));
}

export function rulesKnown(state: State, rules: Rules): Change {
  if (!state.table) return only(state);
  const { session, shared } = state.table;
  const { attempt } = state.link;
  const next = atTable(state, { ...state.table, rules });
  if (state.link.is === "connected") return only(next); // a new sabot has brought other limits
  const ask = shared?.watching
    ? ({ what: "look-on", table: rules.name, attempt } as const)
    : ({ what: "ticket", session, attempt } as const);
  return only(next, asking(state, ask));
}

export function ticketGiven(state: State, path: string): Change {
  const { attempt } = state.link;
  return only(
    state,
    { type: "open-socket", path, attempt },
    { type: "wait", ms: WELCOME_MS, then: { type: "no-welcome", attempt } },
  );
}

export function sayHello(state: State): Change {
  if (!state.table) return only(state);
  const { epoch, offset, shared } = state.table;
  const seen = shared && { table_epoch: shared.view.epoch, table_offset: shared.view.offset };
  return only(state, {
    type: "send",
    attempt: state.link.attempt,
    request: { type: "hello", ...(shared?.watching ? {} : { epoch, offset }), ...seen },
  });
}

export const isCurrent = (state: State, attempt: number): boolean =>
  state.link.attempt === attempt && state.link.is !== "stopped" && state.table !== null;

export const noWelcome = (state: State, now: number): Change =>
  state.link.is === "connected" ? only(state) : lose(state, null, now);

/** As long as messages arrive, the connection works and the answer may still come. */
export function noAnswer(state: State, request: PendingRequest["request"], now: number): Change {
  const { link, table } = state;
  if (link.is !== "connected" || !table?.waiting.some((each) => each.request === request))
    return only(state);
  const then = { type: "no-answer", attempt: link.attempt, request } as const;
  return now - link.heardAt < ANSWER_MS
    ? only(state, { type: "wait", ms: ANSWER_MS, then })
    : lose(state, null, now);
}

/** The betting should be closed by now, and no message has said so: the connection is lost. */
export function noNews(state: State, coup: number, now: number): Change {
  const { stage, coup: open } = state.table?.shared?.view ?? {};
  const isOpen = state.link.is === "connected" && stage === "betting" && open === coup;
  return isOpen ? lose(state, null, now) : only(state);
}

export const tryAgain = (state: State): Change =>
  state.link.is === "reconnecting" ? attempt(state, "reconnecting", state.link.lost) : only(state);

/** Waits and tries again, unless the close code is final or too much time has passed. */
export function lose(state: State, code: number | null, now: number): Change {
  const { link, table } = state;
  if (!table || link.is === "none" || link.is === "stopped") return only(state);
  if (code === CloseCode.SESSION_OVER && !table.shared?.watching) return over(state);
  const lost = link.is === "connected" ? { since: now, failed: 0, code: null } : link.lost;
  if (isFinal(code, lost.code)) return stop(state, WHY[code ?? 0] ?? "shut-out");
  const { times } = table.rules.sheet;
  if (isTooLong(times, lost.since, now)) return stop(state, "gave-up");
  const waiting: Link = {
    is: "reconnecting",
    attempt: link.attempt + 1,
    lost: { since: lost.since, failed: lost.failed + 1, code },
  };
  const then = { type: "try-again", attempt: waiting.attempt } as const;
  return only(
    { ...atTable(state, { ...table, idle: null }), link: waiting },
    { type: "hang-up" },
    { type: "wait", ms: delay(times, lost.failed), then },
  );
}

export function stop(state: State, why: StopReason): Change {
  const link: Link = { is: "stopped", attempt: state.link.attempt + 1, why };
  const { person } = state;
  const isOut = why === "signed-out";
  const bare = { ...(isOut ? forgotten(state) : state), link, dialog: null, check: null }; // dialogs would hide the message about it
  const left = why === "elsewhere" ? [LEFT] : []; // reloading this window must not take the table back without asking
  const forget = isOut && person ? [{ type: "forget", token: person.token } as const] : [];
  return only(bare, { type: "hang-up" }, ...left, ...forget);
}

/**
 * Leaves a table whose connection has stopped, or that was only watched. The house knows whether the session
 * is still open.
 */
export function toLobby(state: State): Change {
  const { person, link } = state;
  if (link.is !== "stopped" && !state.table?.shared?.watching) return only(state);
  const next: State = {
    ...state,
    table: null,
    link: { is: "none", attempt: link.attempt + 1 },
    history: NOTHING_READ,
    dialog: null,
    replay: null,
  };
  const me = person ? [asking(state, { what: "me", token: person.token })] : [];
  return only(next, { type: "hang-up" }, LEFT, ...me);
}

/** The session is closed, but its last event hasn't arrived: the history has it. */
export function over(state: State): Change {
  if (!state.table) return only(state);
  const { player, session } = state.table;
  const link: Link = { is: "none", attempt: state.link.attempt + 1 };
  const ask = { what: "session-end", account: player, session } as const;
  return only({ ...state, link }, { type: "hang-up" }, asking(state, ask));
}

export function refused(state: State, code: string, now: number): Change {
  if (code === "session/none") return over(state);
  if (code === "account/not-signed-in") return stop(state, "signed-out");
  return code.startsWith("limit/") || code.startsWith("store/")
    ? lose(state, null, now)
    : stop(state, "shut-out");
}
