// Written by web/wire_types.py from the server's types: make types. Don't edit.

export type Stakes = Readonly<Partial<Record<Bet, number>>>;

export interface Sheet {
  readonly name: string;
  readonly title: string;
  readonly book: string;
  readonly cards: Cards;
  readonly betting: Betting;
  readonly money: Money;
  readonly bets: Offers;
  readonly tiraggio: PrintedTiraggio;
  readonly times: Times;
  readonly table?: Around;
  readonly readings?: readonly Reading[];
}

export interface Cards {
  readonly decks: number;
  readonly shuffle: Shuffle;
  readonly faces: readonly Faces[];
  readonly sources: readonly Source[];
  readonly cut?: number;
  readonly burn?: Burn;
  readonly excess?: Excess;
}

export type Shuffle = "every-coup" | "cut-card";

export type Faces = "up" | "down";

export type Source = "sabot" | "croupier";

export interface Burn {
  readonly ten: number;
}

export type Excess = "burned" | "next-coup";

export interface Betting {
  readonly ended_by: EndedBy;
  readonly egalite_stakes: EgaliteStakes;
  readonly several_confirmations: boolean;
  readonly automatic_confirmation: boolean;
  readonly clear: string;
  readonly leave: string;
  readonly confirm?: string;
}

export type EndedBy = "player" | "clock" | "croupier";

export type EgaliteStakes = "returned" | "left";

export interface Money {
  readonly currency: string;
  readonly play_only: boolean;
  readonly step: number;
  readonly coup_max: number;
  readonly rounding: Rounding;
  readonly chips: readonly number[];
}

export type Rounding = "exact" | "down";

export interface Offers {
  readonly punto?: BetRule;
  readonly banco?: BetRule;
  readonly egalite?: BetRule;
  readonly punto_pair?: BetRule;
  readonly banco_pair?: BetRule;
  readonly either_pair?: BetRule;
  readonly perfect_pair?: BetRule;
  readonly grande?: BetRule;
  readonly piccolo?: BetRule;
}

export interface BetRule {
  readonly label: string;
  readonly odds: string;
  readonly min: number;
  readonly max: number;
  readonly commission?: number;
  readonly rtp?: string;
}

export interface PrintedTiraggio {
  readonly draw: string;
  readonly stand: string;
  readonly punto: string;
  readonly banco: string;
}

export interface Times {
  readonly inactivity_s: number;
  readonly warning_s: number;
  readonly disconnected_s: number;
  readonly reconnect_ms: readonly [number, number];
  readonly betting_s?: number;
  readonly squeeze_s?: number;
}

export interface Around {
  readonly boxes?: readonly number[];
  readonly players_per_box?: number;
  readonly standing?: boolean;
  readonly holders?: readonly Side[];
  readonly holder_calls?: boolean;
  readonly tips?: boolean;
  readonly display?: boolean;
}

export type Side = "punto" | "banco";

export interface Reading {
  readonly words: string;
  readonly reads: string;
  readonly because: string;
}

export interface Opened {
  readonly type: "opened";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly house: string;
  readonly table: string;
  readonly currency: string;
  readonly credit: number;
  readonly next: Next;
}

export interface Next {
  readonly number: number;
  readonly commitment: string;
}

export interface ToppedUp {
  readonly type: "topped_up";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly amount: number;
  readonly credit: number;
}

export interface Coup {
  readonly type: "coup";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly house: string;
  readonly table: string;
  readonly number: number;
  readonly sheet: string;
  readonly commitment: string;
  readonly server_seed: string;
  readonly player: string;
  readonly seed: string;
  readonly cards: string;
  readonly punto: number;
  readonly banco: number;
  readonly outcome: Outcome;
  readonly decisions: readonly Decision[];
  readonly bets: readonly Payment[];
  readonly staked: number;
  readonly returned: number;
  readonly credit_before: number;
  readonly credit: number;
  readonly next: Next;
}

export type Outcome = "punto" | "banco" | "egalite";

export interface Decision {
  readonly side: Side;
  readonly points: number;
  readonly draws: boolean;
  readonly third: number | null;
}

export interface Payment {
  readonly bet: Bet;
  readonly stake: number;
  readonly winnings: number;
  readonly commission: number;
  readonly returned: number;
}

export type Bet = "punto" | "banco" | "egalite" | "punto_pair" | "banco_pair" | "either_pair" | "perfect_pair" | "grande" | "piccolo";

export interface Retired {
  readonly type: "retired";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly house: string;
  readonly table: string;
  readonly of_epoch: number;
  readonly number: number;
  readonly commitment: string;
  readonly server_seed: string;
  readonly sheet: string;
  readonly cut: number;
  readonly reason: WhyRetired;
  readonly next: Next;
}

export type WhyRetired = "sheet" | "restore";

export interface Closed {
  readonly type: "closed";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly reason: Reason;
  readonly credited: number;
}

export type Reason = "cash_out" | "inactivity" | "disconnected";

