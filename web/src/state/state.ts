// Everything the page knows, as one value.
import type {
  AccountView,
  Bet,
  Closed,
  Coup,
  Decision,
  HouseDetail,
  HouseView,
  Next,
  Problem,
  Recorded,
  SessionView,
  Paid,
  Stakes,
  Said,
  SharedWelcome,
  Side,
  TableDetail,
  TableSummary,
  TableView,
  Times,
} from "../wire";
import type { Checked } from "../fair/verdict";
import type { Cloth } from "./cloth";
import type { Ask } from "./message";
import type { News } from "./person";

export type Language = "it" | "en" | "de" | "fr";
export const LANGUAGES: readonly Language[] = ["it", "en", "de", "fr"];

export interface State {
  readonly person: Person | null; // who plays, once they are known
  readonly lobby: Lobby;
  readonly table: Table | null; // where they sit
  readonly link: Link; // the connection to it
  readonly farewell: Farewell | null; // how the last session ended
  readonly history: History;
  readonly books: Books; // one account's money, in and out
  readonly sheets: Readonly<Record<string, HouseDetail>>; // of houses that were read about
  readonly tableSheets: Readonly<Record<string, HouseDetail>>; // and of shared tables, by their own names
  readonly rulesOf: string | null; // the house whose rules are read; null: the table's
  readonly replay: Replay | null; // a coup of the past, on the cloth once more
  readonly check: Check | null; // a coup that is verified
  readonly dialog: Dialog | null;
  readonly problem: Trouble | null; // what was refused last, until somebody has read it
  readonly settings: Settings;
  readonly seen: readonly Seen[]; // commitments, as they came, to hold against the house
  readonly still: boolean; // whoever looks doesn't want things to move
}

/** A refusal, and where a call was against the rule what that demands. */
export interface Trouble extends Problem {
  readonly rule?: Decision;
}

export interface Person {
  readonly token: string;
  readonly name: string | null; // null for a guest
  readonly role: string;
  readonly accounts: readonly AccountView[];
  readonly sessions: readonly SessionView[]; // that are open, to come back to
}

export interface Lobby {
  readonly houses: readonly HouseView[] | null; // null until they are there
  readonly returning: boolean; // a token was kept, and we wait to hear whose it is
  readonly sitting: Sitting | null; // on the way to a table
  readonly seat: Seat | null; // where this window was before it was loaded anew
  readonly entering: boolean; // a name and a password are with the house
  readonly chosen: Chosen | null; // where somebody wants to sit down
  readonly lately: Readonly<Record<string, readonly Coup[]>>; // one's own coups, by house
  readonly tables: readonly TableSummary[] | null; // that are shared, as they stand
  readonly ahead: number; // the house's clock, before ours
  readonly owed: readonly Owed[]; // what was left in play, until it is paid
}

/** A coup at a shared table that goes to the account of who has left. */
export interface Owed {
  readonly table: string;
  readonly coup: number; // 0: one that is over, whose stakes come back at once
}

/** A session, and how far a window has seen it. */
export interface Seat {
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
}

export interface Chosen {
  readonly house: string;
  readonly currency: string | null; // null: whatever there is
}

/** Credit on its way to a seat, somebody on their way back to one, or to look on. */
export type Sitting =
  | Opening
  | { readonly is: "resuming"; readonly view: SessionView }
  | { readonly is: "watching"; readonly house: string };

export interface Opening {
  readonly is: "opening";
  readonly key: string; // one, however often it is asked with
  readonly house: string;
  readonly amount: number | null; // null: as much as one coup may take
  readonly currency: string | null; // null: play money
  readonly since: number;
  readonly failed: number;
  readonly times: Times | null; // how long to try, once the house has said so
}

/** A house as it was told, and the hash of its sheet as it was computed here: not without https. */
export interface Rules extends HouseDetail {
  readonly hashed?: string;
  readonly shared?: TableDetail; // the house's rules as a shared table narrows them
}

