// What the page wants done, as data. effects/effects.ts carries it out.
import type { CoupPlayed, Proof, AnyRequest, Sheet } from "../wire";
import type { Ask, FromClock } from "./message";
import type { Filter, Language, SabotToVerify, SeenCommitment } from "./state";

export type Sound = "chip" | "card" | "win";
export type Kept = "token" | "settings" | "seat"; // a token is stored for this window and for later ones, settings for all, a seat for this window

/** Files that a player can download. */
export type File =
  | {
      readonly what: "coups";
      readonly account: string;
      readonly filter: Filter;
      readonly format: "csv" | "json";
    }
  | { readonly what: "proof"; readonly account: string; readonly record: number }
  | { readonly what: "sabot-proof"; readonly table: string; readonly number: number };

export type Effect =
  | { readonly type: "ask"; readonly ask: Ask; readonly token: string }
  | { readonly type: "open-socket"; readonly path: string; readonly attempt: number }
  | { readonly type: "send"; readonly request: AnyRequest; readonly attempt: number }
  | { readonly type: "hang-up" }
  | { readonly type: "wait"; readonly ms: number; readonly then: FromClock }
  | { readonly type: "hash"; readonly sabot: number; readonly seed: string } // the hash goes into the list of the mixing
  | { readonly type: "keep"; readonly what: Kept; readonly value: unknown } // null removes it
  | { readonly type: "forget"; readonly token: string } // also removes the seat; another window's token stays
  | { readonly type: "keep-seen"; readonly seen: SeenCommitment } // merged with what is stored already
  | { readonly type: "speak"; readonly language: Language } // loads its words, then switches
  | { readonly type: "fetch-later"; readonly language: Language } // the views and words of later.ts
  | { readonly type: "sound"; readonly sound: Sound }
  | { readonly type: "save"; readonly file: File; readonly token: string }
  | { readonly type: "save-seen"; readonly seen: SeenCommitment; readonly name: string }
  | {
      readonly type: "verify";
      readonly coup: CoupPlayed | SabotToVerify;
      readonly proof: Proof | Sheet; // a sheet: the proof of a coup is made here, from what the house told
      readonly seen: SeenCommitment | undefined; // what this browser had noted before the bets
      readonly quiet: boolean; // when the browser is idle
    };
