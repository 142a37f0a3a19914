// A house that deals once for every key, and connections that break anywhere: the money stays right.
import { expect, test } from "vitest";
import { total } from "../src/state/session/cloth";
import type { Message } from "../src/state/message";
import type { Carte, CoupPlayed, Said, Told } from "../src/wire";
import { commitment, evening, HOUSE } from "./simulated_table";

/** Numbers that look random and are the same in every run. */
const chance = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

class House {
  credit = 50_000;
  coups: CoupPlayed[] = [];

  get next() {
    const number = this.coups.length + 1;
    return { number, commitment: commitment(number) };
  }

  hear(said: Said): Told {
    switch (said.type) {
      case "hello":
        return this.welcome(said.offset ?? 0);
      case "place":
        return { type: "placed", bets: said.bets, staked: total(said.bets) };
      case "carte":
        return this.coups.find(({ key }) => key === said.key) ?? this.deal(said);
      default:
        throw new Error(`nobody says ${said.type} here`);
    }
  }

  /** Punto wins every other coup. */
  deal({ key, bets, seed, commitment }: Carte): Told {
    const { next, credit } = this;
    const staked = total(bets);
    if (commitment !== next.commitment) throw new Error("a bet on another commitment");
    if (staked > credit)
      return { type: "refused", request: "carte", key, code: "session/not-covered", message: "" };
    const returned = next.number % 2 ? 2 * (bets.punto ?? 0) : 0;
    this.credit += returned - staked;
    const base = { session: "17.1", epoch: 1, offset: next.number + 1, at: 0, key };
    const coup: CoupPlayed = {
      ...{ type: "coup", ...base, house: "punto-e-banco", table: "punto-e-banco/17" },
      ...{
        ...next,
        sheet: HOUSE.sheet_hash,
        server_seed: "",
        player: "17",
        seed,
        cards: "",
        decisions: [],
      },
      ...{ punto: 0, banco: 0, outcome: "punto", staked, returned, credit_before: credit },
      bets: Object.entries(bets).map(([bet, stake]) => ({ bet, stake }) as CoupPlayed["bets"][number]),
      credit: this.credit,
      next: { number: next.number + 1, commitment: commitmentAfter(next.number) },
    };
    this.coups.push(coup);
    return coup;
  }

  /** As the real house does: the missed events, or null if there are too many. */
  welcome(offset: number): Told {
    const missed = this.coups.filter((coup) => coup.offset > offset);
    return {
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: this.coups.length + 1 },
      ...{ house: "punto-e-banco", table: "punto-e-banco/17", currency: "FUN", draft: {} },
      ...{ credit: this.credit, next: this.next, closes_in_ms: 1_200_000, shared: null },
      missed: this.coups.length % 3 ? missed : null,
    };
  }
}

const commitmentAfter = (number: number): string => commitment(number + 1);

const MOVES: Message[] = [
  { type: "add", bet: "punto" },
  { type: "add", bet: "banco" },
  { type: "take", bet: "punto" },
  { type: "back" },
  { type: "repeat" },
  { type: "clear" },
  { type: "carte" },
  { type: "carte" },
  { type: "dealt" },
];

class Storm {
  readonly night = evening();
  readonly house = new House();
  #heard = this.night.sent.length; // requests that the house has received
  #answers: Told[] = []; // answers that the page hasn't received yet
  #asked = this.night.asked.length;
  #sockets = this.night.opened;

  /** The house receives the next request, if there is one. */
  up(): void {
    const said = this.night.sent[this.#heard];
    if (!said) return;
    this.#heard += 1;
    this.#answers.push(this.house.hear(said));
  }

  down(): void {
    const told = this.#answers.shift();
    if (told) this.night.tell(told);
  }

  cut(): void {
    this.#heard = this.night.sent.length;
    this.#answers = [];
    this.night.lose();
  }

  /** HTTP requests, answered or not, and the next socket. */
  web(isThere: boolean): void {
    const ask = this.night.asked[this.#asked];
    if (this.night.opened > this.#sockets) {
      this.#sockets = this.night.opened;
      this.#heard = this.night.sent.length;
      this.#answers = [];
      this.night.say({ type: "socket-opened", attempt: this.night.state.link.attempt });
    }
    if (!ask) return;
    this.#asked += 1;
    if (!isThere) this.night.say({ type: "unreachable", ask });
    else
      this.night.say({
        type: "answered",
        what: ask.what,
        ask,
        body: this.#body(ask.what),
      } as Message);
  }

  #body(what: string): unknown {
    if (what === "house") return HOUSE;
    if (what === "ticket") return { ticket: "T", path: "/ws?ticket=T", seconds: 30 };
    return { records: this.house.coups.map((coup) => ({ ...coup, record: 1 })), next: null };
  }

  step(below: (count: number) => number): void {
    const move = MOVES[below(MOVES.length)];
    const play = () => move && this.night.say(move);
    const acts = [
      ...[play, play, play, play],
      () => this.up(),
      () => this.down(),
      () => this.web(below(8) > 0),
      () => this.night.pass(below(3000)),
      () => below(12) === 0 && this.cut(),
    ];
    acts[below(acts.length)]?.();
  }

  calm(): void {
    for (let n = 0; n < 40; n += 1) {
      this.night.pass(1500);
      this.web(true);
      this.up();
      this.down();
    }
  }
}

test("wherever the connection breaks, every bet is dealt once and the credit is the house's", () => {
  let coups = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const below = chance(seed);
    const storm = new Storm();
    for (let n = 0; n < 500; n += 1) storm.step(below);
    storm.calm();
    const { night, house } = storm;
    expect(night.state.link.is, `storm ${seed}`).toBe("connected");
    expect(night.table.waiting, `storm ${seed}`).toEqual([]);
    expect(night.table.credit, `storm ${seed}`).toBe(house.credit);
    expect(night.table.next, `storm ${seed}`).toEqual(house.next);
    expect(night.table.phase, `storm ${seed}`).not.toBe("asked");
    expect(night.table.distrust, `storm ${seed}`).toBe("");
    coups += house.coups.length;
  }
  expect(coups).toBeGreaterThan(1000);
});
