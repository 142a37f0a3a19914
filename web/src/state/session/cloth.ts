// The chips on the cloth before they are bets: put down, taken back, repeated, doubled.
import type { Bet, Coup, Paid, Sheet, Stakes } from "../../wire";
import type { Table } from "../state";

export interface Cloth {
  readonly steps: readonly Stakes[]; // every cloth that led to the one that lies there now
  readonly last: Stakes; // what was bet the last time
}

export const EMPTY: Cloth = { steps: [{}], last: {} };

export const stakes = (cloth: Cloth): Stakes => cloth.steps.at(-1) ?? {};

export const total = (bets: Stakes): number =>
  Object.values(bets).reduce((sum, each) => sum + each, 0);

export const same = (one: Stakes, other: Stakes): boolean => {
  const bets = Object.keys({ ...one, ...other }) as Bet[];
  return bets.every((bet) => (one[bet] ?? 0) === (other[bet] ?? 0));
};

/** What two hands have laid. */
export const together = (one: Stakes, other: Stakes): Stakes =>
  Object.fromEntries(
    (Object.keys({ ...one, ...other }) as Bet[]).map((bet) => [
      bet,
      (one[bet] ?? 0) + (other[bet] ?? 0),
    ]),
  );

export const without = (stakes: Stakes, bets: Stakes): Stakes =>
  Object.fromEntries(
    Object.entries(stakes)
      .map(([bet, stake]) => [bet, stake - (bets[bet as keyof Stakes] ?? 0)] as const)
      .filter(([, stake]) => stake > 0),
  );

const then = (cloth: Cloth, next: Stakes): Cloth =>
  same(stakes(cloth), next) ? cloth : { ...cloth, steps: [...cloth.steps, next] };

export const add = (cloth: Cloth, bet: Bet, chip: number): Cloth =>
  then(cloth, { ...stakes(cloth), [bet]: (stakes(cloth)[bet] ?? 0) + chip });

/** One chip off; a smaller stake goes as a whole. */
export function take(cloth: Cloth, bet: Bet, chip: number): Cloth {
  const { [bet]: stake = 0, ...others } = stakes(cloth);
  return then(cloth, stake > chip ? { ...others, [bet]: stake - chip } : others);
}

export const back = (cloth: Cloth): Cloth =>
  cloth.steps.length > 1 ? { ...cloth, steps: cloth.steps.slice(0, -1) } : cloth;

export const clear = (cloth: Cloth): Cloth => then(cloth, {});

export const repeat = (cloth: Cloth): Cloth =>
  total(cloth.last) ? then(cloth, cloth.last) : cloth;

export const double = (cloth: Cloth): Cloth =>
  then(
    cloth,
    Object.fromEntries(Object.entries(stakes(cloth)).map(([bet, stake]) => [bet, 2 * stake])),
  );

/** What the server has lying there, for somebody who comes back to it. */
export const fromDraft = (cloth: Cloth, draft: Stakes): Cloth => then({ ...cloth, steps: [{}] }, draft);

/** The stakes have been played: an empty cloth that remembers them. */
export const played = (coup: Coup): Cloth => ({
  steps: [{}],
  last: Object.fromEntries(coup.bets.map((paid) => [paid.bet, paid.stake])),
});

/** The smallest bet there is. */
export const least = ({ bets }: Sheet): number =>
  Math.min(...Object.values(bets).map(({ min }) => min));

/** The first chip in hand: one of it is enough on every spot, if there is such a chip. */
export const enough = ({ bets, money: { chips, step } }: Sheet): number => {
  const least = Math.max(...Object.values(bets).map(({ min }) => min));
  return chips.find((chip) => chip >= least) ?? chips.at(-1) ?? step;
};

/** Where too little lies to be bet: what Égalité left may be withdrawn, and counts for nothing. */
export function tooFew({ cloth, live, house: { sheet } }: Table): readonly Bet[] {
  const bets = together(stakes(cloth), without(live?.stakes ?? {}, live?.left ?? {}));
  return (Object.keys(bets) as Bet[]).filter((bet) => (bets[bet] ?? 0) < (sheet.bets[bet]?.min ?? 0));
}

/** What a coup has won or lost: what it left on the cloth is the player's. */
export const net = (coup: Coup | Paid): number =>
  coup.returned + total("left" in coup ? coup.left : {}) - coup.staked;
