// The page's requests over HTTP: the routes of docs/protocol.md.
import { hashedHere } from "../fair/sheet_hash";
import type { Ask, FromHttp } from "../state/message";
import { fetchShared } from "../state/load_shared";
import { request, type Route, TIMEOUT_MS } from "./request";
import type { Rules } from "../state/state";
import type { HouseDetail, Problem, SignIn, TableDetail } from "../wire";

const LOOKED_THROUGH = 200; // records; the longest page there is
const LATELY = 10;

/** Those of the past come in a chunk of their own, with all that is about it. */
function route(ask: Ask): Route | Promise<Route> {
  switch (ask.what) {
    case "guest":
      return { method: "POST", path: "/api/guests" };
    case "register":
      return { method: "POST", path: "/api/people", body: signIn(ask) };
    case "log-in":
      return { method: "POST", path: "/api/tokens", body: signIn(ask) };
    case "me":
    case "accounts":
      return { method: "GET", path: "/api/me" };
    case "refill":
      return { method: "POST", path: "/api/refills", body: { key: ask.key } };
    case "sign-out":
      return { method: "DELETE", path: "/api/tokens/current" };
    case "houses":
      return { method: "GET", path: "/api/houses" };
    case "tables":
      return { method: "GET", path: "/api/tables" };
    case "rules":
    case "sheet": {
      const kind = ask.shared ? "tables" : "houses";
      return { method: "GET", path: `/api/${kind}/${encodeURIComponent(ask.name)}` };
    }
    case "texts":
      return { method: "GET", path: `/api/houses/${encodeURIComponent(ask.house)}/texts` };
    case "look-on":
      return { method: "POST", path: `/api/tables/${encodeURIComponent(ask.table)}/tickets` };
    case "open": {
      const { key, amount, currency } = ask;
      const body = {
        key,
        ...(ask.rules.shared ? { table: ask.rules.name } : { house: ask.rules.name }),
        amount,
        ...(currency === null ? {} : { currency }),
      };
      return { method: "POST", path: "/api/sessions", body };
    }
    case "ticket":
      return { method: "POST", path: `/api/sessions/${ask.session}/tickets` };
    case "recent-coups":
      return records(ask.account, { house: ask.house, limit: String(LATELY) }, ["coup"]);
    case "session-end":
      return records(ask.account, { session: ask.session, event: "closed", limit: "1" });
    case "came-back":
      return records(ask.account, { session: ask.session }, ["paid", "returned"]);
    case "look-up":
      return records(ask.account, { session: ask.session, limit: String(LOOKED_THROUGH) });
    default:
      return import("./past/past_routes").then(({ pastRoute }) => pastRoute(ask));
  }
}

/** The rules of a shared table, in the form of a house's. */
const asRules = (shared: TableDetail): Rules => ({
  ...{ name: shared.spec.name, sheet: shared.sheet, sheet_hash: shared.sheet_hash },
  ...{ playable: true, returns: shared.returns, shared },
});

const signIn = ({ name, password }: SignIn): SignIn => ({ name, password });

export function records(
  account: string,
  query: Record<string, string>,
  events: readonly string[] = [],
): Route {
  const all = new URLSearchParams(query);
  for (const event of events) all.append("event", event);
  return { method: "GET", path: `/api/accounts/${account}/records?${all}` };
}

const late = (): Promise<never> =>
  new Promise((_, fail) => setTimeout(fail, TIMEOUT_MS, new Error("too late")));

/** Returns the answer as a message. No answer and a house that can't answer now are treated alike. */
export async function fetchAnswer(ask: Ask, token: string): Promise<FromHttp> {
  try {
    const { ok, body: answer } = await request(await route(ask), token);
    if (!ok) return { type: "refused", ask, token, problem: answer as Problem };
    if (ask.what === "rules") {
      if (ask.shared) await Promise.race([fetchShared(), late()]);
      // The page hashes the rules itself: it doesn't rely on the house's hash.
      const rules = ask.shared ? asRules(answer as TableDetail) : (answer as HouseDetail);
      const body = { ...rules, ...(await hashedHere(rules.sheet)) };
      return { type: "answered", what: "rules", ask, body };
    }
    if (ask.what === "sheet" && ask.shared)
      return { type: "answered", what: "sheet", ask, body: asRules(answer as TableDetail) };
    // The body has the type that belongs to the request, which the compiler can't see.
    return { type: "answered", what: ask.what, ask, body: answer } as FromHttp;
  } catch {
    return { type: "unreachable", ask };
  }
}
