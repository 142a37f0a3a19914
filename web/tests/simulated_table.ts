// A page at a table without network, clock or chance: what it is sent, and what it does.
import type { Effect } from "../src/state/effect";
import type { Ask, Message } from "../src/state/message";
import { INITIAL, type Rules, type SeenCommitment, type State, type Table } from "../src/state/state";
import { update } from "../src/state/update";
import type { Bet, CoupPlayed, Outcome, AnyRequest, SignedIn, Stakes, ServerMessage } from "../src/wire";

export const HOUSE: Rules = {
  name: "punto-e-banco",
  playable: true,
  sheet_hash: "5".repeat(64), // from the house
  hashed: "7".repeat(64), // computed here
  returns: { punto: { odds: "1:1", total: "2", return: "4823747/4873050", rtp: "98.9882", lowest: "98.9882", lowest_stake: 100 } },
  sheet: {
    name: "punto-e-banco",
    title: "Punto e Banco",
    book: "000",
    cards: { decks: 1, shuffle: "every-coup", faces: ["up"], sources: ["sabot"] },
    betting: {
      ended_by: "player",
      egalite_stakes: "returned",
      several_confirmations: false,
      automatic_confirmation: false,
      confirm: "Carte",
      clear: "Annulla",
      leave: "Incassa ed esci",
    },
    money: {
      currency: "EUR",
      play_only: false,
      step: 100,
      coup_max: 100_000,
      rounding: "exact",
      chips: [100, 500, 1_000, 2_500, 10_000],
    },
    bets: {
      punto: { label: "Punto", odds: "1:1", min: 100, max: 50_000 },
      banco: { label: "Banco", odds: "1:1", commission: 5, min: 100, max: 50_000 },
      egalite: { label: "Pari", odds: "9:1", min: 100, max: 10_000 },
    },
    tiraggio: { draw: "C", stand: "S", punto: "", banco: "" },
    times: { inactivity_s: 1200, warning_s: 60, disconnected_s: 180, reconnect_ms: [500, 1500] },
  },
};

export const GUEST: SignedIn = {
  token: "TOKEN",
  person: 1,
  name: null,
  role: "guest",
  accounts: [{ id: 17, currency: "FUN", play_money: true, balance: 1_000_000 }],
};

export const commitment = (number: number): string => String(number).padStart(64, "c");

export class SimulatedPage {
  state: State = INITIAL;
  now = 1_800_000_000_000;
  readonly asked: Ask[] = []; // over HTTP
  readonly sent: AnyRequest[] = []; // over the socket
  readonly kept: Record<string, unknown> = {};
  readonly noted: SeenCommitment[] = []; // in order
  readonly sounds: string[] = [];
  readonly checks: Extract<Effect, { type: "verify" }>[] = []; // what the browser is to verify
  token = ""; // of the last request
  opened = 0; // sockets
  fetched = 0; // times that the page has asked for what it needs later
  hasFiles = true; // the house answers such a request
  #waits: { at: number; then: Message }[] = [];
  #drawn = 0;
  #coups = 0;
  offset = 1;

  say(message: Message): this {
    const n = ++this.#drawn;
    const [state, wanted] = update(this.state, message, {
      now: this.now,
      key: `key-${n}`,
      seed: `seed-${n}`,
    });
    this.state = state;
    for (const effect of wanted) this.#perform(effect);
    return this;
  }

