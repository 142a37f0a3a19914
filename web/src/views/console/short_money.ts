// Amounts at a table, as short as possible.
import type { Language } from "../../state/state";

/** Without cents if there are none: "1 000", "12,50". */
export const short = (language: Language, cents: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: cents % 100 ? 2 : 0, useGrouping: "always" }).format(
    cents / 100,
  );
