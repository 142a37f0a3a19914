// The label of a bet, as the sheet prints it on the cloth.
import type { Bet, Sheet } from "../wire";

export const betLabel = (sheet: Sheet | undefined, bet: Bet): string => sheet?.bets[bet]?.label ?? bet;
