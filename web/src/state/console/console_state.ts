// The whole state of a console or a display, as one value, with its messages and effects.
import { keyedIn, type News } from "../shared/console_events";
import { isOwed } from "./due_groups";
import { same } from "../session/cloth";
import type { Language } from "../state";
import type { AnyCommand, Console, HouseNotice, Problem, Side, TableDetail, TableSummary, TableView } from "../../wire";
import type { Unanswered } from "./unanswered";

export type Screen = "console" | "display";
export type WorkingHand = "left" | "right";

export interface ConsoleState {
  readonly screen: Screen;
  readonly table: string; // name of the table; empty: none is chosen yet
  readonly tables: readonly TableSummary[]; // to choose from; a manager also sees which of them call
  readonly token: string; // of the croupier or manager; empty: nobody has signed in
  readonly who: Staff | null;
  readonly link: ConsoleLink;
  readonly detail: TableDetail | null; // the rules in force
  readonly notices: readonly HouseNotice[]; // of the house, for the display
  readonly view: TableView | null; // a fold of the table's stream
  readonly ahead: number; // how many milliseconds the house's clock is ahead of ours
  readonly console: Console | null; // what this console may do now
  readonly turning: Side | null; // the side whose real cards are read now, as they are turned
  readonly asked: PendingCommand | null; // the command without an answer yet
  readonly unanswered: Unanswered | null; // the command whose answer was lost with the connection, until it is back
  readonly scanned: readonly string[]; // cards that were scanned faster than the house takes them
  readonly queued: readonly KeyInCommand[]; // stakes of this coup, to be sent after the command without an answer
  readonly unkeyed: readonly Unkeyed[]; // stakes of this coup, or of the next one, that the house hasn't taken, to be mended
  readonly last: Scan | null; // the last card that was scanned and read
  readonly told: ConsoleNotice | null; // the last refusal or notice, for a moment or until it is settled
  readonly tellings: number; // how many notices there were
  readonly news: readonly News[]; // of this coup
  readonly settings: ConsoleSettings;
  readonly lines: number; // how often there was something new about the lines of players
  readonly locked: boolean; // nobody has touched the console for a while: it opens by password
  readonly entering: boolean; // a name and a password were sent, and there is no answer yet
}

export interface Staff {
  readonly name: string;
  readonly role: string;
}

/** The connection to the table. `attempt` tells the current socket from earlier ones. */
export interface ConsoleLink {
  readonly is: "none" | "coming" | "here" | "lost" | "shut";
  readonly attempt: number;
  readonly failed: number; // failed attempts in a row
}

export interface PendingCommand {
  readonly command: Command;
  readonly before: TableView; // the table when it was sent
  readonly seen: number;
  readonly done: boolean; // the house has taken it, and its effect hasn't arrived yet
}

/** Stakes that were refused, never arrived or were never sent, and why. */
export interface Unkeyed {
  readonly stakes: KeyInCommand;
  readonly problem: Problem;
  readonly coup: number; // that they were for; the one before may have been taken back since
}

export interface Scan {
  readonly card: string;
  readonly at: number;
}

export interface ConsoleNotice {
  readonly n: number; // tells the same notice from an earlier one
  readonly problem: Problem;
  readonly insist: Insisted | null; // the same command, for somebody who insists on it
  readonly lost: readonly string[]; // cards that must be scanned again
  readonly about?: Command; // that was refused, or whose answer was lost
}

export interface ConsoleSettings {
  readonly language: Language;
  readonly hand: WorkingHand; // the hand that holds no tablet
}

type Unsent = AnyCommand extends infer Each ? (Each extends { seen: number } ? Omit<Each, "seen"> : never) : never;

/** The stakes of a player at a real cloth. */
export type KeyInCommand = Required<Extract<Unsent, { type: "key_in" }>>;

/** A command as its button means it. `seen` is added when it is sent. */
export type Command = Exclude<Unsent, { type: "key_in" }> | KeyInCommand;

export type Insisted = Extract<Command, { card: string }>;

export type ConsoleMessage =
  | { readonly type: "started"; readonly token: string; readonly locked?: boolean }
  | { readonly type: "lock" }
  | { readonly type: "enter"; readonly name: string; readonly password: string }
  | { readonly type: "sign-out" }
  | { readonly type: "set"; readonly settings: Partial<ConsoleSettings> }
  | { readonly type: "do"; readonly command: Command }
  | { readonly type: "turning"; readonly side: Side }
  | { readonly type: "key-in"; readonly stakes: readonly KeyInCommand[] } // sent one after another
  | { readonly type: "unsent"; readonly stakes: KeyInCommand; readonly coup: number } // typed for this coup; their dialog had to close
  | { readonly type: "give-up"; readonly of: Place } // the stakes of a player that the house hasn't taken
  | { readonly type: "scan"; readonly code: string; readonly where: "table" | "window" } // the code as it was typed
  | { readonly type: "answered"; readonly attempt: number; readonly what: ConsoleAsk["what"]; readonly body: unknown }
  | { readonly type: "refused"; readonly attempt: number; readonly what: ConsoleAsk["what"]; readonly problem: Problem }
  | { readonly type: "unreachable"; readonly attempt: number; readonly what: ConsoleAsk["what"] }
  | { readonly type: "opened"; readonly attempt: number }
  | { readonly type: "heard"; readonly attempt: number; readonly told: unknown }
  | { readonly type: "lost"; readonly attempt: number }
  | { readonly type: "try-again"; readonly attempt: number }
  | { readonly type: "refresh-tables"; readonly attempt: number } // fetch the list of tables again
  | { readonly type: "hush"; readonly n: number }
  | { readonly type: "again" }; // the refused card will be scanned again, or was read twice

