// The requests that are the same on every page of the staff.
import type { Problem } from "../wire";
import { request, type Route } from "./request";

export type StaffAsk =
  | { readonly what: "enter"; readonly name: string; readonly password: string }
  | { readonly what: "me" | "sign-out" | "tables" }
  | { readonly what: "table"; readonly table: string };

export function staffRoute(ask: StaffAsk): Route {
  switch (ask.what) {
    case "enter":
      return { method: "POST", path: "/api/tokens", body: { name: ask.name, password: ask.password } };
    case "me":
      return { method: "GET", path: "/api/me" };
    case "sign-out":
      return { method: "DELETE", path: "/api/tokens/current" };
    case "tables":
      return { method: "GET", path: "/api/tables" };
    case "table":
      return { method: "GET", path: `/api/tables/${encodeURIComponent(ask.table)}` };
  }
}

/** What became of a request. The house can't be reached, or can't answer now: that is treated alike. */
export type StaffAnswer =
  | { readonly type: "answered"; readonly body: unknown }
  | { readonly type: "refused"; readonly problem: Problem }
  | { readonly type: "unreachable" };

export async function answerTo(route: Route, token: string): Promise<StaffAnswer> {
  try {
    const { ok, body } = await request(route, token);
    return ok ? { type: "answered", body } : { type: "refused", problem: body as Problem };
  } catch {
    return { type: "unreachable" };
  }
}

export const isSignedOut = (answer: StaffAnswer): boolean =>
  answer.type === "refused" && answer.problem.code === "account/not-signed-in";
