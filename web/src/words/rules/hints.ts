// The help about keys and gestures.
import type { Language } from "../../state/state";
import { documentShelf } from "../dictionary";

export interface Hints {
  readonly title: string;
  readonly keys: string;
  readonly gestures: string;
  readonly letters: string; // says that they can be switched off
  readonly add: string;
  readonly take: string;
  readonly chip: string;
  readonly walk: string;
  readonly back: string;
  readonly clear: string;
  readonly again: string;
  readonly status: string;
  readonly help: string;
  readonly shut: string;
  readonly tap: string;
  readonly press: string;
  readonly right: string;
  readonly mode: string; // the button beside the chips
  readonly names: Readonly<Record<"enter" | "shift" | "delete" | "home" | "end", string>>; // as on the keyboards
  readonly arrows: string;
  readonly upDown: string; // the keys
  readonly lift: string; // a card in hand
  readonly show: string;
  readonly draw: string; // called by the holder of Punto's cards
  readonly stand: string;
}

export const hints = (language: Language): Hints => documentShelf.in(language).hints;
