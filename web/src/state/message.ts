// Everything that can happen to the page.
import type {
  Bet,
  CoupPlayed,
  HistoryPage,
  HouseDetail,
  HouseTexts,
  HouseView,
  Me,
  Moved,
  Opened,
  Paid,
  Problem,
  Proof,
  Results,
  SessionRoads,
  Side,
  SignedIn,
  TableSummary,
  Ticket,
  ServerMessage,
} from "../wire";
import type { Wanted } from "./lobby/wanted";
import type { Checked } from "./past/verdict";
import type { PendingRequest, Dialog, Filter, History, Language, SabotToVerify, Rules, KeptSeat, SeenCommitment, Settings } from "./state";

/** The clock and fresh random values. They come with every message, so that `update` stays pure. */
export interface Moment {
  readonly now: number;
  readonly key: string; // a UUID of version 7
  readonly seed: string; // 128 bits in hex
}

export type Message = FromPlayer | FromHttp | FromSocket | FromClock | FromBrowser | Started;

/** What the browser has stored since the last visit. */
export interface Started {
  readonly type: "started";
  readonly token: string | null;
  readonly seat: KeptSeat | null; // the seat this window had
  readonly settings: Partial<Settings>;
  readonly seen: readonly SeenCommitment[];
}

export type FromPlayer =
  | { readonly type: "play-as-guest"; readonly table: string } // a house's name stands for its private table
  | { readonly type: "resume"; readonly session: string }
  | { readonly type: "watch"; readonly table: string } // without a seat
  | { readonly type: "start-guide"; readonly way: FromPlayer | null } // a guided coup, at this table or on the way to one
  | { readonly type: "read-guide" } // its next page
  | { readonly type: "end-guide" }
  | { readonly type: "star"; readonly table: string } // makes it a favourite, or no longer
  | { readonly type: "narrow-lobby"; readonly wanted: Partial<Wanted> }
  | {
      readonly type: "enter";
      readonly how: "register" | "log-in";
      readonly name: string;
      readonly password: string;
    }
  | { readonly type: "sign-out" }
  | { readonly type: "choose"; readonly table: string; readonly currency: string | null }
  | {
      readonly type: "bring"; // the amount as the player typed it
      readonly table: string;
      readonly currency: string;
      readonly text: string;
    }
  | { readonly type: "add-credit"; readonly text: string }
  | { readonly type: "refill" } // of play money that has run out; at a table it goes on to the credit
  | { readonly type: "open-movements"; readonly account: number }
  | { readonly type: "read-movements" } // the next page of them
  | { readonly type: "hold-chip"; readonly chip: number }
  | { readonly type: "no-chip" } // a key for a chip that this table hasn't
  | { readonly type: "add"; readonly bet: Bet }
  | { readonly type: "take"; readonly bet: Bet }
  | { readonly type: "set-taking"; readonly taking: boolean }
  | { readonly type: "back" }
  | { readonly type: "clear" }
  | { readonly type: "repeat" }
  | { readonly type: "double" }
  | { readonly type: "carte" }
  | { readonly type: "again" } // repeats the last bets, and has them dealt or confirms them
  | { readonly type: "dealt" } // the player skips the dealing
  | { readonly type: "set-automatic"; readonly on: boolean } // at a shared table: the house confirms the chips at the close
  | OfLand
  | { readonly type: "top-up"; readonly amount: number }
  | { readonly type: "stay" }
  | { readonly type: "cash-out" }
  | { readonly type: "reconnect" }
  | { readonly type: "to-lobby" } // from a table whose connection has stopped, or that is only watched
  | { readonly type: "read-status" } // aloud: credit, stake, and what happens
  | { readonly type: "read-history" } // the next page of it
  | { readonly type: "narrow-history"; readonly filter: Partial<Filter> }
  | { readonly type: "show-history"; readonly shows: History["shows"] }
  | { readonly type: "download-history"; readonly format: "csv" | "json" }
  | { readonly type: "read-rules"; readonly house: string }
  | { readonly type: "read-texts"; readonly house: string } // of the rules that are open
  | { readonly type: "replay"; readonly coup: CoupPlayed | Paid }
  | { readonly type: "end-replay" }
  | { readonly type: "verify"; readonly coup: CoupPlayed | SabotToVerify; readonly record: number | null }
  | { readonly type: "end-verify" }
  | { readonly type: "download-proof" }
  | { readonly type: "download-seen" } // what this browser saw of the coup
  | { readonly type: "open-dialog"; readonly dialog: Dialog }
  | { readonly type: "close-dialog" }
  | { readonly type: "dismiss" } // dismisses the problem
  | { readonly type: "goodbye" } // the player has read the farewell
  | { readonly type: "set"; readonly settings: Partial<Settings> };

/** What a player does at a table with boxes or with cards in hand. */
export type OfLand =
  | { readonly type: "box"; readonly box: number } // 0: leave the box
  | { readonly type: "call"; readonly draws: boolean } // Carta or Resto
  | { readonly type: "show"; readonly side: Side } // the cards in the player's hand
  | { readonly type: "withdraw"; readonly bets: readonly Bet[] } // stakes that were left on the cloth
  | { readonly type: "tip"; readonly amount: number }
  | { readonly type: "ask_manager" }; // also at other tables that a person runs

