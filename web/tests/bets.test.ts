import { describe, expect, test } from "vitest";
import { stakes, total } from "../src/state/session/cloth";
import { note } from "../src/state/session/commitments";
import type { SeenCommitment } from "../src/state/state";
import { commitment, Evening, evening, GUEST, HOUSE } from "./simulated_table";

const lying = (night: ReturnType<typeof evening>) => stakes(night.table.cloth);

describe("chips on the cloth", () => {
  test("a click adds the chip in hand", () => {
    const night = evening().bet(500, "punto", "punto").bet(100, "egalite");
    expect(lying(night)).toEqual({ punto: 1000, egalite: 100 });
  });

  test("the first chip in hand is the house's smallest", () => {
    expect(evening().table.chip).toBe(100);
  });

  test("a chip is taken off, and a stake smaller than the chip is removed", () => {
    const night = evening()
      .bet(500, "punto", "banco")
      .bet(100, "banco")
      .say({ type: "take", bet: "banco" });
    expect(lying(night)).toEqual({ punto: 500, banco: 500 });
    night.say({ type: "hold-chip", chip: 2_500 }).say({ type: "take", bet: "banco" });
    expect(lying(night)).toEqual({ punto: 500 });
  });

  test("Indietro undoes one step, and clearing is a step too", () => {
    const night = evening().bet(500, "punto").bet(100, "banco").say({ type: "clear" });
    expect(lying(night)).toEqual({});
    expect(lying(night.say({ type: "back" }))).toEqual({ punto: 500, banco: 100 });
    expect(lying(night.say({ type: "back" }))).toEqual({ punto: 500 });
    expect(lying(night.say({ type: "back" }).say({ type: "back" }))).toEqual({});
  });

  test("Raddoppia doubles everything, in one step", () => {
    const night = evening().bet(500, "punto").bet(100, "egalite").say({ type: "double" });
    expect(lying(night)).toEqual({ punto: 1000, egalite: 200 });
    expect(lying(night.say({ type: "back" }))).toEqual({ punto: 500, egalite: 100 });
  });

  test("Ripeti puts down the stakes of the last coup, and nothing before the first", () => {
    const night = evening().say({ type: "repeat" });
    expect(total(lying(night))).toBe(0);
    night.bet(500, "punto").bet(100, "egalite").say({ type: "carte" });
    night.tell(night.coup("banco")).say({ type: "dealt" });
    expect(lying(night)).toEqual({});
    expect(lying(night.say({ type: "repeat" }))).toEqual({ punto: 500, egalite: 100 });
  });

  test("the house is told about the chips with one request at a time", () => {
    const night = evening().bet(500, "punto").bet(100, "banco", "banco");
    expect(night.sent.slice(1)).toEqual([{ type: "place", bets: { punto: 500 } }]);
    night.placed();
    expect(night.lastSent).toEqual({ type: "place", bets: { punto: 500, banco: 200 } });
    const said = night.sent.length;
    expect(night.placed().sent.length).toBe(said);
  });

  test("chips that the house refuses go back, and the reason is shown", () => {
    const night = evening().bet(10_000, "egalite").placed().bet(10_000, "egalite");
    night.tell({
      type: "refused",
      request: "place",
      key: "",
      code: "bet/above-maximum",
      message: "too much",
    });
    expect(lying(night)).toEqual({ egalite: 10_000 });
    expect(night.state.problem).toEqual({ code: "bet/above-maximum", message: "too much" });
  });

  test("a stake below the minimum can still be raised", () => {
    const night = evening().bet(50, "punto");
    expect(lying(night)).toEqual({ punto: 50 });
    expect(night.sent.filter(({ type }) => type === "place")).toEqual([]); // no bet yet
    night.bet(50, "punto");
    expect(night.lastSent).toMatchObject({ type: "place", bets: { punto: 100 } });
  });

  test("a chip that was taken off stays off, whatever else is on the cloth", () => {
    const night = evening().bet(100, "banco").placed().bet(50, "punto");
    night.say({ type: "hold-chip", chip: 100 }).say({ type: "take", bet: "banco" });
    expect(lying(night)).toEqual({ punto: 50 });
    expect(night.lastSent).toMatchObject({ type: "place", bets: {} });
  });

  test("a chip makes a sound only if the player has switched sound on", () => {
    const night = evening().bet(100, "punto");
    expect(night.sounds).toEqual([]);
    expect(night.say({ type: "set", settings: { sound: true } }).bet(100, "punto").sounds).toEqual([
      "chip",
    ]);
  });
});

