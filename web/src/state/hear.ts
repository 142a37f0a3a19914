// What the table says, and what becomes of the state: a fold of its messages.
import type { Bet, Closed, Coup, Event, Refused, Retired, Stakes, Told, Welcome } from "../wire";
import * as cloth from "./cloth";
import { begin } from "./dealing";
import type { Moment } from "./message";
import { type Asked, NOTHING_READ, type State, type Table } from "./state";
import { asking, atTable, chain, only, problem, quieter, sending, type Step, withProblem } from "./step";
import { tellCloth } from "./table";
import { withEvent } from "./seat_fold";
import { note } from "./seen";
import { live } from "./shared";

const MOST_COUPS = 10; // that are shown

export function hear(state: State, told: Told, moment: Moment): Step {
  const { table } = state;
  if (!table) return only(state);
  switch (told.type) {
    case "welcome":
      return welcome(state, told, moment);
    case "watching":
      return live.welcomed(
        { ...state, link: { is: "connected", attempt: state.link.attempt, heardAt: moment.now } },
        told,
        moment,
      );
    case "automatic":
      return only(
        live.automatic(atTable(state, settle(table, first(table, "automatic"))), told.on),
      );
    case "mixed":
      return live.mixed(state, told.sabot, told.opened);
    case "done":
      return only(
        atTable(state, {
          ...settle(table, first(table, told.request)),
          closesAt: told.request === "ask_manager" ? table.closesAt : null, // no action of the game
        }),
      );
    case "placed":
      return tellCloth(
        atTable(state, {
          ...settle(table, first(table, "place")),
          draft: told.bets,
          closesAt: null,
        }),
      );
    case "warning":
      // Behind a dialog nobody would see it, or hear it.
      return only({
        ...atTable(state, { ...table, closesAt: moment.now + told.closes_in_ms }),
        dialog: null,
        check: null,
      });
    case "staying":
      return only(atTable(state, { ...settle(table, first(table, "stay")), closesAt: null }));
    case "not_taken":
      return only(live.notTaken(state, table, told.code));
    case "refused":
      return refused(state, table, told);
    default:
      return "session" in told
        ? chain(event(state, told), note)
        : live.streamed(state, told, moment);
  }
}

const first = (table: Table, type: string): Asked | undefined =>
  table.waiting.find((each) => each.request.type === type);

const keyOf = ({ request }: Asked): string => ("key" in request ? request.key : "");

const byKey = (table: Table, key: string): Asked | undefined =>
  key ? table.waiting.find((each) => keyOf(each) === key) : undefined;

const settle = (table: Table, asked: Asked | undefined): Table => ({
  ...table,
  waiting: table.waiting.filter((each) => each !== asked),
});

/** Later than all that was heard: an epoch begins when the books are restored. */
const isLater = (told: Event, { epoch, offset }: Table): boolean =>
  told.epoch > epoch || (told.epoch === epoch && told.offset > offset);

/** Something durable happened; or it had, and is told once more because we asked again. */
export function event(state: State, told: Event): Step {
  if (!state.table) return only(state);
  const asked = byKey(state.table, told.key);
  const isNew = isLater(told, state.table);
  if (!isNew && !asked) return only(state);
  const settled = settle(state.table, asked);
  const table = isNew ? { ...withEvent(settled, told), closesAt: null } : settled;
  switch (told.type) {
    case "coup":
      return coup(state, table, told);
    case "retired":
      return retired(state, table, told);
    case "topped_up":
      return toppedUp(state, table);
    case "closed":
      return table.live ? live.leave(closed(state, table, told), table, table.live) : closed(state, table, told);
    case "opened":
      return only(atTable(state, table));
    default:
      return live.event(state, table, told);
  }
}

function coup(state: State, table: Table, told: Coup): Step {
  const announced = state.table?.next;
  const wrong = announced?.number === told.number && announced.commitment !== told.commitment;
  const next = atTable(state, {
    ...table,
    coup: told,
    coups: [...table.coups.filter((each) => each.key !== told.key), told].slice(-MOST_COUPS),
    cloth: cloth.played(told),
    phase: "dealing",
    shown: 0,
    turned: 0,
    distrust: wrong ? "another commitment than the one announced" : table.distrust,
  });
  return begin(next, told);
}

/** A bet on a retired commitment must not meet another one: the house has seen its seed. */
function retired(state: State, table: Table, told: Retired): Step {
  const waiting = table.waiting.filter((each) => each.bound !== told.commitment);
  const isLost = waiting.length < table.waiting.length;
  const phase = isLost ? "betting" : table.phase;
  const next = atTable(state, { ...table, waiting, phase });
  return only(isLost ? withProblem(next, problem("client/commitment-retired")) : next);
}

function toppedUp(state: State, table: Table): Step {
  const { person } = state;
  return only(
    atTable(state, table),
    ...(person ? [asking(state, { what: "me", token: person.token })] : []),
  );
}

export function closed(state: State, table: Table, told: Closed): Step {
  const { person } = state;
  const next: State = {
    ...quieter(state),
    table: null,
    link: { is: "none", attempt: state.link.attempt + 1 },
    farewell: { reason: told.reason, credited: told.credited, currency: table.currency },
    history: NOTHING_READ,
    dialog: null,
    check: null, // which would hide it, as a replay would
    replay: null,
  };
  const me = person ? [asking(state, { what: "me", token: person.token })] : [];
  return only(next, { type: "hang-up" }, ...me);
}

