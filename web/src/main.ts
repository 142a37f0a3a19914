// Opens the page, once its words are there; the house is asked meanwhile.
import "./look/fonts.css";
import "./look/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { readKept, watchSeen } from "./kept";
import { Page } from "./page.svelte";
import { load } from "./words/dictionary";

const RETRY_MS = 1500;

const page = new Page();

/** Without words there is nothing to show, so they are asked for until they come. */
async function open(): Promise<void> {
  try {
    await load(page.state.settings.language);
  } catch {
    return void setTimeout(open, RETRY_MS);
  }
  mount(App, { target: document.getElementById("page") ?? document.body, props: { page } });
}

page.dispatch(readKept());
watchSeen((seen) => page.dispatch({ type: "noted", seen }));
void open();
if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/service-worker.js");
