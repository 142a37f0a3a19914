// Moments in the time zone in which the casino counts its days.
import type { Language } from "../../state/state";
import { locale } from "../numbers";

const DAY = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const HOUR = { hour: "2-digit", minute: "2-digit" } as const;

export const timeOf = (language: Language, timeZone: string, at: number, day: boolean, hour: boolean): string =>
  new Intl.DateTimeFormat(locale(language), { timeZone, ...(day ? DAY : {}), ...(hour ? HOUR : {}) }).format(at);

/** Whether this device's clock says another time of the day than the casino's. */
export function isElsewhere(timeZone: string, at: number): boolean {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return timeOf("en", timeZone, at, true, true) !== timeOf("en", own, at, true, true);
}
