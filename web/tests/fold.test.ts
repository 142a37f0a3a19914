// The stream of a shared table, folded here as it is in the house.
import { describe, expect, it } from "vitest";
import { fold } from "../src/state/fold";
import { lying } from "../src/state/live";
import type { TableView } from "../src/wire";
import { recorded, type Recorded } from "./streamed";


describe("a view is a fold of the stream", () => {
  it("comes to what the house has, event by event", () => {
    let view = recorded.first;
    for (const { event, view: theirs } of recorded.told) {
      view = fold(view, event);
      expect(view, `${event.type} at ${event.offset}`).toEqual(theirs);
    }
    const kinds = new Set(recorded.told.map(({ event }) => event.type));
    expect(kinds.size).toBe(12); // nothing was left out
  });

  it("hears nothing twice", () => {
    const { event, view } = recorded.told[5] as Recorded["told"][number];
    expect(fold(view, event)).toBe(view);
    const later = recorded.told[9]?.view as TableView;
    expect(fold(later, event)).toBe(later);
  });
});

it("tells whose the cards are that lie there, as their events did", () => {
  let came: { card: string; side: string; points: number }[] = [];
  for (const { event, view } of recorded.told) {
    if (event.type === "no_more") came = [];
    if (event.type !== "card") continue;
    came = [...came, { card: event.card, side: event.side, points: event.points }];
    expect(lying(view, recorded.proof.sheet)).toEqual(came);
  }
});
