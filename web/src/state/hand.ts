// A land table as its views need it: who sits where, whose the cards are, what is asked of whom.
import type { Side, TableView } from "../wire";
import { FACE_DOWN } from "./live";
import type { Live, Table } from "./state";

const NATURAL = 8;
export const SIDES: readonly Side[] = ["punto", "banco"];

/** What one card counts. */
export const pips = (card: string): number => "A23456789".indexOf(card.charAt(0)) + 1;

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

/** The sides whose cards are in this player's hand, to be looked at. */
export const myHands = ({ live, player }: Table): readonly Side[] =>
  live
    ? SIDES.filter((side) => live.view.holders[side] === player && live.held[side] && isDown(live, side))
    : [];

/** What is asked of who holds a side's cards: to speak, to show them, or to wait for others. */
export type Wanted = "speak" | "show" | "wait";

export function wanted({ house, live }: Table, side: Side): Wanted {
  if (!live) return "wait";
  const { view } = live;
  if (!house.sheet.table?.holder_calls) {
    const isBehind = side === "banco" && view.holders.punto !== undefined && isDown(live, "punto");
    return isBehind ? "wait" : "show";
  }
  if (view.called === null) return "speak";
  if (isDown(live, "banco")) return "wait";
  const isOver = (view.banco ?? 0) >= NATURAL && live.cards.length === 4;
  const comes = view.called && !isOver && live.cards.filter((each) => each.side === side).length < 3;
  return comes ? "wait" : "show";
}

/** What was left on the cloth can be withdrawn until the betting closes. */
export const mayWithdraw = ({ view, left }: Live): boolean =>
  view.stage !== "dealing" && view.stage !== "paying" && Object.keys(left).length > 0;
