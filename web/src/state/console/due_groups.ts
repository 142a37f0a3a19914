// What to take, to pay and to give back after a coup with real chips, as the croupier goes through it.
import type { Bet, Due, TableView } from "../../wire";

export interface DueLine {
  readonly due: Due;
  readonly cents: number; // to take, to pay or to give back now
}

export interface DueGroup {
  readonly is: "takes" | "pays" | "gives" | "none";
  readonly total: number;
  readonly of: readonly DueLine[]; // in the order of the boxes, those who stand last
}

/** Whether an earlier list of the coup was taken back, so that this one says what remains. */
export const isMadeAgain = (dues: readonly Due[]): boolean => dues.some(({ difference = null }) => difference !== null);

/** Whether something of the last coup is to be taken, paid or given back. */
export const isOwed = ({ due, given_back }: TableView): boolean => due.length > 0 || Object.keys(given_back).length > 0;

/** The stakes of a void coup that lie on the cloth; players whose earlier list is undone have theirs by that. */
function stakesBack({ due, given_back }: TableView): readonly DueLine[] {
  const places = Object.entries(given_back).flatMap(([box, players]) =>
    Object.entries(players).map(([place, bets]) => ({ box: Number(box), place: Number(place), bets: Object.entries(bets) as [Bet, number][] })),
  );
  return places
    .filter(({ box, place }) => !due.some((each) => each.box === box && each.place === place))
    .map(({ box, place, bets }) => ({
      due: { box, place, takes: 0, pays: 0, cagnotte: 0, bets: bets.map(([bet, stake]) => ({ bet, stake, winnings: 0, commission: 0, returned: stake })) },
      cents: bets.reduce((all, [, stake]) => all + stake, 0),
    }));
}

const inOrder = (lines: readonly DueLine[]): readonly DueLine[] =>
  lines.toSorted(({ due: one }, { due: other }) => (one.box || Infinity) - (other.box || Infinity) || one.place - other.place);

const sumOf = (lines: readonly DueLine[]): number => lines.reduce((all, { cents }) => all + cents, 0);

/** First what to take, then what to pay, then who has neither; after a void coup, what to give back. A player may be in the first two. */
export function dueGroups(view: TableView): readonly DueGroup[] {
  const lines = view.due.map((due) => ({ due, ...remains(due) }));
  const group = (is: DueGroup["is"], of: readonly DueLine[]): DueGroup => ({ is, total: sumOf(of), of: inOrder(of) });
  const moving = (is: "takes" | "pays"): DueGroup => group(is, lines.filter((each) => each[is]).map(({ due, [is]: cents }) => ({ due, cents })));
  const none = lines.filter(({ takes, pays }) => !takes && !pays).map(({ due }) => ({ due, cents: 0 }));
  return [moving("takes"), moving("pays"), group("gives", stakesBack(view)), group("none", none)];
}

/** After an earlier list only the difference to it moves. */
function remains({ takes, pays, difference }: Due): { readonly takes: number; readonly pays: number } {
  if (difference === undefined || difference === null) return { takes, pays };
  return { takes: Math.max(0, -difference), pays: Math.max(0, difference) };
}
