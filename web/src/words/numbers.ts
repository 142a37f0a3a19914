// Money, shares, times and dates as people write them; a format is made once, and used for ever.
import type { Language } from "../state/state";

const formats = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const currencies = new Map<Language, Intl.DisplayNames>();
const lists = new Map<Language, Intl.ListFormat>();

/** Making one takes as long as a hundred uses of it. */
function format(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
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

/** In or out, with its sign. */
export const signed = (language: Language, currency: string, cents: number): string =>
  format(language, { style: "currency", currency, signDisplay: "exceptZero", useGrouping: "always" })
    .format(cents / 100)
    .replace("-", "−");

/** A share the server has computed in per cent. */
export const percent = (language: Language, rtp: string): string =>
  format(language, { style: "percent", minimumFractionDigits: 2 }).format(Number(rtp) / 100);

/** The same as near as the server has written it. */
export const closely = (language: Language, rtp: string): string =>
  format(language, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(Number(rtp) / 100);

/** A number the server has written as a decimal. */
export const decimal = (language: Language, written: string): string =>
  format(language, { maximumFractionDigits: 4 }).format(Number(written));

/** A time as people say it: whole minutes where they are. */
export function long(language: Language, seconds: number): string {
  const isMinutes = seconds % 60 === 0;
  const unit = isMinutes ? "minute" : "second";
  const said = { style: "unit", unit, unitDisplay: "long" } as const;
  return format(language, said).format(isMinutes ? seconds / 60 : seconds);
}

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

/** Dates as they are written where these houses are. */
function dated(language: Language, options: Intl.DateTimeFormatOptions, at: number): string {
  const name = `${language} ${JSON.stringify(options)}`;
  const made =
    dates.get(name) ?? new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, options);
  dates.set(name, made);
  return made.format(at);
}

export const day = (language: Language, at: number): string =>
  dated(language, { dateStyle: "full" }, at);

export const clock = (language: Language, at: number): string =>
  dated(language, { timeStyle: "medium" }, at);

export const moment = (language: Language, at: number): string =>
  dated(language, { dateStyle: "medium", timeStyle: "medium" }, at);
