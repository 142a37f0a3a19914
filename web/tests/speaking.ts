// All languages, as if the page had asked for them.
import { LANGUAGES } from "../src/state/state";
import { load } from "../src/words/dictionary";

await Promise.all(LANGUAGES.map(load));
