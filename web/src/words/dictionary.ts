// The languages: each a file of its own, loaded before anything is said in it.
import type { Language } from "../state/state";
import type { Names } from "./cards";
import type { Hints } from "./hints";
import type { Words } from "./it/page";
import type { PastWords } from "./past";
import type { Rulebook } from "./rulebook";
import type { Lines } from "./voice";

/** Everything that is said in one language. */
export interface Dictionary {
  readonly cards: Names;
  readonly hints: Hints;
  readonly page: Words;
  readonly past: PastWords;
  readonly rulebook: Rulebook;
  readonly voice: Lines;
}

const FILES: Readonly<Record<Language, () => Promise<{ readonly default: Dictionary }>>> = {
  it: () => import("./it"),
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
};

const loaded = new Map<Language, Dictionary>();

/** From now on it can be spoken. */
export async function load(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, (await FILES[language]()).default);
}

export function dictionary(language: Language): Dictionary {
  const found = loaded.get(language);
  if (!found) throw new Error(`${language} is spoken before it is loaded`);
  return found;
}
