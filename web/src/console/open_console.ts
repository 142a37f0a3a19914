// Opens a console or a display once its words are loaded.
import { mount } from "svelte";
import { readKept } from "../effects/storage";
import { type Language, LANGUAGES } from "../state/state";
import { consoleShelf } from "../words/console/console";
import { deskShelf, laterShelf, liveShelf, load } from "../words/dictionary";
import { keptSettings, keptToken, stayAwake, takeWhatCame, wasLocked } from "./console_effects";
import { ConsolePage } from "./console_page.svelte";
import { initial, type Screen } from "../state/console/console_state";

const VIEWS = {
  console: () => import("../views/console/Console.svelte"),
  display: () => import("../views/display/Display.svelte"),
} as const;

/**
 * `#/console`, `#/display/NAME`, or `#/display/NAME/de`, which is in German whatever the browser's language.
 */
export async function open(hash: string): Promise<void> {
  takeWhatCame();
  const [, screen = "console", table = "", spoken = ""] = hash.split("/") as [string, Screen?, string?, string?];
  const wanted = LANGUAGES.find((each) => each === spoken) ?? null;
  const kept = keptSettings();
  const language: Language = wanted ?? kept.language ?? readKept().settings.language ?? "it";
  const words = [load(language), ...[laterShelf, liveShelf, deskShelf, consoleShelf].map((each) => each.load(language))];
  const view = VIEWS[screen]();
  await Promise.all(words);
  const page = new ConsolePage(initial(screen, table, { language, hand: kept.hand ?? "right" }));
  const { default: View } = await view;
  const target = document.getElementById("page") ?? document.body;
  target.replaceChildren(); // the placeholder from index.html
  mount(View, { target, props: { page } });
  page.dispatch({ type: "started", token: screen === "console" ? keptToken() : "", locked: wasLocked() });
  stayAwake();
}
