// What is asked over HTTP: the routes of docs/protocol.md.
import type { Ask, FromHttp } from "./state/message";
import type { Problem } from "./wire";

const TIMEOUT_MS = 10_000;
const LOOKED_THROUGH = 200; // records, the longest page there is

interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
}

function route(ask: Ask): Route {
  switch (ask.what) {
    case "guest":
      return { method: "POST", path: "/api/guests" };
    case "me":
      return { method: "GET", path: "/api/me" };
    case "sign-out":
      return { method: "DELETE", path: "/api/tokens/current" };
    case "houses":
      return { method: "GET", path: "/api/houses" };
    case "house":
      return { method: "GET", path: `/api/houses/${encodeURIComponent(ask.house)}` };
    case "open": {
      const { key, amount, currency } = ask;
      const body = {
        key,
        house: ask.house.name,
        amount,
        ...(currency === null ? {} : { currency }),
      };
      return { method: "POST", path: "/api/sessions", body };
    }
    case "ticket":
      return { method: "POST", path: `/api/sessions/${ask.session}/tickets` };
    case "records":
      return records(ask.account, ask.before === null ? {} : { before: String(ask.before) });
    case "session-end":
      return records(ask.account, { session: ask.session, event: "closed", limit: "1" });
    case "look-up":
      return records(ask.account, { session: ask.session, limit: String(LOOKED_THROUGH) });
  }
}

const records = (account: string, query: Record<string, string>): Route => ({
  method: "GET",
  path: `/api/accounts/${account}/records?${new URLSearchParams(query)}`,
});

/** The answer as a message; nobody there, and a house that can't answer now, are the same. */
export async function fetchAnswer(ask: Ask, token: string): Promise<FromHttp> {
  const { method, path, body } = route(ask);
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status >= 500) return { type: "unreachable", ask };
    const answer: unknown = response.status === 204 ? null : await response.json();
    if (!response.ok) return { type: "refused", ask, problem: answer as Problem };
    // The route belongs to what was asked, which the compiler can't see.
    return { type: "answered", what: ask.what, ask, body: answer } as FromHttp;
  } catch {
    return { type: "unreachable", ask };
  }
}
