// The whole state of the page, as one value.
import type {
  AccountView,
  Bet,
  Closed,
  CoupPlayed,
  Decision,
  HouseDetail,
  HouseTexts,
  HouseView,
  Next,
  Outcome,
  Problem,
  Proof,
  Recorded,
  RefillView,
  Results,
  SessionResults,
  SessionRoads,
  SessionView,
  Paid,
  Stakes,
  AnyRequest,
  SharedWelcome,
  Side,
  TableDetail,
  TableSummary,
  TableView,
  Times,
} from "../wire";
import type { Checked, Verdict } from "./past/verdict";
import { ANY, type Wanted } from "./lobby/wanted";
import type { Cloth } from "./session/cloth";
import type { Why } from "./session/idle";
import type { Ask } from "./message";
import type { News } from "./shared/console_events";
import type { Late } from "./shared/picture_delay";

export type Language = "it" | "en" | "de" | "fr";
export const LANGUAGES: readonly Language[] = ["it", "en", "de", "fr"];

export interface State {
  readonly person: Person | null; // the person who plays; null until the page knows who
  readonly lobby: Lobby;
  readonly table: Table | null; // the table they sit or watch at
  readonly link: Link; // the connection to that table
  readonly farewell: Farewell | null; // how the last session ended
  readonly history: History;
  readonly movements: Movements; // money in and out of one account
  readonly sheets: Readonly<Record<string, HouseDetail>>; // the sheets of houses, by house
  readonly tableSheets: Readonly<Record<string, HouseDetail>>; // the sheets of shared tables, by table
  readonly texts: Readonly<Record<string, HouseTexts>>; // the notices and translated readings of houses, by house
  readonly rulesOf: string | null; // the house whose rules are shown; null: those of the table
  readonly replay: Replay | null; // a past coup that is dealt again on the cloth
  readonly check: Check | null; // the coup or sabot whose verification is shown
  readonly quiet: QuietChecks; // the coups that the page verifies by itself
  readonly dialog: Dialog | null;
  readonly guide: Guide | null; // the guided coup
  readonly problem: ProblemWithRule | null; // the last refusal, until the player dismisses it
  readonly settings: Settings;
  readonly seen: readonly SeenCommitment[]; // commitments that this browser has seen, to compare proofs with
  readonly later: Later;
  readonly still: boolean; // nothing moves: the browser asks for reduced motion, or cards are dealt at once
}

export interface Guide {
  readonly page: number; // that is being read
  readonly paid: Paid | null; // the coup of a shared table that it explains: the table plays on meanwhile
}

/** What later.ts fetches. Missing: it could not be fetched, and the page tries again. */
export type Later = "unasked" | "asked" | "missing" | "here";

/** A refusal. If a call broke the rule of the game, it holds the decision that the rule demands. */
export interface ProblemWithRule extends Problem {
  readonly rule?: Decision;
}

export interface Person {
  readonly token: string;
  readonly name: string | null; // null for a guest
  readonly role: string;
  readonly accounts: readonly AccountView[];
  readonly sessions: readonly SessionView[]; // the open sessions, which can be resumed
  readonly refill: Refill | null; // of play money; null until the house has told it
}

export interface Refill extends RefillView {
  readonly at: number; // when the next one is possible, by this browser's clock
}

export interface Lobby {
  readonly houses: readonly HouseView[] | null; // null until the house has sent them
  readonly returning: boolean; // a stored token was found, and the house hasn't said yet whose it is
  readonly sitting: Sitting | null; // the player is on the way to a table
  readonly seat: KeptSeat | null; // the seat this window had before it was reloaded
  readonly refilling: string | null; // the key of a refill that was asked for, and there is no answer yet
  readonly entering: boolean; // a name and a password were sent, and there is no answer yet
  readonly chosen: Chosen | null; // the table the player chose, while they type an amount
  readonly recentCoups: Readonly<Record<string, readonly CoupPlayed[]>>; // the person's own coups, by house
  readonly tables: readonly TableSummary[] | null; // the shared tables, as last fetched
  readonly ahead: number; // how many milliseconds the house's clock is ahead of ours
  readonly owed: readonly Owed[]; // stakes the player left in play, until they are paid
  readonly wanted: Wanted; // which tables are shown
}

