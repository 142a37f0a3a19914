// The routes of history, account movements and proofs.
import type { Ask } from "../../state/message";
import type { Filter } from "../../state/state";
import { records } from "../http";
import type { Route } from "../request";

type Past = Extract<Ask, { what: "records" | "record-of" | "proof" | "sabot-proof" | "results" | "roads" | "movements" }>;

const BOOKS_PAGE = 20;
const MOVEMENTS = ["granted", "refilled", "deposited", "withdrawn", "opened", "topped_up", "closed"];

export function pastRoute(ask: Past): Route {
  switch (ask.what) {
    case "records":
      return records(ask.account, {
        ...narrowed(ask.filter),
        ...(ask.before === null ? {} : { before: String(ask.before) }),
      });
    case "record-of": {
      const { at, session, player } = ask.coup;
      const moment = { since: String(at), until: String(at + 1) };
      return records(player, { session, event: "coup", ...moment });
    }
    case "proof":
      return {
        method: "GET",
        path: `/api/accounts/${ask.coup.player}/coups/${ask.record}/proof`,
      };
    case "sabot-proof":
      return { method: "GET", path: sabotProof(ask.coup) };
    case "results":
      return { method: "GET", path: `/api/accounts/${ask.account}/results?${inOurDays(ask.filter)}` };
    case "roads":
      return { method: "GET", path: `/api/accounts/${ask.account}/roads?session=${ask.session}` };
    case "movements":
      return records(ask.account, { ...from(ask), limit: String(BOOKS_PAGE) }, MOVEMENTS);
  }
}

export const sabotProof = ({ table, number }: { readonly table: string; readonly number: number }): string =>
  `/api/tables/${encodeURIComponent(table)}/sabots/${number}/proof`;

const from = ({ before }: { readonly before: number | null }): Record<string, string> =>
  before === null ? {} : { before: String(before) };

export function narrowed(filter: Filter): Record<string, string> {
  const given = Object.entries(filter).filter(([name, is]) => name !== "account" && is !== null);
  return Object.fromEntries(given.map(([name, is]) => [name, String(is)]));
}

/** With the browser's time zone: its days are those of the history. */
export const inOurDays = (filter: Filter): URLSearchParams =>
  new URLSearchParams({ ...narrowed(filter), timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
