// The only place where the console's state changes: returns the next state and the effects.
import { same } from "../session/cloth";
import { fold } from "../shared/table_fold";
import { newsIn, newsOf } from "../shared/console_events";
import type { Console, HouseTexts, Me, Problem, SignedIn, StreamEvent, TableDetail, TableSummary, TableView, Ticket, Watching } from "../../wire";
import { cardOf } from "./scanner";
import { can, type ConsoleAsk, type Command, type ConsoleEffect, type Insisted, isOf, type KeyInCommand, type ConsoleMessage, type ConsoleState, type ConsoleChange, type ConsoleNotice, type Unkeyed, unkeyedOf } from "./console_state";
import { hasHappened } from "./unanswered";

const FIRST_MS = 500; // the first delay; it grows up to the last
const LAST_MS = 1_500;
const HUSH_MS = 7_000;
const REFRESH_MS = 3_000; // as often as in the lobby
const MOST_SCANNED = 12; // as many as one coup can have
const STAFF: readonly string[] = ["croupier", "manager"];
const NOT_IN_SABOT: Problem = { code: "cards/not-in-sabot", message: "" };
const NOT_JUST_THEN = /^(store|limit|server)\/|^table\/moved-on$/;
const TWICE: Problem = { code: "console/twice", message: "" };
const TWICE_MS = 1_000; // the same card in a shorter time was probably read twice
const NOT_READ: Problem = { code: "console/not-read", message: "" };
const NOT_KEYED: Problem = { code: "console/not-keyed", message: "" };
const DONE: Problem = { code: "console/done", message: "" };
const NOT_DONE: Problem = { code: "console/not-done", message: "" };

const only = (state: ConsoleState, ...effects: ConsoleEffect[]): ConsoleChange => [state, effects];

const asking = (state: ConsoleState, ask: ConsoleAsk): ConsoleEffect => ({
  ...{ type: "ask", ask, token: state.token, attempt: state.link.attempt },
});

export function update(state: ConsoleState, message: ConsoleMessage, now: number): ConsoleChange {
  if ("attempt" in message && message.attempt !== state.link.attempt) return only(state);
  if (state.locked && /^(do|key-in|scan)$/.test(message.type)) return only(state);
  switch (message.type) {
    case "started":
      return start({ ...state, token: message.token, locked: message.locked === true && message.token !== "" });
    case "lock":
      return only({ ...notKeyed(state, state.queued), locked: true, told: null, scanned: [], queued: [] }, { type: "keep-locked", locked: true });
    case "enter": {
      const { name, password } = message;
      const next: ConsoleState = { ...state, entering: true, told: null };
      return only(next, asking(next, { what: "enter", name, password }));
    }
    case "sign-out":
      return signOut(state);
    case "set": {
      const settings = { ...state.settings, ...message.settings };
      return only({ ...state, settings }, { type: "keep-settings", settings });
    }
    case "do":
      return command(state, message.command);
    case "turning":
      return only({ ...state, turning: message.side === state.turning ? null : message.side });
    case "key-in":
      return keyIn(state, message.stakes);
    case "unsent":
      return only(state.view && message.coup >= state.view.coup ? unsent(state, message.stakes, message.coup) : state);
    case "give-up":
      return only({ ...state, unkeyed: state.unkeyed.filter(({ stakes }) => !isOf(stakes, message.of)) });
    case "scan":
      return scan(state, message.code, message.where, now);
    case "answered":
      return answered(state, message.what, message.body);
    case "refused":
      return refused(state, message.what, message.problem);
    case "unreachable":
      if (message.what === "enter" || message.what === "sign-out")
        return tell({ ...state, entering: false }, { code: "client/unreachable", message: "" });
      if (message.what === "texts") return only(state); // fetched again with the next connection
      return message.what === "tables" && state.table ? only(state, refreshLater(state)) : lose(state);
    case "opened": {
      const { view } = state;
      const place = view ? { table_epoch: view.epoch, table_offset: view.offset } : {};
      return only(state, { type: "say", said: { type: "hello", ...place } });
    }
    case "heard":
      return hear(state, message.told as Heard, now);
    case "lost":
      return lose(state);
    case "try-again":
      return state.link.is === "lost" ? come(state) : only(state);
    case "refresh-tables":
      return only(state, asking(state, { what: "tables" }));
    case "hush":
      return only(state.told?.n === message.n ? { ...state, told: standing(state.told) } : state);
    case "again": {
      const { told } = state;
      const card = refusedCard(told);
      const again = card && !isTwice(told) ? [card.card] : [];
      return only(told && card ? { ...state, told: unread(told, [...again, ...told.lost]) } : state);
    }
  }
}

