// What a shared table says on the socket. At a filmed table some of it waits for the picture.
import type { ServerMessage, SharedWelcome, Welcome } from "../../wire";
import { atTable, chain, only, type Change } from "../change";
import type { FromClock, Moment } from "../message";
import { note } from "../session/commitments";
import { tellCloth } from "../session/player_actions";
import { stillAsked } from "./land_requests";
import { ofSeat, type TOLD as AT_ALL } from "../session/table_messages";
import type { State, Table } from "../state";
import { caughtUp, dueAt, endsTheWait, tableOf, type SharedTableWelcome, type Snapshot, type Told } from "./picture_delay";
import { atShared, automatic, cleared, mixed, notTaken, showing, streamed, turn, welcomed } from "./shared_seat";
import { fold } from "./table_fold";

type Heard = Exclude<ServerMessage, { type: "welcome" | "placed" | "warning" | "staying" | "refused" }>;

/** What only shared tables say. */
export const TOLD: Record<Exclude<ServerMessage["type"], keyof typeof AT_ALL>, true> = {
  ...{ bet: true, returned: true, paid: true, watching: true, automatic: true, mixed: true, not_taken: true, lines: true },
  ...{ shuffled: true, list_closed: true, fixed: true, burned: true, betting: true, staked: true },
  ...{ closing: true, dealing: true, card: true, result: true, settled: true, revealed: true, standing: true, limits: true },
  ...{ held: true, tipped: true, done: true, called: true, turned: true, handed_back: true, boxed: true },
  ...{ directed: true, reopened: true, aside: true, corrected: true, voided: true, manager: true, keyed: true },
  ...{ cut_card_seen: true, amended: true, reversed: true },
};

export function hear(state: State, message: Heard, moment: Moment): Change {
  const { table } = state;
  if (!table) return only(state);
  switch (message.type) {
    case "watching":
      return arrive({ ...state, link: { is: "connected", attempt: state.link.attempt, heardAt: moment.now } }, message, moment);
    case "automatic":
      return only(automatic(atTable(state, settled(table, "automatic")), message.on));
    case "mixed":
      return mixed(state, message.sabot, message.opened);
    case "done":
      return only(
        atTable(state, {
          ...settled(table, message.request),
          closesAt: message.request === "ask_manager" ? table.closesAt : null, // calling the manager is no action of the game
        }),
      );
    case "lines":
      return only(atShared(state, { lines: (table.shared?.lines ?? 0) + 1 }));
    case "not_taken":
      return only(notTaken(state, table, message.code));
    default:
      return endsTheWait(message)
        ? chain(release(state, Infinity, moment), (now) => show(now, message, moment))
        : later(state, message, moment) ?? show(state, message, moment);
  }
}

/** The connection is there. What it brings replaces everything that still waited: that is among the missed events. */
export const welcome = (state: State, message: Welcome, shared: SharedWelcome, moment: Moment): Change =>
  arrive(state, { ...message, shared }, moment);

const arrive = (state: State, told: Snapshot, moment: Moment): Change =>
  chain(catchUp(atShared(state, { late: [] }), told, moment), (fresh) => arrived(fresh, told, moment));

/** Goes on from what the picture shows: missed events that it shows by now are folded, and the others wait. */
function catchUp(state: State, told: Snapshot, moment: Moment): Change {
  const from = state.table && caughtUp(told, state.table);
  if (!from) return only(state);
  const ahead = tableOf(told).now - moment.now;
  const missed = from.later.map((event) => (now: State) =>
    later(now, event, moment, event.at - ahead) ?? only(showing(now, fold(now.table?.shared?.view ?? from.view, event))),
  );
  return chain(only(atShared(showing(state, from.view), { ahead })), ...missed);
}

function arrived(fresh: State, told: Snapshot, moment: Moment): Change {
  const held = later(fresh, told, moment);
  if (held) return told.type === "welcome" ? chain(held, (now) => seatedOnly(now, told, moment)) : held;
  if (told.type === "watching") return welcomed(fresh, told, moment);
  return chain(
    ofSeat.missed(cleared(fresh, told.shared.view), told),
    (now) => ofSeat.seated(now, told, moment.now),
    (now) => welcomed(now, told.shared, moment),
    tellCloth,
    (now) => only(stillAsked(now)),
  );
}

/** The seat is taken at once, but the money stays as it was shown. */
function seatedOnly(state: State, told: SharedTableWelcome, { now }: Moment): Change {
  const { table } = state;
  if (!table) return only(state);
  const { epoch, offset, credit, draft, cloth } = table;
  return chain(ofSeat.seated(state, told, now), (after) =>
    only(after.table ? atTable(after, { ...after.table, epoch, offset, credit, draft, cloth }) : after),
  );
}

/** Puts a message into the queue, or null: it is shown at once. */
function later(state: State, told: Told, { now }: Moment, at = now): Change | null {
  const { table, link } = state;
  const due = table ? dueAt(told, table, now, at) : null;
  if (!table?.shared || due === null) return null;
  const key = "key" in told ? told.key : "";
  const answered = table.waiting.find(({ request }) => key && "key" in request && request.key === key);
  const late = [...table.shared.late, { told, due, at: now }];
  const next = atTable(state, { ...ofSeat.settle(table, answered), shared: { ...table.shared, late } });
  return only(next, { type: "wait", ms: due - now, then: { type: "due", attempt: link.attempt, due } });
}

/** A card is turned, or the picture shows by now what has waited for it. */
export function onTime(state: State, message: Extract<FromClock, { type: "turn" | "due" }>, moment: Moment): Change {
  if (message.type === "turn") return turn(state, message.coup, message.card);
  return message.attempt === state.link.attempt ? release(state, message.due, moment) : only(state);
}

function release(state: State, until: number, moment: Moment): Change {
  const late = state.table?.shared?.late ?? [];
  const rest = atShared(state, { late: late.filter(({ due }) => due > until) });
  const out = late.filter(({ due }) => due <= until);
  return chain(only(rest), ...out.map(({ told, at }) => (now: State) => show(now, told, { ...moment, now: at })));
}

/** `moment` is when the message came. */
function show(state: State, told: Told, moment: Moment): Change {
  switch (told.type) {
    case "watching":
      return welcomed(state, told, moment);
    case "welcome":
      return chain(asMissed(cleared(state, told.shared.view), told), (now) => welcomed(now, told.shared, moment), tellCloth, (now) => only(stillAsked(now)));
    default:
      return "session" in told ? chain(ofSeat.event(state, told), note) : chain(streamed(state, told, moment), (now) => only(stillAsked(now)));
  }
}

/** Now the money may be shown, too. */
const asMissed = (before: Change, told: SharedTableWelcome): Change =>
  chain(ofSeat.missed(before, told), (state) => {
    const { epoch, offset, credit, draft } = told;
    return only(state.table ? atTable(state, { ...state.table, epoch, offset, credit, draft }) : state);
  });

/** The first request of this type is answered. */
const settled = (table: Table, type: string): Table =>
  ofSeat.settle(table, table.waiting.find(({ request }) => request.type === type));
