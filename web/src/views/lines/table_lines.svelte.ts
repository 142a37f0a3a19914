// The lines of one table as the house last sent them, and what is written there.
import { newKey } from "../../effects/keys";
import { request } from "../../effects/request";
import type { Language } from "../../state/state";
import type { LineView, Problem } from "../../wire";
import { lineProblem, linesShelf } from "../../words/lines/lines";

interface Place {
  readonly table: string;
  readonly token: string;
  readonly language: Language;
}

export class TableLines {
  all = $state.raw<readonly LineView[]>([]);
  told = $state.raw(""); // why the last one was not sent
  isBusy = $state.raw(false);
  #key = newKey(Date.now()); // the same for every attempt to send one
  readonly #place: () => Place;

  constructor(place: () => Place) {
    this.#place = place;
  }

  async fetch(): Promise<void> {
    try {
      const { ok, body } = await request({ method: "GET", path: this.#path("") }, this.#place().token);
      if (ok) this.all = body as readonly LineView[];
    } catch {
      // The next news, or the next connection, fetches them again.
    }
  }

  /** Sends a line, or at `to` the answer to one. Returns whether the house has taken it. */
  async send(said: object, to = ""): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    let isTaken = false;
    try {
      const route = { method: "POST", path: this.#path(to), body: { key: this.#key, ...said } } as const;
      const { ok, body } = await request(route, this.#place().token);
      this.told = ok ? "" : lineProblem(this.#place().language, body as Problem);
      this.#key = newKey(Date.now()); // if it was refused, the words may change
      isTaken = ok;
    } catch {
      this.told = linesShelf.in(this.#place().language).offline;
    }
    this.isBusy = isTaken; // a refused one is mended at once
    await this.fetch();
    this.isBusy = false; // an answered line is gone by now
    return isTaken;
  }

  readonly #path = (to: string): string => `/api/tables/${encodeURIComponent(this.#place().table)}/lines${to}`;
}
