// The part of the rules that is about sessions and connections, with the times of the sheet.
import type { Language } from "../../state/state";
import type { Sheet } from "../../wire";
import { documentShelf } from "../dictionary";
import { meaning } from "../words";
import { isPlayed, isReadIn, type TableKind } from "./land_rules";

export interface SessionRuleWords {
  readonly title: string;
  readonly inactivity: string;
  readonly idle: (most: number, warning: number) => string; // in seconds
  readonly double: string;
  readonly taken: string; // what a second connection does to the first
  readonly disconnection: string;
  readonly lost: (first: number, last: number, kept: number) => string; // delays in milliseconds, time in seconds
  readonly answer: string;
  readonly lookUp: string; // where a bet without an answer is found
  readonly malfunction: string;
  readonly counts: string;
  readonly realCards: string; // a coup that was interrupted at a real sabot
  readonly leave: string; // what the button does
}

/** Each rule with its name. Empty if nobody has a session: real chips lie on the cloth. */
export function sessionRules(
  language: Language,
  { betting, times }: Sheet,
  kinds: readonly TableKind[],
): readonly (readonly [name: string, rule: string])[] {
  const say = documentShelf.in(language).rulebook.session;
  if (kinds.length && !kinds.some(isPlayed)) return [];
  const means = meaning(language, betting.leave);
  return [
    [say.inactivity, say.idle(times.inactivity_s, times.warning_s)],
    [say.double, say.taken],
    [say.disconnection, say.lost(...times.reconnect_ms, times.disconnected_s)],
    [say.answer, say.lookUp],
    [say.malfunction, kinds.some(isReadIn) ? `${say.counts} ${say.realCards}` : say.counts],
    [means ? `${means} (${betting.leave})` : betting.leave, say.leave],
  ];
}
