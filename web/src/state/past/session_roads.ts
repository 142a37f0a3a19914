// The roads of a session at a private table, as the house draws them.
import type { SessionRoads } from "../../wire";
import type { Ask } from "../message";
import type { State } from "../state";
import { asking, atTable, only, type Change } from "../change";

/** A failed request is not repeated: the next coup asks again. */
export function ask(state: State): Change {
  const { table } = state;
  if (!table?.coups.length || table.shared || table.phase === "dealing") return only(state);
  return only(state, asking(state, { what: "roads", account: table.player, session: table.session }));
}

/** An answer that comes while the next coup is dealt may tell its result, and is dropped. */
export function known(state: State, { session }: Extract<Ask, { what: "roads" }>, roads: SessionRoads): Change {
  const { table } = state;
  if (table?.session !== session || table.phase === "dealing") return only(state);
  return only(atTable(state, { ...table, roads }));
}
