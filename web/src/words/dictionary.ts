// The languages, each in its own files, which are loaded before its words are used.
import type { Language } from "../state/state";
import type { Names } from "./card_names";
import type { DeskWords } from "./it/desk";
import type { LaterWords } from "./it/later";
import type { LobbyTableWords } from "./lobby_tables";
import type { GuideWords } from "./guide/guide";
import type { Hints } from "./rules/hints";
import type { TableWords } from "./live";
import type { Words } from "./it/page";
import type { PastWords } from "./past/past";
import type { Rulebook } from "./rules/rulebook";
import type { Lines } from "./voice";

/** The words that every page needs. */
export interface Dictionary {
  readonly cards: Names;
  readonly tables: LobbyTableWords;
  readonly page: Words;
  readonly printed: Readonly<Record<string, string>>; // what the labels of a sheet mean, by the label in lower case
  readonly voice: Lines;
}

/** The words of rules, help and history. */
export interface DocumentWords {
  readonly hints: Hints;
  readonly past: PastWords;
  readonly rulebook: Rulebook;
}

type Files<Book> = Readonly<Record<Language, () => Promise<{ readonly default: Book }>>>;

/** One set of words in all languages. Each language is loaded when it is first asked for. */
export class Shelf<Book> {
  readonly #loaded = new Map<Language, Book>();
  readonly #files: Files<Book>;

  constructor(files: Files<Book>) {
    this.#files = files;
  }

  /** Whether it is in use, and this language is not there yet. */
  lacks(language: Language): boolean {
    return this.#loaded.size > 0 && !this.#loaded.has(language);
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

/** The words that only shared tables need. */
export const liveShelf = new Shelf<TableWords>({
  it: () => import("./it/live"),
  en: () => import("./en/live"),
  de: () => import("./de/live"),
  fr: () => import("./fr/live"),
});

/** The words that only the desk needs. */
export const deskShelf = new Shelf<DeskWords>({
  it: () => import("./it/desk"),
  en: () => import("./en/desk"),
  de: () => import("./de/desk"),
  fr: () => import("./fr/desk"),
});

/** The words that a newcomer needs after the first coup, or when something goes wrong. */
export const laterShelf = new Shelf<LaterWords>({
  it: () => import("./it/later"),
  en: () => import("./en/later"),
  de: () => import("./de/later"),
  fr: () => import("./fr/later"),
});

/** The words of the guided coup. */
export const guideShelf = new Shelf<GuideWords>({
  it: () => import("./it/guide"),
  en: () => import("./en/guide"),
  de: () => import("./de/guide"),
  fr: () => import("./fr/guide"),
});

const SHELVES = [documentShelf, liveShelf, deskShelf, laterShelf, guideShelf];

/** Loads a language, in all sets of words that are in use; also in those that come into use meanwhile. */
export async function load(language: Language): Promise<void> {
  const inUse = (): readonly Shelf<unknown>[] => SHELVES.filter((each) => each.lacks(language));
  for (let wanted = [everywhere, ...inUse()]; wanted.length; wanted = [...inUse()])
    await Promise.all(wanted.map((each) => each.load(language)));
}

export const dictionary = (language: Language): Dictionary => everywhere.in(language);
