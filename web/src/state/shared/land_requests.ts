// A land table: what a player asks of it beside betting.
import type { PendingRequest, State } from "../state";
import type { Sheet } from "../../wire";
import type { Moment, OfLand } from "../message";
import { only, type Change } from "../change";
import { ask, isWaiting } from "../session/player_actions";

/** Boxes to sit at, or cards to hold: what its sheet says, whichever house it is. */
export const isLand = ({ table, cards }: Sheet): boolean =>
  Boolean(table?.boxes?.length) || isInHand(cards);

export const isInHand = ({ faces }: Sheet["cards"]): boolean => faces.join() === "down";

/** One at a time; what stands in no stream has a key. */
export function act(state: State, message: OfLand, { key }: Moment): Change {
  const { table, link } = state;
  if (!table?.live || table.live.watching || link.is !== "connected" || isWaiting(table, message.type))
    return only(state);
  return ask({ ...state, problem: null }, asked(message, table.live.view.coup, key));
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
