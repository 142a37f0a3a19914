// A seat at a shared table: the stream of the table, the player's bets, and the player's part in the mixing.
import type {
  BetTaken,
  GivenBack,
  Held,
  ListClosed,
  Paid,
  SharedWelcome,
  StreamEvent,
  TableDetail,
  TableView,
  Tipped,
  Turned,
  Watching,
} from "../../wire";
import * as cloth from "../session/cloth";
import { fold, unseen } from "./table_fold";
import type { Moment } from "../message";
import type { Effect } from "../effect";
import { newsIn, newsOf } from "./console_events";
import { drawnSeed, note } from "../session/commitments";
import { PACES, type SharedTable, type CardOnTable, type Phase, type State, type Table } from "../state";
import { ANSWER_MS, asking, atTable, chain, LOOK_BACK, only, problem, quieter, type Change, withProblem } from "../change";
import { ask, freshSeed, isBetting, isWaiting, sounding, tellCloth } from "../session/player_actions";

export { needsBox } from "./card_holders";
export { act, holdsCards, isInHand, isLand } from "./land_requests";
export { cameBack, collect, leave } from "./left_in_play";
export { hear, onTime, TOLD, welcome } from "./shared_messages";

const FACE_MS = 640; // from the sabot to its face, as at a private table
export const FACE_DOWN = "??"; // stands for a card that this player may not see yet

/** Before the welcome. */
export const arriving = ({ view, spec }: TableDetail, watching: boolean): SharedTable => ({
  ...{ watching, unseen: !!spec.video?.delay, view: spec.video?.delay ? unseen(view) : view, ahead: 0, stakes: {}, inPlay: {}, automatic: false, mine: null, mixed: false },
  ...{ opened: false, cards: [], paid: null, waits: false, revealed: null, arrived: false },
  ...{ left: {}, held: {}, tip: null, news: [], lines: 0, late: [], back: {}, hurried: false },
});

export const atShared = (state: State, changed: Partial<SharedTable>, more: Partial<Table> = {}): State =>
  state.table?.shared
    ? atTable(state, { ...state.table, ...more, shared: { ...state.table.shared, ...changed } })
    : state;

/** The stage of a shared table, as a phase of the state that all tables have. */
function phaseOf({ stage, cards }: TableView): Phase {
  if (stage === "betting" || stage === "dealing") return stage;
  return (stage === "paying" || stage === "paid") && cards ? "paid" : "asked";
}

/** The cards of a coup under way: the first four alternate, and the house has said whose the fifth is. */
export function cardsOnTable(view: TableView): readonly CardOnTable[] {
  const drawn = view.cards.match(/../g) ?? [];
  return drawn.map((card, n) => {
    const side = (n === 4 && view.fifth) || (n % 2 || n > 3 ? "banco" : "punto");
    return { card, side, points: card === FACE_DOWN ? null : view[side] };
  });
}

/** A view as it stands, without anything that moves. */
export function showing(state: State, view: TableView): State {
  const cards = cardsOnTable(view);
  return atShared(state, { view, cards }, { phase: phaseOf(view), shown: cards.length, turned: cards.length });
}

/** A side's cards are turned. Now they have the points of the whole hand. */
export const turnedUp = (cards: readonly CardOnTable[], event: Turned): readonly CardOnTable[] =>
  cards.map((each, n) =>
    each.side === event.side
      ? { ...each, card: event.cards.slice(2 * n, 2 * n + 2), points: event.points }
      : each,
  );

/** Removes chips that were put down for another coup. */
export function cleared(state: State, { coup, epoch, stage }: TableView): Change {
  const { table } = state;
  const was = table?.shared?.view;
  if (!table || (/betting|closing/.test(stage) && was?.coup === coup && was.epoch === epoch)) return only(state);
  return only(atTable(state, { ...table, cloth: cleanCloth(table), draft: {} }));
}

/** The cloth without chips. It remembers what lay there, confirmed or not, for Repeat. */
function cleanCloth({ cloth: { last, steps }, shared }: Table): cloth.Cloth {
  const laid = cloth.together(shared?.inPlay ?? {}, steps.at(-1) ?? {});
  return { steps: [{}], last: cloth.total(laid) ? laid : last };
}

/** The last sabot whose seeds are public, also if it was revealed while there was no connection. */
function publicSabot({ view: before, revealed }: SharedTable, view: TableView): number | null {
  if (view.stage === "resting" && view.commitment) return view.sabot;
  const isReplaced = before.epoch === view.epoch && before.sabot < view.sabot;
  return isReplaced && before.commitment ? before.sabot : revealed;
}

