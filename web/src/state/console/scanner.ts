// Cards as a scanner types them: a code and Enter, anywhere on the page.

const RANKS: Readonly<Record<string, string>> = {
  ...{ A: "A", "1": "A", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8" },
  ...{ "9": "9", "10": "T", T: "T", J: "J", Q: "Q", K: "K" },
};
const SUITS = "cdhs";
const PAUSE_MS = 1_500; // behind which what was typed before is another word
const LONGEST = 12;

/** The wire's card for a code such as "KH", "10S", "ts" or "9♦"; null if it is none. */
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

/** What has been typed with one more key, and the word if it is the end of one. */
export function typed(before: Typed, key: string, at: number): readonly [Typed, word: string | null] {
  const text = at - before.at > PAUSE_MS ? "" : before.text;
  if (key === "Enter") return [NOTHING, text || null];
  if (key.length > 1) return [key === "Shift" ? { text, at } : NOTHING, null];
  return [{ text: (text + key).slice(-LONGEST), at }, null];
}

// --- in a field for words ----------------------------------------------------------------

const FAST_MS = 60; // from key to key: nobody's fingers are that quick, any scanner is

/** A key that went into a field, and what stood there before it. */
export interface Stroke {
  readonly key: string;
  readonly at: number;
  readonly words: string;
  readonly caret: number;
}

/** The keys that follow one another as fast as a scanner's, with one more. */
export function struck(before: readonly Stroke[], stroke: Stroke): readonly Stroke[] {
  if (stroke.key === "Shift") return before;
  if (stroke.key.length > 1) return [];
  const last = before.at(-1);
  return [...(last && stroke.at - last.at <= FAST_MS ? before : []), stroke].slice(-LONGEST);
}

/** The card an Enter has ended in a field, and its first stroke: those words stand there without it. */
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
