// A bet by the name that its sheet prints on the cloth.
import type { Bet, Sheet } from "../wire";

export const betLabel = (sheet: Sheet | undefined, bet: Bet): string => sheet?.bets[bet]?.label ?? bet;
