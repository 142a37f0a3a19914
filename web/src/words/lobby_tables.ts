// The words about shared tables in the lobby.
import type { Kind } from "../state/lobby/wanted";
import type { Language } from "../state/state";
import type { Stage, Standing, TableSummary } from "../wire";
import { dictionary } from "./dictionary";

type TableMark = TableSummary["faces" | "source" | "croupier"];

export interface LobbyTableWords {
  readonly tables: string; // heading of the shared tables
  readonly watch: string;
  readonly players: (count: number) => string;
  readonly watchers: (count: number) => string;
  readonly stages: Readonly<Record<Stage, string>>; // in one or two words
  readonly standings: Readonly<Record<Exclude<Standing, "open">, string>>;
  readonly badges: Readonly<Record<Standing, string>>; // the same in one word, on the table's card
  readonly rests: Readonly<Record<Exclude<Standing, "open">, string>>; // what this means for the player
  readonly note: string; // says whose words the note is
  readonly seconds: (count: number) => string;
  readonly sabot: string;
  readonly cards: (left: number) => string;
  readonly real: string; // of real cards: nobody can verify their order
  readonly nothing: string;
  /** How the cards are dealt, whose they are and who deals, if that is unusual. */
  readonly kinds: Readonly<Partial<Record<TableMark, string>>>;
  readonly keyed: string; // its chips are real, so nobody can sit down from here
  readonly byName: (money: string) => string; // what a guest lacks there
  readonly star: string; // marks a table as a favourite
  readonly starred: string; // heading of the favourites
  readonly quiet: string; // heading of the shared tables where nobody plays
  readonly playNow: string; // to the table to begin with
  readonly guided: string; // offers the guided coup
  readonly backTo: (title: string) => string; // to the table where somebody sat last
  readonly filter: string; // name of the filter
  readonly all: string;
  readonly offered: Readonly<Record<Kind, string>>;
  readonly currency: string;
  readonly minimum: string;
  readonly count: (tables: number) => string;
}

export const lobbyTableWords = (language: Language): LobbyTableWords => dictionary(language).tables;

/** Tells tables of the same name apart. */
export const kindOf = (language: Language, { faces, source, croupier }: TableSummary): string =>
  [faces, source, croupier].flatMap((each) => lobbyTableWords(language).kinds[each] ?? []).join(", ");
