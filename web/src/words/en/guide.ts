// The words of the guided coup, in English.
import type { GuideWords } from "../guide/guide";

export default {
  title: "Your first coup",
  step: (now, all) => `Step ${now} of ${all}`,
  chip: (punto, banco) =>
    `Two hands will be dealt: ${punto} and ${banco}. The one nearer to nine wins. Tap the one you believe in.`,
  deal: (stake, button) => `${stake} is on the cloth. Tap again to add chips, or press “${button}”.`,
  cards: "Two cards for each side. An ace counts 1, tens and pictures count nothing.",
  has: (side, cards, points) => `${side} began with ${cards}: ${points}.`,
  counting: "Only the last digit of a sum counts: 7 and 8 are 15, which makes 5.",
  natural: "Eight or nine with two cards is a natural: nobody draws a third.",
  rule: "Nobody decides this: the rule alone does.",
  won: (staked, returned) => `You staked ${staked}, and ${returned} comes back.`,
  even: (staked) => `Your ${staked} comes back: nothing won, nothing lost.`,
  less: (staked, returned) => `You staked ${staked}; ${returned} of it comes back.`,
  lost: (staked) => `Your ${staked} goes to the house this time.`,
  onward: "That is the whole game. The rules tell you the rest.",
  next: "Next",
  done: "Got it",
  leave: "End the guide",
} satisfies GuideWords;