/** A connection is there: takes the state of the table, the player's stakes, and continues the mixing. */
export function welcomed(state: State, message: SharedWelcome | Watching, moment: Moment): Change {
  const { table } = state;
  if (!table?.shared) return only(state);
  const { view } = message;
  const nothing = { stakes: {}, automatic: false, mixed: false, opened: false, left: {}, held: {} };
  const { stakes, automatic, mixed, opened, left, held } = "stakes" in message ? message : nothing;
  const isOut = view.stage === "dealing" || view.stage === "paying";
  const isNew = view.coup !== table.shared.view.coup || view.sabot !== table.shared.view.sabot;
  const cards = cardsOnTable(view);
  const here = atShared(
    state,
    {
      ...{ view, inPlay: stakes, stakes: view.void || view.stage === "paid" ? left : stakes, automatic, mixed, opened, cards, arrived: true, unseen: false, left, held },
      ahead: message.now - moment.now,
      news: isNew ? newsIn(view) : table.shared.news,
      waits: isOut && !cloth.total(stakes) && !table.shared.paid && (table.shared.waits || !table.shared.arrived),
      paid: isNew && table.shared.paid?.number !== view.coup ? null : table.shared.paid,
      ...(isNew ? { back: {}, hurried: false } : {}),
      revealed: publicSabot(table.shared, view),
    },
    { phase: phaseOf(view), shown: cards.length, turned: cards.length },
  );
  return chain(only(here, ...awaited(here, moment)), note, (next) => takePart(next, moment), openMine, asChosen);
}

/** Switches automatic confirmation on, if the player has chosen it here or at another table. */
const asChosen = (state: State): Change =>
  state.settings.automatic && state.table?.shared?.automatic === false && mayAutomate(state.table)
    ? setAutomatic(state, true)
    : only(state);

const mayAutomate = ({ rules, shared }: Table): boolean =>
  rules.sheet.betting.automatic_confirmation && !shared?.watching;

/** Expects news when the betting closes. If none comes, the connection is lost. */
function awaited({ table, link }: State, { now }: Moment): Effect[] {
  const { view, ahead = 0 } = table?.shared ?? {};
  if (view?.stage !== "betting" || view.until === null) return [];
  const ms = Math.max(0, view.until - ahead - now) + ANSWER_MS;
  return [{ type: "wait", ms, then: { type: "no-news", attempt: link.attempt, coup: view.coup } }];
}

/** Chips that were to be confirmed at the close are no bet. They come back, with the reason. */
export const notTaken = (state: State, table: Table, message: string): State =>
  withProblem(atShared(state, { back: cloth.stakes(table.cloth) }, { cloth: cleanCloth(table), draft: {} }), { code: "client/not-taken", message });

/** A new sabot may have other limits: asks for the rules again. */
function learn(state: State, sheet: string): Change {
  const { table, link } = state;
  if (!table?.shared || table.rules.shared?.sheet_hash === sheet) return only(state);
  return only(state, asking(state, { what: "rules", name: table.rules.name, shared: true, attempt: link.attempt }));
}

/** An event of the table: folded into the view, compared with what was seen, and acted upon. */
export function streamed(state: State, event: StreamEvent, moment: Moment): Change {
  const { table } = state;
  if (!table?.shared) return only(state);
  const before = table.shared.view;
  const view = fold(before, event);
  if (view === before) return only(state);
  const news = newsOf(table.shared.news, event, before);
  const next = atShared(state, { view, news }, { phase: phaseOf(view) });
  const { left } = table.shared; // stakes on the cloth, for the next coup
  switch (event.type) {
    case "shuffled": {
      const fresh = { mine: null, mixed: false, opened: false, cards: [], paid: null, stakes: left, held: {} };
      return chain(only(atShared(next, fresh)), note, (now) => takePart(now, moment), (now) => learn(now, event.sheet));
    }
    case "list_closed":
      return chain(only(doubted(next, listDoubt(table, event))), note, openMine);
    case "fixed":
      return note(doubted(next, sameList(before, event.players) ? "" : "another list than the closed one"));
    case "betting": {
      const doubt = event.fixed === before.fixed ? "" : "another order than the one that was fixed";
      const clean: Partial<SharedTable> = { cards: [], paid: null, stakes: left, waits: false, held: {}, back: {}, hurried: false };
      const bare = { cloth: { ...table.cloth, steps: [{}] }, draft: {}, shown: 0, turned: 0, readings: 0 };
      return only(doubted(quieter(atShared(next, clean, bare)), doubt), ...awaited(next, moment));
    }
    case "dealing":
      return dealingBegan(next, table, view.coup !== before.coup);
    case "card":
      return card(next, { card: event.card, side: event.side, points: event.points }, event.n);
    case "turned":
      return sounding(atShared(next, { cards: turnedUp(table.shared.cards, event) }), "card");
    case "corrected":
    case "reversed":
      return only(lying(next, view));
    case "result":
      return note(atShared(next, {}, { turned: event.cards.length / 2, shown: event.cards.length / 2 }));
    case "burned":
      return note(next);
    case "voided":
    case "settled":
      return only(atShared(lying(next, view), { stakes: left })); // all other stakes are settled
    case "revealed":
      return only(atShared(next, { revealed: event.sabot, cards: [], paid: null }), LOOK_BACK);
    default:
      return only(next);
  }
}

