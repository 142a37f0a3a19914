// What is said of coups that are over: the Cronologia, a replay, a verification.
import type { ProofStep, Verdict } from "../../state/past/verdict";
import type { Language } from "../../state/state";
import { documentShelf } from "../dictionary";

export interface PastWords {
  readonly house: string;
  readonly session: string;
  readonly account: string;
  readonly all: string;
  readonly from: string;
  readonly to: string;
  readonly narrow: string; // by what
  readonly take: string; // home, as a file
  readonly nothing: string;
  readonly nothingFits: string;
  readonly more: string;
  readonly coup: string;
  readonly bet: string;
  readonly total: string;
  readonly commission: string;
  readonly left: string; // on the cloth, at Égalité
  readonly before: string;
  readonly after: string;
  readonly wins: (side: string) => string;
  readonly tie: string;
  readonly replay: string;
  readonly verify: string;
  readonly again: string;
  readonly isReplay: string;
  readonly oddsOfToday: string; // where the rules have changed since
  readonly toTable: string;
  readonly toLobby: string;
  readonly events: Readonly<Record<PastEvent, string>>;
  readonly note: string;
  readonly verification: string;
  readonly working: string;
  readonly notAsked: string;
  readonly sabot: string;
  readonly early: string; // its seed is not open yet
  readonly impossible: string;
  readonly proof: string;
  readonly proofHint: string;
  readonly seen: string; // by this browser, as a file
  readonly otherRules: string;
  readonly expected: string;
  readonly found: string;
  readonly both: string; // the same
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
  | "taken_back" // what was left on the cloth, by its player
  | "not_played_on" // the same, by the house
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

/** Cents without their currency, where a table names it once. */
export { figure as plain } from "../numbers";

export { clock, day, moment } from "./long_formats";
