// Files to download: proofs, coups, and the notes of this browser.
import { seenLine } from "../fair/seen_file";
import type { Effect, File as Wanted } from "../state/effect";
import { inOurDays, narrowed, sabotProof } from "./past/past_routes";
import { bearer } from "./request";

const FILE_MS = 120_000; // for all coups of an account

function whereIs(file: Wanted): readonly [path: string, name: string] {
  if (file.what === "sabot-proof")
    return [sabotProof(file), `proof-${file.table}-${file.number}.json`];
  const account = `/api/accounts/${file.account}`;
  if (file.what === "proof")
    return [`${account}/coups/${file.record}/proof`, `proof-${file.record}.json`];
  const query = file.format === "csv" ? inOurDays(file.filter) : new URLSearchParams(narrowed(file.filter));
  return [`${account}/coups.${file.format}?${query}`, `coups-${file.account}.${file.format}`];
}

/** Fetches a file with the player's token, which a link couldn't carry. */
async function fetchFile(file: Wanted, token: string): Promise<File> {
  const [path, name] = whereIs(file);
  const response = await fetch(path, {
    headers: bearer(token),
    signal: AbortSignal.timeout(FILE_MS),
  });
  if (!response.ok) throw new Error(String(response.status));
  return new File([await response.blob()], name);
}

/** Downloads a file, by a click on a link. */
function download(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export async function save(effect: Extract<Effect, { type: "save" | "save-seen" }>): Promise<void> {
  download(
    effect.type === "save"
      ? await fetchFile(effect.file, effect.token)
      : new File([await seenLine(effect.seen)], `seen-${effect.name}.jsonl`),
  );
}
