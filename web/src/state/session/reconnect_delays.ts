// How long to wait before reconnecting, and when to stop. The sheet has the delays.
import { CloseCode, TRY_AGAIN, type Times } from "../../wire";

const STEPS = 4; // steps from the first delay to the last: 500, 750, 1000, 1250, 1500, 1500, …
const OURS = 4000; // close codes from here on are the house's; lower ones come from the network and its proxies
const KNOWN: readonly number[] = Object.values(CloseCode);

/** How long to wait after this many failures in a row. */
export function delay(times: Times, failed: number): number {
  const [first, last] = times.reconnect_ms;
  return Math.min(first + Math.floor(((last - first) * failed) / STEPS), last);
}

export const isTooLong = (times: Times, since: number, now: number): boolean =>
  now - since >= times.disconnected_s * 1000;

/**
 * Whether a close code says not to reconnect; null is a connection that just broke. A ticket is lost when the
 * server that issued it restarts, so after a refused ticket the page asks once for a new one.
 */
export function isFinal(code: number | null, before: number | null): boolean {
  if (code === null) return false;
  if (code === CloseCode.NO_TICKET) return before === CloseCode.NO_TICKET;
  return KNOWN.includes(code) ? !TRY_AGAIN.includes(code) : code >= OURS;
}
