// Amounts on all pages of the staff: one way to write them, and one minus sign.
import type { Language } from "../../state/state";
import { brief, figure, format, money } from "../numbers";

/** The minus of a printed page, where Intl writes a hyphen. */
const printed = (text: string): string => text.replace("-", "−");

/** An amount that is added up or written down: always with two places. */
export const sum = (language: Language, cents: number): string => printed(figure(language, cents));

/** The same with its currency. */
export const sumIn = (language: Language, currency: string, cents: number): string => printed(money(language, currency, cents));

/** The same with a plus or a minus. */
export const balanceOf = (language: Language, cents: number): string => `${cents > 0 ? "+" : ""}${sum(language, cents)}`;

/** What lies on the cloth, or may lie there: without cents if there are none. */
export const short = (language: Language, cents: number): string =>
  printed(brief(language, cents));

/** Hundredths of a percent. */
export const share = (language: Language, hundredths: number): string =>
  printed(format(language, { style: "percent", minimumFractionDigits: 2 }).format(hundredths / 10_000));
