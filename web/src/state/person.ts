// What a person at the console does to the table's view: who runs it, cards set aside, stakes keyed in.
import type { Aside, Directed, Keyed, TableView } from "../wire";

/** Somebody runs the table, or nobody does; then the clock may, to finish a coup. */
export function directed(view: TableView, { croupier, name, until }: Directed): TableView {
  const isOut = view.stage === "betting" || view.stage === "dealing";
  const then = isOut && until !== null ? until : view.until;
  return { ...view, croupier, croupier_name: name, until: then };
}

/** A card too many: burned, or kept as the next coup's first. */
export function setAside(view: TableView, { card, goes_on, gone }: Aside): TableView {
  return { ...view, aside: view.aside + card, first_of_next: goes_on ? card : "", gone };
}

/** What lies in a box now; nothing clears it. */
export function keyedIn({ keyed }: TableView, { box, bets }: Keyed): TableView["keyed"] {
  const { [box]: _, ...others } = keyed;
  return Object.keys(bets).length ? { ...others, [box]: bets } : others;
}
