// A shared table: its stream as it comes, my bets beside it, and my part in the mixing.
import type {
  Bet,
  BetTaken,
  GivenBack,
  Held,
  ListClosed,
  Paid,
  SharedWelcome,
  Stakes,
  StreamEvent,
  TableDetail,
  TableView,
  Tipped,
  Turned,
  Watching,
} from "../wire";
import * as cloth from "./cloth";
import { fold } from "./fold";
import type { Moment } from "./message";
import type { Effect } from "./effect";
import { newsIn, newsOf } from "./person";
import { drawnSeed, note } from "./seen";
import type { Farewell, Lies, Live, Lying, Phase, State, Table } from "./state";
import { again, ANSWER_MS, asking, atTable, chain, only, problem, quieter, type Step, withProblem } from "./step";
import { ask, freshSeed, isBetting, isWaiting, sounding, tellCloth } from "./table";

export { act, isInHand, isLand } from "./land";

const FACE_MS = 640; // from the sabot to its face, as at a private table
export const FACE_DOWN = "??"; // in the place of a card nobody may see yet

/** Before the table itself has said a word. */
export const arriving = ({ view }: TableDetail, watching: boolean): Live => ({
  ...{ watching, view, ahead: 0, stakes: {}, inPlay: {}, automatic: false, mine: null, mixed: false },
  ...{ opened: false, cards: [], paid: null, waits: false, revealed: null, arrived: false },
  ...{ left: {}, held: {}, tip: null, news: [] },
});

const atLive = (state: State, changed: Partial<Live>, more: Partial<Table> = {}): State =>
  state.table?.live
    ? atTable(state, { ...state.table, ...more, live: { ...state.table.live, ...changed } })
    : state;

/** What the views of every table go by. */
function phaseOf({ stage, cards }: TableView): Phase {
  if (stage === "betting" || stage === "dealing") return stage;
  return (stage === "paying" || stage === "paid") && cards ? "paid" : "asked";
}

/** The cards of a coup that lay there when we came: four go in turn, and whose the fifth is the house has said. */
export function lying(view: TableView): readonly Lying[] {
  const drawn = view.cards.match(/../g) ?? [];
  return drawn.map((card, n) => {
    const side = (n === 4 && view.fifth) || (n % 2 || n > 3 ? "banco" : "punto");
    return { card, side, points: card === FACE_DOWN ? null : view[side] };
  });
}

/** A side's cards are turned: they count together, and no more one by one. */
export const turnedUp = (cards: readonly Lying[], event: Turned): readonly Lying[] =>
  cards.map((each, n) =>
    each.side === event.side
      ? { ...each, card: event.cards.slice(2 * n, 2 * n + 2), points: event.points }
      : each,
  );

/** Chips that lay there for another coup are none any more. */
export function cleared(state: State, { coup, epoch, stage }: TableView): Step {
  const { table } = state;
  const was = table?.live?.view;
  if (!table || (stage === "betting" && was?.coup === coup && was.epoch === epoch)) return only(state);
  return only(atTable(state, { ...table, cloth: { ...table.cloth, steps: [{}] }, draft: {} }));
}

/** Here, or back: where the table stands, what is mine, and what is missing of my part. */
export function welcomed(state: State, told: SharedWelcome | Watching, moment: Moment): Step {
  const { table } = state;
  if (!table?.live) return only(state);
  const { view } = told;
  const nothing = { stakes: {}, automatic: false, mixed: false, opened: false, left: {}, held: {} };
  const { stakes, automatic, mixed, opened, left, held } = "stakes" in told ? told : nothing;
  const isOut = view.stage === "dealing" || view.stage === "paying";
  const isNew = view.coup !== table.live.view.coup || view.sabot !== table.live.view.sabot;
  const cards = lying(view);
  const here = atLive(
    state,
    {
      ...{ view, inPlay: stakes, stakes: view.void || view.stage === "paid" ? left : stakes, automatic, mixed, opened, cards, arrived: true, left, held },
      ahead: told.now - moment.now,
      news: isNew ? newsIn(view) : table.live.news,
      waits: isOut && !cloth.total(stakes) && !table.live.paid && (table.live.waits || !table.live.arrived),
      paid: isNew && table.live.paid?.number !== view.coup ? null : table.live.paid,
    },
    { phase: phaseOf(view), shown: cards.length, turned: cards.length },
  );
  return chain(only(here, ...awaited(here, moment)), note, (next) => takePart(next, moment), openMine);
}

