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
    ...(table.house.hashed === undefined ? {} : { sheet: table.house.hashed }),
    ...(seed === undefined ? {} : { seed, player: table.player }),
  };
  const before = find(state, coming);
  if (before && before.commitment !== commitment)
    return only({ ...state, table: { ...table, distrust: "two commitments for one number" } });
  if (before && seed === undefined) return only(state);
  return only(withNote(state, coming), { type: "keep-seen", seen: coming });
}

/**
 * The seed this browser has drawn for the coup to come, if it has: a house that has seen it and
 * refuses the bet must not get another draw.
 */
export function drawnSeed(state: State): string | undefined {
  const { table } = state;
  if (!table) return undefined;
  const { number, commitment } = table.next;
  const drawn = find(state, { table: table.name, epoch: table.epoch, number, commitment });
  return drawn?.commitment === commitment && drawn.player === table.player ? drawn.seed : undefined;
}

const find = ({ seen }: State, of: Seen): Seen | undefined =>
  seen.find((each) => placeOf(each) === placeOf(of));

const withNote = (state: State, added: Seen): State => {
  const before = find(state, added);
  const others = state.seen.filter((each) => each !== before);
  return { ...state, seen: [...others, added].slice(-MOST_SEEN) };
};

/** From another window, which has kept it; nothing known is given up for it. */
export function noted(state: State, told: Seen): Step {
  const before = find(state, told);
  const isMore = before?.seed === undefined && told.seed !== undefined;
  const isKnown = before && (before.commitment !== told.commitment || !isMore);
  return only(isKnown ? state : withNote(state, told));
}
