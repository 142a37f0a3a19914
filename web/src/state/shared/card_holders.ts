// Boxes and cards in hand: who sits where, who holds which cards, and what that player must do.
import type { Side, TableView } from "../../wire";
import { FACE_DOWN } from "./shared_seat";
import type { Live, Table } from "../state";

export const SIDES: readonly Side[] = ["punto", "banco"];

/** The box a player sits at; 0: they stand. */
export const boxOf = ({ boxes }: TableView, player: string): number =>
  Number(Object.entries(boxes).find(([, players]) => players.includes(player))?.[0] ?? 0);

/** Whether a bet needs a box at this table, and the player has none. */
export const needsBox = ({ house, live, player }: Table): boolean => {
  const { boxes = [], standing = false } = house.sheet.table ?? {};
  return live !== null && !live.watching && boxes.length > 0 && !standing && !boxOf(live.view, player);
};

/** Whether some of a side's cards lie face down. */
export const isDown = ({ cards }: Live, side: Side): boolean =>
  cards.some((each) => each.side === side && each.card === FACE_DOWN);

/** The points of a side's face-up cards. A card that is still moving counts once it has arrived. */
export const pointsUp = ({ turned }: Table, { cards }: Live, side: Side): number | null =>
  cards.slice(0, turned).findLast((each) => each.side === side && each.points !== null)?.points ?? null;

/** The sides whose cards this player holds and can look at. */
export const myHands = ({ live, player }: Table): readonly Side[] =>
  live
    ? SIDES.filter((side) => live.view.holders[side] === player && live.held[side] && isDown(live, side))
    : [];

/** What the holder of a side's cards must do: speak, show them, or wait. */
export type Wanted = "speak" | "show" | "wait";

/**
 * The house says whose turn it is. A holder who may call is asked to, even with a natural, which the page
 * must not give away.
 */
export function wanted({ house, live }: Table, side: Side): Wanted {
  if (live?.view.asks !== side) return "wait";
  return house.sheet.table?.holder_calls && live.view.called === null ? "speak" : "show";
}

/** Stakes that were left on the cloth can be withdrawn until the betting closes. */
export const mayWithdraw = ({ view, left }: Live): boolean =>
  view.stage !== "dealing" && view.stage !== "paying" && Object.keys(left).length > 0;
