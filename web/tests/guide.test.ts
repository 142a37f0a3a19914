import { describe, expect, test } from "vitest";
import { pressed } from "../src/keyboard";
import { wayToGuide } from "../src/state/guide/guide";
import { stepOf, sumOf } from "../src/state/guide/steps";
import { SharedTablePage } from "./shared_table_page";
import { HOUSE, GUEST, SimulatedPage, seatedPage } from "./simulated_table";

const LOBBY = [{ name: "punto-e-banco", title: "Punto e Banco", playable: true, play_only: false, currency: "EUR", bets: [] }];

/** A new visitor in a lobby with one house. */
function visitor(): SimulatedPage {
  const page = new SimulatedPage().say({ type: "started", token: null, seat: null, settings: {}, seen: [] });
  page.say({ type: "answered", what: "houses", ask: { what: "houses" }, body: LOBBY });
  return page.say({ type: "answered", what: "sheet", ask: { what: "sheet", name: "punto-e-banco", shared: false }, body: HOUSE } as never);
}

const guided = (): SimulatedPage => seatedPage().say({ type: "start-guide", way: null });
const step = (page: SimulatedPage) => (page.state.guide === null ? null : stepOf(page.table, page.state.guide));
const readTo = (page: SimulatedPage): number | undefined => page.state.guide?.page;

describe("the guided coup", () => {
  test("follows the table: a chip, Carte, the cards, then page by page what was dealt", () => {
    const page = guided();
    const seen = [step(page)];
    page.bet(100, "punto").placed();
    seen.push(step(page));
    page.say({ type: "carte" });
    seen.push(step(page));
    page.tell(page.coup("punto"));
    seen.push(step(page));
    page.say({ type: "dealt" });
    for (let each = 0; each < 3; each += 1) {
      seen.push(step(page));
      page.say({ type: "read-guide" });
    }
    expect(seen).toEqual(["chip", "deal", "cards", "cards", "points", "rule", "result"]);
  });

  test("explains points with cards on the table, if their sum has two digits", () => {
    expect(sumOf("7HKC8DQS")).toEqual([7, 8, false]);
    expect(sumOf("KH9C8D2S")).toEqual([9, 2, false]);
    expect(sumOf("KH9C8DTS")).toEqual([7, 8, true]);
  });

  test("asks for a chip again when it was taken off", () => {
    expect(step(guided().bet(100, "punto").say({ type: "clear" }))).toBe("chip");
  });

  test("bets and deals nothing by itself", () => {
    const page = guided();
    const sent = page.sent.length;
    page.say({ type: "read-guide" }).say({ type: "read-guide" }).say({ type: "end-guide" });
    expect(page.sent).toHaveLength(sent);
    expect(page.state.guide).toBeNull();
  });

  test("ends when the next coup begins, and with the table", () => {
    const page = guided().bet(100, "punto").placed().say({ type: "carte" });
    page.tell(page.coup("banco")).say({ type: "dealt" });
    expect(step(page)).toBe("points");
    expect(page.bet(100, "banco").state.guide).toBeNull();
    page.say({ type: "start-guide", way: null });
    expect(readTo(page)).toBe(0);
    page.tell({ type: "closed", session: "17.1", epoch: 1, offset: 9, at: 0, key: "", reason: "cash_out", credited: 1 });
    expect(page.state.guide).toBeNull();
  });

  test("after a coup begins with an empty table", () => {
    const page = seatedPage().bet(100, "punto").placed().say({ type: "carte" });
    page.tell(page.coup("banco")).say({ type: "dealt" });
    expect(step(page.say({ type: "start-guide", way: null }))).toBe("chip");
  });

  test("can be left with Escape", () => {
    const press = { key: "Escape", shift: false, other: false, repeat: false, typing: false, bet: null };
    expect(pressed(press, guided().state)).toEqual({ type: "end-guide" });
    expect(pressed(press, seatedPage().state)).toBeNull();
  });
});

describe("the guided coup at a shared table", () => {
  const guided = (): SharedTablePage => new SharedTablePage().sitDown().say({ type: "start-guide", way: null });

  test("waits for the betting, for the others and for the cards, and explains the coup when it is paid", () => {
    const page = guided();
    const seen = [step(page)];
    page.until("betting");
    seen.push(step(page));
    page.bet(1_000, "banco");
    seen.push(step(page));
    page.placed().say({ type: "carte" }).confirmed({ banco: 1_000 }, { banco: 1_000 }, 49_000);
    seen.push(step(page));
    page.until("dealing");
    seen.push(step(page));
    page.until("result").paid("banco", 1_000);
    for (let each = 0; each < 3; each += 1) {
      seen.push(step(page));
      page.say({ type: "read-guide" });
    }
    expect(seen).toEqual(["soon", "chip", "deal", "placed", "cards", "points", "rule", "result"]);
  });

  test("speaks of further chips after a confirmation", () => {
    const page = guided().until("betting").bet(2_500, "banco").placed().say({ type: "carte" });
    page.confirmed({ banco: 2_500 }, { banco: 2_500 }, 47_500);
    expect(step(page)).toBe("placed");
    expect(step(page.bet(1_000, "punto"))).toBe("deal");
    expect(step(page.say({ type: "clear" }))).toBe("placed");
  });

  test("stays with its coup while the table plays on, and goes with the table", () => {
    const page = guided().until("betting").bet(1_000, "banco").placed().say({ type: "carte" });
    page.confirmed({ banco: 1_000 }, { banco: 1_000 }, 49_000).until("result").paid("banco", 1_000);
    const { number } = page.state.guide?.paid ?? {};
    page.until("betting");
    expect(page.shared.paid).toBeNull();
    expect([step(page), page.state.guide?.paid?.number]).toEqual(["points", number]);
    page.tell({ type: "closed", session: "17.1", epoch: 1, offset: 99, at: 0, key: "", reason: "cash_out", credited: 1 });
    expect(page.state.guide).toBeNull();
  });

  test("is not offered to those who look on", () => {
    expect(wayToGuide(new SharedTablePage().sitDown().state)).toEqual({ type: "start-guide", way: null });
    expect(wayToGuide(new SharedTablePage().sitDown(undefined, {}, true).state)).toBeNull();
  });
});

describe("the way to the guided coup", () => {
  test("leads a newcomer to the private table to begin with", () => {
    const page = visitor();
    const way = wayToGuide(page.state);
    expect(way).toEqual({ type: "start-guide", way: { type: "play-as-guest", table: "punto-e-banco" } });
    if (way) page.say(way).answer(GUEST);
    page.say({ type: "bring", table: "punto-e-banco", currency: "FUN", text: "100" });
    page.answer(HOUSE).answer(page.openedAt()).arrive();
    expect(step(page)).toBe("chip");
  });

  test("is forgotten when somebody turns back", () => {
    const page = visitor();
    const way = wayToGuide(page.state);
    if (way) page.say(way).refuse("limit/too-fast");
    expect(page.state.guide).toBeNull();
  });

  test("begins at the private table where somebody sits", () => {
    expect(wayToGuide(seatedPage().state)).toEqual({ type: "start-guide", way: null });
  });
});
