// The words of a shared table, in English.
import type { TableWords } from "../live";
import { leaving } from "../shared/leaving";
import land from "./land";

const live: TableWords = {
  leave: "Leave",
  watching: "You are looking on.",
  endings: {
    paused: "After this coup the table pauses.",
    closed: "After this coup the table closes.",
  },
  lost: "The line is down.",
  lostMore: "What is confirmed counts; betting goes on as soon as it is back.",
  leaving,
  inPlay: (stakes) =>
    `Still in play: ${stakes}. The coup is played, and what it returns goes to your account.`,
  played: (stakes) =>
    `Was in play: ${stakes}. The coup is over, and what it returned is on your account.`,
  comesBack: (stakes) => `Back from the cloth to your account: ${stakes}.`,
  waits: "The coup is under way: you bet on the next one.",
  mixing: "A new sabot is shuffled, and everybody at the table mixes.",
  opening: (players) =>
    players === 0
      ? "Nobody mixes this sabot."
      : players === 1
        ? "The list is closed: one player mixes."
        : `The list is closed: ${players} players mix.`,
  realSabot: "A new sabot of real cards.",
  fixed: "The order is fixed.",
  burned: (first, count) => `First card: ${first}. ${count} burned, unseen.`,
  noMore: "No more bets.",
  void: "The coup is void: the stakes come back.",
  cut: "The cut card: the cards are shuffled before the next coup.",
  exhibition:
    "An exhibition: nobody has mixed this sabot, so nobody bets on it. As soon as somebody sits down, a new one is mixed.",
  ordered: (players, hash) =>
    `Sabot mixed by ${players === 1 ? "one player" : `${players} players`}, its order fixed: ${hash}`,
  resting: "The table waits for somebody to come.",
  prepares: "The croupier is getting the table ready.",
  noCroupier: "The table waits for a croupier.",
  noCroupierMore: "What is confirmed stays.",
  steps: ["The house commits", "Players mix", "Seeds are opened", "The order is fixed"],
  myPart: { none: "without you", mixed: "your part is in", opened: "your seed is open" },
  coup: "Coup",
  everyone: (money, players) => `Everybody: ${money}, ${players === 1 ? "1 player" : `${players} players`}`,
  confirm: "Confirm bets",
  confirmed: "Confirmed",
  draft: "To be confirmed",
  draftCounts: "Counts when the betting closes",
  automatic: "Auto-confirm",
  automaticHint: "Chips on the cloth become bets when the betting closes.",
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
  next: (side) => `If the next were ${side}`,
  pair: (side) => `pair of ${side}`,
  ties: (count) => (count === 1 ? "1 tie" : `${count} ties`),
  statistics: { coups: "Coups", naturals: "Naturals" },
  verify: (sabot) => `Verify sabot ${sabot}`,
  verified: (sabot) => `Sabot ${sabot} verified`,
  video: {
    name: "Picture of the table",
    sound: "Sound of the table",
    lost: "No picture: the table goes on.",
    waits: "One moment: waiting for the picture.",
  },
  news: {
    burned: (card) => `One too many, burned: ${card}.`,
    goesOn: (card) => `One too many, it opens the next coup: ${card}.`,
    corrected: (before, after, why) => `Corrected: ${after}, not ${before}. ${why}`,
    swapped: (before, after, why) => `Swapped: ${before} and ${after}. ${why}`,
    deleted: (card, why) => `Deleted: ${card}. ${why}`,
    amended: (box, why) => (box ? `Stake amended at box ${box}. ${why}` : `Stake of standing players amended. ${why}`),
    reversed: (why) => `The result is taken back. ${why}`,
    called: (who, words) => `${who} calls the manager${words && `: ${words}`}`,
    decided: (words) => `Decided: ${words}`,
    void: (why) => `Reason: ${why}`,
  },
  manager: {
    name: "Manager",
    call: "Call the manager",
    called: "The manager on duty has been called.",
    hint: "They come to the table; their decision is final.",
  },
  refused: {
    "client/not-confirmed": "Unconfirmed chips don't count: they are back with you.",
    "bet/too-late": "Too late: the betting was closed.",
    "bet/closed": "No bets now: wait for the next coup.",
    "bet/already-confirmed": "At this table you confirm once per coup.",
    "bet/exhibition": "Nobody has mixed this sabot: there is no betting on it.",
    "table/manager-called": "The manager on duty has been called already.",
  },
  land,
};

export default live;
