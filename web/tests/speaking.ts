// All languages, as if the page had asked for them.
import { LANGUAGES } from "../src/state/state";
import { live, load, reading } from "../src/words/dictionary";

await Promise.all(LANGUAGES.flatMap((each) => [load(each), live.load(each), reading.load(each)]));
