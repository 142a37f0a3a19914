// Shows the cards of a coup one by one, although the house has sent them all at once.
import type { CoupPlayed } from "../../wire";
import { PACES, type State, type Table } from "../state";
import { atTable, chain, LOOK_BACK, only, seenBy, type Change } from "../change";
import { net } from "../session/cloth";
import { sounding } from "../session/player_actions";

const TWO_EACH = 4;
const FACE_MS = 640; // from leaving the sabot to being turned; the views' animations end before
const CARD_MS = 760; // from one card to the next
const THIRD_MS = 1000; // before a third card: time to read why
const PAID_MS = 1300; // from the last card to the payment

export const count = (coup: CoupPlayed): number => coup.cards.length / 2;

/** Whether all cards are face up, so that the winner can be named. */
export const isTold = ({ phase, coup, turned }: Table): boolean =>
  coup !== null && (phase === "paid" || (phase === "dealing" && turned === count(coup)));

/** Moves one card out of the sabot, or turns the one that has left it. Null: all cards lie face up. */
export function onward(table: Table, coup: CoupPlayed): Table | null {
  if (table.turned < table.shown) return { ...table, turned: table.turned + 1 };
  return table.shown < count(coup) ? { ...table, shown: table.shown + 1 } : null;
}

/** How long to wait before the next move, at the player's speed. */
export const pause = ({ settings }: State, table: Table, coup: CoupPlayed): number =>
  Math.round(usualPause(table, coup) * PACES[settings.speed]);

function usualPause({ shown, turned }: Table, coup: CoupPlayed): number {
  if (turned < shown) return FACE_MS;
  if (turned === count(coup)) return PAID_MS;
  return turned >= TWO_EACH ? THIRD_MS : turned ? CARD_MS - FACE_MS : 0;
}

/** All cards lie face up, and the coup is paid. */
export const finished = (table: Table, coup: CoupPlayed): Table => ({
  ...table,
  phase: "paid",
  result: net(coup),
  shown: count(coup),
  turned: count(coup),
});

const next = (state: State, table: Table, coup: CoupPlayed) =>
  ({ type: "wait", ms: pause(state, table, coup), then: { type: "card", coup: coup.number } }) as const;

/** Starts with the first card. With reduced motion all cards are shown at once. */
export const begin = (state: State, coup: CoupPlayed): Change =>
  state.still || !state.table ? dealt(state) : only(state, next(state, state.table, coup));

/** The next move: a card, its face, or the payment after the last one. */
export function card(state: State, number: number): Change {
  const { table } = state;
  if (table?.phase !== "dealing" || table.coup?.number !== number) return only(state);
  const after = onward(table, table.coup);
  if (!after) return dealt(state);
  return chain(only(atTable(state, after), next(state, after, table.coup)), (moved) =>
    after.shown > table.shown ? sounding(moved, "card") : only(moved),
  );
}

/** Skips to the payment. */
export function dealt(state: State): Change {
  const { table } = state;
  if (table?.phase !== "dealing" || !table.coup) return only(state);
  const { coup } = table;
  // The first coup fetches what looks back, a moment later. From then on the roads follow at once.
  const lookBack = table.coups.length > 1 ? ({ type: "wait", ms: 0, then: { type: "look-back" } } as const) : LOOK_BACK;
  const after = only(atTable(state, finished(table, coup)), seenBy(table), lookBack);
  return net(coup) > 0 ? chain(after, (now) => sounding(now, "win")) : after;
}
