// The view of a shared table, folded from its stream. The house has the same fold.
import type {
  Boxed,
  Drawn,
  HandedBack,
  DealingBegan,
  Reversed,
  Roads,
  Shuffled,
  Statistics,
  StreamEvent,
  TableView,
} from "../../wire";
import { amended, calledOrDecided, directed, keyedIn, setAside, stood, voided } from "./console_events";

const NO_ROADS: Roads = {
  ...{ bead_plate: [], big_road: [], big_eye_boy: [], small_road: [], cockroach_road: [] },
  ...{ if_punto: ["", "", ""], if_banco: ["", "", ""] },
};

const NO_STATISTICS: Statistics = {
  ...{ coups: 0, punto: 0, banco: 0, egalite: 0 },
  ...{ punto_pair: 0, banco_pair: 0, naturals: 0 },
};

/** The view after an event. Events that are already in the view change nothing. */
export function fold(view: TableView, event: StreamEvent): TableView {
  const { epoch, offset } = event;
  if (epoch === view.epoch && offset <= view.offset) return view;
  const before = epoch === view.epoch ? view : over(view);
  const moved = BESIDE.has(event.type) ? before.moved : offset;
  return after({ ...before, epoch, offset, moved }, event);
}

/** Events that change nothing for a command: they don't move the table on. */
const BESIDE: ReadonlySet<StreamEvent["type"]> = new Set(["staked", "boxed", "manager", "standing", "limits"]);

/** A new epoch: the records were restored from a backup, and the coup under way is dropped. */
const over = (view: TableView): TableView => ({
  ...clear(view, view.coup),
  ...{ stage: "resting", until: null, croupier: 0, croupier_name: "", croupier_since: 0 },
  ...{ first_of_next: "", manager: false, manager_since: 0, manager_at: 0, manager_by: "", manager_for: "", due: [], given_back: {}, moved: 0 },
});

function after(view: TableView, event: StreamEvent): TableView {
  switch (event.type) {
    case "shuffled":
      return newSabot(view, event);
    case "list_closed":
      return { ...view, stage: "opening", players: event.players, until: event.until };
    case "fixed": {
      const { players, fixed, exhibition } = event;
      return { ...view, stage: "burning", players, fixed, exhibition, until: null };
    }
    case "burned": {
      const { first, burned, gone, until } = event;
      return { ...view, first, burned, gone, until };
    }
    case "cut_card_seen":
      return { ...view, cut: event.cut };
    case "betting":
      return { ...clear(view, event.coup), stage: "betting", opened: event.at, until: event.until, keyed: event.keyed };
    case "staked":
      return { ...view, bets: event.bets };
    case "closing":
      return { ...view, stage: "closing", closed: event.since, until: event.until };
    case "reopened":
      return { ...view, stage: "betting", closed: null, until: event.until, asks: null };
    case "dealing":
      return dealingBegan(view, event);
    case "card":
      return card(view, event);
    case "called":
      return { ...view, called: event.draws, against: event.against ?? false, until: event.until, asks: null };
    case "turned": {
      const { side, cards, points, until, asks } = event;
      return { ...view, cards, until, asks: asks ?? null, [side]: points };
    }
    case "handed_back":
      return handedBack(view, event);
    case "boxed":
      return boxed(view, event);
    case "directed":
      return directed(view, event);
    case "aside":
      return setAside(view, event);
    case "corrected": {
      const { cards, fifth, aside, kept, punto, banco, gone, before, after, reason, other, against = false } = event;
      const corrections = [...view.corrections, { before, after, reason, swapped: (other ?? 0) > 0 }];
      return { ...view, cards, fifth, aside, first_of_next: kept, punto, banco, gone, corrections, against };
    }
    case "voided":
      return voided(view, event);
    case "manager":
      return calledOrDecided(view, event);
    case "reversed":
      return reversed(view, event);
    case "amended":
      return amended(view, event);
    case "keyed":
      return { ...view, keyed: keyedIn(view, event), asks: event.asks ?? null };
    case "result": {
      const { punto, banco, outcome, decisions, roads, statistics, due, won } = event;
      const told = { punto, banco, outcome, decisions, roads, statistics, due, given_back: {}, won };
      return { ...view, ...told, stage: "paying", until: null, asks: null };
    }
    case "settled":
      return { ...view, stage: "paid", until: event.until };
    case "revealed":
      return { ...clear(view, view.coup), stage: "resting", until: null };
    case "standing":
      return stood(view, event);
    case "limits":
      return { ...view, limits: event.limits };
  }
}

