// Formats of numbers, times and dates that only the rules, the history and the desk need.
import type { Language } from "../../state/state";
import { format, locale } from "../numbers";

const dates = new Map<string, Intl.DateTimeFormat>();

/** An amount with its sign. */
export const signed = (language: Language, currency: string, cents: number): string =>
  format(language, { style: "currency", currency, signDisplay: "exceptZero", useGrouping: "always" })
    .format(cents / 100)
    .replace("-", "−");

/** A share with all decimals the server has sent. */
export const closely = (language: Language, rtp: string): string =>
  format(language, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(Number(rtp) / 100);

/** A number that the server has sent as a decimal. */
export const decimal = (language: Language, written: string): string =>
  format(language, { maximumFractionDigits: 4 }).format(Number(written));

/** A duration in words: in minutes if it is whole minutes. */
export function long(language: Language, seconds: number): string {
  const isMinutes = seconds % 60 === 0;
  const unit = isMinutes ? "minute" : "second";
  const said = { style: "unit", unit, unitDisplay: "long" } as const;
  return format(language, said).format(isMinutes ? seconds / 60 : seconds);
}

/** A date in the format of the language. */
function dated(language: Language, options: Intl.DateTimeFormatOptions, at: number): string {
  const name = `${language} ${JSON.stringify(options)}`;
  const made =
    dates.get(name) ?? new Intl.DateTimeFormat(locale(language), options);
  dates.set(name, made);
  return made.format(at);
}

export const day = (language: Language, at: number): string =>
  dated(language, { dateStyle: "full" }, at);

/** A day as short as it is clear. */
export const dayName = (language: Language, at: number): string =>
  dated(language, { weekday: "short", day: "numeric", month: "short", year: "numeric" }, at);

export const clock = (language: Language, at: number): string =>
  dated(language, { timeStyle: "medium" }, at);

/** Without the year: when a session began. */
export const sessionBegan = (language: Language, at: number): string =>
  dated(language, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }, at);

/** A time of the day, without seconds. */
export const minutes = (language: Language, at: number): string =>
  dated(language, { timeStyle: "short" }, at);

export const dayAndMinutes = (language: Language, at: number): string =>
  dated(language, { dateStyle: "medium", timeStyle: "short" }, at);

export const moment = (language: Language, at: number): string =>
  dated(language, { dateStyle: "medium", timeStyle: "medium" }, at);
