// The running page: holds the state and dispatches messages.
import { untrack } from "svelte";
import { effects } from "./effects/effects";
import { newKey, newSeed } from "./effects/keys";
import type { Message } from "./state/message";
import { fetchPast, isFetchedFirst } from "./state/load_past";
import { INITIAL, type State } from "./state/state";
import { update } from "./state/update";

export type Dispatch = (message: Message) => void;

export class Page {
  state: State = $state.raw(INITIAL);
  readonly #perform = effects((message) => this.dispatch(message));
  readonly #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)"); // may change at any moment

  readonly dispatch: Dispatch = (message) => {
    if (isFetchedFirst(message))
      return void fetchPast().then(
        () => this.dispatch(message),
        () => message.type === "look-back" || this.dispatch({ type: "not-fetched" }),
      );
    const now = Date.now();
    // Without `untrack` an effect that dispatches would depend on the state, and run at every change.
    const state = untrack(() => this.state);
    const moment = { now, key: newKey(now), seed: newSeed() };
    const still = this.#reducedMotion.matches || state.settings.speed === "instant";
    const [next, wanted] = update(state.still === still ? state : { ...state, still }, message, moment);
    this.state = next;
    for (const effect of wanted) this.#perform(effect);
  };
}
