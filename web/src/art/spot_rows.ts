// The spots in the rows of the cloth: main bets with the pairs at both ends, then all other bets.
import type { Bet, Sheet } from "../wire";

const MAIN: readonly Bet[] = ["punto_pair", "punto", "egalite", "banco", "banco_pair"];
const SIDE: readonly Bet[] = ["either_pair", "perfect_pair", "grande", "piccolo"];

/** The rows with the bets that the house offers. */
export function rowsOf({ bets }: Sheet): readonly (readonly Bet[])[] {
  const offered = Object.keys(bets) as Bet[];
  const known = [...MAIN, ...SIDE];
  const others = offered.filter((bet) => !known.includes(bet));
  return [MAIN.filter((bet) => bets[bet]), [...SIDE.filter((bet) => bets[bet]), ...others]].filter((row) => row.length);
}

/** How many spots stand side by side if at most so many fit: as even as possible. */
export const across = (spots: number, most: number): number => Math.ceil(spots / Math.ceil(spots / most));
