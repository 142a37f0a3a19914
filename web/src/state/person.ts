// What a person at the console does to the table's view: who runs it, cards set aside, stakes keyed in.
import type { Aside, Directed, Keyed, StreamEvent, TableView } from "../wire";

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

/** What the whole table should know of. */
export type News =
  | { readonly is: "aside"; readonly card: string; readonly goesOn: boolean }
  | { readonly is: "corrected"; readonly before: string; readonly after: string; readonly reason: string }
  | { readonly is: "called"; readonly by: string; readonly words: string }
  | { readonly is: "decided"; readonly by: string; readonly words: string }
  | { readonly is: "void"; readonly reason: string };

/** What is known after an event; the next coup begins with what is still open. */
export function newsOf(before: readonly News[], event: StreamEvent): readonly News[] {
  switch (event.type) {
    case "aside":
      return [...before, { is: "aside", card: event.card, goesOn: event.goes_on }];
    case "corrected": {
      const { before: was, after, reason, kept } = event;
      const cards = event.aside.match(/../g) ?? []; // all of them, and not those of before
      const aside = cards.map((card, n) => ({ is: "aside", card, goesOn: 2 * n < kept.length }) as const);
      const others = before.filter(({ is }) => is !== "aside");
      return [...others, ...aside, { is: "corrected", before: was, after, reason }];
    }
    case "manager":
      return [...before, { is: event.manager ? "decided" : "called", by: event.by, words: event.words }];
    case "voided":
      return [...before, { is: "void", reason: event.reason }];
    case "betting":
    case "shuffled":
      return before.filter(({ is }) => is === "called");
    default:
      return before;
  }
}
