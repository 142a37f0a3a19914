// Carries out the page's effects: network, timers, storage, sound.
import { hex, sha256, text } from "../fair/bytes";
import { fetchAnswer } from "./http";
import { whenIdle } from "./idle";
import { forget, keep, keepSeen } from "./storage";
import type { Effect } from "../state/effect";
import { sharedUpdate } from "../state/load_shared";
import { TOLD } from "../state/session/table_messages";
import type { Message } from "../state/message";
import type { Language } from "../state/state";
import { CloseCode, type ServerMessage } from "../wire";
import { fetchLater } from "../views/load_later";
import { load } from "../words/dictionary";

type Dispatch = (message: Message) => void;

/** A message of the table, or null if the page doesn't know it: a newer house may have sent it. */
export function heard(data: unknown): ServerMessage | null {
  try {
    const told = JSON.parse(String(data)) as ServerMessage | null;
    return told && (told.type in TOLD || told.type in (sharedUpdate?.TOLD ?? {})) ? told : null;
  } catch {
    return null;
  }
}

export function effects(dispatch: Dispatch): (effect: Effect) => void {
  let socket: WebSocket | undefined;
  let wanted: Language | undefined; // the language that was asked for last

  function open(path: string, attempt: number): void {
    const line = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
    line.onopen = () => dispatch({ type: "socket-opened", attempt });
    line.onclose = ({ code }) => dispatch({ type: "socket-lost", attempt, code });
    line.onmessage = ({ data }) => {
      const told = heard(data);
      if (told) dispatch({ type: "told", attempt, told });
    };
    socket = line;
  }

  function speak(language: Language): void {
    wanted = language;
    load(language).then(
      () => wanted === language && dispatch({ type: "spoken", language }),
      () => dispatch({ type: "not-fetched" }),
    );
  }

  function hangUp(): void {
    socket?.close(CloseCode.LEFT);
    socket = undefined;
  }

  return (effect) => {
    switch (effect.type) {
      case "ask":
        void fetchAnswer(effect.ask, effect.token).then(dispatch);
        return;
      case "open-socket":
        return open(effect.path, effect.attempt);
      case "send":
        // If the connection is down, the request is sent again when it is back.
        if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(effect.request));
        return;
      case "hang-up":
        return hangUp();
      case "wait":
        setTimeout(() => dispatch(effect.then), effect.ms);
        return;
      case "hash": {
        const { sabot, seed } = effect;
        // Without https there is no WebCrypto. Such a browser takes no part in the mixing.
        if (crypto.subtle)
          void sha256(text(seed)).then((hash) =>
            dispatch({ type: "hashed", sabot, seed, hash: hex(hash) }),
          );
        return;
      }
      case "keep":
        return keep(effect.what, effect.value);
      case "forget":
        return forget(effect.token);
      case "keep-seen":
        return keepSeen(effect.seen, Date.now());
      case "speak":
        return speak(effect.language);
      case "fetch-later": {
        const { language } = effect;
        return void fetchLater(language).then(
          () => dispatch({ type: "later-fetched", language }),
          () => dispatch({ type: "later-missing" }),
        );
      }
      case "sound":
        void import("./sounds").then(
          ({ play }) => play(effect.sound),
          () => undefined, // the page works without sound
        );
        return;
      case "save":
      case "save-seen":
        void import("./files")
          .then(({ save }) => save(effect))
          .catch(() => dispatch({ type: "not-fetched" }));
        return;
      case "verify": {
        const { coup, quiet } = effect;
        const check = (): void =>
          void import("../fair/verify")
            .then(({ verified }) => verified(effect))
            .catch(() => null) // no WebCrypto without https
            .then((checked) => dispatch({ type: "verified", coup, checked, quiet }));
        return quiet ? whenIdle(check) : check();
      }
    }
  };
}
