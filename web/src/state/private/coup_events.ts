// The events that only a private table sends: a coup was dealt, or its commitment was retired.
import type { CoupPlayed, Retired } from "../../wire";
import { atTable, type Change, only, problem, withProblem } from "../change";
import { played } from "../session/cloth";
import type { State, Table } from "../state";
import { begin } from "./dealing";

const MOST_COUPS = 10; // in the row of results

export function coup(state: State, table: Table, told: CoupPlayed): Change {
  const announced = state.table?.next;
  const wrong = announced?.number === told.number && announced.commitment !== told.commitment;
  const next = atTable(state, {
    ...table,
    coup: told,
    coups: [...table.coups.filter((each) => each.key !== told.key), told].slice(-MOST_COUPS),
    cloth: played(told),
    phase: "dealing",
    shown: 0,
    turned: 0,
    distrust: wrong ? "another commitment than the one announced" : table.distrust,
  });
  return begin(next, told);
}

/** A bet on a retired commitment is dropped, never moved to the next one: the house has seen its seed. */
export function retired(state: State, table: Table, told: Retired): Change {
  const waiting = table.waiting.filter((each) => each.bound !== told.commitment);
  const isLost = waiting.length < table.waiting.length;
  const phase = isLost ? "betting" : table.phase;
  const next = atTable(state, { ...table, waiting, phase });
  return only(isLost ? withProblem(next, problem("client/commitment-retired")) : next);
}
