// Everything the page knows, as one value.
import type {
  AccountView,
  Closed,
  Coup,
  HouseDetail,
  HouseView,
  Next,
  Problem,
  Recorded,
  SessionView,
  Stakes,
  Said,
  Times,
} from "../wire";
import type { Cloth } from "./cloth";

export type Language = "it" | "en" | "de" | "fr";
export const LANGUAGES: readonly Language[] = ["it", "en", "de", "fr"];

export interface State {
  readonly person: Person | null; // who plays, once they are known
  readonly lobby: Lobby;
  readonly table: Table | null; // where they sit
  readonly link: Link; // the connection to it
  readonly farewell: Farewell | null; // how the last session ended
  readonly history: History;
  readonly dialog: Dialog | null;
  readonly problem: Problem | null; // what was refused last, until somebody has read it
  readonly settings: Settings;
  readonly seen: readonly Seen[]; // commitments, as they came, to hold against the house
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
}

/** Credit on its way from an account to a seat, or somebody on their way back to one. */
export type Sitting = Opening | { readonly is: "resuming"; readonly view: SessionView };

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

export interface Table {
  readonly session: string;
  readonly house: HouseDetail; // labels, odds, chips, limits and times
  readonly name: string; // the table's own
  readonly player: string; // as it is mixed in with the seed
  readonly currency: string;
  readonly epoch: number;
  readonly offset: number; // of the last event heard
  readonly credit: number;
  readonly next: Next; // the coup to come, and what the house has committed to
  readonly cloth: Cloth;
  readonly draft: Stakes; // the chips as the server knows them
  readonly chip: number; // the one in hand
  readonly phase: Phase;
  readonly coup: Coup | null; // the last one
  readonly coups: readonly Coup[]; // of this session, as far as they were heard; the newest last
  readonly waiting: readonly Asked[]; // requests without an answer yet, in their order
  readonly closesAt: number | null; // the inactivity's end, once it has been warned of
  readonly distrust: string; // why the house isn't believed any more
}

/** betting → asked → dealing → paid; the next chip starts anew. */
export type Phase = "betting" | "asked" | "dealing" | "paid";

export interface Asked {
  readonly request: Exclude<Said, { type: "hello" }>;
  readonly bound: string | null; // a coup's: the commitment its seed was drawn after
}

/** `attempt` counts connections: whatever an older one still says is nobody's business. */
export type Link =
  | { readonly is: "none"; readonly attempt: number }
  | { readonly is: "connecting"; readonly attempt: number; readonly lost: Lost }
  | { readonly is: "connected"; readonly attempt: number }
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
}

export interface History {
  readonly records: readonly Recorded[];
  readonly next: number | null; // where the following page begins
  readonly is: "empty" | "loading" | "loaded";
}

export type Dialog = "rules" | "history" | "settings" | "help" | "top-up" | "leave";

export interface Settings {
  readonly language: Language;
  readonly sound: boolean;
  readonly letters: boolean; // single keys do things
  readonly automatic: boolean; // confirm by itself, where the house allows it
  readonly luck: string; // the player's own text behind every seed
}

export interface Seen {
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly commitment: string;
  readonly sheet: string;
  readonly seed?: string; // once the player has drawn theirs
}

export const DEFAULTS: Settings = {
  language: "it",
  sound: false,
  letters: true,
  automatic: false,
  luck: "",
};

export const INITIAL: State = {
  person: null,
  lobby: { houses: null, returning: false, sitting: null },
  table: null,
  link: { is: "none", attempt: 0 },
  farewell: null,
  history: { records: [], next: null, is: "empty" },
  dialog: null,
  problem: null,
  settings: DEFAULTS,
  seen: [],
};
