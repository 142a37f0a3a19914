// Finds a scanner's codes among the keys that are pressed on a console.
import { NOTHING, scannedInto, type Stroke, struck, type Typed, typed } from "../../state/console/scanner";

export class ScannerKeys {
  #keys: Typed = NOTHING;
  #strokes: readonly Stroke[] = []; // keys typed in a text field

  /** The code that this key completes. */
  after(event: KeyboardEvent): string | null {
    const { target: on } = event;
    return on instanceof HTMLInputElement && on.type === "text" ? this.#inField(event, on) : this.#anywhere(event);
  }

  #anywhere({ key, timeStamp }: KeyboardEvent): string | null {
    this.#strokes = [];
    const [after, word] = typed(this.#keys, key, timeStamp);
    this.#keys = after;
    return word;
  }

  /** In a text field a scanner is told from a person by its speed, and its code is removed again. */
  #inField({ key, timeStamp }: KeyboardEvent, field: HTMLInputElement): string | null {
    this.#keys = NOTHING;
    const { value, selectionStart } = field;
    const scanned = key === "Enter" ? scannedInto(this.#strokes, timeStamp) : null;
    this.#strokes = struck(this.#strokes, { key, at: timeStamp, words: value, caret: selectionStart ?? value.length });
    if (!scanned) return null;
    const [code, { words: before, caret }] = scanned;
    field.value = before;
    field.setSelectionRange(caret, caret);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    return code;
  }
}
