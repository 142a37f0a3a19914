// The words of a shared table, in English.
import type { TableWords } from "../live";
import { leaving } from "../shared/leaving";
import land from "./land";

const live: TableWords = {
  leave: "Leave",
  watching: "You're watching.",
  endings: {
    paused: "After this coup the table pauses.",
    closed: "After this coup the table closes.",
  },
  lostMore: "Confirmed bets count. You can bet again once you're reconnected.",
  leaving,
  inPlay: (stakes) =>
    `Still in play: ${stakes}. The coup is played, and what it returns goes to your account.`,
  played: (stakes) =>
    `Was in play: ${stakes}. The coup is over, and what it returned is on your account.`,
  settled: (stakes, returned, net) =>
    `Was in play: ${stakes}. Returned to your account: ${returned} (${net}).`,
  comesBack: (stakes) => `Back from the cloth to your account: ${stakes}.`,
  waits: "This coup is under way: you can bet on the next one.",
  mixing: "A new shoe: everybody at the table helps to shuffle it.",
  opening: (players) =>
    players === 0
      ? "No player helps to shuffle this shoe."
      : players === 1
        ? "The list is closed: one player helps to shuffle."
        : `The list is closed: ${players} players help to shuffle.`,
  realSabot: "A new shoe of real cards.",
  fixed: "The order of the cards is fixed.",
  burned: (first, count) => `First card: ${first}. Burned face down: ${count}.`,
  noMore: "No more bets.",
  void: "The coup is void: the stakes come back.",
  cut: "The cut card: the cards are shuffled before the next coup.",
  exhibition: "An exhibition: no player has helped to shuffle this shoe, so there is no betting. As soon as somebody sits down, a new one is shuffled.",
  ordered: (players, hash) =>
    `Shoe shuffled with ${players === 1 ? "one player" : `${players} players`}, order fixed: ${hash}`,
  resting: "The table is waiting for players.",
  prepares: "The croupier is getting the table ready.",
  noCroupier: "The table is waiting for a croupier.",
  noCroupierMore: "Confirmed bets stand.",
  steps: ["The house commits", "Players join the shuffle", "Seeds are revealed", "The order is fixed"],
  myPart: { none: "without you", mixed: "your part is in", opened: "your seed is revealed" },
  coup: "Coup",
  everyone: (money, players) => `All players: ${money}, ${players === 1 ? "1 player" : `${players} players`}`,
  confirm: "Confirm bets",
  confirmed: "Confirmed",
  draft: "To be confirmed",
  draftCounts: "Bet when the betting closes",
  automatic: "Auto-confirm",
  automaticHint:
    "When the betting closes, the chips on the cloth become bets. Nothing needs confirming, here or at other tables.",
  roads: "Roads",
  roadNames: {
    bead_plate: "Bead plate",
    big_road: "Big road",
    big_eye_boy: "Big eye boy",
    small_road: "Small road",
    cockroach_road: "Cockroach",
  },
  asTable: "As a table",
  row: "Row",
  column: "Column",
  repeats: "repeats",
  changes: "changes",
  next: (side) => `If ${side} wins next`,
  pair: (side) => `${side} pair`,
  ties: (count) => (count === 1 ? "1 tie" : `${count} ties`),
  statistics: { coups: "Coups", naturals: "Naturals" },
  verify: (sabot) => `Verify shoe ${sabot}`,
  verified: (sabot) => `Shoe ${sabot} verified`,
  video: {
    name: "Video of the table",
    sound: "Sound of the table",
    lost: "No video: the table plays on.",
    waits: "One moment: the video is on its way.",
  },
  news: {
    burned: (card) => `Extra card, burned: ${card}.`,
    goesOn: (card) => `Extra card, it opens the next coup: ${card}.`,
    corrected: (before, after, why) => `Corrected: ${after}, not ${before}. ${why}`,
    swapped: (before, after, why) => `Swapped: ${before} and ${after}. ${why}`,
    deleted: (card, why) => `Deleted: ${card}. ${why}`,
    amended: (box, guest, stakes, why) => `Stake corrected. ${box ? `Box ${box}` : "Standing"}${guest ? `, guest ${guest}` : ""}: ${stakes}. ${why}`,
    reversed: (why) => `The result has been taken back. ${why}`,
    called: (who, words) => `${who} calls the manager${words && `: ${words}`}`,
    timeCalled: "Time's up: the rule decided.",
    timeTurned: "Time's up: the croupier turned the cards.",
    decided: (words) => `Decided: ${words}`,
    void: (why) => `Reason: ${why}`,
  },
  manager: {
    name: "Manager",
    call: "Call the manager",
    called: "The manager on duty has been called.",
    hint: "They come to the table; their decision is final.",
    lost: "The connection was lost before the answer: please call again.",
  },
  refused: {
    "client/not-confirmed": "Unconfirmed chips were not bet: you have them back.",
    "bet/too-late": "Too late: the betting had closed.",
    "bet/closed": "The betting is closed: wait for the next coup.",
    "bet/already-confirmed": "At this table you confirm once per coup.",
    "bet/exhibition": "No player has helped to shuffle this shoe: there is no betting on it.",
    "table/manager-called": "The manager on duty has already been called.",
  },
  land,
};

export default live;
