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
  const keeps = how === "register" && state.person?.role === "guest"; // the guest, who may sit at a table
  if (entering || sitting || (state.table && !keeps)) return only(state);
  const ask = { what: how, name, password } as const;
  return only({ ...atDoor(state, true), problem: null }, asking(state, ask));
}

/** From now on another person plays, with their own open sessions; or a guest has a name now. */
export function entered(state: State, body: SignedIn): Change {
  const { name, role, token } = body;
  if (state.person?.token === token) {
    const person = { ...state.person, name, role };
    return only({ ...atDoor(state, false), person, dialog: null, problem: null });
  }
  return chain(signedIn({ ...forgotten(state), dialog: null }, body), (next) =>
    only(next, asking(next, { what: "me", token })),
  );
}

/** Signs out here at once, whether the request reaches the house or not. */
export const signOut = (state: State): Change =>
  state.person
    ? only(
        {
          ...forgotten(state),
          table: null,
          link: { is: "none", attempt: state.link.attempt + 1 },
          dialog: null,
        },
        asking(state, { what: "sign-out" }),
        { type: "hang-up" },
        { type: "forget", token: state.person.token },
      )
    : only(state);
