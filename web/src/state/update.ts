// The only place where the state changes: takes a message, returns the next state and the effects.
import type { HistoryPage } from "../wire";
import * as recentCoups from "./private/recent_coups";
import * as cloth from "./session/cloth";
import * as connection from "./session/connection";
import { carte } from "./private/carte";
import * as dealing from "./private/dealing";
import * as door from "./lobby/sign_in";
import { closed, hear, lookedUp } from "./session/table_messages";
import * as guide from "./guide/guide";
import * as later from "./later";
import * as failing from "./http_failures";
import * as lobby from "./lobby/lobby";
import type { Answered, FromHttp, FromSocket, Message, Moment } from "./message";
import { type OfPast, past } from "./load_past";
import { hush, sayWhy, whyIdle } from "./session/idle";
import { playAgain } from "./session/play_again";
import { noted } from "./session/commitments";
import * as seat from "./session/seating";
import { sharedUpdate } from "./load_shared";
import type { Settings, State } from "./state";
import { asking, chain, keepSettings, LOOK_BACK, only, problem, type Change, withProblem } from "./change";
import * as money from "./lobby/credit";
import * as table from "./session/player_actions";

export function update(state: State, message: Message, moment: Moment): Change {
  const [next, effects] = step(state, message, moment);
  return later.askIfNeeded([guide.accompany(state, next), effects]);
}

function step(state: State, message: Message, moment: Moment): Change {
  if (table.isHandsOff(state, message)) return only(state);
  const why = whyIdle(state, message);
  if (why) return sayWhy(state, why, moment.now);
  switch (message.type) {
    case "started":
      return lobby.started(state, message);
    case "play-as-guest":
      return seat.comeAsGuest(state, message.table);
    case "resume":
      return seat.resume(state, message.session);
    case "watch":
      return seat.watch(state, message.table);
    case "start-guide":
      return chain(only(guide.started(state)), (next) =>
        message.way ? step(next, message.way, moment) : only(next),
      );
    case "read-guide":
      return only(guide.readOn(state));
    case "end-guide":
      return only({ ...state, guide: null });
    case "star":
      return keepSettings(state, { stars: lobby.starred(state.settings.stars, message.table) });
    case "narrow-lobby":
      return only(lobby.narrowed(state, message.wanted));
    case "set-automatic":
      return chain(keepSettings(state, { automatic: message.on }), (next) => sharedUpdate.setAutomatic(next, message.on));
    case "box":
    case "call":
    case "show":
    case "withdraw":
    case "tip":
    case "ask_manager":
      return sharedUpdate.act(state, message, moment);
    case "hashed":
      return sharedUpdate.hashed(state, message.sabot, message.seed, message.hash);
    case "turn":
    case "due":
      return sharedUpdate.onTime(state, message, moment);
    case "sign-out":
      return door.signOut(state);
    case "enter":
      return door.enter(state, message);
    case "choose":
      return money.choose(state, message.table, message.currency);
    case "bring":
      return money.bring(state, message.table, message.currency, message.text, moment);
    case "refill":
      return money.refill(state, moment);
    case "add-credit":
      return money.addCredit(state, message.text, moment);
    case "hold-chip":
      return only(
        state.table ? { ...state, table: { ...state.table, chip: message.chip } } : state,
      );
    case "no-chip":
      return only(state);
    case "hush":
      return only(hush(state, message.at));
    case "add":
      return table.move(state, moment, (now, { chip }) => cloth.add(now, message.bet, chip));
    case "take":
      return table.move(state, moment, (now, { chip }) => cloth.take(now, message.bet, chip));
    case "set-taking":
      return table.setTaking(state, message.taking);
    case "back":
      return table.move(state, moment, cloth.back);
    case "clear":
      return table.move(state, moment, cloth.clear);
    case "repeat":
      return table.move(state, moment, cloth.repeat);
    case "double":
      return table.move(state, moment, cloth.double);
    case "carte":
      return state.table?.shared ? sharedUpdate.confirm(state, moment) : carte(state, moment);
    case "again":
      return playAgain(state, moment);
    case "card":
      return dealing.card(state, message.coup);
    case "dealt":
      if (state.replay) return looked(state, message);
      return state.table?.shared ? only(sharedUpdate.hurry(state)) : dealing.dealt(state);
    case "top-up":
      return table.topUp(state, message.amount, moment);
    case "stay":
      return table.stay(state);
    case "cash-out":
      return table.cashOut(state, moment);
    case "reconnect":
      return connection.reconnect(state, moment.now);
    case "to-lobby":
      return connection.toLobby(state);
    case "read-status":
      return table.readStatus(state);
    case "look-back":
      return chain(looked(state, message), later.ask);
    case "fetch-later":
      return message.again ? later.askAgain(state) : later.ask(state);
    case "later-fetched":
      return later.fetched(state, message.language);
    case "later-missing":
      return later.missing(state);
    case "end-verify":
      return only({ ...state, check: null });
    case "read-rules":
      return lobby.readRules(state, message.house);
    case "read-texts":
      return only(state, asking(state, { what: "texts", house: message.house }));
    case "spoken":
      return keepSettings(state, { language: message.language });
    case "noted":
      return noted(state, message.seen);
    case "not-fetched":
      return only(withProblem(state, problem("client/unreachable")));
    case "open-dialog":
      if (message.dialog === "top-up") return money.askHowMuch(state);
      return message.dialog === "history"
        ? looked(state, message)
        : only({ ...state, dialog: message.dialog, rulesOf: null, problem: null });
    case "close-dialog":
      return only({ ...state, dialog: null, problem: null });
    case "dismiss":
      return only({ ...state, problem: null });
    case "goodbye":
      return only({ ...state, farewell: null }, { type: "keep", what: "seat", value: null });
    case "set":
      return set(state, message.settings);
    case "ask-again":
      return failing.isWanted(state, message.ask)
        ? only(state, asking(state, message.ask))
        : only(state);
    case "answered":
    case "refused":
    case "unreachable":
      return fromHttp(state, message, moment);
    case "socket-opened":
    case "told":
    case "socket-lost":
      return connection.isCurrent(state, message.attempt)
        ? fromSocket(state, message, moment)
        : only(state);
    case "try-again":
      return connection.isCurrent(state, message.attempt)
        ? connection.tryAgain(state)
        : only(state);
    case "no-news":
      return connection.isCurrent(state, message.attempt)
        ? connection.noNews(state, message.coup, moment.now)
        : only(state);
    case "no-answer":
      return connection.isCurrent(state, message.attempt)
        ? connection.noAnswer(state, message.request, moment.now)
        : only(state);
    case "no-welcome":
      return connection.isCurrent(state, message.attempt)
        ? connection.noWelcome(state, moment.now)
        : only(state);
    default:
      return looked(state, message);
  }
}