/** Fetches the list of tables again soon: another table may call for the manager. */
const refreshLater = ({ link: { attempt } }: ConsoleState): ConsoleEffect => ({
  ...{ type: "wait", ms: REFRESH_MS, then: { type: "refresh-tables", attempt } },
});

// --- connecting -----------------------------------------------------------------------------

const start = (state: ConsoleState): ConsoleChange =>
  state.screen === "console" && !state.token ? only(state) : come(state);

/** Goes to the table, or to the list of tables. Asks for the rules first, since they may have changed. */
function come(state: ConsoleState): ConsoleChange {
  const { attempt, failed } = state.link;
  const next: ConsoleState = { ...state, link: { is: "coming", attempt: attempt + 1, failed } };
  if (state.screen === "console" && !state.who) return only(next, asking(next, { what: "me" }));
  const { table } = state;
  return only(next, asking(next, table ? { what: "table", table } : { what: "tables" }));
}

function answered(state: ConsoleState, what: ConsoleAsk["what"], body: unknown): ConsoleChange {
  switch (what) {
    case "enter": {
      const { token, name, role } = body as SignedIn;
      if (state.locked && state.who) {
        // The console goes on with the token it has.
        const spare: ConsoleEffect = { type: "ask", ask: { what: "sign-out" }, token, attempt: state.link.attempt };
        if (name !== state.who.name) {
          const [still, effects] = tell({ ...state, entering: false }, { code: "account/wrong-password", message: "" });
          return [still, [spare, ...effects]];
        }
        return only({ ...state, entering: false, locked: false }, spare, { type: "keep-locked", locked: false });
      }
      const next: ConsoleState = { ...state, entering: false, token };
      if (!STAFF.includes(role)) return notStaff(next);
      const known: ConsoleState = { ...next, who: { name: name ?? "", role } };
      const [here, effects] = come(known);
      return [here, [{ type: "keep-token", token }, ...effects]];
    }
    case "me": {
      const { name, role } = body as Me;
      if (!STAFF.includes(role)) return notStaff(state);
      return come({ ...state, who: { name: name ?? "", role } });
    }
    case "sign-out":
      return only(state);
    case "tables":
      return only({ ...state, tables: body as readonly TableSummary[] }, refreshLater(state));
    case "table": {
      const next: ConsoleState = { ...state, detail: body as TableDetail };
      if (state.link.is === "here") return only(next); // a new sabot has brought other limits
      const { screen, table } = state;
      const ticket = asking(next, { what: "ticket", table, screen });
      if (screen === "console") return only(next, ticket);
      return only(next, ticket, asking(next, { what: "texts", house: (body as TableDetail).spec.house }));
    }
    case "texts":
      return only({ ...state, notices: (body as HouseTexts).notices ?? [] });
    case "ticket":
      return only(state, { type: "open-socket", path: (body as Ticket).path, attempt: state.link.attempt });
  }
}

/** Players and operators are signed out again: only croupiers and managers work here. */
function notStaff(state: ConsoleState): ConsoleChange {
  const out = asking(state, { what: "sign-out" });
  const [next, effects] = tell(away(state), { code: "console/not-staff", message: "" });
  return [next, [{ type: "keep-token", token: "" }, out, ...effects]];
}

const away = (state: ConsoleState): ConsoleState => ({
  ...state,
  ...{ token: "", who: null, console: null, asked: null, unanswered: null, scanned: [], queued: [], unkeyed: [], entering: false, locked: false },
  link: { is: "none", attempt: state.link.attempt + 1, failed: 0 },
});

function signOut(state: ConsoleState): ConsoleChange {
  const out = asking(state, { what: "sign-out" });
  const leave: readonly ConsoleEffect[] = can(state, "leave") && state.console ? [{ type: "say", said: { type: "leave", seen: state.console.offset } }] : [];
  return only({ ...away(state), told: null }, ...leave, out, { type: "hang-up" }, { type: "keep-token", token: "" });
}

