// Opens the cash sheet of a table, `#/cash/NAME`, or the tables that have one, `#/cash`.
import { mount } from "svelte";
import { keptSettings, keptToken, takeWhatCame, wasLocked } from "../console/console_effects";
import { readKept } from "../effects/storage";
import type { Language } from "../state/state";
import { cashShelf } from "../words/cash/cash";
import { deskShelf, laterShelf, load } from "../words/dictionary";
import Cash from "../views/cash/Cash.svelte";
import CashSheet from "../views/cash/CashSheet.svelte";

const loadWords = (language: Language): Promise<unknown> =>
  Promise.all([load(language), deskShelf.load(language), laterShelf.load(language), cashShelf.load(language)]);

/** The view, once its words are loaded; a console shows it in place of the table. */
export async function cashView(language: Language): Promise<typeof CashSheet> {
  await loadWords(language);
  return CashSheet;
}

export async function open(table = ""): Promise<void> {
  const language: Language = keptSettings().language ?? readKept().settings.language ?? "it";
  await loadWords(language);
  const target = document.getElementById("page") ?? document.body;
  target.replaceChildren(); // the placeholder from index.html
  const kept = { token: keptToken(), locked: wasLocked(), language };
  const props = { table: decodeURIComponent(table), kept, load: loadWords };
  mount(Cash, { target, props });
  takeWhatCame();
}
