// Money and percentages in the formats of each language.
import type { Language } from "../state/state";

const formats = new Map<string, Intl.NumberFormat>();
const currencies = new Map<Language, Intl.DisplayNames>();
const lists = new Map<Language, Intl.ListFormat>();

/** English is British: "0, 1 or 2", and the day before the month. */
export const locale = (language: Language): string => (language === "en" ? "en-GB" : language);

/** Formats are cached: making one takes as long as using it a hundred times. */
export function format(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${language} ${JSON.stringify(options)}`;
  const made = formats.get(name) ?? new Intl.NumberFormat(locale(language), options);
  formats.set(name, made);
  return made;
}

/** Cents as an amount with its currency. */
export const money = (language: Language, currency: string, cents: number): string =>
  format(language, { style: "currency", currency, useGrouping: "always" }).format(cents / 100);

/** The same without the currency, where it is known or doesn't matter. */
export const figure = (language: Language, cents: number): string =>
  format(language, { minimumFractionDigits: 2, useGrouping: "always" }).format(cents / 100);

/** What was won or lost: "+23.75", "−25.00" or "0.00". */
export const signed = (language: Language, cents: number): string =>
  format(language, { minimumFractionDigits: 2, useGrouping: "always", signDisplay: "exceptZero" })
    .format(cents / 100)
    .replace("-", "−");

/** As short as possible, for a chip or a limit. */
export const brief = (language: Language, cents: number): string =>
  format(language, { minimumFractionDigits: cents % 100 ? 2 : 0, useGrouping: "always" }).format(
    cents / 100,
  );

/** An amount as it is typed: without separators between thousands. */
export const typable = (language: Language, cents: number): string =>
  format(language, { minimumFractionDigits: cents % 100 ? 2 : 0, useGrouping: false }).format(cents / 100);

/** Odds as people say them: 19:20 is 0.95:1. They stand as they are if four decimals don't hold them. */
export function oddsText(language: Language, odds: string): string {
  const [win = 0, stake = 1] = odds.split(":").map(Number);
  if ((win * 10_000) % stake) return odds;
  return `${format(language, { maximumFractionDigits: 4 }).format(win / stake)}:1`;
}

/** A share that the server has computed in per cent, or two that it lies between: "98.53–98.99%", which no line breaks. */
export function percent(language: Language, rtp: string, lowest = rtp): string {
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const share = format(language, { ...decimals, style: "percent" }).format(Number(rtp) / 100);
  return lowest === rtp ? share : `${format(language, decimals).format(Number(lowest))}–\u2060${share}`;
}

/** The name of a currency. */
export function currencyName(language: Language, currency: string): string {
  const made = currencies.get(language) ?? new Intl.DisplayNames(locale(language), { type: "currency" });
  currencies.set(language, made);
  return made.of(currency) ?? currency;
}

/** Between a name and what is said of it: French has a space before it. */
export const colon = (language: Language): string => (language === "fr" ? "\u202f: " : ": ");

/** A list joined with "or". */
export function either(language: Language, each: readonly string[]): string {
  const made = lists.get(language) ?? new Intl.ListFormat(locale(language), { type: "disjunction" });
  lists.set(language, made);
  return made.format(each);
}

/** Makes the slow first format of each kind while the page waits for the house, one at a time. */
export function sharpen(language: Language): void {
  const pens = [
    () => figure(language, 0),
    () => either(language, [""]),
    () => currencyName(language, "EUR"),
  ];
  for (const pen of pens) setTimeout(pen);
}
