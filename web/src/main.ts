// Opens the page once its words are loaded. Requests to the house are sent meanwhile.
import "./styles/fonts.css";
import "./styles/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { readKept, watchSeen } from "./effects/storage";
import { Page } from "./page.svelte";
import { whenIdle } from "./effects/idle";
import { load } from "./words/dictionary";
import { sharpen } from "./words/numbers";

const RETRY_MS = 1500;
// The screens of a table: #/console/NAME for its croupier, #/cash/NAME for its cash sheet, #/display/NAME for everybody; #/floor is the pit board.
const SCREEN = /^#\/(console|display|cash|floor)\b/;

const page = new Page();

/** Nothing can be shown without words, so loading them is repeated until it succeeds. */
async function open(): Promise<void> {
  try {
    await load(page.state.settings.language);
  } catch {
    return void setTimeout(open, RETRY_MS);
  }
  const target = document.getElementById("page") ?? document.body;
  target.replaceChildren(); // the placeholder from index.html
  mount(App, { target, props: { page } });
}

async function openScreen(name: string): Promise<void> {
  try {
    await (await import("./console/open_screen")).openScreen(name);
  } catch {
    setTimeout(() => location.reload(), RETRY_MS); // a file couldn't be loaded
  }
}

const screen = SCREEN.exec(location.hash)?.[1];
if (screen) void openScreen(screen);
else {
  page.dispatch(readKept());
  page.dispatch({ type: "ask-again", ask: { what: "tables" } });
  sharpen(page.state.settings.language);
  watchSeen((seen) => page.dispatch({ type: "noted", seen }));
  void open();
}
addEventListener("hashchange", () => {
  if (screen || SCREEN.test(location.hash)) location.reload();
});
// It fetches the whole shell, so it waits until the browser is idle.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  whenIdle(() => void navigator.serviceWorker.register("/service-worker.js"));
