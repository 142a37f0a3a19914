// What is said of the shared tables where everybody comes in.
import type { Language } from "../state/state";
import type { Stage, Standing, TableSummary } from "../wire";
import { dictionary } from "./dictionary";

type TableMark = TableSummary["faces" | "source" | "croupier"];

export interface LobbyTableWords {
  readonly tables: string; // the shared ones
  readonly watch: string;
  readonly players: (count: number) => string;
  readonly watchers: (count: number) => string;
  readonly stages: Readonly<Record<Stage, string>>; // in a word or two
  readonly standings: Readonly<Record<Exclude<Standing, "open">, string>>;
  readonly badges: Readonly<Record<Standing, string>>; // the same in a word, on its card
  readonly rests: Readonly<Record<Exclude<Standing, "open">, string>>; // what becomes of one then
  readonly note: string; // whose words it is
  readonly seconds: (count: number) => string;
  readonly sabot: string;
  readonly cards: (left: number) => string;
  readonly nothing: string;
  /** How the cards are dealt; whose they are and who deals, where that is worth a word. */
  readonly kinds: Readonly<Partial<Record<TableMark, string>>>;
  readonly keyed: string; // where its chips lie, and nobody can sit down from here
}

export const lobbyTableWords = (language: Language): LobbyTableWords => dictionary(language).tables;

/** What tells a table from another of the same name. */
export const kindOf = (language: Language, { faces, source, croupier }: TableSummary): string =>
  [faces, source, croupier].flatMap((each) => lobbyTableWords(language).kinds[each] ?? []).join(", ");
