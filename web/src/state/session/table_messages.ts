// Messages from the table, and what each of them changes.
import type { Bet, Closed, Event, Refused, Stakes, ServerMessage, Welcome } from "../../wire";
import * as cloth from "./cloth";
import { coup, retired } from "../private/coup_events";
import type { Moment } from "../message";
import { type Farewell, type PendingRequest, NOTHING_READ, type State, type Table } from "../state";
import { asking, atTable, chain, LOOK_BACK, only, problem, quieter, sending, type Change, withProblem } from "../change";
import { tellCloth } from "./player_actions";
import { note } from "./commitments";
import { withEvent } from "./seat_fold";
import { sharedUpdate } from "../load_shared";

/** What private tables say. The list of what only shared tables say is beside what they do with it. */
export const TOLD = {
  ...{ opened: true, topped_up: true, coup: true, retired: true, closed: true },
  ...{ welcome: true, placed: true, warning: true, staying: true, refused: true },
} as const;

export function hear(state: State, message: ServerMessage, moment: Moment): Change {
  const { table } = state;
  if (!table) return only(state);
  switch (message.type) {
    case "welcome":
      return welcome(state, message, moment);
    case "placed":
      return tellCloth(
        atTable(state, {
          ...settle(table, first(table, "place")),
          draft: message.bets,
          closesAt: null,
        }),
      );
    case "warning":
      // A dialog would hide it, also from a screen reader.
      return only({
        ...atTable(state, { ...table, closesAt: moment.now + message.closes_in_ms }),
        dialog: null,
        check: null,
      });
    case "staying":
      return only(atTable(state, { ...settle(table, first(table, "stay")), closesAt: null }));
    case "refused":
      return refused(state, table, message);
    default:
      return table.shared
        ? sharedUpdate.hear(state, message, moment)
        : chain(event(state, message as Event), note);
  }
}

const first = (table: Table, type: string): PendingRequest | undefined =>
  table.waiting.find((each) => each.request.type === type);

const keyOf = ({ request }: PendingRequest): string => ("key" in request ? request.key : "");

const byKey = (table: Table, key: string): PendingRequest | undefined =>
  key ? table.waiting.find((each) => keyOf(each) === key) : undefined;

const settle = (table: Table, asked: PendingRequest | undefined): Table => ({
  ...table,
  waiting: table.waiting.filter((each) => each !== asked),
});

/** Whether the event is newer than all that were received. A restore of the records starts a new epoch. */
const isLater = (message: Event, { epoch, offset }: Table): boolean =>
  message.epoch > epoch || (message.epoch === epoch && message.offset > offset);

/** An event in the records: a new one, or one that is sent again because its request was repeated. */
function event(state: State, message: Event): Change {
  if (!state.table) return only(state);
  const asked = byKey(state.table, message.key);
  const isNew = isLater(message, state.table);
  if (!isNew && !asked) return only(state);
  const settled = settle(state.table, asked);
  const table = isNew ? { ...withEvent(settled, message), closesAt: null } : settled;
  switch (message.type) {
    case "coup":
      return coup(state, table, message);
    case "retired":
      return retired(state, table, message);
    case "topped_up":
      return toppedUp(state, table);
    case "closed":
      return table.shared ? sharedUpdate.leave(closed(state, table, message), table, table.shared) : closed(state, table, message);
    case "opened":
      return only(atTable(state, table));
    default:
      return sharedUpdate.event(state, table, message);
  }
}

function toppedUp(state: State, table: Table): Change {
  const { person, dialog } = state;
  return only(
    atTable({ ...state, dialog: dialog === "top-up" ? null : dialog }, table),
    ...(person ? [asking(state, { what: "accounts", token: person.token })] : []),
  );
}

/** The result of a private coup whose cards were still being shown when the session ended. */
function unseenCoup({ phase, coup, rules: { sheet } }: Table): Pick<Farewell, "unseen"> {
  if (phase !== "dealing" || !coup) return {};
  const label = (side: "punto" | "banco"): string => sheet.bets[side]?.label ?? side;
  const points = { [label("punto")]: coup.punto, [label("banco")]: coup.banco };
  return { unseen: { points, net: cloth.net(coup) } };
}

export function closed(state: State, table: Table, message: Closed): Change {
  const { person } = state;
  const next: State = {
    ...quieter(state),
    table: null,
    link: { is: "none", attempt: state.link.attempt + 1 },
    farewell: { reason: message.reason, credited: message.credited, currency: table.currency, ...unseenCoup(table) },
    history: NOTHING_READ,
    dialog: null,
    check: null, // it would hide the farewell, and so would a replay
    replay: null,
  };
  const me = person ? [asking(state, { what: "me", token: person.token })] : [];
  return only(next, { type: "hang-up" }, ...me);
}

