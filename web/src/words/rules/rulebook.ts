// The words around a house's own rules.
import type { Language } from "../../state/state";
import type { Bet, EgaliteStakes, Rounding, Shuffle } from "../../wire";
import type { LandRuleWords } from "./land_rules";
import type { SessionRuleWords } from "./session_rules";
import { documentShelf } from "../dictionary";

/** The game itself, for a player who has never seen it. */
export interface Played {
  readonly title: string;
  readonly goal: (punto: string, banco: string) => string;
  readonly goalInHand: (punto: string, banco: string) => string; // for tables where a player may hold the cards
  readonly values: { readonly ace: string; readonly pips: string; readonly tens: string };
  readonly counting: string;
  readonly natural: string;
  readonly thirdCard: (punto: string, points: string, banco: string) => string;
  readonly egaliteStakes: Readonly<Record<EgaliteStakes, (punto: string, banco: string) => string>>;
}

export interface Rulebook {
  readonly played: Played;
  readonly land: LandRuleWords;
  readonly wins: Readonly<Record<Bet, (punto: string, banco: string) => string>>;
  readonly commission: (percent: number) => string;
  readonly paytable: string;
  readonly bet: string;
  readonly pays: string;
  readonly limits: string;
  readonly rtp: string;
  readonly printed: string;
  readonly atLeast: (rtp: string, stake: string) => string; // where rounding lowers the return
  readonly forOne: (back: string) => string;
  readonly coupMax: (most: string) => string;
  readonly step: (step: string) => string;
  readonly rounding: Readonly<Record<Rounding, string>>;
  readonly meant: string;
  readonly fractions: string;
  readonly exact: string;
  readonly thirdCard: string;
  readonly decks: (decks: number) => string;
  readonly shuffle: Readonly<Record<Shuffle, string>>;
  readonly draws: string;
  readonly stands: string;
  readonly naturals: string;
  readonly byPoints: string;
  readonly byThird: (punto: string) => string;
  readonly had: (banco: string) => string;
  readonly none: (punto: string) => string;
  readonly session: SessionRuleWords;
  readonly times: string;
  readonly betting: string;
  readonly squeeze: string;
  readonly lasts: (seconds: number) => string;
  readonly notices: string;
  readonly readings: string;
  readonly readingsHint: string;
}

export const rulebook = (language: Language): Rulebook => documentShelf.in(language).rulebook;

export { closely, decimal } from "../past/long_formats";
