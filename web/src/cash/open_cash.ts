// Opens the cash sheet of a table: `#/cash/NAME`.
import { mount } from "svelte";
import { keptSettings, openToken, takeWhatCame } from "../console/console_effects";
import { readKept } from "../effects/storage";
import type { Language } from "../state/state";
import { cashShelf } from "../words/cash/cash";
import { deskShelf, load } from "../words/dictionary";
import CashSheet from "../views/cash/CashSheet.svelte";

export async function open(table = ""): Promise<void> {
  const language: Language = keptSettings().language ?? readKept().settings.language ?? "it";
  await Promise.all([load(language), deskShelf.load(language), cashShelf.load(language)]);
  const target = document.getElementById("page") ?? document.body;
  target.replaceChildren(); // the placeholder from index.html
  mount(CashSheet, { target, props: { table: decodeURIComponent(table), token: openToken(), language } });
  takeWhatCame();
}
