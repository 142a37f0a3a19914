// Bytes in the format of docs/fairness.md.

export type Bytes = Uint8Array<ArrayBuffer>;

export const text = (value: string): Bytes => new TextEncoder().encode(value) as Bytes;

export function join(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The data, preceded by its length in four bytes. */
export const field = (data: Bytes): Bytes => join(number(data.length, 4), data);

export function number(value: number, length: 4 | 8): Bytes {
  const view = new DataView(new ArrayBuffer(length));
  if (length === 8) view.setBigUint64(0, BigInt(value));
  else view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

export const hex = (data: Bytes): string =>
  Array.from(data, (each) => each.toString(16).padStart(2, "0")).join("");

export function fromHex(digits: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new Error("not in hex digits");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const sha256 = async (data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", data));
