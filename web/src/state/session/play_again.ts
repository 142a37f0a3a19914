// One press plays again: the last bets are put down, and dealt or confirmed.
import { chain, only, type Change } from "../change";
import { sharedUpdate } from "../load_shared";
import type { Moment } from "../message";
import { carte } from "../private/carte";
import type { State, Table } from "../state";
import { covers, isWaiting, mayBet, moved } from "./player_actions";
import { repeat, same, stakes, total } from "./cloth";
import { figures } from "./figures";

const PAUSE_MS = 600; // so that the second half of a double tap plays nothing

/** Whether there are last bets to play again, and nothing else on the cloth or in play. */
export const mayRepeat = (table: Table): boolean =>
  total(table.cloth.last) > 0 && !total(stakes(table.cloth)) && figures(table).inPlay === total(table.shared?.left ?? {});

/** Whether the button is there: until its bets are confirmed, too, so that no other button is under a second tap. */
export const offersAgain = (table: Table): boolean =>
  mayRepeat(table) || (isWaiting(table, "confirm") && same(stakes(table.cloth), table.cloth.last));

/** Whether the credit covers the last bets. */
export const canRepeat = (table: Table): boolean => covers(table, table.cloth.last);

export function playAgain(state: State, moment: Moment): Change {
  const { table } = state;
  if (!table || !mayBet(state) || !mayRepeat(table) || moment.now - table.touched < PAUSE_MS) return only(state);
  const laid = moved(state, moment.now, repeat);
  if (!canRepeat(table)) return only(laid); // it says why
  return chain(only(laid), (next) => (table.shared ? sharedUpdate.confirm(next, moment) : carte(next, moment)));
}
