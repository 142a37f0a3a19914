// What a person at the console does to the table's view: who runs it, cards set aside, stakes keyed in.
import type { Aside, Directed, Keyed, Manager, StreamEvent, TableView, Voided } from "../../wire";

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
export function voided(view: TableView, { reason }: Voided): TableView {
  const first_of_next = view.stage === "betting" ? view.first_of_next : "";
  return { ...view, stage: "paying", until: null, void: true, why_void: reason, first_of_next };
}

/** The manager is called, or has decided: for all to read until the next betting. */
export const calledOrDecided = (view: TableView, { manager, by, offset, words }: Manager): TableView =>
  manager
    ? { ...view, manager: false, manager_by: "", manager_for: "", decided: words }
    : { ...view, manager: true, manager_since: offset, manager_by: by, manager_for: words, decided: "" };

/** What lies in a box now; nothing clears it. */
export function keyedIn({ keyed }: TableView, { box, bets }: Keyed): TableView["keyed"] {
  const { [box]: _, ...others } = keyed;
  return Object.keys(bets).length ? { ...others, [box]: bets } : others;
}

/** What the whole table should know of. */
export type News =
  | { readonly is: "aside"; readonly card: string; readonly goesOn: boolean }
  | { readonly is: "corrected"; readonly before: string; readonly after: string; readonly reason: string }
  | { readonly is: "called" } // by whom and what for stands in the view
  | { readonly is: "decided"; readonly words: string }
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
      return [...before, event.manager ? { is: "decided", words: event.words } : { is: "called" }];
    case "voided":
      return [...before, { is: "void", reason: event.reason }];
    case "betting":
    case "shuffled": {
      const decided = before.findLastIndex(({ is }) => is === "decided");
      return before.filter(({ is }, n) => is === "called" && n > decided);
    }
    default:
      return before;
  }
}

/** What a table tells of it to who comes later. */
export const newsIn = ({ void: isVoid, why_void, decided, manager, aside, first_of_next }: TableView): readonly News[] => [
  ...(aside.match(/../g) ?? []).map((card, n) => ({ is: "aside", card, goesOn: 2 * n < first_of_next.length }) as const),
  ...(decided ? [{ is: "decided", words: decided } as const] : []),
  ...(isVoid ? [{ is: "void", reason: why_void } as const] : []),
  ...(manager ? [{ is: "called" } as const] : []),
];