export interface Welcome {
  readonly type: "welcome";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly house: string;
  readonly table: string;
  readonly currency: string;
  readonly credit: number;
  readonly draft: Stakes;
  readonly next: Next;
  readonly closes_in_ms: number;
  readonly missed: readonly Event[] | null;
}

export interface Placed {
  readonly type: "placed";
  readonly bets: Stakes;
  readonly staked: number;
}

export interface Warned {
  readonly type: "warning";
  readonly closes_in_ms: number;
}

export interface Staying {
  readonly type: "staying";
  readonly closes_in_ms: number;
}

export interface Refused {
  readonly type: "refused";
  readonly request: string;
  readonly key: string;
  readonly code: string;
  readonly message: string;
}

export interface Moved {
  readonly type: "moved";
  readonly event: string;
  readonly account: number;
  readonly currency: string;
  readonly amount: number;
  readonly note: string;
  readonly at: number;
  readonly key: string;
  readonly operator?: number;
}

export interface Hello {
  readonly type: "hello";
  readonly epoch?: number;
  readonly offset?: number;
}

export interface Place {
  readonly type: "place";
  readonly bets: Stakes;
}

export interface Carte {
  readonly type: "carte";
  readonly key: string;
  readonly bets: Stakes;
  readonly seed: string;
  readonly commitment?: string;
}

export interface TopUp {
  readonly type: "top_up";
  readonly key: string;
  readonly amount: number;
}

export interface CashOut {
  readonly type: "cash_out";
  readonly key: string;
}

export interface Stay {
  readonly type: "stay";
}

export interface SignIn {
  readonly name: string;
  readonly password: string;
}

export interface OpenSession {
  readonly key: string;
  readonly house: string;
  readonly amount: number;
  readonly currency?: string;
}

export interface Amount {
  readonly key: string;
  readonly amount: number;
}

export interface JustKey {
  readonly key: string;
}

export interface Movement {
  readonly key: string;
  readonly account: number;
  readonly amount: number;
  readonly note?: string;
}

export interface AccountView {
  readonly id: number;
  readonly currency: string;
  readonly play_money: boolean;
  readonly balance: number;
}

export interface SignedIn {
  readonly token: string;
  readonly person: number;
  readonly name: string | null;
  readonly role: string;
  readonly accounts: readonly AccountView[];
}

export interface SessionView {
  readonly session: string;
  readonly account: number;
  readonly house: string;
  readonly table: string;
  readonly currency: string;
  readonly credit: number;
  readonly epoch: number;
  readonly offset: number;
  readonly draft: Stakes;
  readonly next: Next;
  readonly connected: boolean;
  readonly closes_in_ms: number;
}

export interface Me {
  readonly person: number;
  readonly name: string | null;
  readonly role: string;
  readonly accounts: readonly AccountView[];
  readonly sessions: readonly SessionView[];
}

export interface Ticket {
  readonly ticket: string;
  readonly path: string;
  readonly seconds: number;
}

export interface HouseView {
  readonly name: string;
  readonly title: string;
  readonly playable: boolean;
  readonly play_only: boolean;
  readonly currency: string;
  readonly bets: readonly Bet[];
}

export interface Returned {
  readonly odds: string;
  readonly total: string;
  readonly return: string;
  readonly rtp: string;
}

export interface HouseDetail {
  readonly name: string;
  readonly sheet: Sheet;
  readonly sheet_hash: string;
  readonly playable: boolean;
  readonly returns: Readonly<Partial<Record<Bet, Returned>>>;
}

export interface HistoryPage {
  readonly records: readonly Recorded[];
  readonly next: number | null;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
}

export interface Proof {
  readonly format: "puntobanco-proof-1";
  readonly kind: Kind;
  readonly sheet: Sheet;
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly cut: number;
  readonly commitment: string;
  readonly players: readonly Player[];
  readonly ended: Ending;
  readonly fixed: string;
  readonly seed: string;
  readonly burned: string;
  readonly coups: readonly string[];
}

export type Kind = "coup" | "sabot";

export interface Player {
  readonly player: string;
  readonly hash: string;
  readonly seed: string | null;
}

export type Ending = "played" | "retired" | "restored";

export type Event = Opened | ToppedUp | Coup | Retired | Closed;

export type Told = Opened | ToppedUp | Coup | Retired | Closed | Welcome | Placed | Warned | Staying | Refused;

export type Said = Hello | Place | Carte | TopUp | CashOut | Stay;

export type Recorded = (Event | Moved) & { readonly record: number };

export const CloseCode = {
  LEFT: 1000,
  TOO_BIG: 1009,
  RESTART: 1012,
  TAKEN_OVER: 4001,
  SESSION_OVER: 4002,
  NO_TICKET: 4003,
  TOO_SLOW: 4008,
  TOO_FAST: 4009,
  NOT_UNDERSTOOD: 4011,
  STORE_HALTED: 4012,
} as const;

/** Those after which to come back. */
export const TRY_AGAIN: readonly number[] = [1012, 4008, 4012];
