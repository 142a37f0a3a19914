// What the player does at any table: moves chips, adds credit, leaves.
import type { Bet, Stakes } from "../../wire";
import type { PendingRequest, State, Table } from "../state";
import type { Message, Moment } from "../message";
import { type Cloth, same, stakes, tooFew, total } from "./cloth";
import { atTable, chain, only, problem, sending, type Change, withProblem } from "../change";
import type { Sound } from "../effect";
import { sharedUpdate } from "../load_shared";

const MOST_SEED = 256; // characters the house accepts

/** Whether the player has a seat at a shared table and may bet now. */
export const isBetting = ({ shared, distrust }: Table): boolean =>
  shared !== null && shared.view.stage === "betting" && !shared.watching && !distrust;

export const isOpen = (table: Table): boolean =>
  table.shared ? isBetting(table) : table.phase === "betting" || table.phase === "paid";

export const isWaiting = (table: Table, type: PendingRequest["request"]["type"]): boolean =>
  table.waiting.some((each) => each.request.type === type);

export const sounding = (state: State, sound: Sound): Change =>
  only(state, ...(state.settings.sound ? [{ type: "sound", sound } as const] : []));

/** Sends a request now, or as soon as there is a connection. It is kept until it is answered. */
export function ask(state: State, request: PendingRequest["request"], bound: string | null = null): Change {
  const { table, link } = state;
  if (!table) return only(state);
  const next = atTable(state, { ...table, waiting: [...table.waiting, { request, bound }] });
  if (link.is !== "connected") return only(next);
  return only(next, ...sending(link.attempt, request));
}

/** Moves chips on the cloth at once, and then tells the house. */
export const move = (state: State, { now }: Moment, change: (cloth: Cloth, table: Table) => Cloth): Change => {
  const next = moved(state, now, change);
  return next.table?.cloth === state.table?.cloth ? only(next) : chain(sounding(next, "chip"), tellCloth);
};

/** Chips that the credit doesn't cover stay where they are, and the page says so. */
export function moved(state: State, now: number, change: (cloth: Cloth, table: Table) => Cloth): State {
  const { table } = state;
  if (!table || !isOpen(table)) return state;
  const cloth = change(table.cloth, table);
  if (cloth === table.cloth) return state;
  if (total(stakes(cloth)) > total(stakes(table.cloth)) && !covers(table, stakes(cloth)))
    return withProblem(state, problem("session/not-enough-credit"));
  return { ...atTable(state, { ...table, cloth, phase: "betting", idle: null, readings: 0, refused: [], touched: now }), problem: null };
}

/** Whether the credit covers these stakes. Where the picture is late the house knows better. */
export const covers = ({ credit, rules }: Table, bets: Stakes): boolean =>
  total(bets) <= credit || !!rules.shared?.spec.video?.delay;

/** The chips to tell the house about: stakes below their minimum are left out. */
function asBets(table: Table): Stakes {
  const laid = stakes(table.cloth);
  const few = tooFew(table);
  const enough = Object.entries(laid).filter(([bet]) => !few.includes(bet as Bet));
  return Object.fromEntries(enough);
}

/** Tells the house about the chips, one request at a time. */
export function tellCloth(state: State): Change {
  const { table, link } = state;
  if (!table || link.is !== "connected" || (table.shared && !isOpen(table))) return only(state);
  if ((["place", "carte", "confirm"] as const).some((each) => isWaiting(table, each)))
    return only(state);
  const bets = asBets(table);
  if (same(bets, table.draft)) return only(state);
  const coup = table.shared ? { coup: table.shared.view.coup } : {}; // so that chips for this coup never count for a later one
  return ask(state, { type: "place", bets, ...coup });
}

/** A new seed, with the player's own text appended. */
export const freshSeed = ({ settings }: State, { seed }: Moment): string =>
  [...`${seed} ${settings.luck}`.trim()].slice(0, MOST_SEED).join("");

/** The dialog stays until the answer, which may be lost with the connection. */
export const topUp = (state: State, amount: number, { key }: Moment): Change =>
  state.table && isWaiting(state.table, "top_up") ? only(state) : ask(state, { type: "top_up", key, amount });

/** Whether chips may be moved: the betting is open, and there is a connection. */
export const mayBet = ({ table, link, replay }: State): boolean =>
  table !== null && isOpen(table) && link.is === "connected" && replay === null;

/** Automatic confirmation is on and was never explained to this player. */
export const explainsAutomatic = (state: State): boolean =>
  mayBet(state) && state.table?.shared?.automatic === true && !state.settings.automaticTold;

export const setTaking = (state: State, taking: boolean): Change =>
  only(state.table ? atTable(state, { ...state.table, taking }) : state);

export const readStatus = (state: State): Change =>
  only(
    state.table ? atTable(state, { ...state.table, readings: state.table.readings + 1 }) : state,
  );

export function stay(state: State): Change {
  return state.table && !isWaiting(state.table, "stay")
    ? ask(state, { type: "stay" })
    : only(state);
}

/** A player who holds cards is asked first. */
export function cashOut(state: State, { key }: Moment): Change {
  const { table } = state;
  if (!table || isWaiting(table, "cash_out")) return only(state);
  if (table.shared && state.dialog !== "leave" && sharedUpdate.holdsCards(table)) return only({ ...state, dialog: "leave" });
  return ask({ ...state, dialog: null }, { type: "cash_out", key });
}

const HANDS_OFF: readonly Message["type"][] = [
  ...(["hold-chip", "add", "take", "back", "clear", "repeat", "double", "carte", "again"] as const),
];

/** During a replay, chips and Carte do nothing: they belong to the table in the background. */
export const isHandsOff = (state: State, message: Message): boolean =>
  state.replay !== null && HANDS_OFF.includes(message.type);
