// A past coup, dealt again at a table of its own, where nobody can bet.
import type { CoupPlayed, Paid } from "../../wire";
import { finished, onward, pause } from "../private/dealing";
import { accountRead, rulesOf } from "./history";
import { resumed } from "../session/seating";
import type { Replay, Rules, State, Table } from "../state";
import { only, type Change } from "../change";

/** A coup of a shared table, as if it had been dealt for this player alone. */
const alone = (coup: Paid, player: string): CoupPlayed => ({
  ...coup,
  type: "coup",
  session: coup.of_session,
  ...{ player, commitment: "", server_seed: "", seed: "", next: { number: 0, commitment: "" } },
});

export function begin(state: State, of: CoupPlayed | Paid): Change {
  const found: Rules | undefined = rulesOf(state, of);
  if (!found) return only(state);
  const { shared: _, ...rules } = found; // it is replayed at a private table
  const coup = of.type === "coup" ? of : alone(of, accountRead(state) ?? "");
  const account = state.person?.accounts.find((each) => String(each.id) === coup.player);
  const view = {
    ...coup,
    account: Number(coup.player),
    currency: account?.currency ?? rules.sheet.money.currency,
    draft: {},
    connected: false,
    closes_in_ms: 0,
  };
  const table = { ...resumed(view, rules), coup, phase: "dealing" } as const;
  const replay: Replay = { table, of, run: (state.replay?.run ?? 0) + 1 };
  const next = { ...state, dialog: null, check: null, replay };
  return state.still ? paid(next) : only(next, wait(state, table, coup, replay.run));
}

const wait = (state: State, table: Table, coup: CoupPlayed, run: number) =>
  ({ type: "wait", ms: pause(state, table, coup), then: { type: "replay-card", run } }) as const;

/** The next move: a card, its face, or the payment after the last one. */
export function card(state: State, run: number): Change {
  const { replay } = state;
  const coup = replay?.table.coup;
  if (!coup || replay.run !== run || replay.table.phase !== "dealing") return only(state);
  const table = onward(replay.table, coup);
  if (!table) return paid(state);
  return only({ ...state, replay: { ...replay, table } }, wait(state, table, coup, run));
}

export function paid(state: State): Change {
  const { replay } = state;
  if (!replay?.table.coup) return only(state);
  const table = finished(replay.table, replay.table.coup);
  return only({ ...state, replay: { ...replay, table } });
}

export const end = (state: State): Change => only({ ...state, replay: null });
