// What to take and to pay after a coup with real chips, as the croupier goes through it.
import type { Due } from "../../wire";

export interface DueLine {
  readonly due: Due;
  readonly cents: number; // to take or to pay now
}

export interface DueGroup {
  readonly is: "takes" | "pays" | "none";
  readonly total: number;
  readonly of: readonly DueLine[]; // in the order of the boxes, those who stand last
}

/** Whether an earlier list of the coup was taken back, so that this one says what remains. */
export const isMadeAgain = (dues: readonly Due[]): boolean => dues.some(({ difference = null }) => difference !== null);

/** First what to take, then what to pay, then who has neither. A player may be in the first two. */
export function dueGroups(dues: readonly Due[]): readonly DueGroup[] {
  const sorted = dues.toSorted((one, other) => (one.box || Infinity) - (other.box || Infinity) || one.place - other.place);
  const lines = sorted.map((due) => ({ due, ...remains(due) }));
  const group = (is: "takes" | "pays"): DueGroup => {
    const of = lines.filter((each) => each[is]).map(({ due, [is]: cents }) => ({ due, cents }));
    return { is, total: of.reduce((all, { cents }) => all + cents, 0), of };
  };
  const none = lines.filter(({ takes, pays }) => !takes && !pays).map(({ due }) => ({ due, cents: 0 }));
  return [group("takes"), group("pays"), { is: "none", total: 0, of: none }];
}

/** After an earlier list only the difference to it moves. */
function remains({ takes, pays, difference }: Due): { readonly takes: number; readonly pays: number } {
  if (difference === undefined || difference === null) return { takes, pays };
  return { takes: Math.max(0, -difference), pays: Math.max(0, difference) };
}
