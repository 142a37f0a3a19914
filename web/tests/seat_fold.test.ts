// What an event does to a seat, compared with the house's own fold by a file that seats.py writes.
import { expect, it } from "vitest";
import { foldSeat, type SeatView } from "../src/state/session/seat_fold";
import type { Event } from "../src/wire";
import text from "./seats.json?raw";

interface RecordedEvent {
  readonly view: Partial<SeatView>;
  readonly event: Event;
  readonly after: Partial<SeatView>;
}
const triples = JSON.parse(text) as readonly RecordedEvent[];

/** A house's view with the fields that the page uses, for both kinds of seat. */
function toPageView(view: Partial<SeatView>): SeatView {
  const nothing = { next: { number: 0, commitment: "" }, stakes: {}, left: {}, held: {} };
  const { epoch = 0, offset = 0, credit = 0, draft = {} } = view;
  const { next, stakes, left, held } = { ...nothing, ...view };
  return { epoch, offset, credit, draft, next, stakes, left, held };
}

it("the page's fold gives the house's view after every event", () => {
  for (const { view, event, after } of triples)
    expect(foldSeat(toPageView(view), event), `${event.type} at ${event.offset}`).toEqual(toPageView(after));
});

it("the recorded events are of every kind", () => {
  expect(new Set(triples.map(({ event }) => event.type)).size).toBe(10);
});
