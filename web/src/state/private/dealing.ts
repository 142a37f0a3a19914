// The cards come one by one, though the house has told them all at once.
import type { Coup } from "../../wire";
import type { State, Table } from "../state";
import { atTable, chain, only, seenBy, type Change } from "../change";
import { sounding } from "../session/player_actions";

const TWO_EACH = 4;
const FACE_MS = 640; // from the sabot to its face: the views' travel and turn end before
const CARD_MS = 760; // from one card to the next
const THIRD_MS = 1000; // before somebody draws: time to see why
const PAID_MS = 1300; // from the last face to the payment

export const count = (coup: Coup): number => coup.cards.length / 2;

/** The credit as far as the cards have told it: what is still being dealt is not given away. */
export const shownCredit = ({ phase, coup, credit }: Table): number =>
  phase === "dealing" && coup ? coup.credit_before : credit;

/** Whether every face is up: who has won can be said. */
export const isTold = ({ phase, coup, turned }: Table): boolean =>
  coup !== null && (phase === "paid" || (phase === "dealing" && turned === count(coup)));

/** A card leaves the sabot, or the one that left it is turned; null: all lie face up. */
export function onward(table: Table, coup: Coup): Table | null {
  if (table.turned < table.shown) return { ...table, turned: table.turned + 1 };
  return table.shown < count(coup) ? { ...table, shown: table.shown + 1 } : null;
}

/** How long the cloth stays as it is. */
export function pause({ shown, turned }: Table, coup: Coup): number {
  if (turned < shown) return FACE_MS;
  if (turned === count(coup)) return PAID_MS;
  return turned >= TWO_EACH ? THIRD_MS : turned ? CARD_MS - FACE_MS : 0;
}

/** All cards lie there, face up, and it is paid. */
export const finished = (table: Table, coup: Coup): Table => ({
  ...table,
  phase: "paid",
  shown: count(coup),
  turned: count(coup),
});

const next = (table: Table, coup: Coup) =>
  ({ type: "wait", ms: pause(table, coup), then: { type: "card", coup: coup.number } }) as const;

/** From the first card; where nothing is to move, all lie there at once. */
export const begin = (state: State, coup: Coup): Change =>
  state.still || !state.table ? dealt(state) : only(state, next(state.table, coup));

/** One more card, its face, or the payment behind the last. */
export function card(state: State, number: number): Change {
  const { table } = state;
  if (table?.phase !== "dealing" || table.coup?.number !== number) return only(state);
  const after = onward(table, table.coup);
  if (!after) return dealt(state);
  return chain(only(atTable(state, after), next(after, table.coup)), (moved) =>
    after.shown > table.shown ? sounding(moved, "card") : only(moved),
  );
}

/** Enough seen: paid. */
export function dealt(state: State): Change {
  const { table } = state;
  if (table?.phase !== "dealing" || !table.coup) return only(state);
  const { coup } = table;
  const after = only(atTable(state, finished(table, coup)), seenBy(table));
  return coup.returned > coup.staked ? chain(after, (now) => sounding(now, "win")) : after;
}
