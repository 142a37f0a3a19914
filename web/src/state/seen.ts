// Every commitment as it came, kept to be held against the house.
import type { Seen, State } from "./state";
import { only, type Step } from "./step";

export const MOST_SEEN = 500;

/** What a commitment is for. */
export const placeOf = ({ table, epoch, number }: Pick<Seen, "table" | "epoch" | "number">): string =>
  `${table} ${epoch} ${number}`;

/** Note the coup to come, with the player's seed once it is drawn; two commitments are one too many. */
export function note(state: State, seed?: string): Step {
  const table = state.table;
  if (!table) return only(state);
  const { number, commitment } = table.next;
  const coming: Seen = {
    table: table.name,
    epoch: table.epoch,
    number,
    commitment,
    sheet: table.house.sheet_hash,
    ...(seed === undefined ? {} : { seed, player: table.player }),
  };
  const before = state.seen.find((each) => placeOf(each) === placeOf(coming));
  if (before && before.commitment !== commitment)
    return only({ ...state, table: { ...table, distrust: "two commitments for one number" } });
  if (before && seed === undefined) return only(state);
  const others = state.seen.filter((each) => each !== before);
  const seen = [...others, coming].slice(-MOST_SEEN);
  return only({ ...state, seen }, { type: "keep", what: "seen", value: seen });
}
