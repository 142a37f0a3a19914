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

/** The table's part of it. */
export const tableOf = (told: Snapshot): SharedWelcome | Watching => (told.type === "welcome" ? told.shared : told);

/** The table as it is, with everything that isn't shown yet. */
const truth = ({ view, late }: SharedTable): TableView =>
  late.reduce((before, { told }) => {
    if (isSnapshot(told)) return tableOf(told).view;
    return isOfSeat(told) ? before : fold(before, told);
  }, view);

/** Somebody who holds cards has to act: nothing waits. */
const holdsCards = ({ holders }: TableView, player: string): boolean => Object.values(holders).includes(player);

/** When the picture shows what was told at `now`. */
function seenAt(told: Told, { shared, player }: { shared: SharedTable; player: string }, delay: number, now: number): number {
  const view = isSnapshot(told) ? tableOf(told).view : truth(shared);
  const { stage, opened } = view;
  if (holdsCards(view, player)) return now;
  if (isSnapshot(told)) {
    const { now: house, missed } = tableOf(told);
    if (missed) return now; // it waits for the events that it has brought
    if (/betting|closing/.test(stage)) return now + Math.max(0, opened + delay - house); // all that it shows is older than the opening
    return IN_TIME.test(stage) ? now : now + delay;
  }
  const waits = isOfSeat(told) ? !told.key : !AT_ONCE.has(told.type); // an answer to a request has a key
  return waits && !IN_TIME.test(stage) ? now + delay : now;
}

const delayOf = ({ rules }: Table): number => rules.shared?.spec.video?.delay ?? 0;

/** When the page shows what was told at `at`, or null: now. Messages of one kind keep their order. */
export function dueAt(told: Told, table: Table, now: number, at: number): number | null {
  const { shared, player } = table;
  const delay = delayOf(table);
  if (!delay || !shared) return null;
  const before = shared.late.findLast(
    (each) => isSnapshot(each.told) || isSnapshot(told) || isOfSeat(each.told) === isOfSeat(told),
  );
  const seen = seenAt(told, { shared, player }, delay, at);
  return seen > now || before ? Math.max(seen, before?.due ?? 0) : null;
}

/** What the picture shows last of all when a connection is there, and the events after it; null: nothing waits, or they are unknown. */
export function caughtUp(told: Snapshot, table: Table): { readonly view: TableView; readonly later: readonly StreamEvent[] } | null {
  const { shared, rules, player } = table;
  const { view, missed } = tableOf(told);
  if (!delayOf(table) || !shared || !rules.shared || !missed || holdsCards(view, player)) return null;
  const from = shared.unseen ? rules.shared.view : shared.view; // over HTTP the house tells what the picture shows
  const over = missed.findLastIndex(endsTheWait) + 1;
  return { view: missed.slice(0, over).reduce(fold, from), later: missed.slice(over) };
}

/** Whether this ends the wait of everything: seeds must be mixed in time, and a session that is over is left. */
export const endsTheWait = (told: Told): boolean =>
  told.type === "closed" || (told.type === "shuffled" && told.commitment !== "");