/** The end of the betting is told, unless the line is gone. */
function awaited({ table, link }: State, { now }: Moment): Effect[] {
  const { view, ahead = 0 } = table?.live ?? {};
  if (view?.stage !== "betting" || view.until === null) return [];
  const ms = Math.max(0, view.until - ahead - now) + ANSWER_MS;
  return [{ type: "wait", ms, then: { type: "no-news", attempt: link.attempt, coup: view.coup } }];
}

/** Chips that were to be confirmed by themselves, and are no bet: that they are back, and why. */
export const notTaken = (state: State, table: Table, message: string): State =>
  withProblem(atTable(state, { ...table, cloth: { ...table.cloth, steps: [{}] }, draft: {} }), { code: "client/not-taken", message });

/** An event of the table: folded, held against what was seen, and acted upon. */
export function streamed(state: State, event: StreamEvent, moment: Moment): Step {
  const { table } = state;
  if (!table?.live) return only(state);
  const before = table.live.view;
  const view = fold(before, event);
  if (view === before) return only(state);
  const news = newsOf(table.live.news, event);
  const next = atLive(state, { view, news }, { phase: phaseOf(view) });
  const { left } = table.live; // on the cloth, for the coup to come
  switch (event.type) {
    case "shuffled": {
      const fresh = { mine: null, mixed: false, opened: false, cards: [], paid: null, stakes: left, held: {} };
      return chain(only(atLive(next, fresh)), note, (now) => takePart(now, moment));
    }
    case "list_closed":
      return chain(only(doubted(next, listDoubt(table, event))), note, openMine);
    case "fixed":
      return note(doubted(next, sameList(before, event.players) ? "" : "another list than the closed one"));
    case "betting": {
      const doubt = event.fixed === before.fixed ? "" : "another order than the one that was fixed";
      const clean: Partial<Live> = { cards: [], paid: null, stakes: left, waits: false, held: {} };
      const bare = { cloth: { ...table.cloth, steps: [{}] }, draft: {}, shown: 0, turned: 0, readings: 0 };
      return only(doubted(quieter(atLive(next, clean, bare)), doubt), ...awaited(next, moment));
    }
    case "no_more":
      return noMore(next, table, view.coup !== before.coup);
    case "card":
      return card(next, { card: event.card, side: event.side, points: event.points }, event.n);
    case "turned":
      return sounding(atLive(next, { cards: turnedUp(table.live.cards, event) }), "card");
    case "corrected": {
      const cards = lying(view);
      return only(atLive(next, { cards }, { shown: cards.length, turned: cards.length }));
    }
    case "result":
      return note(atLive(next, {}, { turned: event.cards.length / 2, shown: event.cards.length / 2 }));
    case "burned":
      return note(next);
    case "voided":
    case "settled":
      return only(atLive(next, { stakes: left })); // nothing else lies there any more
    case "revealed":
      return only(atLive(next, { revealed: event.sabot, cards: [], paid: null }));
    default:
      return only(next);
  }
}

const doubted = (state: State, doubt: string): State =>
  doubt && state.table ? atTable(state, { ...state.table, distrust: doubt }) : state;

const sameList = ({ players, stage }: TableView, others: TableView["players"]): boolean =>
  stage !== "opening" ||
  (players.length === others.length &&
    players.every(({ player, hash }, n) => others[n]?.player === player && others[n]?.hash === hash));

/** What the house took of me stands in the list, and nothing else in my name. */
function listDoubt({ live, player }: Table, { sabot, players }: ListClosed): string {
  if (!live?.mine || live.mine.sabot !== sabot) return "";
  const listed = players.find((each) => each.player === player);
  if (!listed) return live.mixed ? "my hash is not in the list" : "";
  return listed.hash === live.mine.hash ? "" : "another hash than mine is in the list";
}

