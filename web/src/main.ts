// Opens the page, once its words are there; the house is asked meanwhile.
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
// A table's own screens: #/console/NAME for who runs it, #/display/NAME for all to see.
const SCREEN = /^#\/(console|display)\b/;

const page = new Page();

/** Without words there is nothing to show, so they are asked for until they come. */
async function open(): Promise<void> {
  try {
    await load(page.state.settings.language);
  } catch {
    return void setTimeout(open, RETRY_MS);
  }
  const target = document.getElementById("page") ?? document.body;
  target.replaceChildren(); // what index.html shows until now
  mount(App, { target, props: { page } });
}

async function openScreen(): Promise<void> {
  try {
    await (await import("./console/open_console")).open(location.hash);
  } catch {
    setTimeout(() => location.reload(), RETRY_MS); // a file that didn't come
  }
}

const isScreen = SCREEN.test(location.hash);
if (isScreen) void openScreen();
else {
  page.dispatch(readKept());
  page.dispatch({ type: "ask-again", ask: { what: "tables" } });
  sharpen(page.state.settings.language);
  watchSeen((seen) => page.dispatch({ type: "noted", seen }));
  void open();
}
addEventListener("hashchange", () => {
  if (isScreen || SCREEN.test(location.hash)) location.reload();
});
// It fetches the whole shell, which nobody waits for.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  whenIdle(() => void navigator.serviceWorker.register("/service-worker.js"));