const newSabot = (
  { table, epoch, offset, standing, note, coup, boxes, croupier, croupier_name, croupier_since, decided, due, given_back, moved, ...view }: TableView,
  { until, sabot, sheet, commitment, shuffled_by = "", cut_by = "" }: Shuffled,
): TableView => ({
  // A real sabot is mixed at the table, so the page has nothing to wait for.
  stage: commitment ? "mixing" : "burning",
  ...{ table, epoch, offset, standing, until, note, sabot, sheet, commitment },
  ...{ shuffled_by, cut_by, players: [], fixed: "", exhibition: false, first: "", burned: 0, gone: 0, coup, opened: 0, closed: null },
  ...{ cards: "", fifth: null, punto: null, banco: null, outcome: null, decisions: [], cut: false, bets: {} },
  ...{ roads: NO_ROADS, statistics: NO_STATISTICS, holders: {}, called: null, against: false, boxes },
  ...{ stood_by: view.stood_by, stood_at: view.stood_at, limits: view.limits },
  ...{ manager: view.manager, manager_since: view.manager_since, manager_at: view.manager_at, manager_by: view.manager_by, manager_for: view.manager_for },
  ...{ croupier, croupier_name, croupier_since, moved, ...UNTOUCHED, first_of_next: "", decided, waiting: view.waiting, due, given_back },
});

const UNTOUCHED = { asks: null, aside: "", corrections: [], amendments: [], void: false, why_void: "", decided: "", keyed: {}, waiting: {}, undone: [], won: [] } as const;

/** An empty cloth for a coup. */
const clear = (view: TableView, coup: number): TableView => ({
  ...view,
  ...{ coup, opened: 0, closed: null, cards: "", fifth: null, punto: null, banco: null, outcome: null, decisions: [], bets: {} },
  ...{ holders: {}, called: null, against: false, ...UNTOUCHED },
});

/** The table before anything of it is seen. */
export const unseen = (view: TableView): TableView => ({
  ...clear(view, view.coup),
  ...{ stage: "resting", until: null, sabot: 0, commitment: "", exhibition: false, gone: 0, cut: false, first_of_next: "" },
  ...{ roads: NO_ROADS, statistics: NO_STATISTICS, due: [], given_back: {} },
});

/** Back to the coup whose result was taken back. Its list is kept for the difference to the next one. */
function reversed(view: TableView, event: Reversed): TableView {
  const { coup, at, cards, aside, kept, fifth, punto, banco, roads, statistics, keyed, waiting } = event;
  return {
    ...clear(view, coup),
    ...{ stage: "dealing", until: null, closed: at, cards, aside, first_of_next: kept, fifth, punto, banco },
    ...{ roads, statistics, decided: view.decided, keyed, waiting, undone: view.due, due: [], given_back: {} },
  };
}

function dealingBegan(view: TableView, { coup, bets, until, holders, punto, banco, asks }: DealingBegan): TableView {
  const cleared = coup === view.coup ? view : clear(view, coup);
  const kept = { cards: view.first_of_next, punto, banco, first_of_next: "" }; // cards that were kept from the coup before
  return { ...cleared, stage: "dealing", bets, until, holders, asks, ...kept };
}

function card(view: TableView, { n, side, card, points, gone, cut, until, asks, against }: Drawn): TableView {
  const fifth = n === 5 ? side : view.fifth; // a third card; the event says whose
  // Real cards may be read hand by hand: earlier ones that were not read yet lie face down.
  const cards = view.cards.slice(0, 2 * n - 2).padEnd(2 * n - 2, "?") + card + view.cards.slice(2 * n);
  return { ...view, cards, fifth, gone, cut, until, asks: asks ?? null, against: against ?? view.against, [side]: points };
}

function handedBack(view: TableView, { side, until, asks }: HandedBack): TableView {
  const { [side]: _, ...holders } = view.holders;
  return { ...view, holders, until, asks: asks ?? null };
}

/** Moves a player from one box to another, after the players who sit there. */
function boxed(view: TableView, { player, box }: Boxed): TableView {
  const others = Object.entries(view.boxes)
    .map(([at, players]) => [Number(at), players.filter((each) => each !== player)] as const)
    .filter(([, players]) => players.length > 0);
  const boxes: Record<number, readonly string[]> = Object.fromEntries(others);
  if (box) boxes[box] = [...(boxes[box] ?? []), player];
  return { ...view, boxes };
}
