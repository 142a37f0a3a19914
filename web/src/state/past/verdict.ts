// What a step of a verification says.

export type ProofStep =
  | ("kind" | "table" | "epoch" | "number" | "seen" | "sheet" | "cut" | "commitment")
  | ("seeds" | "seed" | "ended" | "fixed" | "burn" | "cards" | "coup")
  | ("house" | "player") // of a coup alone
  | ("list" | "shown"); // of a sabot alone
export type Verdict = "holds" | "fails" | "unknown"; // unknown: this browser wasn't there

export interface Checked {
  readonly step: ProofStep;
  readonly verdict: Verdict;
  readonly expected: string; // empty if there is nothing to hold it against
  readonly found: string;
}

/** All of it: one step that fails is enough, and so is one that nobody saw. */
export function verdict(checked: readonly Checked[]): Verdict {
  const all = checked.map((each) => each.verdict);
  return all.includes("fails") ? "fails" : all.includes("unknown") ? "unknown" : "holds";
}

/** What was found, held against what it must be; the first of them is who was there to see it. */
export function hold(
  step: ProofStep,
  pairs: readonly (readonly [expected: string | undefined, found: string])[],
): Checked {
  const wrong = pairs.find(([expected, found]) => expected !== undefined && expected !== found);
  const [expected, found = ""] = wrong ?? pairs[0] ?? [];
  if (wrong) return { step, verdict: "fails", expected: expected ?? "", found };
  return { step, verdict: expected === undefined ? "unknown" : "holds", expected: expected ?? "", found };
}
