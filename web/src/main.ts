// Opens the page.
import "./look/fonts.css";
import "./look/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { readKept } from "./kept";
import { Page } from "./page.svelte";

const page = new Page();
mount(App, { target: document.getElementById("page") ?? document.body, props: { page } });
page.dispatch(readKept());
if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/service-worker.js");
