// Opens the cash sheet of a table: `#/cash/NAME`.
import { mount } from "svelte";
import { keptSettings, openToken, takeWhatCame } from "../console/console_effects";
import { readKept } from "../effects/storage";
import type { Language } from "../state/state";
import { cashShelf } from "../words/cash/cash";
import { deskShelf, load } from "../words/dictionary";
import CashSheet from "../views/cash/CashSheet.svelte";

/** The view, once its words are loaded; a console shows it in place of the table. */
export async function cashView(language: Language): Promise<typeof CashSheet> {
  await Promise.all([load(language), deskShelf.load(language), cashShelf.load(language)]);
  return CashSheet;
}

export async function open(table = ""): Promise<void> {
  const language: Language = keptSettings().language ?? readKept().settings.language ?? "it";
  const View = await cashView(language);
  const target = document.getElementById("page") ?? document.body;
  target.replaceChildren(); // the placeholder from index.html
  mount(View, { target, props: { table: decodeURIComponent(table), token: openToken(), language } });
  takeWhatCame();
}
