// When a lost connection is tried again: the books' delays, and when to stop.
import { CloseCode, TRY_AGAIN, type Times } from "../../wire";

const STEPS = 4; // from the first delay to the last: 500, 750, 1000, 1250, 1500, 1500, …
const OURS = 4000; // close codes below are the network's and its proxies', these are the house's
const KNOWN: readonly number[] = Object.values(CloseCode);

/** How long to wait after so many failures in a row. */
export function delay(times: Times, failed: number): number {
  const [first, last] = times.reconnect_ms;
  return Math.min(first + Math.floor(((last - first) * failed) / STEPS), last);
}

export const isTooLong = (times: Times, since: number, now: number): boolean =>
  now - since >= times.disconnected_s * 1000;

/**
 * Whether a close code says not to come back; null is a line that just broke.
 *
 * Tickets die with the server that gave them, so a refused one is asked for anew; once.
 */
export function isFinal(code: number | null, before: number | null): boolean {
  if (code === null) return false;
  if (code === CloseCode.NO_TICKET) return before === CloseCode.NO_TICKET;
  return KNOWN.includes(code) ? !TRY_AGAIN.includes(code) : code >= OURS;
}
