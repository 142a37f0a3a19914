// Loads all languages and all parts of `update`, as if the page had asked for them.
import { fetchPast } from "../src/state/load_past";
import { fetchShared } from "../src/state/load_shared";
import { LANGUAGES } from "../src/state/state";
import { deskShelf, guideShelf, laterShelf, liveShelf, load, documentShelf } from "../src/words/dictionary";

await Promise.all([fetchShared(), fetchPast()]);
await Promise.all(LANGUAGES.flatMap((each) => [load(each), liveShelf.load(each), documentShelf.load(each), deskShelf.load(each), laterShelf.load(each), guideShelf.load(each)]));
