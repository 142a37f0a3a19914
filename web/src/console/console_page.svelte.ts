// The running console or display: holds its state and dispatches messages.
import { effects } from "./console_effects";
import type { ConsoleMessage, ConsoleState } from "../state/console/console_state";
import { update } from "../state/console/console_update";

export type ConsoleDispatch = (message: ConsoleMessage) => void;

export class ConsolePage {
  state: ConsoleState;
  readonly #perform = effects((message) => this.dispatch(message));

  constructor(first: ConsoleState) {
    this.state = $state.raw(first);
  }

  readonly dispatch: ConsoleDispatch = (message) => {
    const [next, wanted] = update(this.state, message, Date.now());
    this.state = next;
    for (const effect of wanted) this.#perform(effect);
  };
}
