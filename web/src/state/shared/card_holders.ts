// A land table as its views need it: who sits where, whose the cards are, what is asked of whom.
import type { Side, TableView } from "../../wire";
import { FACE_DOWN } from "./shared_seat";
import type { Live, Table } from "../state";

export const SIDES: readonly Side[] = ["punto", "banco"];

/** The box somebody sits at; 0: they stand. */
export const boxOf = ({ boxes }: TableView, player: string): number =>
  Number(Object.entries(boxes).find(([, players]) => players.includes(player))?.[0] ?? 0);

/** Whether a bet is made from a box here, and this player has none. */
export const needsBox = ({ house, live, player }: Table): boolean => {
  const { boxes = [], standing = false } = house.sheet.table ?? {};
  return live !== null && !live.watching && boxes.length > 0 && !standing && !boxOf(live.view, player);
};

/** Whether some of a side's cards lie face down. */
export const isDown = ({ cards }: Live, side: Side): boolean =>
  cards.some((each) => each.side === side && each.card === FACE_DOWN);

/** What a side's cards count that lie face up; one that still travels counts when it has come. */
export const pointsUp = ({ turned }: Table, { cards }: Live, side: Side): number | null =>
  cards.slice(0, turned).findLast((each) => each.side === side && each.points !== null)?.points ?? null;

/** The sides whose cards are in this player's hand, to be looked at. */
export const myHands = ({ live, player }: Table): readonly Side[] =>
  live
    ? SIDES.filter((side) => live.view.holders[side] === player && live.held[side] && isDown(live, side))
    : [];

/** What is asked of who holds a side's cards: to speak, to show them, or to wait for others. */
export type Wanted = "speak" | "show" | "wait";

/** Whose turn it is the house tells; who may speak is asked to, for a natural shows itself only when it is looked at. */
export function wanted({ house, live }: Table, side: Side): Wanted {
  if (live?.view.asks !== side) return "wait";
  return house.sheet.table?.holder_calls && live.view.called === null ? "speak" : "show";
}

/** What was left on the cloth can be withdrawn until the betting closes. */
export const mayWithdraw = ({ view, left }: Live): boolean =>
  view.stage !== "dealing" && view.stage !== "paying" && Object.keys(left).length > 0;