describe("Carte", () => {
  test("bets the chips on the cloth, with a fresh seed, on the commitment that was seen", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    expect(night.lastSent).toMatchObject({
      type: "carte",
      bets: { punto: 500 },
      commitment: commitment(1),
    });
    expect(night.table.phase).toBe("asked");
  });

  test("every coup has its own key and seed", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    night
      .tell(night.coup("punto"))
      .say({ type: "dealt" })
      .say({ type: "repeat" })
      .say({ type: "carte" });
    const [one, other] = night.sent.filter((said) => said.type === "carte");
    expect(one?.key).not.toBe(other?.key);
    expect(one?.seed).not.toBe(other?.seed);
  });

  test("the player's own text is appended to the seed", () => {
    const night = evening()
      .say({ type: "set", settings: { luck: "buona fortuna" } })
      .bet(500, "punto");
    night.say({ type: "carte" });
    expect(night.lastSent).toMatchObject({
      seed: expect.stringMatching(/^seed-\d+ buona fortuna$/),
    });
  });

  test("does nothing on an empty cloth", () => {
    const night = evening();
    expect(night.say({ type: "carte" }).sent).toHaveLength(1); // only the hello was sent
  });

  test("while a coup is under way, no chip moves and no second coup is asked for", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const said = night.sent.length;
    night.say({ type: "add", bet: "banco" }).say({ type: "clear" }).say({ type: "carte" });
    expect(night.sent.length).toBe(said);
    expect(lying(night)).toEqual({ punto: 500 });
  });

  test("is dealt, then paid: stake, winnings and credit are the house's", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    night.tell(night.coup("punto"));
    expect(night.table.phase).toBe("dealing");
    night.say({ type: "dealt" });
    expect(night.table.phase).toBe("paid");
    expect(night.table.credit).toBe(50_500);
    expect(night.table.coup?.bets).toEqual([
      { bet: "punto", stake: 500, winnings: 500, commission: 0, returned: 1000 },
    ]);
    expect(night.bet(100, "banco").table.phase).toBe("betting");
  });

  test("no win is celebrated when no more comes back than was staked", () => {
    const night = evening()
      .say({ type: "set", settings: { sound: true } })
      .bet(500, "punto", "banco");
    night.say({ type: "carte" }).tell(night.coup("punto")).say({ type: "dealt" });
    expect(night.sounds).not.toContain("win");
  });

  test("when it is refused, the chips stay where they are", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const key = night.table.waiting.find(({ request }) => request.type === "carte")?.request;
    night.tell({
      ...{ type: "refused", request: "carte", code: "session/not-covered", message: "not enough" },
      key: key?.type === "carte" ? key.key : "",
    });
    expect(night.table.phase).toBe("betting");
    expect(lying(night)).toEqual({ punto: 500 });
    expect(night.state.problem?.code).toBe("session/not-covered");
  });
});

