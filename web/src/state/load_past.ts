// Loads the part of `update` for the past: history, account movements, replay and verification.
import type { Answered, Message } from "./message";

/** What this part of `update` handles. */
export type OfPast = Extract<
  Message,
  {
    type:
      | "open-dialog" | "dealt" | "look-back"
      | "open-movements" | "read-movements"
      | "read-history" | "narrow-history" | "show-history" | "download-history"
      | "replay" | "replay-card" | "end-replay"
      | "verify" | "verified" | "download-proof" | "download-seen";
  }
>;
export type PastAnswered = Extract<
  Answered,
  { what: "records" | "results" | "roads" | "movements" | "record-of" | "proof" | "sabot-proof" }
>;

export let past: typeof import("./past/past_update") | undefined;

export async function fetchPast(): Promise<void> {
  past = await import("./past/past_update");
}

const FIRST: readonly Message["type"][] = [
  "open-movements",
  "read-history",
  "narrow-history",
  "replay",
  "verify",
  "look-back",
];

/** Whether the part must be loaded before this message can be handled. */
export const isFetchedFirst = (message: Message): boolean =>
  !past &&
  (FIRST.includes(message.type) ||
    (message.type === "open-dialog" && message.dialog === "history"));
