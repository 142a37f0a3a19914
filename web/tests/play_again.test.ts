// Repeating bets, playing again with one press, and chips that the credit doesn't cover.
import { pressed } from "../src/keyboard";
import { sharedUpdate } from "../src/state/load_shared";
import { describe, expect, test } from "vitest";
import { stakes } from "../src/state/session/cloth";
import { wonBets } from "../src/state/session/figures";
import { canRepeat, offersAgain } from "../src/state/session/play_again";
import { recorded } from "./recorded_stream";
import { SharedTablePage } from "./shared_table_page";
import { seatedPage } from "./simulated_table";

const LATER = 1_000;

/** A coup with this stake on Punto, lost or won and paid. */
function played(stake: number, outcome: "punto" | "banco") {
  const page = seatedPage().bet(stake, "punto").say({ type: "carte" });
  return page.tell(page.coup(outcome)).say({ type: "dealt" }).pass(LATER);
}

describe("a chip that the credit doesn't cover", () => {
  test("stays off the cloth, and the coup before it isn't shown as lost once more", () => {
    const page = played(45_000, "banco"); // 50.00 are left
    const [shown, sent] = [page.table, page.sent.length];
    page.bet(10_000, "punto");
    expect(page.state.problem?.code).toBe("session/not-enough-credit");
    expect(page.table).toEqual({ ...shown, chip: 10_000 });
    expect(page.sent.length).toBe(sent);
  });

  test("can be doubled or repeated no more than put down", () => {
    const page = played(45_000, "banco").bet(2_500, "punto", "banco").say({ type: "double" });
    expect(stakes(page.table.cloth)).toEqual({ punto: 2_500, banco: 2_500 });
    page.say({ type: "clear" }).say({ type: "repeat" });
    expect(stakes(page.table.cloth)).toEqual({});
    expect(page.state.problem?.code).toBe("session/not-enough-credit");
    expect(canRepeat(page.table)).toBe(false);
  });

  test("chips that the house refuses leave the cloth as it was, without the last coup", () => {
    const page = played(500, "banco").bet(10_000, "egalite");
    page.tell({ type: "refused", request: "place", key: "", code: "bet/above-maximum", message: "" });
    expect(page.table.phase).toBe("betting"); // so that no chip is swept away again
    expect(stakes(page.table.cloth)).toEqual({});
  });
});

describe("playing again", () => {
  test("puts the last bets down and asks for the cards", () => {
    const page = played(500, "banco").say({ type: "again" });
    expect(page.lastSent).toMatchObject({ type: "carte", bets: { punto: 500 } });
    expect(page.table.phase).toBe("asked");
    expect(page.sent.filter(({ type }) => type === "carte")).toHaveLength(2);
  });

  test("is not what the second half of a double tap does", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    page.tell(page.coup("punto")).say({ type: "dealt" }).pass(200).say({ type: "again" });
    expect(page.table.phase).toBe("paid");
    expect(page.pass(LATER).say({ type: "again" }).table.phase).toBe("asked");
  });

  test("bets nothing that the credit doesn't cover, and says so", () => {
    const page = played(45_000, "banco").say({ type: "again" });
    expect(page.table.phase).toBe("paid");
    expect(page.state.problem?.code).toBe("session/not-enough-credit");
  });

  test("does nothing while other chips are on the cloth, or before the first coup", () => {
    const page = played(500, "banco").bet(100, "egalite").pass(LATER);
    const sent = page.sent.length;
    expect(page.say({ type: "again" }).sent.length).toBe(sent);
    expect(seatedPage().pass(LATER).say({ type: "again" }).lastSent?.type).toBe("hello");
  });

  test("repeats and confirms at a shared table", () => {
    const page = new SharedTablePage().sitDown();
    page.until("betting");
    page.state = { ...page.state, table: { ...page.table, cloth: { steps: [{}], last: { punto: 500 } } } };
    page.say({ type: "again" });
    expect(page.lastSent).toMatchObject({ type: "confirm", bets: { punto: 500 } });
    expect(offersAgain(page.table)).toBe(true); // a second tap must not double
    page.confirmed({ punto: 500 }, { punto: 500 }, 49_500).pass(LATER);
    expect(offersAgain(page.table)).toBe(false);
    const sent = page.sent.length;
    expect(page.say({ type: "again" }).sent.length).toBe(sent); // once for each coup
  });
});

