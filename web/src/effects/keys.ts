// Keys and seeds, each drawn here and used once.
import { type Bytes, hex } from "../fair/bytes";

const drawn = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count));

/** A UUID of version 7: milliseconds first, then random bits. */
export function newKey(now: number): string {
  const digits = now.toString(16).padStart(12, "0") + hex(drawn(10));
  const variant = "89ab"[parseInt(digits.charAt(16), 16) & 3];
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `7${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join("-");
}

/** 128 random bits. */
export const newSeed = (): string => hex(drawn(16));
