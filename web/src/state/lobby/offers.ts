// The tables of the lobby, private and shared, as one list: how they are told apart, filtered and ordered.
import type { HouseView, TableSummary } from "../../wire";
import { least } from "../session/cloth";
import type { FromPlayer } from "../message";
import type { State } from "../state";
import { entry, purses } from "./credit";
import type { Kind, Wanted } from "./wanted";

export interface Offer {
  readonly name: string; // of the house of a private table, or of the shared table
  readonly title: string;
  readonly isDouble: boolean; // another one has the same title
  readonly kind: Kind;
  readonly currencies: readonly string[];
  readonly min: number | null; // the smallest bet; null until the sheet is known
  readonly decks: number | null; // of a private table
  readonly house: HouseView | null; // of a private table
  readonly table: TableSummary | null; // a shared table
}

const kindOf = ({ faces, source, croupier }: TableSummary): Kind =>
  faces === "down" || source === "croupier" || croupier === "person" ? "land" : "live";

export function offers({ lobby, sheets }: State): readonly Offer[] {
  const alone = (lobby.houses ?? [])
    .filter(({ playable }) => playable)
    .map((house) => {
      const { name, title, currency, play_only } = house;
      const sheet = sheets[name]?.sheet;
      const currencies = [...(play_only ? [] : [currency]), "FUN"];
      const [min, decks] = sheet ? [least(sheet), sheet.cards.decks] : [null, null];
      return { name, title, kind: "alone", currencies, min, decks, house, table: null } as const;
    });
  const shared = (lobby.tables ?? []).map((table) => {
    const { name, title, currency, min } = table;
    return { name, title, kind: kindOf(table), currencies: [currency], min, decks: null, house: null, table };
  });
  const all = [...alone, ...shared];
  return all.map((each) => ({
    ...each,
    isDouble: all.some(({ name, title }) => name !== each.name && title === each.title),
  }));
}

export const fits = (offer: Offer, { kind, currency, min }: Wanted): boolean =>
  (kind === null || offer.kind === kind) &&
  (currency === null || offer.currencies.includes(currency)) &&
  (min === null || (offer.min ?? 0) <= min);

/** Somebody plays there, or cards are dealt. */
export const isLively = ({ table }: Offer): boolean =>
  table !== null && (table.players > 0 || table.stage !== "resting");

const guests = ({ table }: Offer): number => (table ? table.players + table.watchers : 0);

/** The names of the tables in the lobby's sections, each in the order in which it is shown. */
export interface Hall {
  readonly live: readonly string[]; // the liveliest first
  readonly alone: readonly string[];
  readonly quiet: readonly string[]; // shared tables at rest, the open ones first
}

export function arrange(all: readonly Offer[], wanted: Wanted): Hall {
  const shown = all.filter((each) => fits(each, wanted));
  const names = (some: readonly Offer[]): readonly string[] => some.map(({ name }) => name);
  const quiet = shown.filter((each) => each.table && !isLively(each));
  return {
    live: names(shown.filter(isLively).toSorted((one, other) => guests(other) - guests(one))),
    alone: names(shown.filter(({ kind }) => kind === "alone")),
    quiet: names(quiet.toSorted((one, other) => Number(isShut(one)) - Number(isShut(other)))),
  };
}

/** Favourites before all others, and only there. All tables keep their order. */
export function starsFirst(hall: Hall, stars: readonly string[]): Hall & { readonly starred: readonly string[] } {
  const rest = (names: readonly string[]): readonly string[] => names.filter((each) => !stars.includes(each));
  const { live, alone, quiet } = hall;
  const starred = [...live, ...alone, ...quiet].filter((each) => stars.includes(each));
  return { starred, live: rest(live), alone: rest(alone), quiet: rest(quiet) };
}

const isShut = ({ table }: Offer): boolean => table !== null && table.standing !== "open";

/** How to take a seat there; null: not from here, or not with this account. */
export function wayTo(state: State, { name, house, table }: Offer): FromPlayer | null {
  if (table) return table.stakes === "played" ? entry(state, name, table.currency) : null;
  if (!state.person) return { type: "play-as-guest", table: name };
  return house && purses(state, house).length ? { type: "choose", table: name, currency: null } : null;
}

/**
 * The table to begin with: open and for play money, with cards dealt by themselves; a private one
 * first, then the fewest decks, then the lowest minimum.
 */
export function firstTable(all: readonly Offer[]): Offer | null {
  const open = all.filter(
    (each) => each.currencies.includes("FUN") && !isShut(each) && each.table?.croupier !== "person",
  );
  const rank = ({ table, decks, min }: Offer): readonly number[] => [table ? 1 : 0, decks ?? 0, min ?? 0];
  return open.toSorted((one, other) => compare(rank(one), rank(other)))[0] ?? null;
}

const compare = (one: readonly number[], other: readonly number[]): number =>
  one.map((each, place) => each - (other[place] ?? 0)).find((each) => each !== 0) ?? 0;

/** The title, with the table's own name if another one has the same title. */
export const fullTitle = ({ title, name, isDouble }: Offer): string => (isDouble ? `${title}, ${name}` : title);
