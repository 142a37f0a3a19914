// A stake as a stack: the fewest chips of the house that make it up, the largest at the bottom.
const MOST = 8; // that are drawn; the figure beside the stack says the rest

export interface Laid {
  readonly chips: readonly number[];
  readonly rest: number; // less than the smallest chip: a coin
}

export function stack(stake: number, chips: readonly number[]): Laid {
  const laid: number[] = [];
  let rest = stake;
  for (const chip of [...chips].sort((one, other) => other - one)) {
    for (; rest >= chip; rest -= chip) laid.push(chip);
  }
  return { chips: laid.slice(-MOST), rest };
}
