// Signing in by name and password, and signing out.
import type { SignedIn } from "../../wire";
import { signedIn } from "./lobby";
import type { FromPlayer } from "../message";
import type { State } from "../state";
import { asking, atDoor, chain, forgotten, only, type Change } from "../change";

type Enter = Extract<FromPlayer, { type: "enter" }>;

/** Sends name and password to the house. The page doesn't store them. */
export function enter(state: State, { how, name, password }: Enter): Change {
  const { entering, sitting } = state.lobby;
  if (entering || sitting || state.table) return only(state);
  const ask = { what: how, name, password } as const;
  return only({ ...atDoor(state, true), problem: null }, asking(state, ask));
}

/** From now on another person plays, with their own open sessions. */
export const entered = (state: State, body: SignedIn): Change =>
  chain(signedIn({ ...forgotten(state), dialog: null }, body), (next) =>
    only(next, asking(next, { what: "me", token: body.token })),
  );

/** Signs out here at once, whether the request reaches the house or not. */
export const signOut = (state: State): Change =>
  state.person ? left(state, [asking(state, { what: "sign-out" })]) : only(state);

/** Signs out here only after the house has confirmed it for all devices. */
export const signOutEverywhere = (state: State): Change =>
  state.person ? only(state, asking(state, { what: "sign-out-everywhere" })) : only(state);

export const left = (state: State, effects: Change[1] = []): Change =>
  only(
    {
      ...forgotten(state),
      table: null,
      link: { is: "none", attempt: state.link.attempt + 1 },
      dialog: null,
    },
    ...effects,
    { type: "hang-up" },
    { type: "forget", token: state.person?.token ?? "" },
  );