describe("commitments", () => {
  test("have one seed each, also for the bet after a refused one", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const cartes = () => night.sent.filter((said) => said.type === "carte");
    night.tell({
      ...{ type: "refused", request: "carte", code: "session/not-enough-credit", message: "no" },
      key: cartes()[0]?.key ?? "",
    });
    night.bet(100, "banco").say({ type: "carte" });
    const [refused, taken] = cartes();
    expect(taken?.key).not.toBe(refused?.key);
    expect(taken?.seed).toBe(refused?.seed); // a house that has seen it must not get another draw
    night.tell(night.coup("punto")).say({ type: "dealt" }).bet(100, "banco").say({ type: "carte" });
    expect(cartes()[2]?.seed).not.toBe(refused?.seed);
  });

  /** At the table, before the welcome. */
  function seated(): Evening {
    const night = new Evening();
    night.say({ type: "started", token: null, seat: null, settings: {}, seen: [], still: false });
    night.say({ type: "play-as-guest", house: "punto-e-banco" });
    return night.answer(GUEST).answer(HOUSE).answer(night.openedAt());
  }

  test("are stored as they arrive, and with the seed before the bet is sent", () => {
    const night = evening();
    expect(night.state.seen).toMatchObject([
      { number: 1, commitment: commitment(1) },
    ]);
    night.bet(500, "punto").say({ type: "carte" });
    expect(night.noted.at(-1)).toMatchObject({ number: 1, seed: expect.stringMatching(/^seed-/) });
    night.tell(night.coup("punto"));
    expect(night.noted.at(-1)).toMatchObject({ number: 2, commitment: commitment(2) });
    expect(night.state.seen.map(({ number }) => number)).toEqual([1, 2]);
  });

  test("are noted with the hash of the rules that this browser computed", () => {
    expect(evening().noted).toMatchObject([{ number: 1, sheet: HOUSE.hashed }]);
    const { hashed: _, ...house } = HOUSE;
    const plain = seated();
    plain.state = { ...plain.state, table: { ...plain.table, house } };
    expect(note(plain.state)[0].seen[0]).not.toHaveProperty("sheet"); // no hash is better than the house's own
  });

  test("of coups that were dealt already do not count as seen before the bet", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const [first, second] = [night.coup("punto"), night.coup("banco")];
    night.lose().pass(500).arrive([first, second]);
    expect(night.noted.map(({ number, commitment }) => [number, commitment])).toEqual([
      [1, commitment(1)],
      [1, commitment(1)], // with the seed
      [3, commitment(3)],
    ]);
  });

  test("are not noted when a seat is taken: the coup may have been dealt by now", () => {
    const night = seated();
    expect(night.noted).toEqual([]);
    expect(night.arrive().noted).toHaveLength(1);
  });

  test("that differ from the one announced with the seat end the trust in the house", () => {
    const night = seated();
    night.answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    night.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: 1, house: "punto-e-banco" },
      ...{ table: "punto-e-banco/17", currency: "FUN", credit: 1, draft: {}, missed: [] },
      ...{ next: { number: 1, commitment: commitment(9) }, closes_in_ms: 1_200_000, shared: null },
    });
    expect(night.table.distrust).not.toBe("");
  });

  test("that another window has noted are known here, and none is lost for them", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    const seen = night.state.seen.at(-1) as SeenCommitment;
    const { seed: _, player: __, ...bare } = seen;
    night.say({ type: "noted", seen: bare });
    night.say({ type: "noted", seen: { ...seen, commitment: commitment(9) } });
    expect(night.state.seen).toEqual([seen]);
    night.say({ type: "noted", seen: { ...seen, number: 7 } });
    expect(night.state.seen.map(({ number }) => number)).toEqual([1, 7]);
  });

  test("of an older epoch replace nothing", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    night.tell({ ...night.coup("punto"), epoch: 3 }).say({ type: "dealt" });
    const { state } = night;
    night.tell({ ...night.coup("banco"), epoch: 2, offset: 99, key: "another" });
    expect(night.state).toEqual(state);
    night.tell({ ...night.coup("banco"), epoch: 4, offset: 1, key: "another" });
    expect(night.table).toMatchObject({ epoch: 4, offset: 1 });
  });

  test("that contradict each other for one number end the betting", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    night
      .tell({ ...night.coup("punto"), commitment: commitment(9) })
      .say({ type: "dealt" })
      .say({ type: "repeat" });
    const said = night.sent.length;
    night.say({ type: "carte" });
    expect(night.sent.length).toBe(said);
    expect(night.state.problem?.code).toBe("client/does-not-hold");
  });

  test("that are retired unplayed drop the bet on them", () => {
    const night = evening().bet(500, "punto").say({ type: "carte" });
    night.tell({
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
    expect(night.table.waiting.filter(({ request }) => request.type === "carte")).toEqual([]);
    expect(night.table.phase).toBe("betting");
    expect(night.state.problem?.code).toBe("client/commitment-retired");
  });
});
