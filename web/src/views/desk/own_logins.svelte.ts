// Where a person is logged in, as the house last told it, and the change of the password.
import { request, type Route } from "../../effects/request";
import type { Login, NewPassword, Problem } from "../../wire";

type Way = "GET" | "PUT" | "DELETE";

export class OwnLogins {
  all = $state.raw<readonly Login[] | null>(null); // null until the house has told them
  problem = $state.raw<Problem | null>(null); // why the last request failed
  isBusy = $state.raw(false);
  readonly #token: () => string;

  constructor(token: () => string) {
    this.#token = token;
  }

  fetch = async (): Promise<void> => {
    const found = await this.#ask("GET", "/api/tokens");
    if (found) this.all = found.body as readonly Login[];
  };

  /** Ends one login, or all others. */
  async end(which: string): Promise<void> {
    await this.#act("DELETE", `/api/tokens/${encodeURIComponent(which)}`);
    await this.fetch();
  }

  /** Returns whether the password is changed. */
  async change(body: NewPassword): Promise<boolean> {
    const isChanged = await this.#act("PUT", "/api/password", body);
    if (isChanged) await this.fetch();
    return isChanged;
  }

  async #act(method: Way, path: string, body?: unknown): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.problem = null;
    const done = await this.#ask(method, path, body);
    this.isBusy = false;
    return done !== null;
  }

  async #ask(method: Way, path: string, body?: unknown): Promise<{ readonly body: unknown } | null> {
    const route: Route = { method, path, ...(body === undefined ? {} : { body }) };
    try {
      const { ok, body: told } = await request(route, this.#token());
      if (ok) return { body: told };
      this.problem = told as Problem;
    } catch {
      this.problem = { code: "client/unreachable", message: "" };
    }
    return null;
  }
}
