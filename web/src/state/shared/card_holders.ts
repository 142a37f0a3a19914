// Boxes and cards in hand: who sits where, who holds which cards, and what that player must do.
import type { Side, TableDetail, TableView } from "../../wire";
import { FACE_DOWN } from "./shared_seat";
import type { SharedTable, Table } from "../state";

export const SIDES: readonly Side[] = ["punto", "banco"];

/** The box a player sits at; 0: they stand. */
export const boxOf = ({ boxes }: TableView, player: string): number =>
  Number(Object.entries(boxes).find(([, players]) => players.includes(player))?.[0] ?? 0);

/** Whether a bet needs a box at this table, and the player has none. */
export const needsBox = ({ rules, shared, player }: Table): boolean => {
  const { boxes = [], standing = false } = rules.sheet.table ?? {};
  return shared !== null && !shared.watching && boxes.length > 0 && !standing && !boxOf(shared.view, player);
};

/** Whether some of a side's cards lie face down. */
export const isDown = ({ cards }: SharedTable, side: Side): boolean =>
  cards.some((each) => each.side === side && each.card === FACE_DOWN);

/** The points of a side's face-up cards. A card that is still moving counts once it has arrived. */
export const pointsUp = ({ turned }: Table, { cards }: SharedTable, side: Side): number | null =>
  cards.slice(0, turned).findLast((each) => each.side === side && each.points !== null)?.points ?? null;

/** With backs for real cards that lie on the cloth, and are read only when their hand is turned. */
export function withBacks(view: TableView, detail: TableDetail | null | undefined): TableView {
  const { spec, sheet } = detail ?? {};
  const isDown = spec?.cards === "croupier" && spec.reading !== "leaving" && sheet?.cards.faces.join() === "down";
  return isDown && view.stage === "dealing" ? { ...view, cards: view.cards.padEnd(8, "?") } : view;
}

/** The sides whose cards this player holds and can look at. */
export const myHands = ({ shared, player }: Table): readonly Side[] =>
  shared
    ? SIDES.filter((side) => shared.view.holders[side] === player && shared.held[side] && isDown(shared, side))
    : [];

/** The sides whose cards are in this player's hand, dealt or about to be. */
export const handsOf = ({ shared, player }: Table): readonly Side[] =>
  shared?.view.stage === "dealing"
    ? SIDES.filter((side) => shared.view.holders[side] === player && (shared.cards.length < 4 || isDown(shared, side)))
    : [];

/** What the holder of a side's cards must do: speak, show them, or wait. */
export type Wanted = "speak" | "show" | "wait";

/**
 * The house says whose turn it is. A holder who may call is asked to, even with a natural, which the page
 * must not give away.
 */
export function wanted({ rules, shared }: Table, side: Side): Wanted {
  if (shared?.view.asks !== side) return "wait";
  return rules.sheet.table?.holder_calls && shared.view.called === null ? "speak" : "show";
}

/** Stakes that were left on the cloth can be withdrawn until the betting closes. */
export const mayWithdraw = ({ view, left }: SharedTable): boolean =>
  !/closing|dealing|paying/.test(view.stage) && Object.keys(left).length > 0;
