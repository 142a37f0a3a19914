// Where somebody plays: at a house's private table, or at a shared table with a name of its own.
import type { CoupPlayed } from "../../wire";
import type { Sitting } from "../state";

export type TableNames = Pick<CoupPlayed, "house" | "table">;

/** The name of a private table is its house's, a slash and a number. */
export const isShared = ({ table }: TableNames): boolean => !table.includes("/");

/** The name by which the rules of that table are known: a shared table has its own rules. */
export const rulesNameOf = (names: TableNames): string => (isShared(names) ? names.table : names.house);

/** The table at which a player is about to sit down. */
export const wayTo = (sitting: Sitting): string => ("view" in sitting ? rulesNameOf(sitting.view) : sitting.table);
