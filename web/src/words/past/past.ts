// The words of history, replay and verification.
import type { ProofStep, Verdict } from "../../state/past/verdict";
import type { Outcome, SessionResults } from "../../wire";
import type { Language } from "../../state/state";
import { documentShelf } from "../dictionary";
import { sessionBegan } from "./long_formats";

export interface PastWords {
  readonly session: string;
  readonly account: string;
  readonly all: string;
  readonly from: string;
  readonly to: string;
  readonly narrow: string; // labels the filter
  readonly take: string; // downloads a file
  readonly nothing: string;
  readonly nothingFits: string;
  readonly more: string;
  readonly coup: string;
  readonly coups: (count: number) => string;
  readonly bet: string;
  readonly any: string;
  readonly anyCards: string;
  readonly result: string; // labels a filter: what a coup was for the player
  readonly results: Readonly<Record<"won" | "lost" | "even", string>>;
  readonly cards: string; // labels a filter: how the cards fell
  readonly fell: Readonly<Record<Outcome | "natural", string>>;
  readonly shows: Readonly<Record<"coups" | "results", string>>;
  readonly net: string;
  readonly largestWin: string;
  readonly coupsPlayed: string;
  readonly parts: string; // won, lost and even
  readonly by: string;
  readonly groups: Readonly<Record<"day" | "session" | "house", string>>;
  readonly privateTable: string;
  readonly sharedTable: string;
  readonly curve: (coups: string, net: string) => string; // read aloud
  readonly curveHint: string;
  readonly notAdded: string;
  readonly marks: Readonly<Record<Verdict, string>>; // at a coup that the page has verified by itself
  readonly total: string;
  readonly commission: string;
  readonly left: string; // at Égalité: the stake was left on the cloth
  readonly before: string;
  readonly toAccount: string;
  readonly after: string;
  readonly wins: (side: string) => string;
  readonly tie: string;
  readonly replay: string;
  readonly verify: string;
  readonly again: string;
  readonly isReplay: string;
  readonly oddsOfToday: string; // the rules have changed since
  readonly toTable: string;
  readonly toLobby: string;
  readonly events: Readonly<Record<PastEvent, string>>;
  readonly note: string;
  readonly verification: string;
  readonly working: string;
  readonly notAsked: string;
  readonly sabot: string;
  readonly early: string; // the seeds of the sabot are not public yet
  readonly impossible: string;
  readonly proof: string;
  readonly proofHint: string;
  readonly seen: string; // downloads what this browser has noted
  readonly otherRules: string;
  readonly expected: string;
  readonly found: string;
  readonly both: string; // expected and found are equal
  readonly copy: string;
  readonly copied: string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly whole: Readonly<Record<Verdict, string>>;
  readonly steps: Readonly<Record<ProofStep, readonly [title: string, what: string]>>;
}

export type PastEvent =
  | "opened"
  | "topped_up"
  | "bet"
  | "returned"
  | "taken_back" // stakes left on the cloth, withdrawn by the player
  | "not_played_on" // stakes left on the cloth, returned by the house
  | "voided"
  | "held"
  | "tipped"
  | "sheet"
  | "restore"
  | "cash_out"
  | "inactivity"
  | "disconnected"
  | "granted"
  | "deposited"
  | "withdrawn";

export const past = (language: Language): PastWords => documentShelf.in(language).past;

/** A session by its first coup, its table and its length, as in "Wed 18 Nov, 21:14 · Ramo · 42 coups". */
export const sessionName = (language: Language, { since, sums }: SessionResults, title: string): string =>
  [sessionBegan(language, since), title, past(language).coups(sums.coups)].join(" · ");

/** Cents without the currency, for a table that names it once. */
export { figure as plain } from "../numbers";

export { clock, day, dayName, moment, sessionBegan } from "./long_formats";