/** All cards as they lie, without moving them. */
function lying(state: State, view: TableView): State {
  const cards = cardsOnTable(view);
  return atShared(state, { cards }, { shown: cards.length, turned: cards.length });
}

const doubted = (state: State, doubt: string): State =>
  doubt && state.table ? atTable(state, { ...state.table, distrust: doubt }) : state;

const sameList = ({ players, stage }: TableView, others: TableView["players"]): boolean =>
  stage !== "opening" ||
  (players.length === others.length &&
    players.every(({ player, hash }, n) => others[n]?.player === player && others[n]?.hash === hash));

/** The list must hold the hash that the house has received, and no other hash of this player. */
function listDoubt({ shared, player }: Table, { sabot, players }: ListClosed): string {
  if (!shared?.mine || shared.mine.sabot !== sabot) return "";
  const listed = players.find((each) => each.player === player);
  if (!listed) return shared.mixed ? "my hash is not in the list" : "";
  return listed.hash === shared.mine.hash ? "" : "another hash than mine is in the list";
}

/** No more bets: chips that were not confirmed come back. */
function dealingBegan(state: State, before: Table, isOther: boolean): Change {
  const laid = cloth.stakes(before.cloth);
  const back = cloth.total(laid) && !isWaiting(before, "confirm") ? { back: laid } : {};
  const bare = { cloth: cleanCloth(before), draft: {}, taking: false, shown: 0, turned: 0 };
  const other = isOther ? { paid: null, stakes: before.shared?.left ?? {}, hurried: false } : {};
  const next = atShared(state, { cards: [], held: {}, tip: null, ...other, ...back }, bare);
  return only("back" in back ? withProblem(next, problem("client/not-confirmed")) : next);
}

/** The next card moves to its place. Its face is turned a moment later. */
function card(state: State, laid: CardOnTable, n: number): Change {
  const { shared } = state.table as Table;
  if (!shared) return only(state);
  if (n !== shared.cards.length + 1) return sounding(lying(state, shared.view), "card"); // read as its hand was turned
  const cards = [...shared.cards, laid];
  const isStill = state.still || shared.hurried;
  const next = atShared(state, { cards }, { shown: n, turned: isStill ? n : n - 1 });
  const then = { type: "turn", coup: shared.view.coup, card: n } as const;
  return chain(sounding(next, "card"), (now) =>
    isStill ? only(now) : only(now, { type: "wait", ms: FACE_MS * PACES[state.settings.speed], then }),
  );
}

export function turn(state: State, coup: number, card: number): Change {
  const { table } = state;
  const isStale = table?.shared?.view.coup !== coup || table.turned >= card || table.shown < card;
  return only(isStale || !table ? state : atTable(state, { ...table, turned: card }));
}

/** Nothing of this coup moves any more: all cards lie as soon as the house tells them. */
export const hurry = (state: State): State =>
  state.table?.shared ? atShared(lying(state, state.table.shared.view), { hurried: true }) : state;

/** Whether there is anything to skip: cards that are still to come, or to be turned. */
export const mayHurry = ({ still, table }: State): boolean =>
  !still && !!table?.shared && !table.shared.hurried && (table.shared.view.stage === "dealing" || table.turned < table.shown);

/** Draws one seed for the sabot that is mixed, and sends its hash first. */
function takePart(state: State, moment: Moment): Change {
  const { shared } = state.table ?? {};
  if (!shared || shared.watching || shared.mixed || shared.view.stage !== "mixing") return only(state);
  const { sabot } = shared.view;
  if (shared.mine?.sabot === sabot) return sendHash(state);
  return only(state, { type: "hash", sabot, seed: drawnSeed(state) ?? freshSeed(state, moment) });
}

/** Stores the seed before its hash is sent. */
export function hashed(state: State, sabot: number, seed: string, hash: string): Change {
  const { shared } = state.table ?? {};
  if (!shared || shared.view.sabot !== sabot || shared.view.stage !== "mixing" || shared.mine) return only(state);
  return chain(note(atShared(state, { mine: { sabot, seed, hash } }), seed), sendHash);
}

