// The dialog that is open at a console: what opens it, what it has sent, and when it closes.
import type { ConsolePage } from "../../console/console_page.svelte";
import { can, type Command, type KeyInCommand, laidStakes, type Place } from "../../state/console/console_state";
import type { Bet } from "../../wire";
import { movedByItself } from "./second_tap";

export type Dialog =
  | { readonly is: "correct"; readonly n: number }
  | { readonly is: "look"; readonly box: number } // into a box whose stakes can't be changed
  | { readonly is: "cash" } // the cash sheet, instead of the table; the console stays connected
  | { readonly is: "void" | "reverse" | "call_manager" | "decide" | "new_sabot" | "leave" | "take" }
  | (Place & { readonly is: "key_in" | "amend"; readonly types?: boolean; readonly returns?: boolean });

/** Cards and stakes are those of one coup. */
const isOfCoup = (is: Dialog["is"]): boolean => /correct|void|key_in|amend|look/.test(is);

export class ConsoleDialog {
  readonly #page: ConsolePage;
  #openedIn = 0; // the coup
  #sent = $state.raw<number | null>(null); // set when the dialog has sent its command: the number of notices before
  open = $state.raw<Dialog | null>(null);
  keying = $state.raw<{ readonly unsent: () => KeyInCommand | null }>(); // the dialog of a box
  onBet = $state.raw<Bet>("punto"); // what the last chips were keyed in on
  card = $state.raw(""); // the right card, in the dialog that corrects one

  constructor(page: ConsolePage) {
    this.#page = page;
    // After a reconnect it isn't known at once what is possible.
    $effect(() => {
      if (this.open && this.#desk.console && !this.#mayStay(this.open)) this.giveUp();
    });
    $effect(() => this.#closeWhenDone());
    // Stakes that the house hasn't taken come back to be mended, once nothing else is typed.
    $effect(() => {
      const [first] = this.#desk.unkeyed;
      const isUsed = this.#desk.who !== null && !this.#desk.locked;
      if (!first || this.open || !isUsed || !can(this.#desk, "key_in")) return;
      const { box, place } = first.stakes;
      this.ask({ is: "key_in", box, place, returns: true });
    });
  }

  get #desk() {
    return this.#page.state;
  }

  #mayStay(one: Dialog): boolean {
    const isOver = isOfCoup(one.is) && this.#desk.view?.coup !== this.#openedIn;
    if (one.is === "look") return !isOver && laidStakes(this.#desk)[one.box] !== undefined;
    return one.is === "cash" || (can(this.#desk, one.is) && !isOver);
  }

  /** Closes a dialog whose command was taken. It shows a refusal, and an answer that was lost with the connection. */
  #closeWhenDone(): void {
    const { asked, unanswered, tellings, told } = this.#desk;
    if (this.#sent === null || unanswered || (asked && !asked.done)) return;
    const isDoneAfterAll = told?.problem.code === "console/done";
    if (isDoneAfterAll) movedByItself(document); // it closes without a tap
    if (tellings === this.#sent || isDoneAfterAll) this.open = null;
    this.#sent = null;
  }

  tell(command: Command): void {
    this.#sent = this.#desk.tellings;
    this.#page.dispatch({ type: "do", command });
  }

  ask(next: Dialog): void {
    this.card = "";
    if (next.is === "correct") {
      this.#page.dispatch({ type: "again" }); // an earlier card was misread, so the refused one will be scanned again
      this.#forget(); // an earlier refusal was not about a correction
    }
    this.#openedIn = this.#desk.view?.coup ?? 0;
    this.open = next;
  }

  /** Opens the stakes of a box; those to be amended at the player and the bet that they are of. */
  askBox(box: number): void {
    if (!can(this.#desk, "key_in") && !can(this.#desk, "amend")) return this.ask({ is: "look", box });
    if (can(this.#desk, "key_in")) return this.ask({ is: "key_in", box, place: 1 });
    const [place, stakes] = Object.entries(this.#desk.view?.keyed[box] ?? {})[0] ?? ["1", {}];
    this.onBet = (Object.keys(stakes)[0] as Bet | undefined) ?? this.onBet;
    this.ask({ is: "amend", box, place: Number(place) });
  }

  /** Closes a dialog that can't stay. Stakes typed in it are named as not keyed in. */
  giveUp(): void {
    if (this.open?.is === "correct") this.#forget();
    if (this.#sent === null) {
      // It closes by itself, not because its own command has done its work.
      this.#keepTyped();
      movedByItself(document);
    }
    this.open = null;
  }

  /** Closed by hand: a refusal in the dialog is dropped with it. */
  close(): void {
    this.#forget();
    this.open = null;
  }

  /** The stakes go their own way: the next player is keyed in meanwhile. */
  keyIn(stakes: KeyInCommand, next: Place | null, types: boolean): void {
    this.#forget();
    this.#page.dispatch({ type: "key-in", stakes: [stakes] });
    if (next) this.ask({ ...next, is: "key_in", types });
    else this.open = null;
  }

  /** Leaves a player as the house has it. */
  leaveAsIs(of: Place, next: Dialog | null): void {
    this.#forget();
    this.#page.dispatch({ type: "give-up", of });
    if (next) this.ask(next);
    else this.open = null;
  }

  /** Goes to stakes that were refused. Those typed so far come back after them. */
  mend({ box, place }: Place): void {
    this.#keepTyped();
    this.ask({ is: "key_in", box, place });
  }

  #keepTyped(): void {
    const stakes = this.keying?.unsent();
    if (stakes) this.#page.dispatch({ type: "unsent", stakes, coup: this.#openedIn });
  }

  #forget(): void {
    const { told } = this.#desk;
    if (told) this.#page.dispatch({ type: "hush", n: told.n });
  }
}
