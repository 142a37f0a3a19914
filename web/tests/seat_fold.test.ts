// What an event does to a seat: held to the house's own fold by the file both read.
import { expect, it } from "vitest";
import { foldSeat, type SeatView } from "../src/state/session/seat_fold";
import type { Event } from "../src/wire";
import text from "./seats.json?raw";

interface Triple {
  readonly view: Partial<SeatView>;
  readonly event: Event;
  readonly after: Partial<SeatView>;
}
const triples = JSON.parse(text) as readonly Triple[];

/** A view as the page has it: of both kinds, and of the house's fields those it goes by. */
function asHere(view: Partial<SeatView>): SeatView {
  const nothing = { next: { number: 0, commitment: "" }, stakes: {}, left: {}, held: {} };
  const { epoch = 0, offset = 0, credit = 0, draft = {} } = view;
  const { next, stakes, left, held } = { ...nothing, ...view };
  return { epoch, offset, credit, draft, next, stakes, left, held };
}

it("makes of every event what the house makes of it", () => {
  for (const { view, event, after } of triples)
    expect(foldSeat(asHere(view), event), `${event.type} at ${event.offset}`).toEqual(asHere(after));
});

it("was shown every kind of event", () => {
  expect(new Set(triples.map(({ event }) => event.type)).size).toBe(10);
});
