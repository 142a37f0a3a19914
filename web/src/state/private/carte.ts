// Carte at a private table: bet what lies on the cloth, and have the coup dealt.
import { atTable, chain, type Change, only, problem, withProblem } from "../change";
import type { Moment } from "../message";
import { stakes, total } from "../session/cloth";
import { drawnSeed, note } from "../session/commitments";
import { ask, freshSeed, isOpen } from "../session/player_actions";
import type { State, Table } from "../state";

/**
 * The seed is drawn once, after the house has sent its commitment, and it is stored before the bet
 * is sent.
 */
export function carte(state: State, moment: Moment): Change {
  const { table, link } = state;
  if (!table || !isOpen(table) || link.is !== "connected" || !total(stakes(table.cloth)))
    return only(state);
  if (table.distrust) return only(withProblem(state, problem("client/does-not-hold")));
  const { key } = moment;
  const seed = drawnSeed(state) ?? freshSeed(state, moment);
  const { commitment } = table.next;
  const closed: Table = { ...table, phase: "asked", taking: false, idle: null, readings: 0, refused: [], touched: moment.now };
  const asked: State = { ...atTable(state, closed), problem: null };
  const request = { type: "carte", key, bets: stakes(table.cloth), seed, commitment } as const;
  return chain(note(asked, seed), (next) => ask(next, request, commitment));
}
