// What a bet is called: in the player's own words, or as the sheet prints it where there are none.
import type { Language } from "../state/state";
import type { Bet, Sheet } from "../wire";
import { inWords } from "./words";

export const betName = (language: Language, sheet: Sheet | undefined, bet: Bet): string =>
  inWords(language, sheet?.bets[bet]?.label ?? bet);
