// The rules of sessions and connections, in English.
import { long } from "../past/long_formats";
import type { SessionRuleWords } from "../rules/session_rules";

export const session: SessionRuleWords = {
  title: "Connection and session",
  inactivity: "Inactivity",
  idle: (most, warning) =>
    `After ${long("en", most)} without a game action or a top-up the session is closed, and the credit goes to the account. A warning appears ${long("en", warning)} before.`,
  double: "Double connection",
  taken: "If you enter while you are already connected to the same session, the first connection is closed.",
  disconnection: "Connection lost",
  lost: (first, last, kept) =>
    `The page tries again by itself, after ${first} to ${last} ms each time, and stops only if the error can't be repaired. The session waits ${long("en", kept)} for you; then it is closed, and the credit goes to the account.`,
  answer: "Answer lost",
  lookUp:
    "If the connection breaks after a bet and before its answer, the result is in the History. The coup is finished and paid without you, too.",
  malfunction: "Malfunctions",
  counts:
    "The credit is that of the last coup that was completed and told to you before the interruption. A bet that the house has already recorded is played and paid.",
  realCards:
    "If a coup with real cards is interrupted, the next croupier finishes it; or the manager declares it void, and the stakes come back.",
  leave: "Closes the session and pays the credit to the account at once.",
};
