// A stake as a stack: the fewest chips that make it up, the largest at the bottom.
const MOST = 8; // chips that are drawn; the figure beside the stack has the whole amount

export interface Laid {
  readonly chips: readonly number[];
  readonly rest: number; // smaller than the smallest chip; drawn as a coin
}

export function stack(stake: number, chips: readonly number[]): Laid {
  const laid: number[] = [];
  let rest = stake;
  for (const chip of [...chips].sort((one, other) => other - one)) {
    for (; rest >= chip; rest -= chip) laid.push(chip);
  }
  return { chips: laid.slice(-MOST), rest };
}
