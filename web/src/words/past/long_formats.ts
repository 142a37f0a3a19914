// Numbers, times and dates that are only read: in the rules, in the Cronologia, at the desk.
import type { Language } from "../../state/state";
import { format } from "../numbers";

const dates = new Map<string, Intl.DateTimeFormat>();

/** In or out, with its sign. */
export const signed = (language: Language, currency: string, cents: number): string =>
  format(language, { style: "currency", currency, signDisplay: "exceptZero", useGrouping: "always" })
    .format(cents / 100)
    .replace("-", "−");

/** A share as near as the server has written it. */
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
