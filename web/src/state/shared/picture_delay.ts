// Holds back what the picture of a filmed table shows later: cards, calls, results and payments.
import type { Event, SharedWelcome, StreamEvent, TableView, Watching, Welcome } from "../../wire";
import type { SharedTable, Table } from "../state";
import { fold } from "./table_fold";

export interface SharedTableWelcome extends Welcome {
  readonly shared: SharedWelcome;
}

export type Snapshot = SharedTableWelcome | Watching;

/** What can wait for the picture. After a lost connection that is the state of the table, too. */
export type Told = Event | StreamEvent | Snapshot;

export interface Late {
  readonly told: Told;
  readonly at: number; // when it came, by the page's own clock
  readonly due: number;
}

/** Events that the page shows at once: bets are accepted by the house's clock, whatever the picture shows. */
const AT_ONCE: ReadonlySet<StreamEvent["type"]> = new Set([
  ...(["shuffled", "list_closed", "fixed", "betting", "staked", "closing", "reopened", "dealing", "revealed"] as const),
  ...(["boxed", "keyed", "standing", "limits", "directed", "manager"] as const),
]);

/** The stages in which players must act in time, and in which no card is drawn. */
const IN_TIME = /betting|closing|mixing|opening/;

const isSnapshot = (told: Told): told is Snapshot => told.type === "welcome" || told.type === "watching";

const isOfSeat = (told: Exclude<Told, Snapshot>): told is Event => "session" in told;

const viewOf = (told: Snapshot): TableView => (told.type === "welcome" ? told.shared : told).view;

/** The table as it is, with everything that isn't shown yet. */
const truth = ({ view, late }: SharedTable): TableView =>
  late.reduce((before, { told }) => {
    if (isSnapshot(told)) return viewOf(told);
    return isOfSeat(told) ? before : fold(before, told);
  }, view);

/** When the picture shows what is told now. */
function seenAt(told: Told, { shared, player }: { shared: SharedTable; player: string }, delay: number, now: number): number {
  const { stage, holders, opened } = isSnapshot(told) ? viewOf(told) : truth(shared);
  if (Object.values(holders).includes(player)) return now; // somebody who holds cards has to act
  if (isSnapshot(told)) {
    const house = told.type === "welcome" ? told.shared.now : told.now;
    if (/betting|closing/.test(stage)) return now + Math.max(0, opened + delay - house); // all that it shows is older than the opening
    return IN_TIME.test(stage) ? now : now + delay;
  }
  const waits = isOfSeat(told) ? !told.key : !AT_ONCE.has(told.type); // an answer to a request has a key
  return waits && !IN_TIME.test(stage) ? now + delay : now;
}

/** When the page shows it, or null: now. Messages of one kind keep their order. */
export function dueAt(told: Told, { shared, player, rules }: Table, now: number): number | null {
  const delay = rules.shared?.spec.video?.delay;
  if (!delay || !shared) return null;
  const before = shared.late.findLast(
    (each) => isSnapshot(each.told) || isSnapshot(told) || isOfSeat(each.told) === isOfSeat(told),
  );
  const seen = seenAt(told, { shared, player }, delay, now);
  return seen > now || before ? Math.max(seen, before?.due ?? 0) : null;
}

/** Whether this ends the wait of everything: seeds must be mixed in time, and a session that is over is left. */
export const endsTheWait = (told: Told): boolean =>
  told.type === "closed" || (told.type === "shuffled" && told.commitment !== "");
