// Reads what a scanner types: a card's code and Enter, anywhere on the page.

const RANKS: Readonly<Record<string, string>> = {
  ...{ A: "A", "1": "A", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8" },
  ...{ "9": "9", "10": "T", T: "T", J: "J", Q: "Q", K: "K" },
};
const SUITS = "cdhs";
const PAUSE_MS = 1_500; // after a longer pause a new code begins
const LONGEST = 12;

/** The wire's card for a code such as "KH", "10S", "ts" or "9♦"; null if the code is no card. */
export function cardOf(code: string): string | null {
  const written = code.trim().toUpperCase();
  const suit = SUITS["♣♦♥♠".indexOf(written.slice(-1))] ?? written.slice(-1).toLowerCase();
  const rank = RANKS[written.slice(0, -1)];
  return rank && suit && SUITS.includes(suit) ? rank + suit : null;
}

export interface Typed {
  readonly text: string;
  readonly at: number;
}

export const NOTHING: Typed = { text: "", at: 0 };

/** What has been typed, one key later, and the complete code if the key was Enter. */
export function typed(before: Typed, key: string, at: number): readonly [Typed, word: string | null] {
  const text = at - before.at > PAUSE_MS ? "" : before.text;
  if (key === "Enter") return [NOTHING, text || null];
  if (key.length > 1) return [key === "Shift" ? { text, at } : NOTHING, null];
  return [{ text: (text + key).slice(-LONGEST), at }, null];
}

// --- in a text field ---------------------------------------------------------------------

const FAST_MS = 60; // between two keys: a scanner is this fast, a person is not

/** A key typed into a text field, and the text before it. */
export interface Stroke {
  readonly key: string;
  readonly at: number;
  readonly words: string;
  readonly caret: number;
}

/** The last keys that came as fast as a scanner's. */
export function struck(before: readonly Stroke[], stroke: Stroke): readonly Stroke[] {
  if (stroke.key === "Shift") return before;
  if (stroke.key.length > 1) return [];
  const last = before.at(-1);
  return [...(last && stroke.at - last.at <= FAST_MS ? before : []), stroke].slice(-LONGEST);
}

/**
 * The card code that Enter has just ended in a text field, and its first key: the text from before it is
 * restored.
 */
export function scannedInto(strokes: readonly Stroke[], at: number): readonly [code: string, first: Stroke] | null {
  const last = strokes.at(-1);
  if (!last || at - last.at > FAST_MS) return null;
  for (const length of [3, 2]) {
    const keys = strokes.slice(-length);
    const code = keys.map(({ key }) => key).join("");
    const [first] = keys;
    if (first && cardOf(code)) return [code, first];
  }
  return null;
}
