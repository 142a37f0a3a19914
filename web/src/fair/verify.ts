// A coup held against what this browser saw before the bets; the steps as docs/fairness.md has them.
import type { Seen } from "../state/state";
import type { Coup, Sheet } from "../wire";
import { field, fromHex, hex, join, number, sha256, text, type Bytes } from "./bytes";
import { order } from "./cards";
import { hashSheet } from "./sheet";

export type Step =
  | ("seen" | "sheet" | "commitment" | "player" | "seed" | "cards") // of a coup
  | ("list" | "seeds" | "fixed" | "burn" | "coup"); // of a sabot beside
export type Verdict = "holds" | "fails" | "unknown"; // unknown: this browser wasn't there

export interface Checked {
  readonly step: Step;
  readonly verdict: Verdict;
  readonly expected: string; // empty if there is nothing to hold it against
  readonly found: string;
}

/** Every step of one coup; each shows what it compared. */
export async function verify(
  coup: Coup,
  sheet: Sheet,
  seen: Seen | undefined,
): Promise<readonly Checked[]> {
  const rules = await hashSheet(sheet);
  const isThatSheet = hex(rules) === coup.sheet; // other rules tell nothing about this coup
  const commitment = isThatSheet ? hex(await commit(coup, rules, sheet)) : undefined;
  const dealt = isThatSheet ? await deal(coup, rules, sheet) : undefined;
  return [
    check("seen", seen?.commitment, coup.commitment),
    seen?.sheet !== undefined && seen.sheet !== coup.sheet
      ? check("sheet", seen.sheet, coup.sheet)
      : check("sheet", coup.sheet, hex(rules)),
    check("commitment", commitment, coup.commitment),
    check("player", seen?.player, coup.player),
    check("seed", seen?.seed, coup.seed),
    check("cards", dealt, coup.cards),
  ];
}

/** All of it: one step that fails is enough, and so is one that nobody saw. */
export function verdict(checked: readonly Checked[]): Verdict {
  const all = checked.map((each) => each.verdict);
  return all.includes("fails") ? "fails" : all.includes("unknown") ? "unknown" : "holds";
}

/** What was found, held against what it must be. */
export function check(step: Step, expected: string | undefined, found: string): Checked {
  if (expected === undefined) return { step, verdict: "unknown", expected: "", found };
  return { step, verdict: expected === found ? "holds" : "fails", expected, found };
}

/** What was dealt, where, and the house's part in it. */
type Terms = Pick<Coup, "table" | "epoch" | "number" | "server_seed">;

const nonce = ({ table, epoch, number: of }: Terms): Bytes =>
  join(field(text(table)), number(epoch, 8), number(of, 8));

export const commit = (coup: Terms, rules: Bytes, sheet: Sheet): Promise<Bytes> =>
  sha256(
    join(
      field(text("puntobanco commitment 1")),
      fromHex(coup.server_seed),
      nonce(coup),
      rules,
      number(sheet.cards.cut ?? 0, 4),
    ),
  );

async function deal(coup: Coup, rules: Bytes, sheet: Sheet): Promise<string> {
  const entropy = join(field(text(coup.player)), field(text(coup.seed)));
  const seed = personalised(coup, entropy, rules);
  const dealt = await order(seed, sheet.cards.decks, coup.cards.length / 2);
  return dealt.join("");
}

/** What the cards are drawn from: the house's seed, and what the players have mixed in. */
export const personalised = (terms: Terms, entropy: Bytes, rules: Bytes): Bytes =>
  join(
    fromHex(terms.server_seed),
    nonce(terms),
    field(text("puntobanco cards 1")),
    field(entropy),
    field(rules),
  );