/** Stakes of a player who has left a shared table. They are paid to the account. */
export interface Owed {
  readonly table: string;
  readonly coup: number; // 0: the coup is over, and the stakes come back at once
}

/** A session, and the last event of it that this window has shown. */
export interface KeptSeat {
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
}

export interface Chosen {
  readonly table: string;
  readonly currency: string | null; // null: any currency the person has
}

/** The player's way to a seat: a new session is opened, an open one is resumed, or a table is watched. */
export type Sitting =
  | Opening
  | { readonly is: "arriving"; readonly table: string } // as a new guest, who has no account yet
  | { readonly is: "resuming"; readonly view: SessionView }
  | { readonly is: "watching"; readonly table: string };

export interface Opening {
  readonly is: "opening";
  readonly key: string; // stays the same for every retry
  readonly table: string; // a house's name stands for its private table
  readonly amount: number;
  readonly currency: string | null; // null: play money
  readonly since: number;
  readonly failed: number;
  readonly times: Times | null; // how long to retry; null until the house has sent its sheet
}

/** The rules of a house or a shared table, with the hash of the sheet as this browser computed it. Without https there is no hash. */
export interface Rules extends HouseDetail {
  readonly hashed?: string;
  readonly shared?: TableDetail; // for a shared table, whose rules narrow its house's
}

export interface Table {
  readonly session: string;
  readonly rules: Rules; // labels, odds, chips, limits and times
  readonly name: string; // of the table
  readonly player: string; // the player's number, which is mixed in with the seed
  readonly currency: string;
  readonly epoch: number;
  readonly offset: number; // of the last event received
  readonly credit: number;
  readonly result: number | null; // what the last coup won or lost; null: none was paid in this window
  readonly touched: number; // when the player last moved chips or asked for cards
  readonly next: Next; // the next coup, with the house's commitment to it
  readonly cloth: Cloth;
  readonly draft: Stakes; // the chips that the house has been told of
  readonly refused: readonly Bet[]; // the spots whose chips the house refused last
  readonly chip: number; // the chip in hand
  readonly taking: boolean; // a tap takes a chip off instead of adding one
  readonly idle: Idle | null; // why the last press did nothing, for a few seconds
  readonly readings: number; // how often the player has asked for the status since their last action
  readonly phase: Phase;
  readonly coup: CoupPlayed | null; // the last coup
  readonly shown: number; // how many of its cards have left the sabot
  readonly turned: number; // how many of them lie face up
  readonly coups: readonly CoupPlayed[]; // the last coups of this session, newest last
  readonly waiting: readonly PendingRequest[]; // requests without an answer yet, in order
  readonly closesAt: number | null; // when the session ends for inactivity; null until the house has warned
  readonly distrust: string; // why the page no longer trusts the house; empty: it does
  readonly roads: SessionRoads | null; // of this session, at a private table
  readonly shared: SharedTable | null; // null at a private table
}

/** `again`: said once more, so that screen readers read it once more. */
export interface Idle {
  readonly why: Why;
  readonly stage: string; // of the table, when it was said
  readonly at: number;
  readonly again: boolean;
  readonly refilled?: { readonly amount: number; readonly brought: number }; // the words about a refill
}

/** A shared table as everybody sees it, and this player's part in it. */
export interface SharedTable {
  readonly watching: boolean; // the player has no seat
  readonly view: TableView; // the fold of its stream
  readonly ahead: number; // how many milliseconds the house's clock is ahead of ours
  readonly stakes: Stakes; // this player's confirmed stakes as they are shown: those of a coup until it is settled
  readonly inPlay: Stakes; // this player's confirmed stakes as the house has them
  readonly automatic: boolean; // the house confirms the chips when the betting closes
  readonly mine: MixingPart | null; // the player's part in mixing the sabot
  readonly mixed: boolean; // the house has received the player's hash
  readonly opened: boolean; // the house has received the player's seed
  readonly cards: readonly CardOnTable[]; // of the coup, in the order they came
  readonly paid: Paid | null; // how the player's stakes were settled
  readonly waits: boolean; // the player came while the cards were out
  readonly revealed: number | null; // the last sabot whose seeds are public
  readonly arrived: boolean; // the welcome has been received
  readonly unseen: boolean; // the page has just come, and the picture is later than the house
  readonly left: Stakes; // stakes that Égalité left on the cloth, to be withdrawn or played again
  readonly held: SharedWelcome["held"]; // the cards in the player's hand; nobody else sees them
  readonly tip: number | null; // tips since the last win; null: nothing was won
  readonly back: Stakes; // chips that came back unconfirmed in this coup, for Repeat
  readonly hurried: boolean; // the player has skipped to the end of this coup: its cards don't move
  readonly news: readonly News[]; // what happened in this coup beside its cards
  readonly lines: number; // how often there was something new about lines to the staff
  readonly late: readonly Late[]; // what the picture of the table doesn't show yet
}

