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
  new Intl.NumberFormat(language, { style: "currency", currency, useGrouping: "always" }).format(cents / 100);

/** The same without the currency, where any of them may be meant. */
export const figure = (language: Language, cents: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, useGrouping: "always" }).format(
    cents / 100,
  );

/** In or out, with its sign. */
export const signed = (language: Language, currency: string, cents: number): string =>
  new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    signDisplay: "exceptZero",
  }).format(cents / 100);

/** What a currency is called. */
export const currencyName = (language: Language, currency: string): string =>
  new Intl.DisplayNames(language, { type: "currency" }).of(currency) ?? currency;

/** A share the server has computed in per cent. */
export const percent = (language: Language, rtp: string): string =>
  new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2 }).format(
    Number(rtp) / 100,
  );

/** What was refused: in our words if it was us, else in the house's. */
export const reason = (language: Language, { code, message }: Problem): string => {
  const known = words(language);
  return code in known ? known[code as keyof Words] : message || code;
};