/** Rien ne va plus: chips that were not confirmed are no bets. */
function noMore(state: State, before: Table, isOther: boolean): Step {
  const left = cloth.total(cloth.stakes(before.cloth)) > 0 && !isWaiting(before, "confirm");
  const bare = { cloth: { ...before.cloth, steps: [{}] }, draft: {}, taking: false, shown: 0, turned: 0 };
  const other = isOther ? { paid: null, stakes: before.live?.left ?? {} } : {};
  const next = atLive(state, { cards: [], held: {}, tip: null, ...other }, bare);
  return only(left ? withProblem(next, problem("client/not-confirmed")) : next);
}

/** One more card: it travels, and its face is turned a moment later. */
function card(state: State, laid: Lying, n: number): Step {
  const { live } = state.table as Table;
  if (!live) return only(state);
  const cards = [...live.cards, laid];
  const turned = state.still ? n : n - 1;
  const next = atLive(state, { cards }, { shown: n, turned });
  const then = { type: "turn", coup: live.view.coup, card: n } as const;
  return chain(sounding(next, "card"), (now) =>
    state.still ? only(now) : only(now, { type: "wait", ms: FACE_MS, then }),
  );
}

export function turn(state: State, coup: number, card: number): Step {
  const { table } = state;
  const isStale = table?.live?.view.coup !== coup || table.turned >= card || table.shown < card;
  return only(isStale || !table ? state : atTable(state, { ...table, turned: card }));
}

/** A fresh seed for the sabot that is mixed, once; its hash goes first. */
function takePart(state: State, moment: Moment): Step {
  const { live } = state.table ?? {};
  if (!live || live.watching || live.mixed || live.view.stage !== "mixing") return only(state);
  const { sabot } = live.view;
  if (live.mine?.sabot === sabot) return sendHash(state);
  return only(state, { type: "hash", sabot, seed: drawnSeed(state) ?? freshSeed(state, moment) });
}

/** The seed is written down before its hash is told. */
export function hashed(state: State, sabot: number, seed: string, hash: string): Step {
  const { live } = state.table ?? {};
  if (!live || live.view.sabot !== sabot || live.view.stage !== "mixing" || live.mine) return only(state);
  return chain(note(atLive(state, { mine: { sabot, seed, hash } }), seed), sendHash);
}

function sendHash(state: State): Step {
  const { table, link } = state;
  const mine = table?.live?.mine;
  if (!mine || link.is !== "connected") return only(state);
  const { sabot, hash } = mine;
  return only(state, { type: "send", attempt: link.attempt, said: { type: "mix", sabot, hash } });
}

/** Mine is in the list: now its seed is told, too. */
function openMine(state: State): Step {
  const { table, link } = state;
  const live = table?.live;
  if (!live || live.opened || live.view.stage !== "opening" || link.is !== "connected")
    return only(state);
  const isListed = live.view.players.some(({ player }) => player === table.player);
  const { sabot } = live.view;
  const seed = live.mine?.sabot === sabot ? live.mine.seed : drawnSeed(state);
  if (!isListed || seed === undefined || table.distrust) return only(state);
  const said = { type: "open_seed", sabot, seed } as const;
  return only(state, { type: "send", attempt: link.attempt, said });
}

/** The house has my hash, or my seed. */
export const mixed = (state: State, sabot: number, opened: boolean): Step =>
  only(state.table?.live?.view.sabot === sabot ? atLive(state, { mixed: true, opened }) : state);

/** Confirm what lies there, for the coup that is open. */
export function confirm(state: State, { key }: Moment): Step {
  const { table, link } = state;
  if (!table?.live || link.is !== "connected") return only(state);
  if (table.distrust) return only(withProblem(state, problem("client/does-not-hold")));
  const bets = cloth.stakes(table.cloth);
  if (!isBetting(table) || !cloth.total(bets) || isWaiting(table, "confirm")) return only(state);
  const next = { ...atTable(state, { ...table, readings: 0, refused: [] }), problem: null };
  return ask(next, { type: "confirm", key, coup: table.live.view.coup, bets });
}

export const setAutomatic = (state: State, on: boolean): Step =>
  state.table?.live && !isWaiting(state.table, "automatic")
    ? ask(state, { type: "automatic", on })
    : only(state);

export const automatic = (state: State, on: boolean): State => atLive(state, { automatic: on });

