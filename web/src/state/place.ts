// Where one plays: at a house's private table, or at a shared table with a name of its own.
import type { Coup } from "../wire";
import type { Sitting } from "./state";

type Place = Pick<Coup, "house" | "table">;

/** A private table is its house's, with a number behind a stroke. */
export const isShared = ({ table }: Place): boolean => !table.includes("/");

/** Whose rules were in force there: a shared table has its own, and its own title. */
export const nameOf = (place: Place): string => (isShared(place) ? place.table : place.house);

/** Where somebody is on the way to. */
export const wayTo = (sitting: Sitting): string => ("view" in sitting ? nameOf(sitting.view) : sitting.house);
