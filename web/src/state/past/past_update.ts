// The part of `update` for the past: history, movements, replay and verification.
import type { Problem } from "../../wire";
import * as check from "./verification";
import * as history from "./history";
import type { OfPast, PastAnswered } from "../load_past";
import type { Ask } from "../message";
import * as movements from "./movements";
import * as quiet from "./quiet_checks";
import * as replay from "./replay";
import * as roads from "./session_roads";
import type { State } from "../state";
import { chain, only, type Change } from "../change";

export function update(state: State, message: OfPast): Change {
  switch (message.type) {
    case "open-dialog":
      return history.open(state);
    case "read-history":
      return history.more(state);
    case "narrow-history":
      return history.narrow(state, message.filter);
    case "download-history":
      return history.take(state, message.format);
    case "open-movements":
      return movements.openMovements(state, message.account);
    case "read-movements":
      return movements.readMovements(state);
    case "replay":
      return replay.begin(state, message.coup);
    case "replay-card":
      return replay.card(state, message.run);
    case "dealt":
      return replay.paid(state);
    case "end-replay":
      return replay.end(state);
    case "verify":
      return check.begin(state, message.coup, message.record);
    case "download-proof":
      return check.takeProof(state);
    case "download-seen":
      return check.takeSeen(state);
    case "verified":
      return (message.quiet ? quiet : check).verified(state, message.coup, message.checked);
    case "look-back":
      return chain(roads.ask(state), quiet.next);
    case "show-history":
      return only({ ...state, history: { ...state.history, shows: message.shows } });
  }
}

export function answered(state: State, message: PastAnswered): Change {
  switch (message.what) {
    case "records":
      return chain(history.turned(state, message.ask, message.body), quiet.next);
    case "movements":
      return only(movements.movementsKnown(state, message.ask.account, message.body));
    case "results":
      return history.added(state, message.ask, message.body);
    case "roads":
      return roads.known(state, message.ask, message.body);
    case "record-of":
      return check.found(state, message.ask.coup, message.body);
    case "proof":
      return check.proven(state, message.ask.coup, message.body);
    case "sabot-proof":
      return chain(check.proven(state, message.ask.coup, message.body), (next) =>
        quiet.proven(next, message.ask.coup, message.body),
      );
  }
}

/** A request of this part failed. */
export const failed = (state: State, ask: Ask, problem: Problem): Change =>
  chain(history.failed(state, ask, problem), (next) => quiet.failed(next, ask));
