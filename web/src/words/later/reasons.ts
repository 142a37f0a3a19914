// Why a side drew or stood, or why nobody drew.
import type { Language, Table } from "../../state/state";
import type { CoupPlayed, Decision } from "../../wire";
import { betName } from "../bet_name";
import { dictionary } from "../dictionary";
import { colon } from "../numbers";
import { hands, puntoBefore } from "../voice";

/** What ended a coup: both points, and who drew. Nobody decides anything after a natural. */
export type Ended = Pick<CoupPlayed, "punto" | "banco" | "decisions">;

/** Why a side drew or stood. */
export function why(language: Language, table: Table, decision: Decision): string {
  const { side, points, draws } = decision;
  const before = side === "punto" ? "" : puntoBefore(language, table, decision);
  return `${dictionary(language).voice.rule(betName(language, table.rules.sheet, side), points, before, draws)}.`;
}

/** The same for both sides, in the words of the tiraggio. */
export const reasons = (language: Language, table: Table, { punto, banco, decisions }: Ended): readonly string[] =>
  decisions.length
    ? decisions.map((each) => why(language, table, each))
    : [`${hands(language, table, punto, banco)}${colon(language)}${dictionary(language).voice.natural}`];
