// The words of a shared table.
import { lobbyTableWords, type LobbyTableWords } from "./lobby_tables";
import { liveShelf } from "./dictionary";
import type { LandWords } from "./shared/land";
import type { Farewell, Language } from "../state/state";
import type { Roads, Stage, Standing, TableView } from "../wire";

/** The words that only a shared table needs. */
export interface TableWords {
  readonly leave: string; // for somebody who watches
  readonly watching: string;
  readonly endings: Readonly<Record<Exclude<Standing, "open">, string>>; // while the coup is finished
  readonly lostMore: string; // while the connection is lost, which another line says
  readonly leaving: (language: Language, farewell: Farewell) => readonly string[]; // made of the words below
  readonly inPlay: (stakes: string) => string; // after the player has left
  readonly played: (stakes: string) => string; // the same, once the coup is over
  readonly settled: (stakes: string, returned: string, net: string) => string; // and once it is paid
  readonly comesBack: (stakes: string) => string;
  readonly waits: string;
  readonly mixing: string;
  readonly opening: (players: number) => string;
  readonly realSabot: string;
  readonly fixed: string;
  readonly burned: (first: string, count: number) => string;
  readonly noMore: string;
  readonly void: string;
  readonly cut: string;
  readonly exhibition: string;
  readonly ordered: (players: number, hash: string) => string; // before the first bet on a sabot
  readonly resting: string; // nobody is there
  readonly prepares: string; // a croupier runs the table, and there is no sabot yet
  readonly noCroupier: string; // where a person deals
  readonly noCroupierMore: string;
  readonly steps: readonly [string, string, string, string]; // of the mixing
  readonly myPart: { readonly none: string; readonly mixed: string; readonly opened: string };
  readonly coup: string;
  readonly everyone: (money: string, players: number) => string;
  readonly confirm: string; // for a sheet that has no label for it
  readonly confirmed: string;
  readonly draft: string;
  readonly draftCounts: string; // the same with automatic confirmation
  readonly automatic: string;
  readonly automaticHint: string;
  readonly roads: string;
  readonly roadNames: Readonly<Record<Exclude<keyof Roads, `if_${string}`>, string>>;
  readonly asTable: string;
  readonly row: string;
  readonly column: string;
  readonly repeats: string; // a mark of the derived roads
  readonly changes: string;
  readonly next: (side: string) => string; // if the next coup were won by …
  readonly pair: (side: string) => string;
  readonly ties: (count: number) => string;
  readonly statistics: Readonly<Record<"coups" | "naturals", string>>;
  readonly verify: (sabot: number) => string;
  readonly verified: (sabot: number) => string;
  readonly video: {
    readonly name: string;
    readonly sound: string; // of the button that turns it on and off
    readonly lost: string; // there is no picture
    readonly waits: string; // the page has just come, and the picture is later than the house
  };
  readonly news: {
    readonly burned: (card: string) => string;
    readonly goesOn: (card: string) => string;
    readonly corrected: (before: string, after: string, why: string) => string;
    readonly swapped: (before: string, after: string, why: string) => string;
    readonly deleted: (card: string, why: string) => string;
    readonly amended: (box: number, guest: number, stakes: string, why: string) => string; // guest 0: alone at the box
    readonly reversed: (why: string) => string;
    readonly called: (who: string, words: string) => string;
    readonly timeCalled: string; // the holder was silent until the time was over
    readonly timeTurned: string;
    readonly decided: (words: string) => string;
    readonly void: (why: string) => string; // besides the croupier's line, which says so, too
  };
  readonly refused: Readonly<Record<string, string>>; // refusals that private tables don't have
  readonly land: LandWords; // for tables with boxes and cards in hand
  readonly manager: {
    readonly name: string; // in the bar of the table
    readonly call: string;
    readonly called: string;
    readonly hint: string;
    readonly lost: string; // the connection, before the answer
  };
}

export type LiveWords = LobbyTableWords & TableWords;

export const liveWords = (language: Language): LiveWords => ({
  ...lobbyTableWords(language),
  ...liveShelf.in(language),
});

/** A line, and after it that the cut card has appeared: from that moment until the sabot is over. */
export const withCutCard = (language: Language, { cut, stage }: TableView, line: string): string =>
  cut && COUP.has(stage) ? `${line} ${liveWords(language).cut}` : line;

const COUP: ReadonlySet<Stage> = new Set(["betting", "closing", "dealing", "paying", "paid"]);

