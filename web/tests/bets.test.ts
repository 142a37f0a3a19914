import { describe, expect, test } from "vitest";
import { stakes, total } from "../src/state/session/cloth";
import { note } from "../src/state/session/commitments";
import { stakeOn } from "../src/state/session/figures";
import type { SeenCommitment } from "../src/state/state";
import { commitment, SimulatedPage, seatedPage, HOUSE } from "./simulated_table";

const stakesOn = (page: ReturnType<typeof seatedPage>) => stakes(page.table.cloth);

describe("chips on the cloth", () => {
  test("a click adds the chip in hand", () => {
    const page = seatedPage().bet(500, "punto", "punto").bet(100, "egalite");
    expect(stakesOn(page)).toEqual({ punto: 1000, egalite: 100 });
  });

  test("the first chip in hand is the house's smallest", () => {
    expect(seatedPage().table.chip).toBe(100);
  });

  test("a chip is taken off, and a stake smaller than the chip is removed", () => {
    const page = seatedPage()
      .bet(500, "punto", "banco")
      .bet(100, "banco")
      .say({ type: "take", bet: "banco" });
    expect(stakesOn(page)).toEqual({ punto: 500, banco: 500 });
    page.say({ type: "hold-chip", chip: 2_500 }).say({ type: "take", bet: "banco" });
    expect(stakesOn(page)).toEqual({ punto: 500 });
  });

  test("Indietro undoes one step, and clearing is a step too", () => {
    const page = seatedPage().bet(500, "punto").bet(100, "banco").say({ type: "clear" });
    expect(stakesOn(page)).toEqual({});
    expect(stakesOn(page.say({ type: "back" }))).toEqual({ punto: 500, banco: 100 });
    expect(stakesOn(page.say({ type: "back" }))).toEqual({ punto: 500 });
    expect(stakesOn(page.say({ type: "back" }).say({ type: "back" }))).toEqual({});
  });

  test("Raddoppia doubles everything, in one step", () => {
    const page = seatedPage().bet(500, "punto").bet(100, "egalite").say({ type: "double" });
    expect(stakesOn(page)).toEqual({ punto: 1000, egalite: 200 });
    expect(stakesOn(page.say({ type: "back" }))).toEqual({ punto: 500, egalite: 100 });
  });

  test("Ripeti puts down the stakes of the last coup, and nothing before the first", () => {
    const page = seatedPage().say({ type: "repeat" });
    expect(total(stakesOn(page))).toBe(0);
    page.bet(500, "punto").bet(100, "egalite").say({ type: "carte" });
    page.tell(page.coup("banco")).say({ type: "dealt" });
    expect(stakesOn(page)).toEqual({});
    expect(stakesOn(page.say({ type: "repeat" }))).toEqual({ punto: 500, egalite: 100 });
  });

  test("the house is told about the chips with one request at a time", () => {
    const page = seatedPage().bet(500, "punto").bet(100, "banco", "banco");
    expect(page.sent.slice(1)).toEqual([{ type: "place", bets: { punto: 500 } }]);
    page.placed();
    expect(page.lastSent).toEqual({ type: "place", bets: { punto: 500, banco: 200 } });
    const said = page.sent.length;
    expect(page.placed().sent.length).toBe(said);
  });

  test("chips that the house refuses go back, and the reason is shown", () => {
    const page = seatedPage().bet(10_000, "egalite").placed().bet(10_000, "egalite");
    page.tell({
      type: "refused",
      request: "place",
      key: "",
      code: "bet/above-maximum",
      message: "too much",
    });
    expect(stakesOn(page)).toEqual({ egalite: 10_000 });
    expect(page.state.problem).toEqual({ code: "bet/above-maximum", message: "too much" });
  });

  test("a stake below the minimum can still be raised", () => {
    const page = seatedPage().bet(50, "punto");
    expect(stakesOn(page)).toEqual({ punto: 50 });
    expect(page.sent.filter(({ type }) => type === "place")).toEqual([]); // no bet yet
    page.bet(50, "punto");
    expect(page.lastSent).toMatchObject({ type: "place", bets: { punto: 100 } });
  });

  test("a chip that was taken off stays off, whatever else is on the cloth", () => {
    const page = seatedPage().bet(100, "banco").placed().bet(50, "punto");
    page.say({ type: "hold-chip", chip: 100 }).say({ type: "take", bet: "banco" });
    expect(stakesOn(page)).toEqual({ punto: 50 });
    expect(page.lastSent).toMatchObject({ type: "place", bets: {} });
  });

  test("a chip makes a sound only if the player has switched sound on", () => {
    const page = seatedPage().bet(100, "punto");
    expect(page.sounds).toEqual([]);
    expect(page.say({ type: "set", settings: { sound: true } }).bet(100, "punto").sounds).toEqual([
      "chip",
    ]);
  });
});

