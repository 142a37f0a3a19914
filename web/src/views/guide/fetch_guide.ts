// The view of the guided coup with its words, fetched when it begins.
import type { Language } from "../../state/state";
import { guideShelf } from "../../words/dictionary";

export async function fetchGuide(language: Language): Promise<typeof import("./Guide.svelte").default> {
  const [view] = await Promise.all([import("./Guide.svelte"), guideShelf.load(language)]);
  return view.default;
}
