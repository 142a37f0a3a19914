// What a person at the console does to the table's view: who runs it, cards set aside, stakes keyed in.
import type { Aside, Directed, Keyed, TableView } from "../wire";

/** Somebody runs the table, or nobody does; then the clock may, to finish a coup. */
export function directed(view: TableView, { croupier, name, until }: Directed): TableView {
  return { ...view, croupier, croupier_name: name, until };
}

/** A card too many: burned, or kept for the next coup. */
export function setAside(view: TableView, { card, goes_on, gone }: Aside): TableView {
  const first_of_next = view.first_of_next + (goes_on ? card : "");
  return { ...view, aside: view.aside + card, first_of_next, gone };
}

/** All its cards go; what was kept for it lies there still, if it hadn't begun. */
export function voided(view: TableView): TableView {
  const first_of_next = view.stage === "betting" ? view.first_of_next : "";
  return { ...view, stage: "paying", until: null, void: true, first_of_next };
}

/** What lies in a box now; nothing clears it. */
export function keyedIn({ keyed }: TableView, { box, bets }: Keyed): TableView["keyed"] {
  const { [box]: _, ...others } = keyed;
  return Object.keys(bets).length ? { ...others, [box]: bets } : others;
}
