// What the browser keeps from one visit to the next.
import type { Kept } from "./state/effect";
import type { Started } from "./state/message";
import { LANGUAGES, type Seen, type Settings } from "./state/state";

const name = (what: Kept): string => `puntobanco.${what}`;

function read<T>(what: Kept, otherwise: T): T {
  try {
    const text = localStorage.getItem(name(what));
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // somebody else's, or storage that is switched off
  }
}

/** The first language of the browser's that is also ours. */
function spoken(): Partial<Settings> {
  const ours = navigator.languages.flatMap((spoken) =>
    LANGUAGES.filter((each) => spoken.startsWith(each)),
  );
  return ours[0] ? { language: ours[0] } : {};
}

export const readKept = (): Started => ({
  type: "started",
  token: read<string | null>("token", null),
  settings: { ...spoken(), ...read<Partial<Settings>>("settings", {}) },
  seen: read<readonly Seen[]>("seen", []),
  still: matchMedia("(prefers-reduced-motion: reduce)").matches,
});

export function keep(what: Kept, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(name(what));
    else localStorage.setItem(name(what), JSON.stringify(value));
  } catch {
    // Full, or switched off: the evening goes on without.
  }
}
