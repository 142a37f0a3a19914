// The hash that fixes the order of the cards: the house's commitment with the player's own seed.
import type { Seen } from "../state/state";
import { field, fromHex, hex, join, sha256, text } from "./bytes";

async function fixed(commitment: string, player: string, seed: string): Promise<string> {
  const list = join(field(text(player)), await sha256(text(seed)), field(text(seed)));
  const parts = [field(text("puntobanco fixed 1")), fromHex(commitment), field(text("played"))];
  return hex(await sha256(join(...parts, field(list))));
}

/** What this browser saw of a coup or a sabot, as `puntobanco verify --seen` reads it. */
export async function seenLine({ seed, player, ...seen }: Seen): Promise<string> {
  // A sabot's is over the whole list, and stands in the note.
  const isBet = seed !== undefined && player !== undefined && seen.hashes === undefined;
  const line = isBet ? { ...seen, fixed: await fixed(seen.commitment, player, seed) } : seen;
  return `${JSON.stringify(line)}\n`;
}
