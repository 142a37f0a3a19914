// The words of the page together with those that a newcomer needs later.
import type { Language } from "../../state/state";
import { laterShelf } from "../dictionary";
import type { LaterWords } from "../it/later";
import type { Words } from "../it/page";
import { words } from "../words";

export const laterWords = (language: Language): Words & LaterWords => ({
  ...words(language),
  ...laterShelf.in(language),
});
