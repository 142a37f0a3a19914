// The result of a verification and of each of its steps.

export type ProofStep =
  | ("kind" | "table" | "epoch" | "number" | "seen" | "sheet" | "cut" | "commitment")
  | ("seeds" | "seed" | "ended" | "fixed" | "burn" | "cards" | "coup")
  | ("house" | "player") // of a coup only
  | ("list" | "shown"); // of a sabot only
export type Verdict = "holds" | "fails" | "unknown"; // unknown: this browser has no note to compare with

export interface Checked {
  readonly step: ProofStep;
  readonly verdict: Verdict;
  readonly expected: string; // empty: there is nothing to compare with
  readonly found: string;
}

/** The verdict of all steps: one that fails is enough, else one that is unknown. */
export function verdict(checked: readonly Checked[]): Verdict {
  const all = checked.map((each) => each.verdict);
  return all.includes("fails") ? "fails" : all.includes("unknown") ? "unknown" : "holds";
}

/** Compares what was found with what is expected. The first pair is what this browser has noted itself. */
export function hold(
  step: ProofStep,
  pairs: readonly (readonly [expected: string | undefined, found: string])[],
): Checked {
  const wrong = pairs.find(([expected, found]) => expected !== undefined && expected !== found);
  const [expected, found = ""] = wrong ?? pairs[0] ?? [];
  if (wrong) return { step, verdict: "fails", expected: expected ?? "", found };
  return { step, verdict: expected === undefined ? "unknown" : "holds", expected: expected ?? "", found };
}
