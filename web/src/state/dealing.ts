// The cards come one by one, though the house has told them all at once.
import type { Coup } from "../wire";
import type { State, Table } from "./state";
import { atTable, chain, only, type Step } from "./step";
import { sounding } from "./table";

const TWO_EACH = 4;
const CARD_MS = 520; // from one card to the next
const THIRD_MS = 1100; // before somebody draws: time to see why
const PAID_MS = 1000; // from the last card to the payment

export const count = (coup: Coup): number => coup.cards.length / 2;

/** The credit as far as the cards have told it: what is still being dealt is not given away. */
export const shownCredit = ({ phase, coup, credit }: Table): number =>
  phase === "dealing" && coup ? coup.credit_before : credit;

/** How long the cloth stays as it is, with so many cards on it. */
export const pause = (coup: Coup, shown: number): number =>
  shown === count(coup) ? PAID_MS : shown >= TWO_EACH ? THIRD_MS : shown ? CARD_MS : 0;

const next = (coup: Coup, shown: number) =>
  ({ type: "wait", ms: pause(coup, shown), then: { type: "card", coup: coup.number } }) as const;

/** From the first card; where nothing is to move, all lie there at once. */
export const begin = (state: State, coup: Coup): Step =>
  state.still ? dealt(state) : only(state, next(coup, 0));

/** One more card, or the payment behind the last. */
export function card(state: State, number: number): Step {
  const { table } = state;
  if (table?.phase !== "dealing" || table.coup?.number !== number) return only(state);
  const { coup } = table;
  if (table.shown >= count(coup)) return dealt(state);
  const shown = table.shown + 1;
  return chain(only(atTable(state, { ...table, shown }), next(coup, shown)), (after) =>
    sounding(after, "card"),
  );
}

/** All cards lie there, and it is paid. */
export function dealt(state: State): Step {
  const { table } = state;
  if (table?.phase !== "dealing" || !table.coup) return only(state);
  const { coup } = table;
  const after = atTable(state, { ...table, phase: "paid", shown: count(coup) });
  return coup.returned > coup.staked ? sounding(after, "win") : only(after);
}