export interface Table {
  readonly session: string;
  readonly house: Rules; // labels, odds, chips, limits and times
  readonly name: string; // the table's own
  readonly player: string; // as it is mixed in with the seed
  readonly currency: string;
  readonly epoch: number;
  readonly offset: number; // of the last event heard
  readonly credit: number;
  readonly next: Next; // the coup to come, and what the house has committed to
  readonly cloth: Cloth;
  readonly draft: Stakes; // the chips as the server knows them
  readonly refused: readonly Bet[]; // the spots whose chips it didn't take last
  readonly chip: number; // the one in hand
  readonly taking: boolean; // a tap takes it off instead
  readonly readings: number; // how often the player has asked where they stand, since they last did something
  readonly phase: Phase;
  readonly coup: Coup | null; // the last one
  readonly shown: number; // of its cards, how many have left the sabot
  readonly turned: number; // and how many lie face up
  readonly coups: readonly Coup[]; // the last ones of this session, the newest last
  readonly waiting: readonly Asked[]; // requests without an answer yet, in their order
  readonly closesAt: number | null; // the inactivity's end, once it has been warned of
  readonly distrust: string; // why the house isn't believed any more
  readonly live: Live | null; // what a shared table has beside all that
}

/** A shared table, as it stands for everybody, and what is mine at it. */
export interface Live {
  readonly watching: boolean; // without a seat
  readonly view: TableView; // the fold of its stream
  readonly ahead: number; // the house's clock, before ours
  readonly stakes: Stakes; // mine, as they are shown: those of a coup until it is settled
  readonly inPlay: Stakes; // and as the house has them
  readonly automatic: boolean; // chips are confirmed by themselves when the betting closes
  readonly mine: Mine | null; // my part in the sabot
  readonly mixed: boolean; // the house has my hash
  readonly opened: boolean; // and my seed
  readonly cards: readonly Lying[]; // of the coup, as they came
  readonly paid: Paid | null; // what became of my stakes
  readonly waits: boolean; // came while the cards were out
  readonly revealed: number | null; // the last sabot that is open to everyone
  readonly arrived: boolean; // the table has said where it stands
  readonly left: Stakes; // of mine: left on the cloth by the last coup, to be withdrawn or played
  readonly held: SharedWelcome["held"]; // in my hand, for my eyes alone
  readonly tip: number | null; // given since I last won; null: nothing to give one for
  readonly news: readonly News[]; // of this coup, beside its cards
}

/** The seed that was drawn for a sabot, and its hash, which the house has. */
export interface Mine {
  readonly sabot: number;
  readonly seed: string;
  readonly hash: string;
}

export interface Lying {
  readonly card: string;
  readonly side: Side;
  readonly points: number | null; // of its side's hand, with it; null: it lies face down
}

/** betting → asked → dealing → paid; the next chip starts anew. */
export type Phase = "betting" | "asked" | "dealing" | "paid";

export interface Asked {
  readonly request: Exclude<Said, { type: "hello" }>;
  readonly bound: string | null; // a coup's: the commitment its seed was drawn after
  readonly again?: true; // it was sent once more, after a fault of the house's
}

/** `attempt` counts connections: whatever an older one still says is nobody's business. */
export type Link =
  | { readonly is: "none"; readonly attempt: number }
  | { readonly is: "connecting"; readonly attempt: number; readonly lost: Lost }
  | { readonly is: "connected"; readonly attempt: number; readonly heardAt: number }
  | { readonly is: "reconnecting"; readonly attempt: number; readonly lost: Lost }
  | { readonly is: "stopped"; readonly attempt: number; readonly why: Stopped };

export interface Lost {
  readonly since: number;
  readonly failed: number; // attempts in a row
  readonly code: number | null; // of the close before
}

export type Stopped = "gave-up" | "elsewhere" | "shut-out" | "signed-out";

