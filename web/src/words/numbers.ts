// Money and shares as people write them; a format is made once, and used for ever.
import type { Language } from "../state/state";

const formats = new Map<string, Intl.NumberFormat>();
const currencies = new Map<Language, Intl.DisplayNames>();
const lists = new Map<Language, Intl.ListFormat>();

/** Making one takes as long as a hundred uses of it. */
export function format(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${language} ${JSON.stringify(options)}`;
  const made = formats.get(name) ?? new Intl.NumberFormat(language, options);
  formats.set(name, made);
  return made;
}

/** Cents as people write them. */
export const money = (language: Language, currency: string, cents: number): string =>
  format(language, { style: "currency", currency, useGrouping: "always" }).format(cents / 100);

/** The same without the currency, where any of them may be meant. */
export const figure = (language: Language, cents: number): string =>
  format(language, { minimumFractionDigits: 2, useGrouping: "always" }).format(cents / 100);

/** As short as it goes, on a chip. */
export const brief = (language: Language, cents: number): string =>
  format(language, { minimumFractionDigits: cents % 100 ? 2 : 0, useGrouping: false }).format(
    cents / 100,
  );

/** A share the server has computed in per cent. */
export const percent = (language: Language, rtp: string): string =>
  format(language, { style: "percent", minimumFractionDigits: 2 }).format(Number(rtp) / 100);

/** What a currency is called. */
export function currencyName(language: Language, currency: string): string {
  const made = currencies.get(language) ?? new Intl.DisplayNames(language, { type: "currency" });
  currencies.set(language, made);
  return made.of(currency) ?? currency;
}

/** One of them, or another. */
export function either(language: Language, each: readonly string[]): string {
  const made = lists.get(language) ?? new Intl.ListFormat(language, { type: "disjunction" });
  lists.set(language, made);
  return made.format(each);
}

/** The first of each kind is slow, and the house hasn't answered yet: one at a time, meanwhile. */
export function sharpen(language: Language): void {
  const pens = [
    () => figure(language, 0),
    () => either(language, [""]),
    () => currencyName(language, "EUR"),
  ];
  for (const pen of pens) setTimeout(pen);
}
