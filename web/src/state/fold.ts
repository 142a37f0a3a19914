// A shared table's view as a fold of its stream: the same here as in the house.
import type { Drawn, NoMore, Roads, Shuffled, Statistics, StreamEvent, TableView } from "../wire";

const NO_ROADS: Roads = {
  ...{ bead_plate: [], big_road: [], big_eye_boy: [], small_road: [], cockroach_road: [] },
  ...{ if_punto: ["", "", ""], if_banco: ["", "", ""] },
};

const NO_STATISTICS: Statistics = {
  ...{ coups: 0, punto: 0, banco: 0, egalite: 0 },
  ...{ punto_pair: 0, banco_pair: 0, naturals: 0 },
};

/** The view after an event; what came before its offset changes nothing. */
export function fold(view: TableView, event: StreamEvent): TableView {
  const { epoch, offset } = event;
  return epoch === view.epoch && offset <= view.offset
    ? view
    : after({ ...view, epoch, offset }, event);
}

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
    case "betting":
      return { ...clear(view, event.coup), stage: "betting", until: event.until };
    case "staked":
      return { ...view, bets: event.bets };
    case "no_more":
      return noMore(view, event);
    case "card":
      return card(view, event);
    case "result": {
      const { punto, banco, outcome, decisions, roads, statistics } = event;
      const told = { punto, banco, outcome, decisions, roads, statistics };
      return { ...view, ...told, stage: "paying", until: null };
    }
    case "settled":
      return { ...view, stage: "paid", until: event.until };
    case "revealed":
      return { ...clear(view, view.coup), stage: "resting", until: null };
    case "standing":
      return { ...view, standing: event.standing, note: event.standing === "open" ? "" : event.note };
  }
}

const newSabot = (
  { table, epoch, offset, standing, note, coup }: TableView,
  { until, sabot, sheet, commitment }: Shuffled,
): TableView => ({
  ...{ table, epoch, offset, standing, stage: "mixing", until, note, sabot, sheet, commitment },
  ...{ players: [], fixed: "", exhibition: false, first: "", burned: 0, gone: 0, coup },
  ...{ cards: "", punto: null, banco: null, outcome: null, decisions: [], cut: false, bets: {} },
  ...{ roads: NO_ROADS, statistics: NO_STATISTICS },
});

/** An empty cloth for a coup. */
const clear = (view: TableView, coup: number): TableView => ({
  ...view,
  ...{ coup, cards: "", punto: null, banco: null, outcome: null, decisions: [], bets: {} },
});

function noMore(view: TableView, { coup, bets, until }: NoMore): TableView {
  const cleared = coup === view.coup ? view : clear(view, coup);
  return { ...cleared, stage: "dealing", bets, until };
}

function card(view: TableView, { side, card, points, gone, cut, until }: Drawn): TableView {
  return { ...view, cards: view.cards + card, gone, cut, until, [side]: points };
}