export interface Farewell {
  readonly reason: Closed["reason"];
  readonly credited: number;
  readonly currency: string;
  readonly inPlay?: Lies; // and is paid to the account
  readonly isPlayed?: true; // it was
  readonly comesBack?: Lies; // to it, from the cloth
}

/** Stakes by the names they have on the cloth. */
export type Lies = Readonly<Record<string, number>>;

export interface History {
  readonly records: readonly Recorded[];
  readonly next: number | null; // where the following page begins
  readonly is: "empty" | "loading" | "loaded" | "failed";
  readonly asked: Ask | null; // whose answer is wanted
  readonly problem: Problem | null; // why it failed
  readonly filter: Filter;
  readonly sessions: readonly string[]; // that are known, to choose from
}

export interface Filter {
  readonly account: string | null; // null: the table's, or play money
  readonly house: string | null; // its private table
  readonly table: string | null; // a shared one
  readonly session: string | null;
  readonly since: number | null;
  readonly until: number | null; // exclusive
}

/** `table` is only looked at; `run` counts, for whatever an older one still waits for. */
export interface Replay {
  readonly table: Table;
  readonly run: number;
}

/** A sabot of a shared table, to be verified once it is revealed. */
export interface Over {
  readonly type: "sabot";
  readonly table: string;
  readonly number: number;
  readonly at: number;
  readonly house: string; // of its rules
  readonly paid: Paid | null; // a coup of it this player bet on
}

export interface Check {
  readonly coup: Coup | Over;
  readonly record: number | null; // its number in the books
  readonly is: "working" | "done" | "failed" | "impossible";
  readonly checked: readonly Checked[];
  readonly problem: Problem | null;
}

export interface Books {
  readonly account: number | null; // whose
  readonly records: readonly Recorded[];
  readonly next: number | null; // where the following page begins
  readonly is: "empty" | "loading" | "loaded";
}

export type Dialog =
  | ("rules" | "tiraggio" | "history" | "help") // to read; the tiraggio stands in the rules
  | ("settings" | "account" | "log-in" | "register" | "sit" | "top-up") // at the desk
  | "manager"; // at a table, to call them

export interface Settings {
  readonly language: Language;
  readonly sound: boolean;
  readonly letters: boolean; // single keys do things
  readonly luck: string; // the player's own text behind every seed
}

export interface Seen {
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly commitment: string;
  readonly sheet?: string; // the hash of the rules that were shown, computed here
  readonly seed?: string; // once the player has drawn theirs
  readonly player?: string; // whose name is mixed in with it
  readonly hashes?: readonly (readonly [string, string])[]; // of a sabot: the closed list
  readonly fixed?: string; // and the hash that fixed its order
  readonly shown?: Shown; // and the cards, as they lay on the table
}

/** By the coup's place in its sabot; at 0 the first card and how many were burned behind it. */
export type Shown = Readonly<Record<number, string>>;

export const DEFAULTS: Settings = {
  language: "it",
  sound: false,
  letters: true,
  luck: "",
};

export const NOTHING_READ: History = {
  records: [],
  next: null,
  is: "empty",
  asked: null,
  problem: null,
  filter: { account: null, house: null, table: null, session: null, since: null, until: null },
  sessions: [],
};

export const NO_BOOKS: Books = { account: null, records: [], next: null, is: "empty" };

export const INITIAL: State = {
  person: null,
  lobby: {
    houses: null,
    returning: false,
    sitting: null,
    seat: null,
    entering: false,
    chosen: null,
    lately: {},
    tables: null,
    ahead: 0,
    owed: [],
  },
  table: null,
  link: { is: "none", attempt: 0 },
  farewell: null,
  history: NOTHING_READ,
  books: NO_BOOKS,
  sheets: {},
  tableSheets: {},
  rulesOf: null,
  replay: null,
  check: null,
  dialog: null,
  problem: null,
  settings: DEFAULTS,
  seen: [],
  still: false,
};
