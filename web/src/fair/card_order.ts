// From two seeds to an order of cards: HMAC_DRBG with SHA-256, then a shuffle without bias.
import { join, type Bytes } from "./bytes";

const CALL = 2048; // bytes from each Generate call
const BLOCK = 32;
const ALL_WORDS = 2 ** 32;

const DECK = [..."A23456789TJQK"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));

async function mac(key: Bytes, ...message: readonly Bytes[]): Promise<Bytes> {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, hash, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, join(...message)));
}

/** The generator's output as 32-bit words. `seed` is entropy, nonce and personalisation together. */
async function* words(seed: Bytes): AsyncGenerator<number> {
  let key: Bytes = new Uint8Array(BLOCK);
  let value: Bytes = new Uint8Array(BLOCK).fill(1);
  for (const round of [0, 1]) {
    key = await mac(key, value, Uint8Array.of(round), seed);
    value = await mac(key, value);
  }
  for (;;) {
    for (let made = 0; made < CALL; made += BLOCK) {
      value = await mac(key, value);
      const view = new DataView(value.buffer);
      for (let at = 0; at < BLOCK; at += 4) yield view.getUint32(at);
    }
    key = await mac(key, value, Uint8Array.of(0));
    value = await mac(key, value);
  }
}

/** The first cards of a shuffled sabot. */
export async function order(seed: Bytes, decks: number, cards: number): Promise<string[]> {
  const sabot = Array.from({ length: decks }, () => DECK).flat();
  const stream = words(seed);
  for (let place = 0; place < cards; place += 1) {
    const choices = sabot.length - place;
    let word = await next(stream);
    while (word >= ALL_WORDS - (ALL_WORDS % choices)) word = await next(stream);
    const chosen = place + (word % choices);
    [sabot[place], sabot[chosen]] = [sabot[chosen] as string, sabot[place] as string];
  }
  return sabot.slice(0, cards);
}

const next = async (stream: AsyncGenerator<number>): Promise<number> =>
  (await stream.next()).value as number;
