// A page at a shared table, which is sent the recorded stream.
import { expect } from "vitest";
import type { Settings, SharedTable } from "../src/state/state";
import type { Bet, Paid, Stakes, StreamEvent, TableSpec, TableView } from "../src/wire";
import { recorded } from "./recorded_stream";
import { SimulatedPage } from "./simulated_table";

const { told, first, proof } = recorded;
export const AHEAD = 5_000; // of the house's clock before the page's, in milliseconds

export class SharedTablePage extends SimulatedPage {
  private heard = 0;
  delay = 0; // of the picture, in milliseconds
  settings: Partial<Settings> = {}; // as the browser has kept them

  /** A guest sits down at a table with this view. If HTTP has told an earlier one, the house names what came after it. */
  sitDown(view: TableView = first, stakes: Stakes = {}, watching = false, before: TableView | null = null): this {
    const missed = before && told.flatMap(({ event }) => (event.offset > before.offset && event.offset <= view.offset ? [event] : []));
    this.say({ type: "started", token: null, seat: null, settings: this.settings, seen: [] });
    const house = {
      ...{ name: "live-mini", sheet: proof.sheet, sheet_hash: "", playable: true, returns: {} },
      shared: {
        ...{ spec: { name: "live-mini", house: "live-mini", ...this.filmed }, sheet: proof.sheet },
        ...{ sheet_hash: "", returns: {}, view: before ?? view, summary: { now: this.now } },
      },
    };
    this.say({ type: "answered", what: "houses", ask: { what: "houses" }, body: [] });
    if (watching) {
      this.say({ type: "watch", table: "live-mini" }).answer(house);
    } else {
      this.asGuest("live-mini");
      expect(this.lastAsked).toMatchObject({ what: "rules", shared: true });
      this.answer(house).answer({ ...this.openedAt(), table: "live-mini" });
    }
    this.answer(house).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    this.say({ type: "socket-opened", attempt: this.state.link.attempt });
    const now = this.now + AHEAD;
    expect(this.sent.at(-1)).toMatchObject({ type: "hello", table_offset: (before ?? view).offset });
    if (watching) return this.tell({ type: "watching", now, view, missed });
    return this.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: 1, house: "live-mini" },
      ...{ table: "live-mini", currency: "FUN", credit: 50_000, draft: {}, missed: [] },
      ...{ next: { number: 0, commitment: "0".repeat(64) }, closes_in_ms: 1_200_000 },
      shared: { now, view, missed, stakes, automatic: false, mixed: false, opened: false, left: {}, held: {} },
    });
  }

  private get filmed(): Pick<TableSpec, "video"> {
    return this.delay ? { video: { kind: "hls", address: "https://film.example/t.m3u8", delay: this.delay } } : {};
  }

  /** Plays the stream until this event has come. */
  until(type: StreamEvent["type"]): this {
    for (;;) {
      const next = told[this.heard++];
      if (!next) throw new Error(`${type} never came`);
      this.tell(next.event);
      if (next.event.type === type) return this;
    }
  }

  get shared(): SharedTable {
    if (!this.table.shared) throw new Error("not a shared table");
    return this.table.shared;
  }

  confirmed(bets: Stakes, stakes: Stakes, credit: number): this {
    const key = this.sent.findLast((each) => each.type === "confirm")?.key ?? "";
    const staked = Object.values(bets).reduce((sum, each) => sum + each, 0);
    return this.tell({
      ...{ type: "bet", session: "17.1", epoch: 1, offset: ++this.offset, at: this.now, key },
      ...{ table: "live-mini", number: this.shared.view.coup, bets, stakes, staked, credit, since: {} },
    });
  }

  /** The house has paid the coup of the stream: the stake comes back twice. */
  paid(bet: Bet, stake: number): Paid {
    const result = told.map(({ event }) => event).find((each) => each.type === "result") as Extract<StreamEvent, { type: "result" }>;
    const paid: Paid = {
      ...{ type: "paid", session: "17.1", epoch: 1, offset: ++this.offset, at: 0, key: "" },
      ...{ house: "live-mini", table: "live-mini", sabot: 1, number: 1, sheet: "", fixed: proof.fixed },
      ...{ cards: result.cards, punto: result.punto, banco: result.banco, outcome: result.outcome },
      ...{ decisions: result.decisions, won: result.won, of_session: "17.1", to_account: false, left: {} },
      bets: [{ bet, stake, winnings: stake, commission: 0, returned: 2 * stake }],
      ...{ staked: stake, returned: 2 * stake, credit_before: 50_000, credit: 50_000 + stake },
    };
    this.tell(paid);
    return paid;
  }
}
