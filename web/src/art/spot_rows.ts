// The spots as they lie on a cloth: the pairs at the outside, the side bets in a row of their own.
import type { Bet, Sheet } from "../wire";

const ROWS: readonly (readonly Bet[])[] = [
  ["punto_pair", "punto", "egalite", "banco", "banco_pair"],
  ["either_pair", "perfect_pair", "grande", "piccolo"],
];

/** Those the house offers. */
export const rowsOf = ({ bets }: Sheet): readonly (readonly Bet[])[] =>
  ROWS.map((row) => row.filter((bet) => bets[bet])).filter((row) => row.length);