/** Something durable, of mine. */
export function event(state: State, table: Table, told: BetTaken | Paid | GivenBack | Held | Tipped): Step {
  switch (told.type) {
    case "bet":
      return chain(bet(state, table, told), tellCloth);
    case "paid":
      return paid(state, table, told);
    case "returned":
      return givenBack(state, table, told);
    case "held":
      return only(atTable(state, table)); // cards in my hand, told to nobody else
    case "tipped":
      return tipped(state, table, told);
  }
}

/** Stakes are confirmed: what was laid meanwhile stays a draft. */
function bet(state: State, table: Table, told: BetTaken): Step {
  const isNow = table.live?.view.coup === told.number;
  const rest = cloth.without(cloth.stakes(table.cloth), told.bets);
  const lies = { ...table.cloth, steps: cloth.total(rest) ? [{}, rest] : [{}] };
  const next = atTable(state, isNow ? { ...table, cloth: lies, taking: false } : table);
  return sounding(isNow ? atLive(next, { stakes: told.stakes }) : next, "chip");
}

/** The coup is over, and mine is settled. */
function paid(state: State, table: Table, told: Paid): Step {
  const last = Object.fromEntries(told.bets.map(({ bet, stake }) => [bet, stake]));
  const next = atTable(state, { ...table, cloth: { ...table.cloth, last }, readings: 0 });
  const isNow = table.live?.view.coup === told.number;
  const isWon = cloth.net(told) > 0;
  const tip = isWon && table.house.sheet.table?.tips ? 0 : null;
  return chain(only(isNow ? atLive(next, { paid: told, tip }) : next), (now) =>
    isWon ? sounding(now, "win") : only(now),
  );
}

/** Stakes of mine are mine again. */
function givenBack(state: State, table: Table, told: GivenBack): Step {
  const next = atTable(state, table);
  if (!table.live) return only(next);
  const { stakes, view, left } = table.live;
  const isNow = view.coup === told.number;
  const lies = view.stage === "paid" ? left : isNow ? cloth.without(stakes, told.stakes) : stakes;
  // What Égalité has left is taken off in sight.
  const rest = table.live.paid?.bets.filter(({ bet }) => !told.stakes[bet]);
  const paid = table.live.paid && rest ? { ...table.live.paid, bets: rest } : null;
  return only(atLive(next, { stakes: lies, paid }));
}

/** What somebody who goes leaves on the cloth: what is in play, and what Égalité left, which goes with them. */
export function leave([state, effects]: Step, { house }: Table, { view, stakes, left, paid }: Live): Step {
  const isOver = view.void || paid?.number === view.coup;
  const isOut = !isOver && (view.stage === "dealing" || view.stage === "paying");
  const named = (lies: Stakes): Lies =>
    Object.fromEntries(Object.entries(lies).map(([bet, cents]) => [house.sheet.bets[bet as Bet]?.label ?? bet, cents]));
  const comesBack = isOut ? {} : left;
  const inPlay = isOver ? {} : cloth.without(stakes, comesBack);
  const farewell = state.farewell && { ...state.farewell, inPlay: named(inPlay), comesBack: named(comesBack) };
  const coups = [...(cloth.total(inPlay) ? [view.coup] : []), ...(cloth.total(comesBack) ? [0] : [])];
  const owed = [...state.lobby.owed, ...coups.map((coup) => ({ table: view.table, coup }))];
  return [{ ...state, farewell, lobby: { ...state.lobby, owed } }, effects];
}

/** What of it is over, as the tables stand, is on the account, or will be in a moment. */
export function collect(state: State): Step {
  const { person, lobby } = state;
  const owed = lobby.owed.filter(({ table, coup }) =>
    lobby.tables?.some((each) => each.name === table && each.coup === coup && /betting|dealing|paying/.test(each.stage)),
  );
  if (!person || owed.length === lobby.owed.length) return only(state);
  const me = { what: "me", token: person.token } as const;
  const farewell: Farewell | null = state.farewell && (owed.length ? state.farewell : { ...state.farewell, isPlayed: true });
  return only({ ...state, farewell, lobby: { ...lobby, owed } }, asking(state, me), again(me));
}

const tipped = (state: State, table: Table, { amount }: Tipped): Step =>
  sounding(atLive(atTable(state, table), { tip: (table.live?.tip ?? 0) + amount }), "chip");
