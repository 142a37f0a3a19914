// The page's words in the player's language.
import type { Language } from "../state/state";
import type { Problem } from "../wire";
import { desk, dictionary } from "./dictionary";
import type { DeskWords } from "./it/desk";
import type { Words } from "./it/page";

export { currencyName, either, figure, moment, money, percent, signed } from "./numbers";

export const words = (language: Language): Words => dictionary(language).page;

/** What is printed on a cloth, for who reads no Italian; nothing where it needs no words. */
export const meaning = (language: Language, label: string): string | undefined => {
  const found = dictionary(language).printed[label];
  return found === label ? undefined : found;
};

/** Wherever the desk stands. */
export const deskWords = (language: Language): Words & DeskWords => ({
  ...words(language),
  ...desk.in(language),
});

/** What was refused: in our words if it was us, else in the house's. */
export const reason = (language: Language, { code, message }: Problem): string => {
  const known: Readonly<Record<string, string>> = desk.isOpen ? deskWords(language) : words(language);
  return known[code] ?? (message || code);
};
