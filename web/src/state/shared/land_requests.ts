// What a player can ask of a land table besides betting.
import { handsOf } from "./card_holders";
import type { PendingRequest, State, Table } from "../state";
import type { Sheet } from "../../wire";
import type { Moment, OfLand } from "../message";
import { only, type Change } from "../change";
import { ask, isWaiting } from "../session/player_actions";

/** A table is a land table if its sheet has boxes, or deals the cards face down. */
export const isLand = ({ table, cards }: Sheet): boolean =>
  Boolean(table?.boxes?.length) || isInHand(cards);

export const holdsCards = (table: Table): boolean => handsOf(table).length > 0;

/** Nobody is asked about cards that have left their hand meanwhile. */
export const stillAsked = (state: State): State =>
  state.dialog === "leave" && !(state.table && holdsCards(state.table)) ? { ...state, dialog: null } : state;

export const isInHand = ({ faces }: Sheet["cards"]): boolean => faces.join() === "down";

/** One request of a kind at a time. Those that no event of the stream confirms have a key. */
export function act(state: State, message: OfLand, { key }: Moment): Change {
  const { table, link } = state;
  if (!table?.shared || table.shared.watching || link.is !== "connected" || isWaiting(table, message.type))
    return only(state);
  return ask({ ...state, problem: null }, asked(message, table.shared.view.coup, key));
}

function asked(message: OfLand, coup: number, key: string): PendingRequest["request"] {
  switch (message.type) {
    case "box":
    case "ask_manager":
      return message;
    case "call":
    case "show":
      return { ...message, coup };
    case "withdraw":
    case "tip":
      return { ...message, key };
  }
}
