// Where a player's money is: the same four figures at private, live and land tables.
import { isTold } from "../private/dealing";
import type { Farewell, Table } from "../state";
import type { Bet } from "../../wire";
import { net, stakes, total } from "./cloth";

export interface Figures {
  readonly credit: number; // without what is in play
  readonly onCloth: number; // chips that are no bet yet
  readonly inPlay: number; // stakes that are confirmed and not settled yet
  readonly result: number | null; // what the last coup won or lost; null: there was none yet
}

export function figures({ phase, coup, credit, cloth, shared, result }: Table): Figures {
  const lie = total(stakes(cloth));
  if (shared) return { credit, onCloth: lie, inPlay: total(shared.paid ? shared.left : shared.stakes), result };
  // While cards are dealt, the credit gives nothing away of what they will pay.
  if (phase === "dealing" && coup)
    return { credit: coup.credit_before - coup.staked, onCloth: 0, inPlay: coup.staked, result };
  return phase === "asked"
    ? { credit: credit - lie, onCloth: 0, inPlay: lie, result }
    : { credit, onCloth: lie, inPlay: 0, result };
}

/**
 * The stake to show on a spot: the player's chips, or the stakes of a coup under way. Once new chips are bet at a
 * private table, those of the coup before are gone.
 */
export function stakeOn({ phase, coup, cloth, shared }: Table, bet: Bet): number {
  const running = shared ? phase === "asked" && shared.paid : phase === "dealing" && coup;
  const taken = running ? running.bets.find((paid) => paid.bet === bet) : undefined;
  return stakes(cloth)[bet] ?? taken?.stake ?? 0;
}

/** What a session that has ended brought back to the account, with what came later of its last coup. */
export const broughtBack = ({ credited, cameBack, comesBack = {} }: Farewell): number =>
  credited + (cameBack?.returned ?? 0) + Object.values(comesBack).reduce((sum, each) => sum + each, 0);

/** Whether all cards are face up and the winner is named. */
export const isAnnounced = (table: Table): boolean =>
  table.shared
    ? table.shared.view.outcome !== null && table.turned === table.shared.cards.length
    : isTold(table);

/** What the coup that is shown has won or lost; null: it isn't paid, the player had no part in it, or a refill is told instead. */
export function netShown(table: Table): number | null {
  const { shared, phase, result, idle } = table;
  if (idle?.refilled) return null; // beside the new credit it would look like its change
  if (shared) return shared.paid && isAnnounced(table) ? net(shared.paid) : null;
  return phase === "paid" ? result : null;
}

/** The bets that the coup has won, as the house says, whether anybody staked on them or not. Older records don't say. */
export const wonBets = (table: Table): readonly Bet[] =>
  (isAnnounced(table) && (table.shared ? table.shared.view : table.coup)?.won) || [];