function sendHash(state: State): Change {
  const { table, link } = state;
  const mine = table?.shared?.mine;
  if (!mine || link.is !== "connected") return only(state);
  const { sabot, hash } = mine;
  return only(state, { type: "send", attempt: link.attempt, request: { type: "mix", sabot, hash } });
}

/** The list has the player's hash: now the seed is sent, too. */
function openMine(state: State): Change {
  const { table, link } = state;
  const shared = table?.shared;
  if (!shared || shared.opened || shared.view.stage !== "opening" || link.is !== "connected")
    return only(state);
  const isListed = shared.view.players.some(({ player }) => player === table.player);
  const { sabot } = shared.view;
  const seed = shared.mine?.sabot === sabot ? shared.mine.seed : drawnSeed(state);
  if (!isListed || seed === undefined || table.distrust) return only(state);
  const request = { type: "open_seed", sabot, seed } as const;
  return only(state, { type: "send", attempt: link.attempt, request });
}

/** The house has received the player's hash, or the seed. */
export const mixed = (state: State, sabot: number, opened: boolean): Change =>
  only(state.table?.shared?.view.sabot === sabot ? atShared(state, { mixed: true, opened }) : state);

/** Confirms the chips on the cloth for the open coup. */
export function confirm(state: State, { key, now }: Moment): Change {
  const { table, link } = state;
  if (!table?.shared || link.is !== "connected") return only(state);
  if (table.distrust) return only(withProblem(state, problem("client/does-not-hold")));
  const bets = cloth.stakes(table.cloth);
  if (!isBetting(table) || !cloth.total(bets) || isWaiting(table, "confirm")) return only(state);
  const next = { ...atTable(state, { ...table, idle: null, readings: 0, refused: [], touched: now }), problem: null };
  return ask(next, { type: "confirm", key, coup: table.shared.view.coup, bets });
}

export const setAutomatic = (state: State, on: boolean): Change =>
  state.table?.shared && !isWaiting(state.table, "automatic")
    ? ask(state, { type: "automatic", on })
    : only(state);

export const automatic = (state: State, on: boolean): State => atShared(state, { automatic: on });

/** An event of this player's session. */
export function event(state: State, table: Table, message: BetTaken | Paid | GivenBack | Held | Tipped): Change {
  switch (message.type) {
    case "bet":
      return chain(bet(state, table, message), tellCloth);
    case "paid":
      return paid(state, table, message);
    case "returned":
      return givenBack(state, table, message);
    case "held":
      return only(atTable(state, table)); // cards in my hand, told to nobody else
    case "tipped":
      return tipped(state, table, message);
  }
}

/** Stakes are confirmed. Chips that were put down meanwhile stay unconfirmed. */
function bet(state: State, table: Table, message: BetTaken): Change {
  const isNow = table.shared?.view.coup === message.number;
  const rest = cloth.without(cloth.stakes(table.cloth), message.bets);
  const lies = { ...table.cloth, steps: cloth.total(rest) ? [{}, rest] : [{}] };
  const next = atTable(state, isNow ? { ...table, cloth: lies, taking: false } : table);
  return sounding(isNow ? atShared(next, { stakes: message.stakes }) : next, "chip");
}

/** The coup is over, and the player's stakes are settled. */
function paid(state: State, table: Table, message: Paid): Change {
  const isNow = table.shared?.view.coup === message.number;
  const bets = Object.fromEntries(message.bets.map(({ bet, stake }) => [bet, stake]));
  const last = isNow ? cloth.together(bets, table.shared?.back ?? {}) : bets;
  const next = atTable(state, { ...table, cloth: { ...table.cloth, last }, readings: 0, result: cloth.net(message) });
  const isWon = cloth.net(message) > 0;
  const tip = isWon && table.rules.sheet.table?.tips ? 0 : null;
  return chain(only(isNow ? atShared(next, { paid: message, tip }) : next), (now) =>
    isWon ? sounding(now, "win") : only(now),
  );
}

/** Stakes of this player go back to the credit. */
function givenBack(state: State, table: Table, message: GivenBack): Change {
  const next = atTable(state, table);
  if (!table.shared) return only(next);
  const { stakes, view, left } = table.shared;
  const isNow = view.coup === message.number;
  const lies = view.stage === "paid" ? left : isNow ? cloth.without(stakes, message.stakes) : stakes;
  // Stakes left by Égalité disappear from the cloth when they are withdrawn.
  const rest = table.shared.paid?.bets.filter(({ bet }) => !message.stakes[bet]);
  const paid = table.shared.paid && rest ? { ...table.shared.paid, bets: rest } : null;
  return only(atShared(next, { stakes: lies, paid }));
}

const tipped = (state: State, table: Table, { amount }: Tipped): Change =>
  sounding(atShared(atTable(state, table), { tip: (table.shared?.tip ?? 0) + amount }), "chip");
