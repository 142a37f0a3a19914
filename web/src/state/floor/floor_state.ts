// The whole state of the pit board, as one value, with its messages and effects.
import type { Bet, FloorTable, Me, Problem, SignedIn, Standing, TableDetail, TableLimits, WantedLimits } from "../../wire";
import type { Language } from "../state";

export interface FloorState {
  readonly token: string; // of the manager or operator; empty: nobody has signed in
  readonly who: { readonly name: string; readonly role: string } | null;
  readonly locked: boolean; // nobody has touched the board for a while: it only shows, and opens by password
  readonly tables: readonly FloorTable[] | null; // null: not known yet
  readonly ahead: number; // how many milliseconds the house's clock is ahead of ours
  readonly isLost: boolean; // the house doesn't answer; it is asked again
  readonly detail: TableDetail | null; // of the table whose limits are being set
  readonly acting: boolean; // a table is being set, and there is no answer yet
  readonly acts: number; // how often a table was set
  readonly told: { readonly problem: Problem } | null; // the last refusal
  readonly entering: boolean; // a name and a password were sent, and there is no answer yet
  readonly settings: FloorSettings;
}

export interface FloorSettings {
  readonly language: Language;
  readonly sound: boolean; // when a table calls for the manager
}

export type FloorAsk =
  | { readonly what: "enter"; readonly name: string; readonly password: string }
  | { readonly what: "me" | "sign-out" }
  | { readonly what: "floor" }
  | { readonly what: "table"; readonly table: string }
  | { readonly what: "stand"; readonly table: string; readonly standing: Standing; readonly note: string }
  | { readonly what: "limit"; readonly table: string; readonly limits: WantedLimits };

export type FloorMessage =
  | { readonly type: "started"; readonly token: string; readonly locked: boolean }
  | { readonly type: "lock" }
  | { readonly type: "ask"; readonly ask: FloorAsk }
  | { readonly type: "set"; readonly settings: Partial<FloorSettings> }
  | { readonly type: "refresh" }
  | { readonly type: "answered"; readonly ask: FloorAsk; readonly body: unknown }
  | { readonly type: "refused"; readonly ask: FloorAsk; readonly problem: Problem }
  | { readonly type: "unreachable"; readonly ask: FloorAsk };

export type FloorEffect =
  | { readonly type: "ask"; readonly ask: FloorAsk; readonly token: string }
  | { readonly type: "wait"; readonly ms: number } // then refresh
  | { readonly type: "chime" }
  | { readonly type: "keep-token"; readonly token: string }
  | { readonly type: "keep-locked"; readonly locked: boolean }
  | { readonly type: "keep-settings"; readonly settings: FloorSettings };

export type FloorChange = readonly [FloorState, readonly FloorEffect[]];
export type FloorDispatch = (message: FloorMessage) => void;

export const initial = (settings: FloorSettings): FloorState => ({
  ...{ token: "", who: null, locked: false, tables: null, ahead: 0, isLost: false, detail: null },
  ...{ acting: false, acts: 0, told: null, entering: false, settings },
});

const REFRESH_MS = 3_000; // as often as in the lobby
const IN_CHARGE: readonly string[] = ["manager", "operator"];
const NOT_ALLOWED: Problem = { code: "account/not-allowed", message: "" };
const WRONG_PASSWORD: Problem = { code: "account/wrong-password", message: "" };
const UNREACHABLE: Problem = { code: "client/unreachable", message: "" };

const only = (state: FloorState, ...effects: FloorEffect[]): FloorChange => [state, effects];

/** The only place where the board's state changes. */
export function update(state: FloorState, message: FloorMessage, now: number): FloorChange {
  switch (message.type) {
    case "started":
      return message.token ? ask({ ...state, token: message.token, locked: message.locked }, { what: "me" }) : only(state);
    case "lock":
      return only({ ...state, locked: true, told: null }, { type: "keep-locked", locked: true });
    case "ask":
      return state.locked && !/^(enter|sign-out)$/.test(message.ask.what) ? only(state) : ask(state, message.ask);
    case "set": {
      const settings = { ...state.settings, ...message.settings };
      return only({ ...state, settings }, { type: "keep-settings", settings }, ...(message.settings.sound ? [{ type: "chime" } as const] : []));
    }
    case "refresh":
      return state.token ? ask(state, { what: state.who ? "floor" : "me" }) : only(state);
    case "answered":
      return answered(state, message.ask, message.body, now);
    case "refused":
      return refused(state, message.ask, message.problem);
    case "unreachable": {
      const { what } = message.ask;
      if (what === "floor" || what === "me") return only({ ...state, isLost: true }, { type: "wait", ms: REFRESH_MS });
      return only({ ...state, entering: false, acting: false, told: { problem: UNREACHABLE } });
    }
  }
}

