// The words of the pit board.
import type { Language } from "../../state/state";
import type { Standing } from "../../wire";
import { Shelf } from "../dictionary";

export interface FloorWords {
  readonly board: string;
  readonly forManagers: string;
  readonly locked: string; // why the board asks for the password
  readonly sound: string;
  readonly noTables: string;
  readonly lost: string;
  readonly coming: string;
  readonly zone: (name: string) => string; // in which the times are, if the device is in another
  readonly standings: Readonly<Record<Standing, string>>;
  readonly do: Readonly<Record<Standing, string>>;
  readonly stood: (name: string, time: string) => string; // who set it, and when
  readonly croupier: string;
  readonly automatic: string;
  readonly nobody: string;
  readonly since: (time: string) => string;
  readonly coups: string; // an hour
  readonly players: string;
  readonly boxes: string;
  readonly drop: string;
  readonly result: string;
  readonly today: string;
  readonly notCounted: string;
  readonly called: string;
  readonly calledBy: (name: string) => string;
  readonly player: (account: string) => string;
  readonly ago: (time: string) => string;
  readonly openLines: (count: number) => string; // of players, without an answer
  readonly limits: string;
  readonly setLimits: string;
  readonly nextSabot: string; // the limits hold from then on
  readonly multiples: (step: string) => string; // what every limit must be
  readonly perCoup: string;
  readonly min: string;
  readonly max: string;
  readonly why: string; // asks for the note that everybody reads
  readonly reasons: Readonly<Record<"paused" | "closed", readonly string[]>>;
  readonly console: string; // link to the table's console
  readonly signOut: string;
  readonly cancel: string;
  readonly save: string;
  readonly problems: Readonly<Record<string, string>>;
}

export const floorShelf = new Shelf<FloorWords>({
  it: () => import("../it/floor"),
  en: () => import("../en/floor"),
  de: () => import("../de/floor"),
  fr: () => import("../fr/floor"),
});

export const floorWords = (language: Language): FloorWords => floorShelf.in(language);

/** A table with its name, which no other table has. */
export const named = ({ title, name }: { readonly title: string; readonly name: string }): string => `${title} (${name})`;

/** A time span in two units at most: "40 s", "12 min", "1 h 05 min"; no number is parted from its unit. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}\u00a0s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}\u00a0min`;
  return `${Math.floor(minutes / 60)}\u00a0h ${String(minutes % 60).padStart(2, "0")}\u00a0min`;
}