function refused(state: State, table: Table, message: Refused): Change {
  if (message.code === "store/halted") return only(state); // the page learns the result after the restart
  const asked =
    byKey(table, message.key) ??
    table.waiting.find((each) => !keyOf(each) && each.request.type === message.request);
  if (message.code === "server/error" && asked && keyOf(asked) && !asked.again) {
    // The first request may have succeeded; the same key gives its answer. Retried once, so that two faults
    // don't loop.
    const waiting = table.waiting.map((each) => (each === asked ? { ...asked, again: true as const } : each));
    return only(atTable(state, { ...table, waiting }), ...sending(state.link.attempt, asked.request));
  }
  const settled = settle(table, asked);
  const shown = withProblem(state, { code: message.code, message: message.message, ...(message.rule ? { rule: message.rule } : {}) });
  const bets = asked && "bets" in asked.request && asked.request.type !== "withdraw" ? asked.request.bets : {};
  const refused = spots(table, message.code, bets);
  switch (message.request) {
    case "mix": // a player who was silent before is not allowed to mix
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
        atTable(shown, { ...settled, refused, cloth: asTheHouseHasIt(settled) }),
      );
    default:
      return only(atTable(shown, settled));
  }
}

/** The spots that a refusal is about, by the limits of the sheet. */
function spots({ rules: { sheet } }: Table, code: string, bets: Stakes): readonly Bet[] {
  const over = code === "bet/above-maximum";
  if (!over && code !== "bet/below-minimum") return [];
  return (Object.keys(bets) as Bet[]).filter((bet) => {
    const [rule, stake] = [sheet.bets[bet], bets[bet]];
    return rule && stake && (over ? stake > rule.max : stake < rule.min);
  });
}

/** Goes back to the last position of the chips that the house accepted. */
function asTheHouseHasIt(table: Table): cloth.Cloth {
  const index = table.cloth.steps.findLastIndex((each) => cloth.same(each, table.draft));
  return index < 0
    ? cloth.fromDraft(table.cloth, table.draft)
    : { ...table.cloth, steps: table.cloth.steps.slice(0, index + 1) };
}

/**
 * The connection is there: applies missed events, takes the seat, and sends what still waits for an answer.
 */
const welcome = (state: State, message: Welcome, moment: Moment): Change =>
  message.shared
    ? sharedUpdate.welcome(state, message, message.shared, moment)
    : chain(missed(only(state), message), (after) => seated(after, message, moment.now));

const missed = (before: Change, message: Welcome): Change =>
  chain(before, ...(message.missed ?? []).map((each) => (state: State) => event(state, each)));

function seated(state: State, message: Welcome, now: number): Change {
  const { table } = state;
  if (!table) return only(state); // the session was closed meanwhile
  const { attempt } = state.link;
  const { epoch, offset, credit, draft, next } = message;
  const keyed = table.waiting.filter(keyOf);
  // After a restore the house counts its coups differently, so only the history can tell.
  const isRestored = table.shared?.arrived && message.shared?.view.epoch !== table.shared.view.epoch;
  const adrift = keyed.filter(({ bound, request }) =>
    request.type === "confirm" ? isRestored : bound !== null && bound !== next.commitment,
  );
  const isSoon = message.closes_in_ms <= table.rules.sheet.times.warning_s * 1000;
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
      closesAt: isSoon ? now + message.closes_in_ms : null,
      waiting: keyed,
      distrust: isOther ? "another commitment than the one announced" : table.distrust,
    },
  };
  const lookUp = ({ player, session }: Table, asked: PendingRequest) =>
    asking(state, { what: "look-up", account: player, session, key: keyOf(asked) });
  const resent = keyed.filter((each) => !adrift.includes(each));
  const effects = [
    ...adrift.map((each) => lookUp(table, each)),
    ...resent.flatMap(({ request }) => sending(attempt, request)),
  ];
  const lookBack = table.coups.length ? [LOOK_BACK] : []; // the roads may have been lost with the connection
  return message.shared ? [here, effects] : chain([here, [...effects, ...lookBack]], note, tellCloth);
}

/** Keeps chips that the player has moved while offline; otherwise takes the house's. */
function atWelcome(table: Table, draft: Stakes): cloth.Cloth {
  const isMoved = !cloth.same(cloth.stakes(table.cloth), table.draft);
  return isMoved || cloth.same(table.draft, draft) ? table.cloth : cloth.fromDraft(table.cloth, draft);
}

/**
 * The commitment of this bet is gone. If the history has its key, the coup was dealt; otherwise there was no
 * bet.
 */
export function lookedUp(state: State, key: string, records: readonly { key: string }[]): Change {
  const { table } = state;
  const asked = table && byKey(table, key);
  if (!table || !asked) return only(state);
  const found = records.find((each) => each.key === key) as Event | undefined;
  if (found) return event(state, found);
  const next = atTable(state, { ...settle(table, asked), phase: "betting" });
  return only(withProblem(next, problem("client/commitment-retired")));
}

/** For messages of shared tables. One name, because every exported name makes the first chunk larger. */
export const ofSeat = { event, missed, seated, settle };
