// A noted commitment, as a line of a file.
import type { SeenCommitment } from "../state/state";
import { fixedBy } from "./proof";

/** What this browser has noted about a coup or a sabot, in the format of `puntobanco verify --seen`. */
export async function seenLine({ seed, player, shown: _, ...seen }: SeenCommitment): Promise<string> {
  // For a sabot the hash covers the whole list, and is in the note already.
  const isBet = seed !== undefined && player !== undefined && seen.hashes === undefined;
  const line = isBet ? { ...seen, fixed: await fixedBy(seen.commitment, player, seed) } : seen;
  return `${JSON.stringify(line)}\n`;
}
