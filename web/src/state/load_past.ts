// Loads the part of `update` for the past: history, account movements, replay and verification.
import type { Message } from "./message";

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
