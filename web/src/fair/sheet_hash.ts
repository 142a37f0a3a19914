// The hash of a sheet, as docs/fairness.md describes it.
import type { Sheet } from "../wire";
import { hex, sha256, text, type Bytes } from "./bytes";

/** JSON with the keys of every object sorted, and no spaces. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")}}`;
}

export const hashSheet = (sheet: Sheet): Promise<Bytes> => sha256(text(canonical(sheet)));

/** In hex digits; nothing if the browser has no WebCrypto, which needs https. */
export const hashedHere = async (sheet: Sheet): Promise<{ readonly hashed?: string }> =>
  crypto.subtle ? { hashed: hex(await hashSheet(sheet)) } : {};
