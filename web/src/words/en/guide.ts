// The words of the guided coup, in English.
import type { GuideWords } from "../guide/guide";

export default {
  title: "Your first coup",
  step: (now, all) => `Step ${now} of ${all}`,
  chip: (punto, banco) =>
    `Two hands will be dealt: ${punto} and ${banco}. The one nearer to nine wins. Tap the one you believe in.`,
  deal: (stake, button) => `${stake} is on the cloth. Tap again to add chips, or press “${button}”.`,
  box: "At this table you bet from a box. Tap a free one.",
  soon: "Everybody here plays the same coup. You can bet in a moment.",
  clock: "The ring counts the seconds: at zero, no more bets.",
  byCroupier: "You can bet until the croupier says “No more bets”.",
  confirm: (stake, button) => `${stake} is on the cloth. Press “${button}” in time, or the chips come back to you.`,
  counts: (stake) => `${stake} is on the cloth. It counts by itself when the betting closes.`,
  placed: (stake) => `You have bet ${stake}. Everybody plays the same coup: now wait for the cards.`,
  held: "The player with the largest stake on a side holds its cards, looks at them and shows them.",
  cards: "Two cards for each side. An ace counts 1, tens and pictures count nothing.",
  has: (side, cards, points) => `${side} began with ${cards}: ${points}.`,
  counting: (one, other, isExample) =>
    `Only the last digit of a sum counts: ${isExample ? "for example, " : ""}${one} and ${other} are ${one + other}, which makes ${(one + other) % 10}.`,
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
