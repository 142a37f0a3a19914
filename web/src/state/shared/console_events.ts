// What a croupier or manager at the console changes in the view of a table, and the news about it.
import type { Amended, Amendment, Aside, Called, Correction, Directed, Keyed, Manager, Side, Stood, StreamEvent, TableView, Turned, Voided } from "../../wire";

/** A croupier takes the table, or leaves it. After that the clock may finish the coup. */
export function directed(view: TableView, { at, croupier, name, until }: Directed): TableView {
  return { ...view, croupier, croupier_name: name, croupier_since: croupier ? at : 0, until };
}

/** A card too many: burned, or kept for the next coup. */
export function setAside(view: TableView, { card, goes_on, gone }: Aside): TableView {
  const first_of_next = view.first_of_next + (goes_on ? card : "");
  return { ...view, aside: view.aside + card, first_of_next, gone };
}

/** The coup's cards are removed. Cards that were kept for it stay, unless it had begun. */
export function voided(view: TableView, { reason, due, cards }: Voided): TableView {
  const first_of_next = view.stage === "dealing" ? "" : view.first_of_next;
  return { ...view, stage: "paying", until: null, void: true, why_void: reason, first_of_next, due, given_back: view.keyed, cards: cards || view.cards };
}

/** The manager is called, or has decided. The words are shown until the next betting. */
export const calledOrDecided = (view: TableView, { at, manager, by, offset, words }: Manager): TableView =>
  manager
    ? { ...view, manager: false, manager_at: 0, manager_by: "", manager_for: "", decided: words }
    : { ...view, manager: true, manager_since: offset, manager_at: at, manager_by: by, manager_for: words, decided: "" };

/** The table is opened, paused or closed. The note is shown until it is open again. */
export const stood = (view: TableView, { at, by, standing, note }: Stood): TableView => ({
  ...{ ...view, standing, note: standing === "open" ? "" : note, stood_by: by, stood_at: at },
});

/** A manager amends stakes. What they were is kept for those who come later. */
export const amended = (view: TableView, event: Amended): TableView => {
  const { box, place, before, bets, reason, asks } = event;
  return { ...view, keyed: keyedIn(view, event), asks: asks ?? null, amendments: [...view.amendments, { box, place, before, bets, reason }] };
};

/** The stakes on a real cloth now; empty stakes clear a player's place, and empty places clear their box. */
export function keyedIn(
  { keyed }: Pick<TableView, "keyed">,
  { box, place, bets }: Pick<Keyed | Amended, "box" | "place" | "bets">,
): TableView["keyed"] {
  return filled(keyed, box, filled(keyed[box] ?? {}, place, bets));
}

function filled<Lies extends object>(all: Readonly<Record<number, Lies>>, n: number, lies: Lies): Readonly<Record<number, Lies>> {
  const { [n]: _, ...others } = all;
  return Object.keys(lies).length ? { ...others, [n]: lies } : others;
}

/** Something that everybody at the table should know. */
export type News =
  | { readonly is: "aside"; readonly card: string; readonly goesOn: boolean }
  | { readonly is: "corrected" | "swapped"; readonly before: string; readonly after: string; readonly reason: string }
  | { readonly is: "deleted"; readonly before: string; readonly reason: string }
  | ({ readonly is: "amended" } & Amendment)
  | { readonly is: "reversed"; readonly reason: string }
  | { readonly is: "called" } // the view says by whom and why
  | { readonly is: "against" } // Punto's call, as the view says
  | { readonly is: "overtime"; readonly called: boolean } // the croupier has called for a silent holder, or turned the cards
  | { readonly is: "decided"; readonly words: string }
  | { readonly is: "void"; readonly reason: string };

/** The news after an event of this view. The next coup starts with the calls that are still open. */
export function newsOf(before: readonly News[], event: StreamEvent, view: TableView): readonly News[] {
  switch (event.type) {
    case "called":
      return inTime(view, "punto", event) ? before : [...before, { is: "overtime", called: true }];
    case "turned":
      return inTime(view, event.side, event) ? before : [...before, { is: "overtime", called: false }];
    case "result":
      return before.filter(({ is }) => is !== "overtime");
    case "aside":
      return [...before, { is: "aside", card: event.card, goesOn: event.goes_on }];
    case "corrected": {
      const others = before.filter(({ is }) => is !== "aside"); // replaces all cards that were set aside before
      return [...others, ...asideIn(event.aside, event.kept), correction({ ...event, swapped: (event.other ?? 0) > 0 })];
    }
    case "reversed":
      return [...asideIn(event.aside, event.kept), { is: "reversed", reason: event.reason }];
    case "amended":
      return [...before, amendment(event)];
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

/** Whether the holder of these cards has acted, or still could. Nobody knows who holds those of a real sabot. */
const inTime = ({ until, holders, commitment }: TableView, side: Side, { at, player }: Called | Turned): boolean =>
  !!player || !commitment || !holders[side] || until === null || at < until;

const correction = ({ before, after, reason, swapped }: Correction): News =>
  after ? { is: swapped ? "swapped" : "corrected", before, after, reason } : { is: "deleted", before, reason };

const amendment = ({ box, place, before, bets, reason }: Amendment): News => ({ is: "amended", box, place, before, bets, reason });

const asideIn = (aside: string, kept: string): readonly News[] =>
  (aside.match(/../g) ?? []).map((card, n) => ({ is: "aside", card, goesOn: 2 * n < kept.length }));

/** The news for somebody who comes later, taken from the view. */
export const newsIn = ({ void: isVoid, why_void, decided, manager, aside, first_of_next, corrections, amendments }: TableView): readonly News[] => [
  ...asideIn(aside, first_of_next),
  ...corrections.map(correction),
  ...amendments.map(amendment),
  ...(decided ? [{ is: "decided", words: decided } as const] : []),
  ...(isVoid ? [{ is: "void", reason: why_void } as const] : []),
  ...(manager ? [{ is: "called" } as const] : []),
];
