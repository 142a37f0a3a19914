// The page's words and numbers in the player's language.
import type { Language } from "../state/state";
import type { Problem } from "../wire";
import { de } from "./de";
import { en } from "./en";
import { fr } from "./fr";
import { it, type Words } from "./it";

const WORDS: Record<Language, Words> = { it, en, de, fr };

export const words = (language: Language): Words => WORDS[language];

/** Cents as people write them. */
export const money = (language: Language, currency: string, cents: number): string =>
  new Intl.NumberFormat(language, { style: "currency", currency }).format(cents / 100);

/** What was refused: in our words if it was us, else in the house's. */
export const reason = (language: Language, { code, message }: Problem): string => {
  const known = words(language);
  return code in known ? known[code as keyof Words] : message || code;
};
