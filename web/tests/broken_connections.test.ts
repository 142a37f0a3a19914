// A house that deals once for every key, and connections that break anywhere: the money stays right.
import { expect, test } from "vitest";
import { total } from "../src/state/session/cloth";
import type { Message } from "../src/state/message";
import type { Carte, CoupPlayed, AnyRequest, ServerMessage } from "../src/wire";
import { commitment, seatedPage, HOUSE } from "./simulated_table";

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

  hear(said: AnyRequest): ServerMessage {
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
  deal({ key, bets, seed, commitment }: Carte): ServerMessage {
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
        won: [],
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
  welcome(offset: number): ServerMessage {
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

class UnreliableConnection {
  readonly page = seatedPage();
  readonly house = new House();
  #heard = this.page.sent.length; // requests that the house has received
  #answers: ServerMessage[] = []; // answers that the page hasn't received yet
  #asked = this.page.asked.length;
  #sockets = this.page.opened;

  /** The house receives the next request, if there is one. */
  receiveRequest(): void {
    const said = this.page.sent[this.#heard];
    if (!said) return;
    this.#heard += 1;
    this.#answers.push(this.house.hear(said));
  }

  deliverAnswer(): void {
    const told = this.#answers.shift();
    if (told) this.page.tell(told);
  }

  cut(): void {
    this.#heard = this.page.sent.length;
    this.#answers = [];
    this.page.lose();
  }

  /** HTTP requests, answered or not, and the next socket. */
  handleHttp(isThere: boolean): void {
    const ask = this.page.asked[this.#asked];
    if (this.page.opened > this.#sockets) {
      this.#sockets = this.page.opened;
      this.#heard = this.page.sent.length;
      this.#answers = [];
      this.page.say({ type: "socket-opened", attempt: this.page.state.link.attempt });
    }
    if (!ask) return;
    this.#asked += 1;
    if (!isThere) this.page.say({ type: "unreachable", ask });
    else
      this.page.say({
        type: "answered",
        what: ask.what,
        ask,
        body: this.#body(ask.what),
      } as Message);
  }

  #body(what: string): unknown {
    if (what === "rules") return HOUSE;
    if (what === "ticket") return { ticket: "T", path: "/ws?ticket=T", seconds: 30 };
    return { records: this.house.coups.map((coup) => ({ ...coup, record: 1 })), next: null };
  }

  step(below: (count: number) => number): void {
    const move = MOVES[below(MOVES.length)];
    const play = () => move && this.page.say(move);
    const acts = [
      ...[play, play, play, play],
      () => this.receiveRequest(),
      () => this.deliverAnswer(),
      () => this.handleHttp(below(8) > 0),
      () => this.page.pass(below(3000)),
      () => below(12) === 0 && this.cut(),
    ];
    acts[below(acts.length)]?.();
  }

  settle(): void {
    for (let n = 0; n < 40; n += 1) {
      this.page.pass(1500);
      this.handleHttp(true);
      this.receiveRequest();
      this.deliverAnswer();
    }
  }
}

test("wherever the connection breaks, every bet is dealt once and the credit is the house's", () => {
  let coups = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const below = chance(seed);
    const connection = new UnreliableConnection();
    for (let n = 0; n < 500; n += 1) connection.step(below);
    connection.settle();
    const { page, house } = connection;
    expect(page.state.link.is, `connection ${seed}`).toBe("connected");
    expect(page.table.waiting, `connection ${seed}`).toEqual([]);
    expect(page.table.credit, `connection ${seed}`).toBe(house.credit);
    expect(page.table.next, `connection ${seed}`).toEqual(house.next);
    expect(page.table.phase, `connection ${seed}`).not.toBe("asked");
    expect(page.table.distrust, `connection ${seed}`).toBe("");
    coups += house.coups.length;
  }
  expect(coups).toBeGreaterThan(1000);
});
