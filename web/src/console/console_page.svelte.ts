// The running console or display: one state, one way to change it.
import { effects } from "./console_effects";
import type { Message, State } from "../state/console/console_state";
import { update } from "../state/console/console_update";

export type Dispatch = (message: Message) => void;

export class Page {
  state: State;
  readonly #perform = effects((message) => this.dispatch(message));

  constructor(first: State) {
    this.state = $state.raw(first);
  }

  readonly dispatch: Dispatch = (message) => {
    const [next, wanted] = update(this.state, message, Date.now());
    this.state = next;
    for (const effect of wanted) this.#perform(effect);
  };
}