function refused(state: ConsoleState, what: ConsoleAsk["what"], problem: Problem): ConsoleChange {
  const { code } = problem;
  if (what === "tables" && state.table) return only(state, refreshLater(state)); // the list is not needed for the work at this table
  if (what === "enter") return tell({ ...state, entering: false }, problem);
  if (what === "sign-out" || what === "texts") return only(state);
  if (code === "account/not-signed-in" || code === "account/not-allowed") {
    const [next, effects] = tell(away(state), problem);
    return [next, [{ type: "keep-token", token: "" }, { type: "hang-up" }, ...effects]];
  }
  if (/^(limit|store)\//.test(code)) return lose(state); // the house is busy: try again
  const link = { ...state.link, is: "shut" } as const;
  return only({ ...tell(state, problem)[0], link });
}

/** The connection is lost. Tried again for ever: a table must not be left alone for long. */
function lose(state: ConsoleState): ConsoleChange {
  if (state.link.is === "none" || state.link.is === "shut" || state.link.is === "lost") return only(state);
  const failed = state.link.is === "here" ? 0 : state.link.failed + 1;
  const attempt = state.link.attempt + 1;
  const [told] = state.scanned.length ? tell(state, NOT_READ, [...(state.told?.lost ?? []), ...state.scanned]) : [state];
  const next: ConsoleState = {
    ...notKeyed(told, [...sentStakes(state), ...state.queued]), // perhaps those that were sent were taken
    link: { is: "lost", attempt, failed },
    unanswered: leftUnanswered(state),
    ...{ asked: null, scanned: [], queued: [], console: null },
  };
  const ms = Math.min(FIRST_MS + 250 * failed, LAST_MS);
  return only(next, { type: "hang-up" }, { type: "wait", ms, then: { type: "try-again", attempt } });
}

/** The command that was sent without an answer yet. Stakes that were keyed in are kept among those to be mended. */
function leftUnanswered({ asked, unanswered, who }: ConsoleState): ConsoleState["unanswered"] {
  if (!asked || asked.done || asked.command.type === "key_in") return unanswered;
  return { command: asked.command, by: who?.name ?? "", before: asked.before };
}

/** Says whether a command happened whose answer was lost, by the table after each event that was missed. */
function sayWhetherDone(state: ConsoleState, views: readonly TableView[]): ConsoleChange {
  const { unanswered, told, view } = state;
  if (!unanswered || !view) return only(state);
  const { command, before } = unanswered;
  const known: ConsoleState = { ...state, unanswered: null };
  const { lost = [], insist = null } = told ?? {};
  const isDone = views.some((view) => hasHappened(unanswered, view));
  const isOver = view.coup !== before.coup || /paying|paid/.test(view.stage); // its cards don't matter any more
  if (!isDone && isOver && /read|draw/.test(command.type)) return only(known);
  if (!isDone && command.type === "read") return tell(known, NOT_READ, [command.card, ...lost], insist);
  return tell(known, isDone ? DONE : NOT_DONE, lost, insist, command);
}

// --- receiving ------------------------------------------------------------------------------

type Heard =
  | { readonly type: "lines" }
  | Watching
  | Console
  | StreamEvent
  | { readonly type: "done"; readonly request: string }
  | { readonly type: "refused"; readonly request: string; readonly code: string; readonly message: string };

function hear(state: ConsoleState, told: Heard, now: number): ConsoleChange {
  switch (told.type) {
    case "watching": {
      const stages = (told.missed ?? []).reduce<readonly ConsoleState[]>((all, each) => [...all, folded(all.at(-1) ?? state, each)], []);
      const missed = stages.at(-1) ?? state;
      const here = { is: "here", attempt: state.link.attempt, failed: 0 } as const;
      const news = missed.news.length ? missed.news : newsIn(told.view);
      const seen = onCloth(missed, told.view);
      const views = [state, ...stages, { view: told.view }].flatMap(({ view }) => view ?? []);
      const [next, effects] = sayWhetherDone({ ...seen, ahead: told.now - now, link: here, news }, views);
      return only(next, ...effects, ...(next.who?.role === "manager" ? [asking(next, { what: "tables" })] : []));
    }
    case "console":
      return next({ ...state, console: told, turning: told.sides.find((side) => side === state.turning) ?? null });
    case "lines":
      return only({ ...state, lines: state.lines + 1 });
    case "done": {
      const { asked } = state;
      if (!asked || asked.command.type !== told.request) return only(state);
      return next({ ...state, asked: { ...asked, done: true } }); // its effect arrives with the stream
    }
    case "refused": {
      const { code, message } = told;
      const { asked, scanned, told: before } = state;
      if (asked?.command.type === "key_in") return next({ ...notKeyed(state, sentStakes(state), { code, message }), asked: null });
      const insist = (asked && onceMore(asked.command, code)) ?? refusedCard(before);
      const lost = [...(before?.lost ?? []), ...scanned];
      return tell({ ...state, asked: null, scanned: [] }, { code, message }, lost, insist, asked?.command);
    }
    case "shuffled":
      return only(folded(state, told), ...(told.sheet === state.detail?.sheet_hash ? [] : [asking(state, { what: "table", table: state.table })]));
    default:
      return only("offset" in told && "epoch" in told ? folded(state, told) : state);
  }
}

function folded(state: ConsoleState, event: StreamEvent): ConsoleState {
  if (!state.view) return state;
  const view = fold(state.view, event);
  if (view === state.view) return state;
  return { ...onCloth(state, view), news: newsOf(state.news, event, state.view) };
}

/**
 * Notices about a coup, and stakes of it that the house doesn't have, end with the coup: at its result, when it
 * is void, or when another one begins. When the coup before is taken back, they wait to be mended in their own.
 */
function onCloth(state: ConsoleState, view: TableView): ConsoleState {
  const { view: before } = state;
  const isOver = view.coup !== before?.coup || (view.stage === "paying" && before.stage !== "paying");
  const lies = ({ box, place, bets }: KeyInCommand): boolean => same(bets, view.keyed[box]?.[place] ?? {});
  const isOpen = ({ stakes, coup }: Unkeyed): boolean =>
    coup > view.coup || (coup === view.coup && !/paying|paid/.test(view.stage) && !lies(stakes));
  const isTakenBack = before !== null && view.coup < before.coup;
  const { unkeyed } = isTakenBack ? notKeyed(state, state.queued) : state;
  const next = { ...state, view, unkeyed: unkeyed.filter(isOpen) };
  return isOver ? { ...next, told: null, queued: [] } : next;
}

/** Shows a notice for a moment, or until it is settled if somebody has to act on it. */
function tell(state: ConsoleState, problem: Problem, lost: readonly string[] = [], insist: Insisted | null = null, about?: Command): ConsoleChange {
  const n = state.tellings + 1;
  const next: ConsoleState = { ...state, tellings: n, told: { n, problem, insist, lost, ...(about ? { about } : {}) } };
  return insist || lost.length ? only(next) : only(next, { type: "wait", ms: HUSH_MS, then: { type: "hush", n } });
}

/**
 * The same command with `insist`, for a card that may be right all the same: an earlier card was misread, or
 * the house couldn't take this one at that moment.
 */
function onceMore(said: Command, code: string): Insisted | null {
  if (code === NOT_IN_SABOT.code && (said.type === "read" || said.type === "correct")) return { ...said, insist: true };
  return said.type === "read" && NOT_JUST_THEN.test(code) ? said : null;
}

/** A refused card that nobody has decided about. A card scanned now must not take its place. */
const refusedCard = (told: ConsoleNotice | null): Insisted | null => (told?.insist?.type === "read" ? told.insist : null);

/** Whether the notice asks about a card that was scanned twice. */
const isTwice = (told: ConsoleNotice | null): boolean => told?.problem.code === TWICE.code;

const unread = (told: ConsoleNotice, lost: readonly string[]): ConsoleNotice | null =>
  lost.length ? { n: told.n, problem: NOT_READ, insist: null, lost } : null;

/** What remains of a notice when its time is over: an undecided card, and cards to scan again. */
const standing = (told: ConsoleNotice): ConsoleNotice | null =>
  refusedCard(told) ? { ...told, problem: refusalOf(told) } : unread(told, told.lost);

const refusalOf = (told: ConsoleNotice): Problem => (told.insist?.insist ? NOT_IN_SABOT : isTwice(told) ? TWICE : NOT_READ);

// --- commanding -----------------------------------------------------------------------------

function command(state: ConsoleState, said: Command): ConsoleChange {
  const { console, asked, link, view } = state;
  if (!console || !view || asked || link.is !== "here" || !console.can.includes(said.type)) return only(state);
  const seen = console.offset;
  const next: ConsoleState = { ...state, asked: { command: said, before: view, seen, done: false }, told: stillTold(state, said) };
  const side = said.type === "read" && state.turning ? { side: state.turning } : {};
  return only(next, { type: "say", said: { ...said, ...side, seen } });
}

/**
 * Cards to be scanned again stay in the notice until the next card is read. A refused card must be decided
 * first.
 */
function stillTold({ told }: ConsoleState, said: Command): ConsoleNotice | null {
  if (!told || said.type !== "read") return told && standing(told);
  return refusedCard(told) && unread(told, told.lost);
}

/** Queues stakes, in the place of earlier ones of the same players. */
function keyIn(state: ConsoleState, stakes: readonly KeyInCommand[]): ConsoleChange {
  const isOther = (each: KeyInCommand): boolean => !stakes.some((newer) => isOf(newer, each));
  const unkeyed = state.unkeyed.filter((each) => isOther(each.stakes));
  return next({ ...state, unkeyed, queued: [...state.queued.filter(isOther), ...stakes] });
}

/** The stakes without an answer yet, unless their coup is over. */
const sentStakes = ({ asked, view }: ConsoleState): readonly KeyInCommand[] =>
  asked?.command.type === "key_in" && view && asked.before.coup >= view.coup ? [asked.command] : [];

/** The coup of stakes that wait for an answer, or wait to be sent. */
const stakesCoup = ({ asked, view }: ConsoleState): number =>
  Math.max(asked?.command.type === "key_in" ? asked.before.coup : 0, view?.coup ?? 0);

/** Keeps stakes that the house hasn't taken, in the place of earlier ones, so that they can be mended. */
function notKeyed(state: ConsoleState, stakes: readonly KeyInCommand[], problem: Problem = NOT_KEYED, coup = stakesCoup(state)): ConsoleState {
  const newer = stakes.filter((each) => !state.queued.some((queued) => queued !== each && isOf(queued, each)));
  const others = state.unkeyed.filter(({ stakes: earlier }) => !newer.some((each) => isOf(each, earlier)));
  return { ...state, unkeyed: [...others, ...newer.map((each) => ({ stakes: each, problem, coup }))] };
}

/** Keeps stakes whose dialog was left. Those that were refused before keep the reason. */
function unsent(state: ConsoleState, stakes: KeyInCommand, coup: number): ConsoleState {
  const before = unkeyedOf(state, stakes);
  return before && same(before.stakes.bets, stakes.bets) ? state : notKeyed(state, [stakes], NOT_KEYED, coup);
}

/** The effect of the last command has arrived: sends the next stakes, or reads the next scanned card. */
function next(state: ConsoleState): ConsoleChange {
  const { asked, console, scanned } = state;
  // While the betting is being closed its last bets are written down: cards wait for them.
  const isOver = asked?.done && console && console.offset > asked.seen && state.view?.stage !== "closing";
  const free = isOver ? { ...state, asked: null } : state;
  const [card, ...rest] = scanned;
  const [first, ...others] = state.queued;
  if (!free.asked && first)
    return can(free, first.type) ? command({ ...free, queued: others }, first) : next({ ...notKeyed(free, free.queued), queued: [] });
  if (free.asked || card === undefined) return only(free);
  const lost = [...(state.told?.lost ?? []), ...scanned];
  if (!can(free, "read")) return tell({ ...free, scanned: [] }, { code: "console/no-card-now", message: card }, lost);
  const [read, effects] = command({ ...free, scanned: rest }, { type: "read", card });
  return [{ ...read, told: free.told }, effects]; // cards that found no room must still be scanned again
}

/** A card from the scanner: read, or named as one that must be scanned again. */
function scan(state: ConsoleState, code: string, where: "table" | "window", now: number): ConsoleChange {
  const card = cardOf(code);
  const isSame = card !== null && state.last?.card === card && now - state.last.at < TWICE_MS && where === "table";
  const lost = state.told?.lost ?? [];
  const refused = refusedCard(state.told);
  const isIt = refused !== null && !refused.insist && refused.card === card && where === "table" && !isTwice(state.told);
  const seen: ConsoleState = card && where === "table" ? { ...state, last: { card, at: now } } : state;
  if (isTwice(state.told) && isSame && refused?.card === card) return only(seen);
  if (state.told && refused && !isIt)
    return card ? tell(state, refusalOf(state.told), [...lost, card], refused) : only(state);
  if (!card) return tell(state, { code: "console/no-card", message: code }, lost);
  if (isSame && !isIt && (state.asked || can(state, "read"))) return tell(seen, TWICE, lost, { type: "read", card });
  const isHere = state.link.is === "here";
  if (isHere && !state.asked && !can(state, "read")) return tell(state, { code: "console/no-card-now", message: card }, lost);
  if (!isHere || where === "window" || state.scanned.length >= MOST_SCANNED)
    return tell(state, { code: "console/not-read", message: card }, [...lost, card]);
  if (state.asked) return only({ ...seen, scanned: [...state.scanned, card] });
  return command(seen, { type: "read", card });
}
