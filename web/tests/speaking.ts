// All languages and the shared tables, as if the page had asked for them.
import { fetchShared } from "../src/state/shared";
import { LANGUAGES } from "../src/state/state";
import { live, load, reading } from "../src/words/dictionary";

await fetchShared();
await Promise.all(LANGUAGES.flatMap((each) => [load(each), live.load(each), reading.load(each)]));
