// What the page wants done, as data; effects.ts does it.
import type { Said } from "../wire";
import type { Ask, FromClock } from "./message";

export type Sound = "chip" | "card" | "win";
export type Kept = "token" | "settings" | "seen";

export type Effect =
  | { readonly type: "ask"; readonly ask: Ask; readonly token: string }
  | { readonly type: "open-socket"; readonly path: string; readonly attempt: number }
  | { readonly type: "send"; readonly said: Said; readonly attempt: number }
  | { readonly type: "hang-up" }
  | { readonly type: "wait"; readonly ms: number; readonly then: FromClock }
  | { readonly type: "keep"; readonly what: Kept; readonly value: unknown } // null: forget it
  | { readonly type: "sound"; readonly sound: Sound };
