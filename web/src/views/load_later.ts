// Loads the views that a newcomer needs after the first coup, or when something goes wrong, with their words.
import type { Language } from "../state/state";
import { laterShelf } from "../words/dictionary";

export let later: typeof import("./later/views");

export async function fetchLater(language: Language): Promise<void> {
  [later] = await Promise.all([import("./later/views"), laterShelf.load(language)]);
}
