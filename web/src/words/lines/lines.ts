// The words for lines to the croupier and the manager, on the page and at the console.
import type { Language } from "../../state/state";
import type { LineView, Problem, ReadyAnswer } from "../../wire";
import { Shelf } from "../dictionary";
import { reason } from "../later/refusal";

export interface LinesWords {
  readonly write: string; // the button at the table
  readonly title: string;
  readonly kept: string; // who reads it, and that it is kept
  readonly to: Readonly<Record<LineView["to"], string>>;
  readonly whom: string;
  readonly line: string; // label of the field
  readonly send: string;
  readonly waits: string; // for an answer
  readonly news: string; // there is a new answer
  readonly answers: (name: string) => string;
  readonly offline: string;
  readonly problems: Readonly<Record<string, string>>;
  readonly open: string; // at the console: title of the list
  readonly from: (player: number) => string;
  readonly ready: Readonly<Record<ReadyAnswer, string>>; // answers that everybody reads in their own language
  readonly other: string; // label of the field for another answer
  readonly answer: string;
}

export const linesShelf = new Shelf<LinesWords>({
  it: () => import("../it/lines"),
  en: () => import("../en/lines"),
  de: () => import("../de/lines"),
  fr: () => import("../fr/lines"),
});

export const lineProblem = (language: Language, { code, message }: Problem): string =>
  linesShelf.in(language).problems[code] ?? reason(language, { code, message });

/** The answer in the reader's language, if it is a ready one; empty if there is none yet. */
export const answerTo = (language: Language, { answer = "", ready }: LineView): string =>
  ready ? linesShelf.in(language).ready[ready] : answer;