function refused(state: State, table: Table, told: Refused): Step {
  if (told.code === "store/halted") return only(state); // what became of it shows after the restart
  const asked =
    byKey(table, told.key) ??
    table.waiting.find((each) => !keyOf(each) && each.request.type === told.request);
  if (told.code === "server/error" && asked && keyOf(asked) && !asked.again) {
    // It may have been done before: the same key tells. Once, lest two faults call each other.
    const waiting = table.waiting.map((each) => (each === asked ? { ...asked, again: true as const } : each));
    return only(atTable(state, { ...table, waiting }), ...sending(state.link.attempt, asked.request));
  }
  const settled = settle(table, asked);
  const shown = withProblem(state, { code: told.code, message: told.message, ...(told.rule ? { rule: told.rule } : {}) });
  const bets = asked && "bets" in asked.request && asked.request.type !== "withdraw" ? asked.request.bets : {};
  const refused = spots(table, told.code, bets);
  switch (told.request) {
    case "mix": // whoever was silent before sits out
    case "open_seed":
      return only(state);
    case "carte":
    case "confirm":
      return tellCloth(
        atTable(shown, {
          ...settled,
          refused,
          phase: table.phase === "asked" ? "betting" : table.phase,
        }),
      );
    case "place":
      return only(
        atTable(shown, withLast({ ...settled, refused, cloth: asTheHouseHasIt(settled) })),
      );
    default:
      return only(atTable(shown, settled));
  }
}

/** Which spots a refusal is about, by the sheet's own limits. */
function spots({ house: { sheet } }: Table, code: string, bets: Stakes): readonly Bet[] {
  const over = code === "bet/above-maximum";
  if (!over && code !== "bet/below-minimum") return [];
  return (Object.keys(bets) as Bet[]).filter((bet) => {
    const [rule, stake] = [sheet.bets[bet], bets[bet]];
    return rule && stake && (over ? stake > rule.max : stake < rule.min);
  });
}

/** Nothing was laid after all: the last coup lies there still. */
const withLast = (table: Table): Table =>
  table.coup && table.phase === "betting" && !cloth.total(cloth.stakes(table.cloth))
    ? { ...table, phase: "paid" }
    : table;

/** Step back to the last cloth the house took. */
function asTheHouseHasIt(table: Table): cloth.Cloth {
  const index = table.cloth.steps.findLastIndex((each) => cloth.same(each, table.draft));
  return index < 0
    ? cloth.lying(table.cloth, table.draft)
    : { ...table.cloth, steps: table.cloth.steps.slice(0, index + 1) };
}

/** Back, or here for the first time: what was missed, where it stands, and what still waits. */
function welcome(state: State, told: Welcome, moment: Moment): Step {
  const missed = (told.missed ?? []).map((each) => (before: State) => event(before, each));
  const seats = (after: State): Step => seated(after, told, moment.now);
  const { shared } = told;
  return shared
    ? chain(live.cleared(state, shared.view), ...missed, seats, (after) => live.welcomed(after, shared, moment), tellCloth)
    : chain(only(state), ...missed, seats);
}

function seated(state: State, told: Welcome, now: number): Step {
  const { table } = state;
  if (!table) return only(state); // closed meanwhile
  const { attempt } = state.link;
  const { epoch, offset, credit, draft, next } = told;
  const keyed = table.waiting.filter(keyOf);
  // A house that was restored counts its coups by another book: there only the history knows.
  const isRestored = table.live?.arrived && told.shared?.view.epoch !== table.live.view.epoch;
  const adrift = keyed.filter(({ bound, request }) =>
    request.type === "confirm" ? isRestored : bound !== null && bound !== next.commitment,
  );
  const isSoon = told.closes_in_ms <= table.house.sheet.times.warning_s * 1000;
  const isOther =
    table.epoch === epoch &&
    table.next.number === next.number &&
    table.next.commitment !== next.commitment;
  const here: State = {
    ...state,
    link: { is: "connected", attempt, heardAt: now },
    table: {
      ...table,
      ...{ epoch, offset, credit, draft, next },
      cloth: atWelcome(table, draft),
      closesAt: isSoon ? now + told.closes_in_ms : null,
      waiting: keyed,
      distrust: isOther ? "another commitment than the one announced" : table.distrust,
    },
  };
  const lookUp = ({ player, session }: Table, asked: Asked) =>
    asking(state, { what: "look-up", account: player, session, key: keyOf(asked) });
  const resent = keyed.filter((each) => !adrift.includes(each));
  const effects = [
    ...adrift.map((each) => lookUp(table, each)),
    ...resent.flatMap(({ request }) => sending(attempt, request)),
  ];
  return told.shared ? [here, effects] : chain([here, effects], note, tellCloth);
}

/** Chips the player has moved meanwhile stay; else they lie as the house has them. */
function atWelcome(table: Table, draft: Stakes): cloth.Cloth {
  const isMoved = !cloth.same(cloth.stakes(table.cloth), table.draft);
  return isMoved || cloth.same(table.draft, draft) ? table.cloth : cloth.lying(table.cloth, draft);
}

/** A bet whose commitment is gone: dealt, if the history has it under its key, else never bet. */
export function lookedUp(state: State, key: string, records: readonly { key: string }[]): Step {
  const { table } = state;
  const asked = table && byKey(table, key);
  if (!table || !asked) return only(state);
  const found = records.find((each) => each.key === key) as Event | undefined;
  if (found) return event(state, found);
  const next = atTable(state, { ...settle(table, asked), phase: "betting" });
  return only(withProblem(next, problem("client/commitment-retired")));
}