function ask(state: FloorState, wanted: FloorAsk): FloorChange {
  const effect: FloorEffect = { type: "ask", ask: wanted, token: state.token };
  switch (wanted.what) {
    case "enter":
      return only({ ...state, entering: true, told: null }, effect);
    case "sign-out":
      return only({ ...away(state), told: null }, effect, { type: "keep-token", token: "" });
    case "stand":
    case "limit":
      return state.acting ? only(state) : only({ ...state, acting: true, told: null }, effect);
    case "table":
      return only({ ...state, detail: null, told: null }, effect);
    default:
      return only(state, effect);
  }
}

const away = (state: FloorState): FloorState => ({ ...initial(state.settings), acts: state.acts });

function answered(state: FloorState, wanted: FloorAsk, body: unknown, now: number): FloorChange {
  switch (wanted.what) {
    case "enter": {
      const { token, name, role } = body as SignedIn;
      const spare: FloorEffect = { type: "ask", ask: { what: "sign-out" }, token };
      const next: FloorState = { ...state, entering: false };
      if (state.locked && state.who) {
        // The board goes on with the token it has.
        if (name !== state.who.name) return only({ ...next, told: { problem: WRONG_PASSWORD } }, spare);
        const [open, effects] = ask({ ...next, locked: false }, { what: "floor" });
        return [open, [spare, { type: "keep-locked", locked: false }, ...effects]];
      }
      if (!IN_CHARGE.includes(role)) return only({ ...next, told: { problem: NOT_ALLOWED } }, spare);
      const [known, effects] = ask({ ...next, token, locked: false, who: { name: name ?? "", role } }, { what: "floor" });
      return [known, [{ type: "keep-token", token }, ...effects]];
    }
    case "me": {
      const { name, role } = body as Me;
      if (!IN_CHARGE.includes(role)) return refused(state, wanted, NOT_ALLOWED);
      const known: FloorState = { ...state, isLost: false, who: { name: name ?? "", role } };
      return state.locked ? only(known) : ask(known, { what: "floor" });
    }
    case "floor": {
      const tables = body as readonly FloorTable[];
      const ahead = (tables[0]?.table.now ?? now) - now;
      const isNew = tables.some(({ called_at, table: { name } }) => called_at && called_at !== callAt(state, name));
      const rings: FloorEffect[] = isNew && state.settings.sound ? [{ type: "chime" }] : [];
      return only({ ...state, tables, ahead, isLost: false }, ...rings, { type: "wait", ms: REFRESH_MS });
    }
    case "table":
      return only({ ...state, detail: body as TableDetail });
    case "stand":
    case "limit":
      return only({ ...state, acting: false, acts: state.acts + 1 }, { type: "ask", ask: { what: "floor" }, token: state.token });
    case "sign-out":
      return only(state);
  }
}

const callAt = ({ tables }: FloorState, name: string): number =>
  tables?.find(({ table }) => table.name === name)?.called_at ?? 0;

/** Somebody who may not see the board still has their token, which serves a console. */
function refused(state: FloorState, wanted: FloorAsk, problem: Problem): FloorChange {
  const told = { problem };
  const isBusy = /^(limit|store)\//.test(problem.code);
  if (wanted.what === "floor" || wanted.what === "me") {
    if (isBusy) return only({ ...state, isLost: true }, { type: "wait", ms: REFRESH_MS });
    return only({ ...away(state), told }, ...(problem.code === NOT_ALLOWED.code ? [] : [{ type: "keep-token", token: "" } as const]));
  }
  return only({ ...state, told, entering: false, acting: false });
}

/** The tables that call for the manager, the longest call first. */
export const calling = ({ tables }: FloorState): readonly FloorTable[] =>
  (tables ?? []).filter(({ called_at }) => called_at).sort((one, other) => one.called_at - other.called_at);

/** The bets whose limits are not those of the house's sheet, with their limits. */
export function differing(limits: TableLimits, widest: TableLimits): readonly (readonly [Bet, { readonly min: number; readonly max: number }])[] {
  return (Object.entries(widest.bets) as [Bet, { min: number; max: number }][]).flatMap(([bet, house]) => {
    const { min, max } = { ...house, ...limits.bets[bet] } as { min: number; max: number };
    return min === house.min && max === house.max ? [] : [[bet, { min, max }] as const];
  });
}