export type ConsoleAsk =
  | { readonly what: "enter"; readonly name: string; readonly password: string }
  | { readonly what: "me" }
  | { readonly what: "sign-out" }
  | { readonly what: "tables" }
  | { readonly what: "table"; readonly table: string }
  | { readonly what: "texts"; readonly house: string }
  | { readonly what: "ticket"; readonly table: string; readonly screen: Screen };

export type ConsoleEffect =
  | { readonly type: "ask"; readonly ask: ConsoleAsk; readonly token: string; readonly attempt: number }
  | { readonly type: "open-socket"; readonly path: string; readonly attempt: number }
  | { readonly type: "say"; readonly said: unknown }
  | { readonly type: "hang-up" }
  | { readonly type: "wait"; readonly ms: number; readonly then: ConsoleMessage }
  | { readonly type: "keep-token"; readonly token: string }
  | { readonly type: "keep-locked"; readonly locked: boolean }
  | { readonly type: "keep-settings"; readonly settings: ConsoleSettings };

export type ConsoleChange = readonly [ConsoleState, readonly ConsoleEffect[]];

export const initial = (screen: Screen, table: string, settings: ConsoleSettings): ConsoleState => ({
  ...{ screen, table, settings, tables: [], token: "", who: null },
  link: { is: "none", attempt: 0, failed: 0 },
  ...{ detail: null, notices: [], view: null, ahead: 0, console: null, turning: null, asked: null, unanswered: null, scanned: [] },
  ...{ locked: false, lines: 0, queued: [], unkeyed: [], last: null, told: null, tellings: 0, news: [], entering: false },
});

export const can = ({ console, link }: ConsoleState, name: Command["type"]): boolean =>
  link.is === "here" && (console?.can.includes(name) ?? false);

/** Whether exactly this correction was refused and may be insisted on. */
export const mayInsist = ({ told }: ConsoleState, n: number, card: string): boolean =>
  told?.insist?.type === "correct" && told.insist.n === n && told.insist.card === card;

/** Whether cards, stakes or payments are out, so that nobody should leave or take the table by accident. */
export const isUnderWay = ({ view }: ConsoleState): boolean =>
  view !== null &&
  (/closing|dealing|paying/.test(view.stage) ||
    (view.stage === "paid" && isOwed(view)) ||
    (view.stage === "betting" && Object.keys({ ...view.keyed, ...view.bets }).length > 0));

/** Whether a table with real chips is run without an open cash sheet. */
export const lacksSheet = ({ console, view }: ConsoleState): boolean =>
  console?.no_cash_sheet === true && view !== null && (view.croupier > 0 || /betting|closing|dealing|paying/.test(view.stage));

/** Whether a locked console may be signed out: not by somebody who runs the table while something is out. */
export const maySignOut = (state: ConsoleState): boolean =>
  !state.table || (state.console !== null && !(state.console.mine && isUnderWay(state)));

/** Whether buttons work: the house has said what is possible, and no command is without an answer. */
export const isFree = ({ link, console, asked }: ConsoleState): boolean => link.is === "here" && console !== null && asked === null;

/** The commands that lay the last coup's stakes again, where others lie now. */
export function repeated(state: ConsoleState): readonly KeyInCommand[] {
  const { view, console } = state;
  if (!view || !console?.can.includes("key_in")) return [];
  // A coup that was reversed and then void lists players without bets: only what to undo.
  const staked = view.due.filter(({ bets }) => bets.length);
  const keyed = laidStakes(state);
  return staked.flatMap(({ box, place, bets }) => {
    const before = Object.fromEntries(bets.map(({ bet, stake }) => [bet, stake]));
    return same(before, keyed[box]?.[place] ?? {}) ? [] : [{ type: "key_in", box, place, bets: before } as const];
  });
}

/** A player at a real cloth. */
export interface Place {
  readonly box: number;
  readonly place: number;
}

export const isOf = (one: Place, other: Place): boolean => one.box === other.box && one.place === other.place;

/** The stakes on a real cloth, with those that are on their way to the house. */
export function laidStakes({ view, asked, queued }: ConsoleState): TableView["keyed"] {
  if (!view) return {};
  const first = asked?.command.type === "key_in" ? [asked.command] : [];
  return [...first, ...queued].reduce((keyed, stakes) => keyedIn({ keyed }, stakes), view.keyed);
}

/** What a player's stakes were to be when the house didn't take them. */
export const unkeyedOf = ({ unkeyed }: ConsoleState, player: Place): Unkeyed | undefined =>
  unkeyed.find(({ stakes }) => isOf(stakes, player));

export const boxesOf = ({ detail }: ConsoleState): number => detail?.sheet.table?.boxes?.[0] ?? 0;

/** The boxes in the order of the cloth; at the end, with real chips, 0 for those who stand, if the sheet allows it. */
export const boxesInOrder = (state: ConsoleState): readonly number[] => [
  ...Array.from({ length: boxesOf(state) }, (_, index) => index + 1),
  ...(state.detail?.spec.stakes === "keyed" && state.detail.sheet.table?.standing ? [0] : []),
];

/** The croupier's name, with a capital letter. */
export const croupierOf = ({ croupier_name }: TableView): string =>
  croupier_name.charAt(0).toUpperCase() + croupier_name.slice(1);

/** The other tables that call for a manager. Empty unless a manager is signed in. */
export const callsElsewhere = ({ who, table, tables }: ConsoleState): readonly TableSummary[] =>
  who?.role === "manager" ? tables.filter(({ name, manager }) => manager && name !== table) : [];
