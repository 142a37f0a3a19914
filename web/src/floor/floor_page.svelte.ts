// The running pit board: holds its state, and carries out its effects.
import type { Route } from "../effects/request";
import { answerTo, staffRoute } from "../effects/staff_requests";
import { keep, keepLanguage, keepLocked, keepToken, keptToken, wasLocked } from "../console/console_effects";
import { type FloorAsk, type FloorEffect, type FloorMessage, type FloorSettings, type FloorState, initial, update } from "../state/floor/floor_state";
import { chime } from "./chime";

const SETTINGS = "puntobanco.floor";

const at = (table: string): string => `/api/operator/tables/${encodeURIComponent(table)}`;

function route(ask: FloorAsk): Route {
  switch (ask.what) {
    case "floor":
      return { method: "GET", path: "/api/floor" };
    case "stand":
      return { method: "POST", path: `${at(ask.table)}/standing`, body: { standing: ask.standing, note: ask.note } };
    case "limit":
      return { method: "POST", path: `${at(ask.table)}/limits`, body: ask.limits };
    default:
      return staffRoute(ask);
  }
}

const fetched = async (ask: FloorAsk, token: string): Promise<FloorMessage> => ({ ...(await answerTo(route(ask), token)), ask });

export class FloorPage {
  state: FloorState;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: FloorSettings) {
    this.state = $state.raw(initial({ ...settings, ...keptSound() }));
  }

  start(): void {
    this.dispatch({ type: "started", token: keptToken(), locked: wasLocked() });
  }

  readonly dispatch = (message: FloorMessage): void => {
    const [next, wanted] = update(this.state, message, Date.now());
    this.state = next;
    for (const effect of wanted) this.#perform(effect);
  };

  #perform(effect: FloorEffect): void {
    switch (effect.type) {
      case "ask":
        return void fetched(effect.ask, effect.token).then(this.dispatch);
      case "wait":
        clearTimeout(this.#waiting);
        this.#waiting = setTimeout(() => this.dispatch({ type: "refresh" }), effect.ms);
        return;
      case "chime":
        return chime();
      case "keep-token":
        return keepToken(effect.token);
      case "keep-locked":
        return keepLocked(effect.locked);
      case "keep-settings":
        keepLanguage(effect.settings.language);
        return keep(localStorage, SETTINGS, JSON.stringify({ sound: effect.settings.sound }));
    }
  }
}

function keptSound(): Partial<FloorSettings> {
  try {
    const found = JSON.parse(localStorage.getItem(SETTINGS) ?? "null") as Partial<FloorSettings> | null;
    return typeof found?.sound === "boolean" ? { sound: found.sound } : {};
  } catch {
    return {};
  }
}
