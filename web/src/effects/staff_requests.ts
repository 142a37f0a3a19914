// The requests that are the same on every page of the staff.
import type { Route } from "./request";

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