/** The seed that the player has drawn for a sabot, and the hash of it that was sent. */
export interface MixingPart {
  readonly sabot: number;
  readonly seed: string;
  readonly hash: string;
}

export interface CardOnTable {
  readonly card: string;
  readonly side: Side;
  readonly points: number | null; // of its side's hand, this card included; null: it lies face down
}

/** betting → asked → dealing → paid. The next chip starts again with betting. */
export type Phase = "betting" | "asked" | "dealing" | "paid";

export interface PendingRequest {
  readonly request: Exclude<AnyRequest, { type: "hello" }>;
  readonly bound: string | null; // of a coup: the commitment that the seed was drawn for
  readonly again?: true; // it was sent a second time, after an error of the house
}

/** `attempt` counts connections. Messages of an earlier connection are ignored. */
export type Link =
  | { readonly is: "none"; readonly attempt: number }
  | { readonly is: "connecting"; readonly attempt: number; readonly lost: LostConnection }
  | { readonly is: "connected"; readonly attempt: number; readonly heardAt: number }
  | { readonly is: "reconnecting"; readonly attempt: number; readonly lost: LostConnection }
  | { readonly is: "stopped"; readonly attempt: number; readonly why: StopReason };

export interface LostConnection {
  readonly since: number;
  readonly failed: number; // failed attempts in a row
  readonly code: number | null; // of the last close
}

export type StopReason = "gave-up" | "elsewhere" | "shut-out" | "signed-out";

export interface Farewell {
  readonly reason: Closed["reason"];
  readonly credited: number;
  readonly currency: string;
  readonly inPlay?: LabelledStakes; // stakes in play when the player left; they are paid to the account
  readonly isPlayed?: true; // that coup is over
  readonly session?: string; // which has ended
  readonly account?: string; // of the player
  readonly cameBack?: { readonly staked: number; readonly returned: number }; // of that coup, once it is paid
  readonly comesBack?: LabelledStakes; // stakes that go from the cloth to the account
  readonly unseen?: { readonly points: Readonly<Record<string, number>>; readonly net: number }; // a private coup, already paid, whose cards the player didn't wait for
}

/** Stakes by the labels on the cloth. */
export type LabelledStakes = Readonly<Record<string, number>>;

export interface History {
  readonly records: readonly Recorded[];
  readonly next: number | null; // where the next page begins
  readonly is: "empty" | "loading" | "loaded" | "failed";
  readonly asked: Ask | null; // the request whose answer is expected
  readonly problem: Problem | null; // why it failed
  readonly filter: Filter;
  readonly sessions: readonly SessionResults[]; // the sessions to choose from
  readonly results: Results | "failed" | null; // of all coups that fit; null until they are known
  readonly shows: "coups" | "results";
}

export interface Filter {
  readonly account: string | null; // null: the table's account, or play money
  readonly house: string | null; // its private table
  readonly table: string | null; // a shared table
  readonly session: string | null;
  readonly since: number | null;
  readonly until: number | null; // exclusive
  readonly result: "won" | "lost" | "even" | null; // more came back than was staked, less, or as much
  readonly outcome: Outcome | null;
  readonly natural: boolean | null;
}

/** `table` is only shown. `run` counts replays, so that a timer of an earlier one is ignored. */
export interface Replay {
  readonly table: Table;
  readonly of: CoupPlayed | Paid;
  readonly run: number;
}

/** A sabot of a shared table, to be verified once its seeds are public. */
export interface SabotToVerify {
  readonly type: "sabot";
  readonly table: string;
  readonly number: number;
  readonly at: number;
  readonly house: string; // whose rules it was played by
  readonly paid: Paid | null; // one of its coups, on which this player bet
}

