// What is said around a house's own rules.
import type { Language } from "../state/state";
import type { EgaliteStakes, Rounding, Shuffle } from "../wire";
import { reading } from "./dictionary";

export interface Rulebook {
  readonly book: string;
  readonly paytable: string;
  readonly bet: string;
  readonly pays: string;
  readonly limits: string;
  readonly rtp: string;
  readonly printed: string;
  readonly less: (commission: number) => string;
  readonly forOne: (back: string) => string;
  readonly coupMax: (most: string) => string;
  readonly step: (step: string) => string;
  readonly rounding: Readonly<Record<Rounding, string>>;
  readonly egaliteStakes: Readonly<Record<EgaliteStakes, string>>;
  readonly exact: string;
  readonly thirdCard: string;
  readonly decks: (decks: number) => string;
  readonly shuffle: Readonly<Record<Shuffle, string>>;
  readonly draws: string;
  readonly stands: string;
  readonly naturals: string;
  readonly byThird: (punto: string) => string;
  readonly times: string;
  readonly inactivity: string;
  readonly disconnection: string;
  readonly betting: string;
  readonly squeeze: string;
  readonly after: (seconds: number) => string;
  readonly warned: (seconds: number) => string;
  readonly lasts: (seconds: number) => string;
  readonly readings: string;
  readonly readingsHint: string;
}

export const rulebook = (language: Language): Rulebook => reading.in(language).rulebook;

export { closely, decimal } from "./numbers";