describe("Carte", () => {
  test("bets the chips on the cloth, with a fresh seed, on the commitment that was seen", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    expect(page.lastSent).toMatchObject({
      type: "carte",
      bets: { punto: 500 },
      commitment: commitment(1),
    });
    expect(page.table.phase).toBe("asked");
  });

  test("until it is dealt, its stakes are shown and those of the coup before are not", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    page.tell(page.coup("banco"));
    expect(stakeOn(page.table, "punto")).toBe(500); // while its cards are dealt
    page.say({ type: "dealt" }).bet(100, "banco").say({ type: "carte" });
    expect([stakeOn(page.table, "punto"), stakeOn(page.table, "banco")]).toEqual([0, 100]);
  });

  test("every coup has its own key and seed", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    page
      .tell(page.coup("punto"))
      .say({ type: "dealt" })
      .say({ type: "repeat" })
      .say({ type: "carte" });
    const [one, other] = page.sent.filter((said) => said.type === "carte");
    expect(one?.key).not.toBe(other?.key);
    expect(one?.seed).not.toBe(other?.seed);
  });

  test("the player's own text is appended to the seed", () => {
    const page = seatedPage()
      .say({ type: "set", settings: { luck: "buona fortuna" } })
      .bet(500, "punto");
    page.say({ type: "carte" });
    expect(page.lastSent).toMatchObject({
      seed: expect.stringMatching(/^seed-\d+ buona fortuna$/),
    });
  });

  test("does nothing on an empty cloth", () => {
    const page = seatedPage();
    expect(page.say({ type: "carte" }).sent).toHaveLength(1); // only the hello was sent
  });

  test("while a coup is under way, no chip moves and no second coup is asked for", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const said = page.sent.length;
    page.say({ type: "add", bet: "banco" }).say({ type: "clear" }).say({ type: "carte" });
    expect(page.sent.length).toBe(said);
    expect(stakesOn(page)).toEqual({ punto: 500 });
  });

  test("is dealt, then paid: stake, winnings and credit are the house's", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    page.tell(page.coup("punto"));
    expect(page.table.phase).toBe("dealing");
    page.say({ type: "dealt" });
    expect(page.table.phase).toBe("paid");
    expect(page.table.credit).toBe(50_500);
    expect(page.table.coup?.bets).toEqual([
      { bet: "punto", stake: 500, winnings: 500, commission: 0, returned: 1000 },
    ]);
    expect(page.bet(100, "banco").table.phase).toBe("betting");
  });

  test("no win is celebrated when no more comes back than was staked", () => {
    const page = seatedPage()
      .say({ type: "set", settings: { sound: true } })
      .bet(500, "punto", "banco");
    page.say({ type: "carte" }).tell(page.coup("punto")).say({ type: "dealt" });
    expect(page.sounds).not.toContain("win");
  });

  test("when it is refused, the chips stay where they are", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const key = page.table.waiting.find(({ request }) => request.type === "carte")?.request;
    page.tell({
      ...{ type: "refused", request: "carte", code: "session/not-covered", message: "not enough" },
      key: key?.type === "carte" ? key.key : "",
    });
    expect(page.table.phase).toBe("betting");
    expect(stakesOn(page)).toEqual({ punto: 500 });
    expect(page.state.problem?.code).toBe("session/not-covered");
  });
});

