// Stores every commitment of the house as it arrives, so that a proof can be compared with it later.
import type { CoupPlayed, TableView } from "../../wire";
import type { SabotToVerify, SeenCommitment, ShownCards, State, Table } from "../state";
import { only, type Change } from "../change";

export const MOST_SEEN = 500;

/** Identifies what a commitment is for. */
export const placeOf = ({ table, epoch, number }: Pick<SeenCommitment, "table" | "epoch" | "number">): string =>
  `${table} ${epoch} ${number}`;

/** Names what is verified. A sabot counts for each of the player's coups by itself. */
export const checkName = (coup: CoupPlayed | SabotToVerify): string =>
  coup.type === "coup" ? placeOf(coup) : `${coup.table} ${coup.number} ${coup.paid?.key ?? ""}`;

/** The last sabot of a shared table whose seeds are public. */
export const revealedSabot = ({ name, rules, shared }: Table): SabotToVerify | null =>
  shared?.revealed == null
    ? null
    : { type: "sabot", table: name, number: shared.revealed, at: shared.view.opened, house: rules.name, paid: null };

/** What the house has committed to: the next coup, or the sabot of a shared table. */
function announced({ name, epoch, next, shared }: Table): SeenCommitment | null {
  if (!shared) return { table: name, epoch, number: next.number, commitment: next.commitment };
  const { view } = shared;
  if (!view.sabot || view.stage === "resting" || !view.commitment) return null; // a real sabot has no commitment
  const isClosed = view.stage !== "mixing";
  return {
    ...{ table: name, epoch: view.epoch, number: view.sabot, commitment: view.commitment },
    ...(isClosed ? { hashes: view.players.map(({ player, hash }) => [player, hash] as const) } : {}),
    ...(view.fixed ? { fixed: view.fixed } : {}),
    ...(view.first ? { shown: shown(view) } : {}),
  };
}

/** The burned cards, and those of a coup once it is complete. */
const shown = ({ first, burned, stage, statistics, cards }: TableView): ShownCards => ({
  0: `${first} ${burned}`,
  ...(stage === "paying" || stage === "paid" ? { [statistics.coups]: cards } : {}),
});

/** Whether two notes about the same coup or sabot contradict each other nowhere. */
const agree = (one: SeenCommitment, other: SeenCommitment): boolean =>
  Object.entries(one.shown ?? {}).every(([at, cards]) => (other.shown?.[Number(at)] ?? cards) === cards) &&
  (["commitment", "fixed", "hashes"] as const).every(
    (each) =>
      one[each] === undefined ||
      other[each] === undefined ||
      JSON.stringify(one[each]) === JSON.stringify(other[each]),
  );

/** Joins two notes about the same coup or sabot. What was noted first stays. */
export function merged(before: SeenCommitment | undefined, told: SeenCommitment): SeenCommitment {
  const shown = { ...told.shown, ...before?.shown };
  return { ...told, ...before, ...(Object.keys(shown).length ? { shown } : {}) };
}

/**
 * Notes what the house announces, with the player's seed once it is drawn. If it contradicts an earlier note,
 * the page stops trusting the house.
 */
export function note(state: State, seed?: string): Change {
  const table = state.table;
  const found = table && announced(table);
  if (!table || !found) return only(state);
  const coming: SeenCommitment = {
    ...found,
    ...(table.rules.hashed === undefined ? {} : { sheet: table.rules.hashed }),
    ...(seed === undefined ? {} : { seed, player: table.player }),
  };
  const before = find(state, coming);
  if (before && !agree(before, coming))
    return only({ ...state, table: { ...table, distrust: "two commitments for one number" } });
  const both = before ? merged(before, coming) : coming;
  if (before && isSame(before, both)) return only(state);
  return only(withNote(state, both), { type: "keep-seen", seen: both });
}

const isSame = (one: SeenCommitment, other: SeenCommitment): boolean => known(one) === known(other);

/** How many facts a note holds. */
const known = (seen: SeenCommitment): number =>
  Object.keys(seen).length + Object.keys(seen.shown ?? {}).length;

/**
 * The seed that this browser has already drawn for the next coup. It must be used again: a house that has
 * seen it and refuses the bet must not get a second draw.
 */
export function drawnSeed(state: State): string | undefined {
  const { table } = state;
  if (!table) return undefined;
  const coming = announced(table);
  const drawn = coming ? find(state, coming) : undefined;
  return drawn?.commitment === coming?.commitment && drawn?.player === table.player ? drawn.seed : undefined;
}

const find = ({ seen }: State, of: SeenCommitment): SeenCommitment | undefined =>
  seen.find((each) => placeOf(each) === placeOf(of));

const withNote = (state: State, added: SeenCommitment): State => {
  const before = find(state, added);
  const others = state.seen.filter((each) => each !== before);
  return { ...state, seen: [...others, added].slice(-MOST_SEEN) };
};

/** A note from another window, merged with ours. Nothing that was known is lost. */
export function noted(state: State, told: SeenCommitment): Change {
  const before = find(state, told);
  if (!before) return only(withNote(state, told));
  const both = merged(before, told);
  return only(agree(before, told) && !isSame(before, both) ? withNote(state, both) : state);
}
