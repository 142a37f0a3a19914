// The chips on the cloth before they are bets: put down, undone, repeated, doubled.
import type { Bet, CoupPlayed, Paid, Sheet, Stakes } from "../../wire";
import type { Table } from "../state";

export interface Cloth {
  readonly steps: readonly Stakes[]; // all earlier positions of the chips, for undo; the last is the current one
  readonly last: Stakes; // the stakes of the last coup
}

export const EMPTY: Cloth = { steps: [{}], last: {} };

export const stakes = (cloth: Cloth): Stakes => cloth.steps.at(-1) ?? {};

export const total = (bets: Stakes): number =>
  Object.values(bets).reduce((sum, each) => sum + each, 0);

export const same = (one: Stakes, other: Stakes): boolean => {
  const bets = Object.keys({ ...one, ...other }) as Bet[];
  return bets.every((bet) => (one[bet] ?? 0) === (other[bet] ?? 0));
};

/** The sum of two sets of stakes. */
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

/** Takes one chip off. A stake smaller than the chip is removed. */
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

/** The chips as the server has them, for a player who comes back. */
export const fromDraft = (cloth: Cloth, draft: Stakes): Cloth => then({ ...cloth, steps: [{}] }, draft);

/** An empty cloth that remembers the stakes of the coup. */
export const played = (coup: CoupPlayed): Cloth => ({
  steps: [{}],
  last: Object.fromEntries(coup.bets.map((paid) => [paid.bet, paid.stake])),
});

/** The smallest minimum of all bets. */
export const least = ({ bets }: Sheet): number =>
  Math.min(...Object.values(bets).map(({ min }) => min));

/** The chip a player starts with: the smallest one that reaches the minimum of every bet. */
export const enough = ({ bets, money: { chips, step } }: Sheet): number => {
  const least = Math.max(...Object.values(bets).map(({ min }) => min));
  return chips.find((chip) => chip >= least) ?? chips.at(-1) ?? step;
};

/** The bets below their minimum. Stakes left by Égalité don't count, as they may be withdrawn. */
export function tooFew({ cloth, shared, rules: { sheet } }: Table): readonly Bet[] {
  const bets = together(stakes(cloth), without(shared?.stakes ?? {}, shared?.left ?? {}));
  return (Object.keys(bets) as Bet[]).filter((bet) => (bets[bet] ?? 0) < (sheet.bets[bet]?.min ?? 0));
}

/** What a coup has won or lost. Stakes that it left on the cloth still belong to the player. */
export const net = (coup: CoupPlayed | Paid): number =>
  coup.returned + total("left" in coup ? coup.left : {}) - coup.staked;
