// The words of a shared table: of its croupier, on its spots, over its roads.
import { lobbyTableWords, type LobbyTableWords } from "./lobby_tables";
import { liveShelf } from "./dictionary";
import type { LandWords } from "./shared/land";
import type { Farewell, Language } from "../state/state";
import type { Roads, Standing } from "../wire";

/** What is only said at a shared table. */
export interface TableWords {
  readonly leave: string; // who only looks on
  readonly watching: string;
  readonly endings: Readonly<Record<Exclude<Standing, "open">, string>>; // while a coup is finished
  readonly lost: string; // the line
  readonly lostMore: string;
  readonly leaving: (language: Language, farewell: Farewell) => readonly string[]; // in these words
  readonly inPlay: (stakes: string) => string; // of who has left
  readonly played: (stakes: string) => string; // the same, once it is over
  readonly comesBack: (stakes: string) => string;
  readonly waits: string;
  readonly mixing: string;
  readonly opening: (players: number) => string;
  readonly fixed: string;
  readonly burned: (first: string, count: number) => string;
  readonly noMore: string;
  readonly void: string;
  readonly cut: string;
  readonly exhibition: string;
  readonly ordered: (players: number, hash: string) => string; // a sabot on which nobody has bet yet
  readonly resting: string;
  readonly noCroupier: string; // where a person deals
  readonly noCroupierMore: string;
  readonly steps: readonly [string, string, string, string]; // of the mixing
  readonly myPart: { readonly none: string; readonly mixed: string; readonly opened: string };
  readonly coup: string;
  readonly everyone: (money: string, players: number) => string;
  readonly confirm: string; // where the sheet has no word for it
  readonly confirmed: string;
  readonly draft: string;
  readonly automatic: string;
  readonly automaticHint: string;
  readonly roads: string;
  readonly roadNames: Readonly<Record<Exclude<keyof Roads, `if_${string}`>, string>>;
  readonly asTable: string;
  readonly row: string;
  readonly column: string;
  readonly repeats: string; // a mark of the derived roads
  readonly changes: string;
  readonly next: (side: string) => string; // if the next were …
  readonly pair: (side: string) => string;
  readonly ties: (count: number) => string;
  readonly statistics: Readonly<Record<"coups" | "naturals", string>>;
  readonly verify: (sabot: number) => string;
  readonly video: string;
  readonly news: {
    readonly burned: (card: string) => string;
    readonly goesOn: (card: string) => string;
    readonly corrected: (before: string, after: string, why: string) => string;
    readonly called: (who: string, words: string) => string;
    readonly decided: (words: string) => string;
    readonly void: (why: string) => string; // beside the voice, which says so
  };
  readonly refused: Readonly<Record<string, string>>; // and by no private table
  readonly land: LandWords; // where there are boxes, and cards in hand
  readonly manager: {
    readonly name: string; // in the bar
    readonly call: string;
    readonly called: string;
    readonly hint: string;
  };
}

export type LiveWords = LobbyTableWords & TableWords;

export const liveWords = (language: Language): LiveWords => ({
  ...lobbyTableWords(language),
  ...liveShelf.in(language),
});

