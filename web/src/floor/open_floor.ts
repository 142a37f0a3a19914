// Opens the pit board once its words are loaded.
import { mount } from "svelte";
import { keptSettings, stayAwake, takeWhatCame } from "../console/console_effects";
import { readKept } from "../effects/storage";
import Floor from "../views/floor/Floor.svelte";
import { consoleShelf } from "../words/console/console";
import { deskShelf, laterShelf, load } from "../words/dictionary";
import { floorShelf } from "../words/floor/floor";
import { FloorPage } from "./floor_page.svelte";

export async function open(): Promise<void> {
  const language = keptSettings().language ?? readKept().settings.language ?? "it";
  await Promise.all([load(language), ...[deskShelf, laterShelf, consoleShelf, floorShelf].map((each) => each.load(language))]);
  const page = new FloorPage({ language, sound: true });
  const target = document.getElementById("page") ?? document.body;
  target.replaceChildren(); // the placeholder from index.html
  mount(Floor, { target, props: { page } });
  page.start();
  stayAwake();
  takeWhatCame();
}