/** The page fetches this part before it dispatches such a message. */
const looked = (state: State, message: OfPast): Change =>
  past ? past.update(state, message) : only(state);

/** The words of a language are loaded before the setting changes. */
function set(state: State, { language, ...others }: Partial<Settings>): Change {
  const speak = language === undefined ? [] : [{ type: "speak", language } as const];
  return Object.keys(others).length
    ? chain(keepSettings(state, others), (next) => only(next, ...speak))
    : only(state, ...speak);
}

const heard = (state: State, now: number): State =>
  state.link.is === "connected" ? { ...state, link: { ...state.link, heardAt: now } } : state;

function fromSocket(state: State, message: FromSocket, moment: Moment): Change {
  switch (message.type) {
    case "socket-opened":
      return connection.sayHello(state);
    case "told":
      return chain(hear(state, message.told, moment), (next) => only(heard(next, moment.now)));
    case "socket-lost":
      return connection.lose(state, message.code, moment.now);
  }
}

function fromHttp(state: State, message: FromHttp, moment: Moment): Change {
  const { ask } = message;
  if ("attempt" in ask && ask.attempt !== null) {
    if (!connection.isCurrent(state, ask.attempt)) return only(state);
    if (message.type === "unreachable") return connection.lose(state, null, moment.now);
    if (message.type === "refused")
      return connection.refused(state, message.problem.code, moment.now);
  }
  switch (message.type) {
    case "answered":
      return answered(state, message, moment);
    case "refused":
      return failing.refused(state, ask, message.problem, message.token);
    case "unreachable":
      return failing.unreachable(state, ask, moment.now);
  }
}

function answered(state: State, message: Answered, moment: Moment): Change {
  switch (message.what) {
    case "guest":
      return money.guestCame(state, message.ask.table, message.body);
    case "me":
      return lobby.recognised(state, message.ask.token, message.body, moment.now);
    case "accounts":
      return only(money.accountsKnown(state, message.ask.token, message.body, moment.now));
    case "refill":
      return money.refilled(state, message.ask.key, message.body, moment);
    case "houses":
      return lobby.housesKnown(state, message.body);
    case "tables":
      return lobby.tablesKnown(state, message.body, moment.now);
    case "rules":
      return message.ask.attempt === null
        ? seat.continueSitting(state, message.body, moment)
        : connection.rulesKnown(state, message.body);
    case "open":
      return seat.opened(state, message.ask, message.body, moment);
    case "ticket":
    case "look-on":
      return connection.ticketGiven(state, message.body.path);
    case "sheet":
      return only(lobby.sheetKnown(state, message.body, message.ask.shared));
    case "texts":
      return only({ ...state, texts: { ...state.texts, [message.ask.house]: message.body } });
    case "session-end":
      return sessionEnd(state, message.ask, message.body);
    case "came-back":
      return sharedUpdate.cameBack(state, message.ask, message.body);
    case "look-up":
      return lookedUp(state, message.ask.key, message.body.records);
    case "recent-coups":
      return only(recentCoups.recentCoupsKnown(state, message.ask, message.body), ...(state.table ? [LOOK_BACK] : []));
    case "register":
    case "log-in":
      return door.entered(state, message.body);
    case "sign-out":
      return only(state);
    default:
      return past ? past.answered(state, message) : only(state);
  }
}

interface Ended {
  readonly account: string;
  readonly session: string;
}

function sessionEnd(state: State, { account, session }: Ended, { records }: HistoryPage): Change {
  const last = records.find((each) => each.type === "closed");
  if (state.lobby.seat?.session === session && last?.type === "closed")
    return only(seat.endedMeanwhile(state, account, last));
  if (state.table?.session !== session) return only(state);
  if (last?.type === "closed") return closed(state, state.table, last);
  return only({ ...state, table: null, link: { is: "none", attempt: state.link.attempt + 1 } });
}