describe("chips that came back unconfirmed", () => {
  const open = () => new SharedTablePage().sitDown().until("betting").bet(500, "punto");

  test("are put down and confirmed in the next coup by the same press", () => {
    const page = open().until("dealing");
    expect(page.state.problem?.code).toBe("client/not-confirmed");
    page.until("betting").pass(LATER).say({ type: "again" });
    expect(page.lastSent).toMatchObject({ type: "confirm", bets: { punto: 500 } });
  });

  test("are repeated with what was confirmed beside them, before the payment and after it", () => {
    const page = open().say({ type: "carte" }).confirmed({ punto: 500 }, { punto: 500 }, 49_500).bet(100, "egalite").until("dealing");
    expect(page.table.cloth.last).toEqual({ punto: 500, egalite: 100 });
    const bets = [{ bet: "punto", stake: 500, winnings: 0, commission: 0, returned: 0 }] as const;
    page.tell({ type: "paid", offset: ++page.offset, epoch: 1, key: "", session: "17.1", number: page.shared.view.coup, bets, staked: 500, returned: 0, left: {}, credit: 49_500 } as never);
    expect(page.table.cloth.last).toEqual({ punto: 500, egalite: 100 });
    page.until("betting");
    expect(page.shared.back).toEqual({});
  });

  test("are repeated if they couldn't be confirmed automatically", () => {
    const page = open();
    page.tell({ type: "not_taken", coup: page.shared.view.coup, code: "session/not-enough-credit", message: "" }).until("dealing");
    expect(page.table.cloth.last).toEqual({ punto: 500 });
  });

  test("a coup without chips is nothing to repeat: the bets before it stay", () => {
    const page = open().until("dealing").until("betting").until("dealing");
    expect(page.table.cloth.last).toEqual({ punto: 500 });
  });
});

test("the bets that a coup has won are known as soon as its last card is turned, to everybody", () => {
  const page = new SharedTablePage().sitDown(undefined, {}, true).until("dealing");
  expect(wonBets(page.table)).toEqual([]);
  page.until("result");
  const result = recorded.told.find(({ event }) => event.type === "result")?.event;
  expect(result?.type === "result" && result.won.length).toBeGreaterThan(1);
  expect(wonBets(page.table)).toEqual(result?.type === "result" ? result.won : []);
});

test("cards that the house has told are turned at once, if the player doesn't want to wait", () => {
  const page = new SharedTablePage().sitDown().until("card").until("card");
  expect(page.table.turned).toBeLessThan(2);
  expect(sharedUpdate.mayHurry(page.state)).toBe(true);
  expect(page.say({ type: "dealt" }).table.turned).toBe(2);
  expect(sharedUpdate.mayHurry(page.state)).toBe(false); // the whole coup is skipped
  expect(page.until("card").table.turned).toBe(3);
  expect(sharedUpdate.mayHurry(page.until("betting").until("card").state)).toBe(true);
});

test("the last card can be skipped while the coup is paid, by key as well", () => {
  const page = new SharedTablePage().sitDown().until("dealing");
  page.state = { ...page.state, table: { ...page.table, phase: "paid", shown: 4, turned: 3 } };
  const press = { shift: false, other: false, repeat: false, typing: false, bet: null };
  expect(pressed({ ...press, key: "a" }, page.state)).toEqual({ type: "dealt" });
});

test("automatic confirmation is chosen once, for all tables", () => {
  const page = new SharedTablePage().sitDown();
  expect(page.sent.map(({ type }) => type)).not.toContain("automatic");
  page.say({ type: "set-automatic", on: true });
  expect(page.kept["settings"]).toMatchObject({ automatic: true });
  const other = new SharedTablePage();
  other.settings = { automatic: true };
  expect(other.sitDown().sent).toContainEqual({ type: "automatic", on: true });
});