describe("commitments", () => {
  test("have one seed each, also for the bet after a refused one", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const cartes = () => page.sent.filter((said) => said.type === "carte");
    page.tell({
      ...{ type: "refused", request: "carte", code: "session/not-enough-credit", message: "no" },
      key: cartes()[0]?.key ?? "",
    });
    page.bet(100, "banco").say({ type: "carte" });
    const [refused, taken] = cartes();
    expect(taken?.key).not.toBe(refused?.key);
    expect(taken?.seed).toBe(refused?.seed); // a house that has seen it must not get another draw
    page.tell(page.coup("punto")).say({ type: "dealt" }).bet(100, "banco").say({ type: "carte" });
    expect(cartes()[2]?.seed).not.toBe(refused?.seed);
  });

  /** At the table, before the welcome. */
  function seated(): SimulatedPage {
    const page = new SimulatedPage();
    page.say({ type: "started", token: null, seat: null, settings: {}, seen: [] });
    return page.asGuest().answer(HOUSE).answer(page.openedAt());
  }

  test("are stored as they arrive, and with the seed before the bet is sent", () => {
    const page = seatedPage();
    expect(page.state.seen).toMatchObject([
      { number: 1, commitment: commitment(1) },
    ]);
    page.bet(500, "punto").say({ type: "carte" });
    expect(page.noted.at(-1)).toMatchObject({ number: 1, seed: expect.stringMatching(/^seed-/) });
    page.tell(page.coup("punto"));
    expect(page.noted.at(-1)).toMatchObject({ number: 2, commitment: commitment(2) });
    expect(page.state.seen.map(({ number }) => number)).toEqual([1, 2]);
  });

  test("are noted with the hash of the rules that this browser computed", () => {
    expect(seatedPage().noted).toMatchObject([{ number: 1, sheet: HOUSE.hashed }]);
    const { hashed: _, ...rules } = HOUSE;
    const plain = seated();
    plain.state = { ...plain.state, table: { ...plain.table, rules } };
    expect(note(plain.state)[0].seen[0]).not.toHaveProperty("sheet"); // no hash is better than the house's own
  });

  test("of coups that were dealt already do not count as seen before the bet", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const [first, second] = [page.coup("punto"), page.coup("banco")];
    page.lose().pass(500).arrive([first, second]);
    expect(page.noted.map(({ number, commitment }) => [number, commitment])).toEqual([
      [1, commitment(1)],
      [1, commitment(1)], // with the seed
      [3, commitment(3)],
    ]);
  });

  test("are not noted when a seat is taken: the coup may have been dealt by now", () => {
    const page = seated();
    expect(page.noted).toEqual([]);
    expect(page.arrive().noted).toHaveLength(1);
  });

  test("that differ from the one announced with the seat end the trust in the house", () => {
    const page = seated();
    page.answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    page.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: 1, house: "punto-e-banco" },
      ...{ table: "punto-e-banco/17", currency: "FUN", credit: 1, draft: {}, missed: [] },
      ...{ next: { number: 1, commitment: commitment(9) }, closes_in_ms: 1_200_000, shared: null },
    });
    expect(page.table.distrust).not.toBe("");
  });

  test("that another window has noted are known here, and none is lost for them", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    const seen = page.state.seen.at(-1) as SeenCommitment;
    const { seed: _, player: __, ...bare } = seen;
    page.say({ type: "noted", seen: bare });
    page.say({ type: "noted", seen: { ...seen, commitment: commitment(9) } });
    expect(page.state.seen).toEqual([seen]);
    page.say({ type: "noted", seen: { ...seen, number: 7 } });
    expect(page.state.seen.map(({ number }) => number)).toEqual([1, 7]);
  });

  test("of an older epoch replace nothing", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    page.tell({ ...page.coup("punto"), epoch: 3 }).say({ type: "dealt" });
    const { state } = page;
    page.tell({ ...page.coup("banco"), epoch: 2, offset: 99, key: "another" });
    expect(page.state).toEqual(state);
    page.tell({ ...page.coup("banco"), epoch: 4, offset: 1, key: "another" });
    expect(page.table).toMatchObject({ epoch: 4, offset: 1 });
  });

  test("that contradict each other for one number end the betting", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    page
      .tell({ ...page.coup("punto"), commitment: commitment(9) })
      .say({ type: "dealt" })
      .say({ type: "repeat" });
    const said = page.sent.length;
    page.say({ type: "carte" });
    expect(page.sent.length).toBe(said);
    expect(page.state.problem?.code).toBe("client/does-not-hold");
  });

  test("that are retired unplayed drop the bet on them", () => {
    const page = seatedPage().bet(500, "punto").say({ type: "carte" });
    page.tell({
      ...{
        type: "retired",
        session: "17.1",
        epoch: 1,
        offset: 2,
        at: 0,
        key: "",
        of_epoch: 1,
        house: "punto-e-banco",
      },
      ...{
        table: "punto-e-banco/17",
        number: 1,
        commitment: commitment(1),
        server_seed: "",
        sheet: "",
        cut: 0,
      },
      ...{ reason: "sheet", next: { number: 2, commitment: commitment(2) } },
    });
    expect(page.table.waiting.filter(({ request }) => request.type === "carte")).toEqual([]);
    expect(page.table.phase).toBe("betting");
    expect(page.state.problem?.code).toBe("client/commitment-retired");
  });
});
