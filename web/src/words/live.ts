// What is said at a shared table: by its croupier, on its spots, over its roads.
import { cardName } from "./cards";
import { dictionary, live as shelf } from "./dictionary";
import type { Language, Live, Table } from "../state/state";
import type { Roads, Stage, Standing, Statistics } from "../wire";
import { total } from "../state/cloth";
import { money, words } from "./words";

export interface LiveWords {
  readonly live: string;
  readonly tables: string; // the shared ones
  readonly watch: string;
  readonly leave: string; // who only looks on
  readonly watching: string;
  readonly players: (count: number) => string;
  readonly watchers: (count: number) => string;
  readonly stages: Readonly<Record<Stage, string>>; // in a word or two
  readonly standings: Readonly<Record<Exclude<Standing, "open">, string>>;
  readonly endings: Readonly<Record<Exclude<Standing, "open">, string>>; // while a coup is finished
  readonly rests: Readonly<Record<Exclude<Standing, "open">, string>>; // what becomes of one then
  readonly seconds: (count: number) => string;
  readonly waits: string;
  readonly mixing: string;
  readonly opening: (players: number) => string;
  readonly fixed: string;
  readonly burned: (first: string, count: number) => string;
  readonly noMore: string;
  readonly void: string;
  readonly cut: string;
  readonly exhibition: string;
  readonly resting: string;
  readonly steps: readonly [string, string, string, string]; // of the mixing
  readonly myPart: { readonly none: string; readonly mixed: string; readonly opened: string };
  readonly sabot: string;
  readonly coup: string;
  readonly cards: (left: number) => string;
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
  readonly nothing: string;
  readonly statistics: Readonly<Record<"coups" | "naturals", string>>;
  readonly verify: (sabot: number) => string;
  readonly video: string;
  readonly news: {
    readonly burned: (card: string) => string;
    readonly goesOn: (card: string) => string;
    readonly corrected: (before: string, after: string, why: string) => string;
    readonly called: (words: string) => string;
    readonly decided: (words: string) => string;
    readonly void: (why: string) => string;
  };
  readonly manager: {
    readonly name: string; // in the bar
    readonly call: string;
    readonly what: string;
    readonly often: readonly string[];
    readonly called: string;
    readonly hint: string;
  };
}

export const liveWords = (language: Language): LiveWords => shelf.in(language);

const label = ({ house }: Table, side: "punto" | "banco" | "egalite"): string =>
  house.sheet.bets[side]?.label ?? side;

/** The croupier's line: one to a phase, which is also what a screen reader hears. */
export function liveVoice(language: Language, table: Table, live: Live): string {
  const [say, croupier] = [liveWords(language), dictionary(language).voice];
  const { view } = live;
  const isOver = view.stage === "resting" || view.stage === "paid";
  switch (view.stage) {
    case "resting":
      return view.standing === "open" ? say.resting : say.standings[view.standing];
    case "mixing":
      return say.mixing;
    case "opening":
      return say.opening(view.players.length);
    case "burning":
      return view.first ? say.burned(cardName(language, view.first), view.burned) : say.fixed;
    case "betting":
      return croupier.bets;
    case "dealing":
      if (live.waits) return say.waits;
      return table.turned < 4 ? say.noMore : hands(language, table, live);
    case "paying":
    case "paid": {
      if (view.void) return say.void;
      const won = view.outcome ?? "egalite";
      const end = won === "egalite" ? croupier.tie : croupier.wins(label(table, won));
      const more = view.cut ? ` ${say.cut}` : "";
      const pause = isOver && view.standing !== "open" ? ` ${say.standings[view.standing]}` : "";
      return `${hands(language, table, live)}: ${end}.${more}${pause}`;
    }
  }
}

/** Both hands, as far as their faces are up. */
function hands(language: Language, table: Table, { cards }: Live): string {
  const up = cards.slice(0, table.turned);
  return (["punto", "banco"] as const)
    .map((side) => [side, up.findLast((each) => each.side === side)?.points ?? 0] as const)
    .map(([side, points]) => dictionary(language).voice.hand(label(table, side), points))
    .join(", ");
}

/** After a coup what came back, and whenever it is asked for; asked again, it is said again. */
export function liveStatus(language: Language, { readings, credit, currency }: Table, live: Live): string {
  const say = words(language);
  const inMoney = (cents: number): string => money(language, currency, cents);
  if (live.watching || (!live.paid && !readings)) return "";
  const first = live.paid
    ? `${say.returned} ${inMoney(live.paid.returned)}`
    : `${say.staked} ${inMoney(total(live.stakes))}`;
  return `${first}, ${say.credit} ${inMoney(credit)}.${readings % 2 ? "\u200b" : ""}`;
}

export type Counted = keyof Statistics;
