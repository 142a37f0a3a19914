// What was seen, as a line to keep.
import type { SeenCommitment } from "../state/state";
import { fixedBy } from "./proof";

/** What this browser saw of a coup or a sabot, as `puntobanco verify --seen` reads it. */
export async function seenLine({ seed, player, shown: _, ...seen }: SeenCommitment): Promise<string> {
  // A sabot's is over the whole list, and stands in the note.
  const isBet = seed !== undefined && player !== undefined && seen.hashes === undefined;
  const line = isBet ? { ...seen, fixed: await fixedBy(seen.commitment, player, seed) } : seen;
  return `${JSON.stringify(line)}\n`;
}
