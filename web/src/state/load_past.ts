// What happens when somebody looks back: Cronologia, money in and out, replay, verification.
// Fetched when they do.
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
];

/** Whether it has to be there first. */
export const isFetchedFirst = (message: Message): boolean =>
  !past &&
  (FIRST.includes(message.type) ||
    (message.type === "open-dialog" && message.dialog === "history"));
