// All languages the shared tables and the past, as if the page had asked for them.
import { fetchReading } from "../src/state/load_past";
import { fetchShared } from "../src/state/load_shared";
import { LANGUAGES } from "../src/state/state";
import { desk, live, load, reading } from "../src/words/dictionary";

await Promise.all([fetchShared(), fetchReading()]);
await Promise.all(LANGUAGES.flatMap((each) => [load(each), live.load(each), reading.load(each), desk.load(each)]));
