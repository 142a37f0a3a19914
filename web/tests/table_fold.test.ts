// The stream of a shared table, folded here as in the house.
import { describe, expect, it } from "vitest";
import { fold } from "../src/state/shared/table_fold";
import { cardsOnTable, turnedUp } from "../src/state/shared/shared_seat";
import type { CardOnTable } from "../src/state/state";
import type { TableView } from "../src/wire";
import { recorded, type Recorded } from "./recorded_stream";


describe("a view is a fold of the stream", () => {
  it("equals the house's view after every event", () => {
    let view = recorded.first;
    for (const { event, view: theirs } of recorded.told) {
      view = fold(view, event);
      expect(view, `${event.type} at ${event.offset}`).toEqual(theirs);
    }
    const kinds = new Set(recorded.told.map(({ event }) => event.type));
    expect(kinds.size).toBe(14); // of a table without boxes and cards in hand
  });

  it("does so where the cards are in players' hands", () => {
    const kinds = new Set(recorded.told.map(({ event }) => event.type));
    for (const { first, told } of recorded.land) {
      let view = first;
      for (const { event, view: theirs } of told) {
        view = fold(view, event);
        expect(view, `${event.type} at ${event.offset}`).toEqual(theirs);
        kinds.add(event.type);
      }
    }
    expect(kinds.size).toBe(18); // all but those of the console
  });

  it("does so where a person runs the table, reads cards in and keys stakes in", () => {
    const kinds = new Set([recorded, ...recorded.land].flatMap(({ told }) => told.map(({ event }) => event.type)));
    for (const { first, told } of recorded.person) {
      let view = first;
      for (const { event, view: theirs } of told) {
        view = fold(view, event);
        expect(view, `${event.type} at ${event.offset}`).toEqual(theirs);
        kinds.add(event.type);
      }
    }
    expect(kinds.size).toBe(28); // all kinds of event
  });

  it("does so where real cards lie face down", () => {
    for (const { first, told } of recorded.down) {
      let view = first;
      for (const { event, view: theirs } of told) {
        view = fold(view, event);
        expect(view, `${event.type} at ${event.offset}`).toEqual(theirs);
      }
    }
  });

  it("ignores an event that comes twice", () => {
    const { event, view } = recorded.told[5] as Recorded["told"][number];
    expect(fold(view, event)).toBe(view);
    const later = recorded.told[9]?.view as TableView;
    expect(fold(later, event)).toBe(later);
  });
});

it("says whose face-down cards are on the table, and the points of those that are turned", () => {
  for (const { told } of recorded.land) {
    let came: readonly CardOnTable[] = [];
    for (const { event, view } of told) {
      if (event.type === "dealing") came = [];
      if (event.type === "card") {
        came = [...came, { card: event.card, side: event.side, points: event.points }];
      } else if (event.type === "turned") {
        came = turnedUp(came, event);
        const last = came.findLast(({ side }) => side === event.side);
        expect(last?.points).toBe(event.points);
      } else continue;
      const lies = cardsOnTable(view);
      expect(lies.map(({ card, side }) => card + side)).toEqual(came.map(({ card, side }) => card + side));
      for (const { card, side, points } of lies) expect(points).toBe(card === "??" ? null : view[side]);
    }
  }
});

it("says to which side each card on the table belongs, as its event did", () => {
  let came: CardOnTable[] = [];
  for (const { event, view } of recorded.told) {
    if (event.type === "dealing") came = [];
    if (event.type !== "card") continue;
    came = [...came, { card: event.card, side: event.side, points: event.points }];
    const lies = cardsOnTable(view);
    expect(lies.map(({ card, side }) => card + side)).toEqual(came.map(({ card, side }) => card + side));
    expect(lies.at(-1)).toEqual(came.at(-1));
  }
});
