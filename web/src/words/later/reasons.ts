// Why a side drew or stood, or why nobody drew.
import type { Language, Table } from "../../state/state";
import type { CoupPlayed, Decision } from "../../wire";
import { dictionary } from "../dictionary";
import { colon } from "../numbers";
import { hands, seen, told } from "../voice";

/** What ended a coup: both points, and who drew. Nobody decides anything after a natural. */
export type Ended = Pick<CoupPlayed, "punto" | "banco" | "decisions">;

/** Why a side drew or stood. */
export const why = (language: Language, table: Table, decision: Decision): string =>
  `${seen(language, table, decision)}${colon(language)}${dictionary(language).voice.rule(told(language, decision))}.`;

/** The same for both sides, in the words of the tiraggio. */
export const reasons = (language: Language, table: Table, { punto, banco, decisions }: Ended): readonly string[] =>
  decisions.length
    ? decisions.map((each) => why(language, table, each))
    : [`${hands(language, table, punto, banco)}${colon(language)}${dictionary(language).voice.natural}`];
