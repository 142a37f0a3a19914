// What an event does to a seat: the house's own fold (puntobanco/wire/seat_fold.py), as far as the page goes by it.
import type { Event, Next, SharedWelcome, Stakes } from "../../wire";
import { without } from "./cloth";
import type { Table } from "../state";

export interface SeatView {
  readonly epoch: number;
  readonly offset: number; // of the last event heard
  readonly credit: number;
  readonly draft: Stakes; // chips on the cloth, as the house knows them
  readonly next: Next; // at a private table: the coup to come, and what the house has committed to
  readonly stakes: Stakes; // at a shared one: confirmed and in play
  readonly left: Stakes; // of them: left on the cloth, and may be withdrawn
  readonly held: SharedWelcome["held"]; // cards in the player's hand
}

/** The view after the next event of its seat. */
export const foldSeat = (view: SeatView, event: Event): SeatView => ({
  ...view,
  epoch: event.epoch,
  offset: event.offset,
  ...changes(view, event),
});

function changes(view: SeatView, event: Event): Partial<SeatView> {
  switch (event.type) {
    case "opened":
      return { credit: event.credit, draft: {}, next: event.next };
    case "topped_up":
    case "tipped":
      return { credit: event.credit };
    case "coup":
      return { credit: event.credit, draft: {}, next: event.next };
    case "retired":
      return { draft: {}, next: event.next };
    case "bet":
      return { credit: event.credit, draft: {}, stakes: event.stakes };
    case "paid":
      return { credit: event.credit, draft: {}, stakes: event.left, left: event.left, held: {} };
    case "returned": {
      const [stakes, left] = [without(view.stakes, event.stakes), without(view.left, event.stakes)];
      const isOver = event.reason === "restore" || event.reason === "void";
      return { credit: event.credit, draft: isOver ? {} : view.draft, stakes, left, held: {} };
    }
    case "held": {
      const { side, cards, points, speaks } = event;
      return { held: { ...view.held, [side]: { cards, points, speaks } } };
    }
    case "closed":
      return { credit: 0, draft: {} };
  }
}

/** A table whose seat has heard an event. */
export function withEvent(table: Table, event: Event): Table {
  const { epoch, offset, credit, draft, next, shared } = table;
  const mine = { stakes: shared?.inPlay ?? {}, left: shared?.left ?? {}, held: shared?.held ?? {} };
  const { stakes, left, held, ...seat } = foldSeat({ epoch, offset, credit, draft, next, ...mine }, event);
  return { ...table, ...seat, shared: shared && { ...shared, inPlay: stakes, left, held } };
}
