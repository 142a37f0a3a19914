// The rules of sessions and connections, in English.
import { long } from "../past/long_formats";
import type { SessionRuleWords } from "../rules/session_rules";

export const session: SessionRuleWords = {
  title: "Connection and session",
  inactivity: "Inactivity",
  idle: (most, warning) =>
    `After ${long("en", most)} without a bet or a top-up the session is closed, and the credit goes to your account. A warning appears ${long("en", warning)} before.`,
  double: "Double connection",
  taken: "If you connect to the same session a second time, the first connection is closed.",
  disconnection: "Lost connection",
  lost: (first, last, kept) =>
    `The page tries again by itself, after ${first} to ${last} ms each time, and stops only if the error can't be repaired. The session is kept for ${long("en", kept)}; then it is closed, and the credit goes to your account.`,
  answer: "Lost answer",
  lookUp:
    "If the connection breaks after a bet and before its answer, you find the result in the history. The coup is finished and paid without you, too.",
  malfunction: "Malfunctions",
  counts:
    "The credit is that of the last coup that was completed and told to you before the interruption. A bet that the house has already recorded is played and paid.",
  realCards:
    "If a coup with real cards is interrupted, the next croupier finishes it; or the manager declares it void, and the stakes come back.",
  leave: "Closes the session and pays the credit to the account at once.",
};