/** A request over HTTP. */
export type Ask =
  | { readonly what: "guest"; readonly table: string } // where the guest will play
  | { readonly what: "me"; readonly token: string } // who plays
  | { readonly what: "accounts"; readonly token: string } // only what they have now
  | { readonly what: "refill"; readonly key: string }
  | { readonly what: "register" | "log-in"; readonly name: string; readonly password: string }
  | { readonly what: "sign-out" }
  | { readonly what: "houses" }
  | { readonly what: "tables" } // all shared tables
  | {
      readonly what: "rules";
      readonly name: string; // of a house or of a shared table
      readonly shared: boolean;
      readonly attempt: number | null; // null: to sit down, not to reconnect
    }
  | {
      readonly what: "open";
      readonly key: string;
      readonly rules: Rules;
      readonly amount: number;
      readonly currency: string | null;
    }
  | { readonly what: "ticket"; readonly session: string; readonly attempt: number }
  | { readonly what: "look-on"; readonly table: string; readonly attempt: number }
  | {
      readonly what: "records";
      readonly account: string;
      readonly before: number | null;
      readonly filter: Filter;
    }
  | { readonly what: "sheet"; readonly name: string; readonly shared: boolean } // to read it
  | { readonly what: "texts"; readonly house: string }
  | { readonly what: "record-of"; readonly coup: CoupPlayed } // to find the number of its record
  | { readonly what: "proof"; readonly coup: CoupPlayed; readonly record: number }
  | { readonly what: "sabot-proof"; readonly coup: SabotToVerify }
  | { readonly what: "results"; readonly account: string; readonly filter: Filter }
  | { readonly what: "roads"; readonly account: string; readonly session: string }
  | { readonly what: "movements"; readonly account: string; readonly before: number | null }
  | { readonly what: "recent-coups"; readonly account: string; readonly house: string }
  | { readonly what: "session-end"; readonly account: string; readonly session: string }
  | { readonly what: "came-back"; readonly account: string; readonly session: string } // of stakes left in play
  | {
      readonly what: "look-up";
      readonly account: string;
      readonly session: string;
      readonly key: string;
    };

export interface Answers {
  readonly guest: SignedIn;
  readonly me: Me;
  readonly accounts: Me;
  readonly refill: Moved;
  readonly register: SignedIn;
  readonly "log-in": SignedIn;
  readonly "sign-out": null;
  readonly houses: readonly HouseView[];
  readonly tables: readonly TableSummary[];
  readonly rules: Rules;
  readonly open: Opened;
  readonly ticket: Ticket;
  readonly "look-on": Ticket;
  readonly records: HistoryPage;
  readonly sheet: HouseDetail;
  readonly texts: HouseTexts;
  readonly "record-of": HistoryPage;
  readonly proof: Proof;
  readonly "sabot-proof": Proof;
  readonly results: Results;
  readonly roads: SessionRoads;
  readonly movements: HistoryPage;
  readonly "recent-coups": HistoryPage;
  readonly "session-end": HistoryPage;
  readonly "came-back": HistoryPage;
  readonly "look-up": HistoryPage;
}

export type Answered = {
  [What in Ask["what"]]: {
    readonly type: "answered";
    readonly what: What;
    readonly ask: Extract<Ask, { what: What }>;
    readonly body: Answers[What];
  };
}[Ask["what"]];

export type FromHttp =
  | Answered
  | {
      readonly type: "refused";
      readonly ask: Ask;
      readonly token: string; // the token of the request
      readonly problem: Problem;
    }
  | { readonly type: "unreachable"; readonly ask: Ask }; // no answer, or an answer that the house can't answer now

export type FromSocket =
  | { readonly type: "socket-opened"; readonly attempt: number }
  | { readonly type: "told"; readonly attempt: number; readonly told: ServerMessage }
  | { readonly type: "socket-lost"; readonly attempt: number; readonly code: number | null };

/** What the browser has done without the house. */
export type FromBrowser =
  | {
      readonly type: "verified";
      readonly coup: CoupPlayed | SabotToVerify;
      readonly checked: readonly Checked[] | null; // null: this browser can't verify
      readonly quiet: boolean; // in the background
    }
  | {
      readonly type: "hashed"; // a seed, for the mixing of a sabot
      readonly sabot: number;
      readonly seed: string;
      readonly hash: string;
    }
  | { readonly type: "spoken"; readonly language: Language } // its words are loaded
  | { readonly type: "noted"; readonly seen: SeenCommitment } // another window has stored it
  | { readonly type: "later-fetched"; readonly language: Language }
  | { readonly type: "later-missing" } // it couldn't be loaded
  | { readonly type: "not-fetched" }; // a file or a language couldn't be loaded

export type FromClock =
  | { readonly type: "card"; readonly coup: number } // deal its next card
  | { readonly type: "turn"; readonly coup: number; readonly card: number } // turn a card at a shared table
  | { readonly type: "due"; readonly attempt: number; readonly due: number } // show what was held back for the picture
  | { readonly type: "replay-card"; readonly run: number }
  | { readonly type: "look-back" } // a coup is over: verify it, and read the session's roads
  | { readonly type: "fetch-later"; readonly again: boolean } // again: it was missing
  | { readonly type: "try-again"; readonly attempt: number }
  | { readonly type: "no-welcome"; readonly attempt: number }
  | { readonly type: "no-news"; readonly attempt: number; readonly coup: number }
  | { readonly type: "no-answer"; readonly attempt: number; readonly request: PendingRequest["request"] }
  | { readonly type: "hush"; readonly at: number } // why a press did nothing has been said long enough
  | { readonly type: "ask-again"; readonly ask: Ask };
