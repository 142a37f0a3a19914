// The stakes of one player while the croupier lays chips or types amounts, before they are keyed in.
import { without } from "../session/cloth";
import type { Bet, Sheet, Stakes } from "../../wire";

export interface TypedStakes {
  readonly lies: Stakes;
  readonly base: Stakes; // what lay there before an amount was typed
  readonly typed: string; // an amount on the chosen bet
  readonly laid: readonly (readonly [Bet, number])[]; // the chips that were added here, for undo
}

const AMOUNT = /^\d{1,7}([.,]\d{1,2})?$/;
const EXAMPLES: readonly number[] = [120_000, 1_250];

export const begun = (lies: Stakes): TypedStakes => ({ lies, base: lies, typed: "", laid: [] });

/** Whether the typed text is no amount. Nothing goes on before it is mended. */
export const isUnread = ({ typed }: TypedStakes): boolean => typed !== "" && !AMOUNT.test(typed);

export const withChip = ({ lies, laid }: TypedStakes, bet: Bet, cents: number): TypedStakes => ({
  ...begun({ ...lies, [bet]: (lies[bet] ?? 0) + cents }),
  laid: [...laid, [bet, cents]],
});

/** Takes off the last chip. */
export function less(stakes: TypedStakes): TypedStakes {
  const { lies, laid } = stakes;
  const last = laid.at(-1);
  if (!last) return stakes;
  const [bet, cents] = last;
  return { ...stakes, lies: without(lies, { [bet]: cents }), laid: laid.slice(0, -1) };
}

/** The typed amount replaces what lay on the chosen bet. */
export function withAmount(stakes: TypedStakes, bet: Bet, text: string): TypedStakes {
  const base = stakes.typed ? stakes.base : stakes.lies;
  const cents = AMOUNT.test(text) ? Math.round(Number(text.replace(",", ".")) * 100) : null;
  if (cents === null) return { ...stakes, lies: base, base, typed: text };
  const others = without(base, { [bet]: base[bet] ?? 0 });
  return { lies: cents ? { ...others, [bet]: cents } : others, base, typed: text, laid: [] };
}

/** Clears the chosen bet; the others stay. */
export const cleared = ({ lies, laid }: TypedStakes, bet: Bet): TypedStakes => ({
  ...begun(without(lies, { [bet]: lies[bet] ?? 0 })),
  laid: laid.filter(([on]) => on !== bet),
});

/** Amounts that can be staked here, as examples of how to write one: with cents only where stakes may have cents. */
export function examples({ step, coup_max }: Pick<Sheet["money"], "step" | "coup_max">): readonly number[] {
  const stakable = EXAMPLES.map((cents) => Math.max(step, Math.floor(Math.min(cents, coup_max) / step) * step));
  return stakable.filter((cents, n) => n === 0 || cents % 100 !== 0);
}
