// The languages: each in files of its own, loaded before anything is said in it.
import type { Language } from "../state/state";
import type { Names } from "./card_names";
import type { DeskWords } from "./it/desk";
import type { LobbyTableWords } from "./lobby_tables";
import type { Hints } from "./rules/hints";
import type { TableWords } from "./live";
import type { Words } from "./it/page";
import type { PastWords } from "./past/past";
import type { Rulebook } from "./rules/rulebook";
import type { Lines } from "./voice";

/** What is said in one language wherever one is. */
export interface Dictionary {
  readonly cards: Names;
  readonly tables: LobbyTableWords;
  readonly page: Words;
  readonly printed: Readonly<Record<string, string>>; // what the Italian on a cloth means
  readonly voice: Lines;
}

/** What is only read. */
export interface DocumentWords {
  readonly hints: Hints;
  readonly past: PastWords;
  readonly rulebook: Rulebook;
}

type Files<Book> = Readonly<Record<Language, () => Promise<{ readonly default: Book }>>>;

/** One book in all languages; those it was asked for in are at hand. */
export class Shelf<Book> {
  readonly #loaded = new Map<Language, Book>();
  readonly #files: Files<Book>;

  constructor(files: Files<Book>) {
    this.#files = files;
  }

  get isOpen(): boolean {
    return this.#loaded.size > 0;
  }

  async load(language: Language): Promise<void> {
    if (!this.#loaded.has(language))
      this.#loaded.set(language, (await this.#files[language]()).default);
  }

  in(language: Language): Book {
    const found = this.#loaded.get(language);
    if (!found) throw new Error(`${language} is spoken before it is loaded`);
    return found;
  }
}

const everywhere = new Shelf<Dictionary>({
  it: () => import("./it"),
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
});

export const documentShelf = new Shelf<DocumentWords>({
  it: () => import("./it/documents"),
  en: () => import("./en/documents"),
  de: () => import("./de/documents"),
  fr: () => import("./fr/documents"),
});

/** What is only said at shared tables. */
export const liveShelf = new Shelf<TableWords>({
  it: () => import("./it/live"),
  en: () => import("./en/live"),
  de: () => import("./de/live"),
  fr: () => import("./fr/live"),
});

/** What is only said at the desk. */
export const deskShelf = new Shelf<DeskWords>({
  it: () => import("./it/desk"),
  en: () => import("./en/desk"),
  de: () => import("./de/desk"),
  fr: () => import("./fr/desk"),
});

/** From now on it can be spoken, wherever one was already. */
export async function load(language: Language): Promise<void> {
  const open = [documentShelf, liveShelf, deskShelf].filter((each) => each.isOpen);
  await Promise.all([everywhere, ...open].map((each) => each.load(language)));
}

export const dictionary = (language: Language): Dictionary => everywhere.in(language);
