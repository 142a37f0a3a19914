// The page's words in the player's language.
import type { Language } from "../state/state";
import type { Problem } from "../wire";
import { deskShelf, dictionary } from "./dictionary";
import type { DeskWords } from "./it/desk";
import type { Words } from "./it/page";

export { currencyName, either, figure, money, percent } from "./numbers";

export const words = (language: Language): Words => dictionary(language).page;

/** What is printed on a cloth, for who reads no Italian; nothing where it needs no words. */
export const meaning = (language: Language, label: string): string | undefined => {
  const found = dictionary(language).printed[label];
  return found === label ? undefined : found;
};

/** Wherever the desk stands. */
export const deskWords = (language: Language): Words & DeskWords => ({
  ...words(language),
  ...deskShelf.in(language),
});

/** A code without words of its own: too much, the house's trouble, or a page and a house that differ. */
const kindOf = (code: string): "limit/too-fast" | "store/failed" | "message/bad" =>
  code.startsWith("limit/") ? "limit/too-fast" : /^s(tore|erver)\//.test(code) ? "store/failed" : "message/bad";

/** What was refused, in the language that is spoken; the house's own words are English. */
export const reason = (language: Language, { code }: Problem): string => {
  const known: Readonly<Record<string, string>> = deskShelf.isOpen ? deskWords(language) : words(language);
  return known[code] ?? words(language)[kindOf(code)];
};