  #perform(effect: Effect): void {
    if (effect.type === "ask") {
      this.asked.push(effect.ask);
      this.token = effect.token;
    }
    else if (effect.type === "send") this.sent.push(effect.request);
    else if (effect.type === "open-socket") this.opened += 1;
    else if (effect.type === "forget") this.kept["token"] = this.kept["seat"] = null;
    else if (effect.type === "keep") this.kept[effect.what] = effect.value;
    else if (effect.type === "keep-seen") this.noted.push(effect.seen);
    else if (effect.type === "speak") this.say({ type: "spoken", language: effect.language });
    else if (effect.type === "fetch-later") {
      this.fetched += 1;
      this.say(this.hasFiles ? { type: "later-fetched", language: effect.language } : { type: "later-missing" });
    }
    else if (effect.type === "verify") this.checks.push(effect);
    else if (effect.type === "sound") this.sounds.push(effect.sound);
    else if (effect.type === "wait")
      this.#waits.push({ at: this.now + effect.ms, then: effect.then });
  }

  /** Time passes, and timers fire when they are due. */
  pass(ms: number): this {
    const end = this.now + ms;
    for (;;) {
      const due = this.#waits
        .filter(({ at }) => at <= end)
        .sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.#waits = this.#waits.filter((each) => each !== due);
      this.now = due.at;
      this.say(due.then);
    }
    this.now = end;
    return this;
  }

  get table(): Table {
    if (!this.state.table) throw new Error("the page is not at a table");
    return this.state.table;
  }

  get lastAsked(): Ask | undefined {
    return this.asked.at(-1);
  }

  get lastSent(): AnyRequest | undefined {
    return this.sent.at(-1);
  }

  /** A guest brings 500.00 to the table and receives the welcome. */
  sit(): this {
    this.say({ type: "started", token: null, seat: null, settings: {}, seen: [] });
    this.asGuest().answer(HOUSE).answer(this.openedAt());
    return this.arrive();
  }

  /** A new guest chooses a table and brings 500.00. */
  asGuest(table = "punto-e-banco"): this {
    this.say({ type: "play-as-guest", table }).answer(GUEST);
    return this.say({ type: "bring", table, currency: "FUN", text: "500" });
  }

  openedAt() {
    return {
      ...{ type: "opened", session: "17.1", epoch: 1, offset: 1, at: this.now, key: "" },
      ...{ house: "punto-e-banco", table: "punto-e-banco/17", currency: "FUN", credit: 50_000 },
      next: { number: 1, commitment: commitment(1) },
    } as const;
  }

  /** Receive the rules, a ticket, a socket and the welcome. */
  arrive(missed: readonly CoupPlayed[] | null = [], draft: Stakes = {}): this {
    this.answer(HOUSE).answer({ ticket: "T", path: "/ws?ticket=T", seconds: 30 });
    this.say({ type: "socket-opened", attempt: this.state.link.attempt });
    const last = missed?.at(-1);
    return this.tell({
      ...{ type: "welcome", session: "17.1", epoch: 1, offset: last?.offset ?? this.offset },
      ...{ house: "punto-e-banco", table: "punto-e-banco/17", currency: "FUN" },
      credit: last?.credit ?? this.table.credit,
      draft,
      next: last?.next ?? this.table.next,
      closes_in_ms: 1_200_000,
      shared: null,
      missed,
    });
  }

  /** The answer to the last HTTP request. */
  answer(body: unknown): this {
    const ask = this.lastAsked;
    return this.say({ type: "answered", what: ask?.what, ask, body } as Message);
  }

  refuse(code: string): this {
    const ask = this.lastAsked as Ask;
    return this.say({ type: "refused", ask, token: this.token, problem: { code, message: "no" } });
  }

  unreachable(): this {
    return this.say({ type: "unreachable", ask: this.lastAsked as Ask });
  }

  tell(told: ServerMessage): this {
    return this.say({ type: "told", attempt: this.state.link.attempt, told });
  }

  lose(code: number | null = 1006): this {
    return this.say({ type: "socket-lost", attempt: this.state.link.attempt, code });
  }

  bet(chip: number, ...bets: Bet[]): this {
    this.say({ type: "hold-chip", chip });
    for (const bet of bets) this.say({ type: "add", bet });
    return this;
  }

  /** The house accepts the chips that were sent last. */
  placed(): this {
    const said = this.sent.findLast((each) => each.type === "place");
    if (said?.type !== "place") throw new Error("no chips were sent");
    return this.tell({ type: "placed", bets: said.bets, staked: 0 });
  }

  /** The coup that answers the last Carte: a bet on the outcome wins, all others lose. */
  coup(outcome: Outcome): CoupPlayed {
    const said = this.sent.findLast((each) => each.type === "carte");
    if (said?.type !== "carte") throw new Error("no bet was sent");
    const number = ++this.#coups;
    const stakes = Object.entries(said.bets) as [Bet, number][];
    const bets = stakes.map(([bet, stake]) => {
      const winnings = bet === outcome ? stake : 0;
      return { bet, stake, winnings, commission: 0, returned: winnings && stake + winnings };
    });
    const staked = bets.reduce((sum, each) => sum + each.stake, 0);
    const returned = bets.reduce((sum, each) => sum + each.returned, 0);
    const before = this.table.credit;
    return {
      ...{
        type: "coup",
        session: "17.1",
        epoch: 1,
        offset: ++this.offset,
        at: this.now,
        key: said.key,
      },
      ...{ house: "punto-e-banco", table: "punto-e-banco/17", number, sheet: HOUSE.sheet_hash },
      ...{
        commitment: commitment(number),
        server_seed: "5".repeat(64),
        player: "17",
        seed: said.seed,
      },
      ...{ cards: "7dKs9c2h3s", punto: 6, banco: 5, outcome },
      won: [outcome],
      decisions: [
        { side: "punto", points: 6, draws: false, third: null },
        { side: "banco", points: 2, draws: true, third: null },
      ],
      ...{ bets, staked, returned, credit_before: before, credit: before - staked + returned },
      next: { number: number + 1, commitment: commitment(number + 1) },
    };
  }
}

export const seatedPage = (): SimulatedPage => new SimulatedPage().sit();
