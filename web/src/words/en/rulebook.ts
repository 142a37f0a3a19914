// The words around a house's own rules, in English.
import { long } from "../past/long_formats";
import type { Rulebook } from "../rules/rulebook";
import { land } from "./land_rules";
import { session } from "./session_rules";

export const rulebook: Rulebook = {
  played: {
    title: "How it is played",
    goal: (punto, banco) =>
      `Two hands are dealt, ${punto} and ${banco}. Neither is yours: bet on the one that will come nearer to nine.`,
    goalInHand: (punto, banco) =>
      `Two hands are dealt, ${punto} and ${banco}: bet on the one that will come nearer to nine.`,
    values: { ace: "ace", pips: "as marked", tens: "tens and pictures" },
    counting: "The values are added up and the tens dropped: 7 and 8 make 15, so 5 points.",
    natural: "Each hand gets two cards. If either has 8 or 9 at once, a “natural”, the coup ends there.",
    thirdCard: (punto, points, banco) =>
      `Otherwise ${punto} draws a third card with ${points} points; for ${banco}, the table below decides.`,
    egaliteStakes: {
      returned: (punto, banco) => `At equal points, a tie, the stakes on ${punto} and ${banco} come back.`,
      left: (punto, banco) =>
        `At equal points, a tie, the stakes on ${punto} and ${banco} stay on the cloth and play in the next coup unless withdrawn.`,
    },
  },
  land,
  wins: {
    punto: (punto) => `Wins if ${punto} has more points.`,
    banco: (_, banco) => `Wins if ${banco} has more points.`,
    egalite: () => "Wins if both hands have the same points.",
    punto_pair: (punto) => `Wins if ${punto}'s first two cards are alike, such as two kings, whatever their suits.`,
    banco_pair: (_, banco) => `Wins if ${banco}'s first two cards are alike, such as two kings, whatever their suits.`,
    either_pair: () => "Wins if at least one of the hands begins with a pair, such as two kings.",
    perfect_pair: () => "Wins if at least one of the hands begins with a pair of one suit, such as two kings of hearts.",
    grande: () => "Wins if five or six cards are dealt in all.",
    piccolo: () => "Wins if four cards are enough: nobody draws a third.",
  },
  commission: (percent) => `Commission: ${percent}% of the winnings.`,
  paytable: "Bets and what they pay",
  bet: "Bet",
  pays: "Pays",
  limits: "Limits",
  rtp: "Exact return",
  printed: "as printed",
  atLeast: (rtp, stake) => `at least ${rtp}, with ${stake}`,
  forOne: (back) => `${back} back for 1`,
  coupMax: (most) => `At most ${most} on one coup in all.`,
  step: (step) => `Every stake is a multiple of ${step}.`,
  rounding: {
    exact: "Winnings are always whole cents.",
    down: "Winnings are rounded down to the cent.",
  },
  meant: "The return is how much of what is staked comes back on average, in the long run.",
  fractions: "The exact returns",
  exact:
    "The return is not estimated: every possible order of the cards was counted. The fraction is exact, the percentage writes it in decimals. Where the casino prints a return, it stands beside ours.",
  thirdCard: "The third card",
  decks: (decks) => (decks === 1 ? "One deck." : `${decks} decks.`),
  shuffle: {
    "every-coup": "Shuffled before every coup.",
    "cut-card": "Shuffled when the cut card comes.",
  },
  draws: "draws",
  stands: "stands",
  naturals: "If either side has 8 or 9 with two cards, nobody draws.",
  byPoints: "by its points",
  byThird: (punto) => `by the value of ${punto}'s third card`,
  had: (banco) => `${banco}'s points with two cards`,
  none: (punto) => `${punto} has not drawn`,
  session,
  times: "Times",
  betting: "Betting",
  squeeze: "Cards in hand",
  lasts: (seconds) => long("en", seconds),
  notices: "Notices of the house",
  readings: "How we read the printed rules",
  readingsHint: "Where the printed rules are unclear or silent: their words, how we read them, and why.",
};
