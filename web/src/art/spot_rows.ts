// The spots in the rows of the cloth: main bets with the pairs at both ends, then the side bets.
import type { Bet, Sheet } from "../wire";

const ROWS: readonly (readonly Bet[])[] = [
  ["punto_pair", "punto", "egalite", "banco", "banco_pair"],
  ["either_pair", "perfect_pair", "grande", "piccolo"],
];

/** The rows with the bets that the house offers. */
export const rowsOf = ({ bets }: Sheet): readonly (readonly Bet[])[] =>
  ROWS.map((row) => row.filter((bet) => bets[bet])).filter((row) => row.length);
