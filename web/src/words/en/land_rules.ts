// The rules of a land table, in English.
import type { LandRuleWords } from "../rules/land_rules";
import { long } from "../past/long_formats";

export const land: LandRuleWords = {
  title: "At the table",
  only: (mark) => `This applies to tables marked “${mark}”.`,
  croupier: "A croupier runs the table.",
  realCards:
    "The cards come from a real shoe: each is on record as it was read, but no seeds of the house or the players prove their order.",
  boxes: (boxes) => `The table has ${boxes} boxes.`,
  perBox: (most) => (most === 1 ? "Each seats one player." : `Each seats up to ${most} players.`),
  standing: "You may also play standing, without a box.",
  seated: "To bet, take a box.",
  tips: "After a win you may leave the croupiers a tip; nobody asks for one beforehand.",
  holder: (sides) => `Whoever has the largest bet on ${sides} holds its cards; of equal bets, the first one counts.`,
  shownFirst: (punto) => `If both hands are held, ${punto}'s is shown first.`,
  hidden: "Until they are turned, only their holder sees them.",
  calls: (punto, banco, draw, stand) =>
    `Whoever holds ${punto}'s cards calls first: “${draw}” or “${stand}”, as the rule demands. Then the croupier turns ${banco}'s. If they say nothing, the croupier calls.`,
  time: (seconds) => `Each time you have at most ${long("en", seconds)}; then the croupier turns them.`,
  handedBack: "If you leave or lose the connection, even by reloading the page, they go back to the croupier.",
  absent: "If you are not there, they come back to you.",
};
