// Lines to the croupier and the manager, in English.
import type { LinesWords } from "../lines/lines";

const lines: LinesWords = {
  write: "Write to the table",
  title: "Write to the table",
  kept: "Only the staff read it; the house keeps your messages.",
  to: { croupier: "To the croupier", manager: "To the manager" },
  whom: "To whom?",
  line: "Your message, up to 200 characters",
  send: "Send",
  waits: "Waiting for an answer",
  news: "New answer",
  answers: (name) => `${name} answers:`,
  offline: "The house isn't answering. Try again.",
  problems: {
    "line/not-here": "This table takes no messages.",
    "line/too-soon": "One message in five seconds, ten in ten minutes: wait a little.",
    "line/address": "No addresses or links: the message was not sent.",
    "line/digits": "No long numbers, such as telephone or card numbers: the message was not sent.",
    "line/word": "The house doesn't pass on one of these words: the message was not sent.",
    "line/not-open": "This message is already answered.",
    "session/none": "Take a seat at the table to write.",
    "message/bad": "One line, up to 200 characters.",
  },
  open: "Messages from players",
  from: (player) => `Player ${player}`,
  ready: {
    thanks: "Thank you!",
    moment: "One moment, please.",
    coming: "The manager is coming to the table.",
    not_here: "I can't answer that here.",
  },
  other: "Another answer",
  answer: "Answer",
};

export default lines;
