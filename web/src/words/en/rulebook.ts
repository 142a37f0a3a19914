// What is said around a house's own rules, in English.
import { long } from "../numbers";
import type { Rulebook } from "../rulebook";

export const rulebook: Rulebook = {
  book: "From the book",
  paytable: "Bets and what they pay",
  bet: "Bet",
  pays: "Pays",
  limits: "Limits",
  rtp: "Exact return",
  printed: "in the book",
  less: (commission) => `less ${commission}%`,
  forOne: (back) => `${back} back for 1`,
  coupMax: (most) => `At most ${most} on one coup in all.`,
  step: (step) => `Every stake is a multiple of ${step}.`,
  rounding: {
    exact: "Winnings are always whole cents.",
    down: "Winnings are rounded down to the cent.",
  },
  egaliteStakes: {
    returned: "On a tie the stakes on both sides are returned.",
    left: "On a tie the stakes on both sides stay on the cloth: withdraw them, or they play in the next coup.",
  },
  exact:
    "The return is not estimated: every possible order of the cards was counted. The fraction is exact, the percentage writes it in decimals. Where the book prints one, it stands beside it.",
  thirdCard: "The third card",
  decks: (decks) => (decks === 1 ? "One deck." : `${decks} decks.`),
  shuffle: {
    "every-coup": "Shuffled before every coup.",
    "cut-card": "Shuffled when the cut card comes.",
  },
  draws: "draws",
  stands: "stands",
  naturals: "If either side has 8 or 9 with two cards, nobody draws.",
  byThird: (punto) => `by the third card of ${punto}`,
  times: "Times",
  inactivity: "Inactivity",
  disconnection: "Connection lost",
  betting: "Betting",
  squeeze: "Cards in hand",
  after: (seconds) => `the session closes after ${long("en", seconds)}, and the credit returns to the account`,
  warned: (seconds) => `; warning ${long("en", seconds)} before`,
  lasts: (seconds) => long("en", seconds),
  readings: "How we read the book",
  readingsHint: "Where the book is ambiguous or silent: its words, how we read them, and why.",
};