export interface Check {
  readonly coup: CoupPlayed | SabotToVerify;
  readonly record: number | null; // the number of its record; null until the history has told it
  readonly is: "working" | "done" | "failed" | "impossible";
  readonly checked: readonly Checked[];
  readonly problem: Problem | null;
}

/** Coups verified in the background, one at a time. They are named as `checkName` says. */
export interface QuietChecks {
  readonly verdicts: Readonly<Record<string, Verdict | "closed">>; // closed: the seeds are not public yet
  readonly working: CoupPlayed | SabotToVerify | null;
  readonly proof: Proof | null; // of the last sabot, for its other coups
  readonly impossible: string | null; // without https nothing can be verified; the coup that was tried
}

export interface Movements {
  readonly account: number | null;
  readonly records: readonly Recorded[];
  readonly next: number | null; // where the next page begins
  readonly is: "empty" | "loading" | "loaded";
}

export type Dialog =
  | ("rules" | "tiraggio" | "history" | "help") // documents to read; the tiraggio is a part of the rules
  | ("settings" | "account" | "log-in" | "register" | "sit" | "top-up" | "logins") // the desk
  | "manager" // calls the manager, at a table
  | "leave"; // asks whether to leave with cards in the hand

export interface Settings {
  readonly language: Language;
  readonly sound: boolean;
  readonly letters: boolean; // single letters work as keys
  readonly luck: string; // a text of the player's own, added to every seed
  readonly stars: readonly string[]; // favourite tables
  readonly last: string | null; // the table where somebody sat down last
  readonly speed: Speed; // of the dealing
  readonly automatic: boolean; // the player's choice of automatic confirmation, wherever a table has it
  readonly automaticTold: boolean; // it was explained
}

/** How fast cards and chips move: factors of the usual times. */
export const PACES = { calm: 1.6, normal: 1, fast: 0.5, instant: 0 } as const;
export type Speed = keyof typeof PACES;

export interface SeenCommitment {
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly commitment: string;
  readonly sheet?: string; // the hash of the sheet that was shown, computed here
  readonly seed?: string; // the player's seed, once it is drawn
  readonly player?: string; // the player whose number is mixed in with the seed
  readonly hashes?: readonly (readonly [string, string])[]; // of a sabot: the closed list of hashes
  readonly fixed?: string; // of a sabot: the hash that fixed the order of its cards
  readonly shown?: ShownCards; // of a sabot: the cards as they lay on the table
}

/**
 * Cards by the number of their coup in the sabot. At 0: the first card, and how many were burned after it.
 */
export type ShownCards = Readonly<Record<number, string>>;

export const DEFAULTS: Settings = {
  language: "it",
  sound: false,
  letters: true,
  luck: "",
  stars: [],
  last: null,
  speed: "normal",
  automatic: false,
  automaticTold: false,
};

export const NOTHING_READ: History = {
  records: [],
  next: null,
  is: "empty",
  asked: null,
  problem: null,
  filter: {
    ...{ account: null, house: null, table: null, session: null, since: null, until: null },
    ...{ result: null, outcome: null, natural: null },
  },
  sessions: [],
  results: null,
  shows: "coups",
};

export const NO_MOVEMENTS: Movements = { account: null, records: [], next: null, is: "empty" };

export const NOT_CHECKED: QuietChecks = { verdicts: {}, working: null, proof: null, impossible: null };

export const INITIAL: State = {
  person: null,
  lobby: {
    houses: null,
    returning: false,
    sitting: null,
    seat: null,
    refilling: null,
    entering: false,
    chosen: null,
    recentCoups: {},
    tables: null,
    ahead: 0,
    owed: [],
    wanted: ANY,
  },
  table: null,
  link: { is: "none", attempt: 0 },
  farewell: null,
  history: NOTHING_READ,
  movements: NO_MOVEMENTS,
  sheets: {},
  tableSheets: {},
  texts: {},
  rulesOf: null,
  replay: null,
  check: null,
  quiet: NOT_CHECKED,
  dialog: null,
  guide: null,
  problem: null,
  settings: DEFAULTS,
  seen: [],
  later: "unasked",
  still: false,
};
