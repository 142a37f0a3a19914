import { describe, expect, test } from "vitest";
import { arrange, firstTable, fits, fullTitle, offers, starsFirst, wayTo, type Offer } from "../src/state/lobby/offers";
import { ANY } from "../src/state/lobby/wanted";
import { INITIAL, type State } from "../src/state/state";
import type { HouseView, TableSummary } from "../src/wire";
import { HOUSE, SimulatedPage, seatedPage } from "./simulated_table";

const house = (name: string, changed: Partial<HouseView> = {}): HouseView => ({
  ...{ name, title: name, playable: true, play_only: false, currency: "EUR", bets: [] },
  ...changed,
});

const table = (name: string, changed: Partial<TableSummary> = {}): TableSummary =>
  ({
    ...{ name, title: name, house: "live", currency: "FUN", standing: "open", stage: "resting", min: 100, max: 9_900 },
    ...{ players: 0, watchers: 0, faces: "up", croupier: "automatic", source: "sabot", stakes: "played" },
    ...changed,
  }) as TableSummary;

/** A lobby with these houses and tables. A house's sheet has this many decks and this minimum. */
function lobby(houses: readonly HouseView[], tables: readonly TableSummary[], rules: Record<string, [number, number]> = {}): State {
  const sheets = Object.fromEntries(
    Object.entries(rules).map(([name, [decks, min]]) => {
      const { sheet } = HOUSE;
      const bets = { punto: { label: "Punto", odds: "1:1", min, max: 10_000 } };
      return [name, { ...HOUSE, name, sheet: { ...sheet, bets, cards: { ...sheet.cards, decks } } }];
    }),
  );
  return { ...INITIAL, sheets, lobby: { ...INITIAL.lobby, houses, tables } };
}

const named = (all: readonly Offer[], name: string): Offer => {
  const found = all.find((each) => each.name === name);
  if (!found) throw new Error(`no table ${name}`);
  return found;
};

describe("the table to begin with", () => {
  const first = (...given: Parameters<typeof lobby>) => firstTable(offers(lobby(...given)))?.name;

  test("is a private one with the fewest decks, then the lowest minimum", () => {
    const houses = [house("six"), house("one"), house("low")];
    expect(first(houses, [table("live")], { six: [6, 10], one: [1, 100], low: [1, 50] })).toBe("low");
    expect(first(houses, [table("live")], { six: [1, 10], one: [1, 100], low: [8, 50] })).toBe("six");
  });

  test("is a shared one if there is no private one: open, for play money, without a person who may be away", () => {
    const tables = [
      table("euro", { currency: "EUR", min: 1 }),
      table("shut", { standing: "closed", min: 1 }),
      table("person", { croupier: "person", min: 1 }),
      table("high", { min: 500 }),
      table("low", { min: 200 }),
    ];
    expect(first([house("rules only", { playable: false })], tables)).toBe("low");
    expect(first([], [])).toBeUndefined();
  });
});

test("tables of the same title also show their names", () => {
  const all = offers(lobby([], [table("a", { title: "Sala" }), table("b", { title: "Sala" }), table("c")]));
  expect(all.map(fullTitle)).toEqual(["Sala, a", "Sala, b", "c"]);
});

describe("the lobby", () => {
  const tables = [
    table("quiet"),
    table("shut", { standing: "closed" }),
    table("some", { stage: "betting", players: 2 }),
    table("last", { standing: "paused" }),
    table("full", { stage: "paid", players: 5, watchers: 3 }),
  ];
  const all = offers(lobby([house("one")], tables, { one: [1, 100] }));

  test("shows lively tables first, and tables at rest last, those that are open before the others", () => {
    expect(arrange(all, ANY)).toEqual({
      ...{ live: ["full", "some"], alone: ["one"] },
      quiet: ["quiet", "shut", "last"],
    });
  });

  test("shows favourites before all others, and only there", () => {
    expect(starsFirst(arrange(all, ANY), ["quiet", "some", "gone"])).toEqual({
      ...{ starred: ["some", "quiet"], live: ["full"], alone: ["one"] },
      quiet: ["shut", "last"],
    });
  });

  test("filters by kind, by currency and by minimum", () => {
    const some = offers(
      lobby([house("one"), house("fun", { play_only: true })], [
        table("live", { min: 300 }),
        table("hand", { faces: "down" }),
        table("real", { source: "croupier" }),
        table("person", { croupier: "person" }),
        table("euro", { currency: "EUR", min: 200 }),
      ], { one: [1, 100], fun: [6, 400] }),
    );
    const fitting = (wanted: object) => some.filter((each) => fits(each, { ...ANY, ...wanted })).map(({ name }) => name);
    expect(fitting({ kind: "alone" })).toEqual(["one", "fun"]);
    expect(fitting({ kind: "live" })).toEqual(["live", "euro"]);
    expect(fitting({ kind: "land" })).toEqual(["hand", "real", "person"]);
    expect(fitting({ currency: "EUR" })).toEqual(["one", "euro"]);
    expect(fitting({ min: 200, currency: "FUN" })).toEqual(["one", "hand", "real", "person"]);
  });
});

test("nobody sits down from the page where the chips are real", () => {
  const state = lobby([], [table("real", { stakes: "keyed" }), table("played")]);
  const all = offers(state);
  expect(wayTo(state, named(all, "real"))).toBeNull();
  expect(wayTo(state, named(all, "played"))).toEqual({ type: "play-as-guest", table: "played" });
});

describe("the page remembers", () => {
  const start = () => new SimulatedPage().say({ type: "started", token: null, seat: null, settings: {}, seen: [] });

  test("the favourites, until they are no longer", () => {
    const page = start().say({ type: "star", table: "a" }).say({ type: "star", table: "b" });
    expect(page.kept["settings"]).toMatchObject({ stars: ["a", "b"] });
    expect(page.say({ type: "star", table: "a" }).kept["settings"]).toMatchObject({ stars: ["b"] });
  });

  test("the table where somebody sat last, not one they only watched", () => {
    const watching = start().say({ type: "watch", table: "punto-e-banco" }).answer(HOUSE);
    expect(watching.table.session).toBe("");
    expect(watching.state.settings.last).toBeNull();
    expect(seatedPage().kept["settings"]).toMatchObject({ last: "punto-e-banco" });
  });

  test("the filter while the page is open", () => {
    const page = start().say({ type: "narrow-lobby", wanted: { kind: "live" } });
    page.say({ type: "narrow-lobby", wanted: { currency: "EUR" } });
    expect(page.state.lobby.wanted).toEqual({ kind: "live", currency: "EUR", min: null });
  });
});
