// Everything that can happen to the page.
import type {
  Bet,
  HistoryPage,
  HouseDetail,
  HouseView,
  Me,
  Opened,
  Problem,
  SignedIn,
  Ticket,
  Told,
} from "../wire";
import type { Dialog, Seen, Settings } from "./state";

/** What is handed in with every message, fresh each time: the clock and chance. */
export interface Moment {
  readonly now: number;
  readonly key: string; // a UUID of version 7
  readonly seed: string; // 128 bits in hex
}

export type Message = FromPlayer | FromHttp | FromSocket | FromClock | Started;

/** What the browser has kept since the last time. */
export interface Started {
  readonly type: "started";
  readonly token: string | null;
  readonly settings: Partial<Settings>;
  readonly seen: readonly Seen[];
}

export type FromPlayer =
  | { readonly type: "play-as-guest"; readonly house: string }
  | {
      readonly type: "sit";
      readonly house: string;
      readonly amount: number | null;
      readonly currency: string | null;
    }
  | { readonly type: "resume"; readonly session: string }
  | { readonly type: "sign-out" }
  | { readonly type: "hold-chip"; readonly chip: number }
  | { readonly type: "add"; readonly bet: Bet }
  | { readonly type: "take"; readonly bet: Bet }
  | { readonly type: "back" }
  | { readonly type: "clear" }
  | { readonly type: "repeat" }
  | { readonly type: "double" }
  | { readonly type: "carte" }
  | { readonly type: "dealt" } // the last card has been shown: pay
  | { readonly type: "top-up"; readonly amount: number }
  | { readonly type: "stay" }
  | { readonly type: "cash-out" }
  | { readonly type: "reconnect" }
  | { readonly type: "read-history" } // a page more of it
  | { readonly type: "open-dialog"; readonly dialog: Dialog }
  | { readonly type: "close-dialog" }
  | { readonly type: "dismiss" } // the problem, or the farewell
  | { readonly type: "set"; readonly settings: Partial<Settings> };

/** What is asked over HTTP, and what answers it. */
export type Ask =
  | { readonly what: "guest"; readonly house: string } // to play there
  | { readonly what: "me"; readonly token: string }
  | { readonly what: "sign-out" }
  | { readonly what: "houses" }
  | { readonly what: "house"; readonly house: string; readonly attempt: number | null } // null: to sit down
  | {
      readonly what: "open";
      readonly key: string;
      readonly house: HouseDetail;
      readonly amount: number;
      readonly currency: string | null;
    }
  | { readonly what: "ticket"; readonly session: string; readonly attempt: number }
  | { readonly what: "records"; readonly account: string; readonly before: number | null }
  | { readonly what: "session-end"; readonly account: string; readonly session: string }
  | {
      readonly what: "look-up";
      readonly account: string;
      readonly session: string;
      readonly key: string;
    };

export interface Answers {
  readonly guest: SignedIn;
  readonly me: Me;
  readonly "sign-out": null;
  readonly houses: readonly HouseView[];
  readonly house: HouseDetail;
  readonly open: Opened;
  readonly ticket: Ticket;
  readonly records: HistoryPage;
  readonly "session-end": HistoryPage;
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
  | { readonly type: "refused"; readonly ask: Ask; readonly problem: Problem }
  | { readonly type: "unreachable"; readonly ask: Ask }; // nobody there, or a crowd: later, perhaps

export type FromSocket =
  | { readonly type: "socket-opened"; readonly attempt: number }
  | { readonly type: "told"; readonly attempt: number; readonly told: Told }
  | { readonly type: "socket-lost"; readonly attempt: number; readonly code: number | null };

export type FromClock =
  | { readonly type: "try-again"; readonly attempt: number }
  | { readonly type: "no-welcome"; readonly attempt: number }
  | { readonly type: "ask-again"; readonly ask: Ask };
