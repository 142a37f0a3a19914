// Carries out the console's effects: network, timers, and storage of this tab.
import type { Route } from "../effects/request";
import { answerTo, staffRoute } from "../effects/staff_requests";
import { CloseCode } from "../wire";
import { type Language, LANGUAGES } from "../state/state";
import type { ConsoleAsk, ConsoleEffect, ConsoleMessage, ConsoleSettings } from "../state/console/console_state";

const TOKEN = "puntobanco.staff"; // for this tab only: a tablet is passed on
const LOCKED = "puntobanco.locked";
const SETTINGS = "puntobanco.console";

type ConsoleDispatch = (message: ConsoleMessage) => void;

function route(ask: ConsoleAsk): Route {
  switch (ask.what) {
    case "texts":
      return { method: "GET", path: `/api/houses/${encodeURIComponent(ask.house)}/texts` };
    case "ticket": {
      const to = ask.screen === "console" ? "console" : "tickets";
      return { method: "POST", path: `/api/tables/${encodeURIComponent(ask.table)}/${to}` };
    }
    default:
      return staffRoute(ask);
  }
}

const fetched = async (ask: ConsoleAsk, token: string, attempt: number): Promise<ConsoleMessage> => ({
  ...(await answerTo(route(ask), token)),
  ...{ attempt, what: ask.what },
});

export function effects(dispatch: ConsoleDispatch): (effect: ConsoleEffect) => void {
  let socket: WebSocket | undefined;

  function open(path: string, attempt: number): void {
    const line = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
    line.onopen = () => dispatch({ type: "opened", attempt });
    line.onclose = () => dispatch({ type: "lost", attempt });
    line.onmessage = ({ data }) => {
      try {
        const told: unknown = JSON.parse(String(data));
        if (typeof told === "object" && told !== null) dispatch({ type: "heard", attempt, told });
      } catch {
        // Ignores a message of a newer house.
      }
    };
    const offline = (): void => dispatch({ type: "lost", attempt });
    addEventListener("offline", offline, { once: true });
    socket = line;
  }

  return (effect) => {
    switch (effect.type) {
      case "ask":
        void fetched(effect.ask, effect.token, effect.attempt).then(dispatch);
        return;
      case "open-socket":
        return open(effect.path, effect.attempt);
      case "say":
        if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(effect.said));
        return;
      case "hang-up":
        socket?.close(CloseCode.LEFT);
        socket = undefined;
        return;
      case "wait":
        setTimeout(() => dispatch(effect.then), effect.ms);
        return;
      case "keep-token":
        return keepToken(effect.token);
      case "keep-locked":
        return keepLocked(effect.locked);
      case "keep-settings":
        return keep(localStorage, SETTINGS, JSON.stringify(effect.settings));
    }
  };
}

export function keep(where: Storage, name: string, value: string): void {
  try {
    if (value) where.setItem(name, value);
    else where.removeItem(name);
  } catch {
    // The storage is full or switched off.
  }
}

const LOCK_MS = 5 * 60_000;
const TOUCHES = ["pointerdown", "keydown"] as const;

/** Locks after five minutes without a tap or a key; returns how to stop watching. */
export function lockWhenIdle(lock: () => void): () => void {
  let timer = setTimeout(lock, LOCK_MS);
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(lock, LOCK_MS);
  };
  for (const each of TOUCHES) addEventListener(each, again, true);
  return () => {
    clearTimeout(timer);
    for (const each of TOUCHES) removeEventListener(each, again, true);
  };
}

/** Another person, or nobody: the lock was for the one before. */
export function keepToken(token: string): void {
  keep(sessionStorage, TOKEN, token);
  keepLocked(false);
}

export const keepLocked = (locked: boolean): void => keep(sessionStorage, LOCKED, locked ? "yes" : "");

/** Whether a page of this tab was locked. */
export const wasLocked = (): boolean => kept(LOCKED) !== "";

export const keptToken = (): string => kept(TOKEN);

function kept(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function keptSettings(): Partial<ConsoleSettings> {
  try {
    const found = JSON.parse(localStorage.getItem(SETTINGS) ?? "null") as Partial<ConsoleSettings> | null;
    const { language, hand } = found ?? {};
    return {
      ...(language && LANGUAGES.includes(language) ? { language } : {}),
      ...(hand === "left" || hand === "right" ? { hand } : {}),
    };
  } catch {
    return {};
  }
}

/** A language chosen on any page of the staff is that of all of them. */
export const keepLanguage = (language: Language): void =>
  keep(localStorage, SETTINGS, JSON.stringify({ ...keptSettings(), language }));

/** Keeps the screen on while the page is visible. */
export function stayAwake(): void {
  const ask = (): void => {
    if (document.visibilityState === "visible") void navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

/**
 * The house preloads the lobby's lists for every page, as it can't see what follows the #. Fetching them here
 * keeps the browser from warning about an unused preload.
 */
export function takeWhatCame(): void {
  const take = ({ name, initiatorType }: PerformanceResourceTiming): void => {
    if (initiatorType !== "fetch" && new URL(name).pathname.startsWith("/api/")) void fetch(name).catch(() => undefined);
  };
  new PerformanceObserver((came) => (came.getEntries() as PerformanceResourceTiming[]).forEach(take)).observe({
    ...{ type: "resource", buffered: true },
  });
}
