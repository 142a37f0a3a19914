// Written by web/wire_types.py from the server's types: make types. Don't edit.

export type Stakes = Readonly<Partial<Record<Bet, number>>>;

export interface Sheet {
  readonly name: string;
  readonly title: string;
  readonly book: string;
  readonly cards: Cards;
  readonly betting: Betting;
  readonly money: Money;
  readonly bets: SheetBets;
  readonly tiraggio: PrintedTiraggio;
  readonly times: Times;
  readonly table?: SheetTable;
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

export interface SheetBets {
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

export interface SheetTable {
  readonly boxes?: readonly number[];
  readonly players_per_box?: number;
  readonly standing?: boolean;
  readonly holders?: readonly Side[];
  readonly holder_calls?: boolean;
  readonly cagnotte?: boolean;
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

export interface CoupPlayed {
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
  readonly won: readonly Bet[];
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

export interface BetTaken {
  readonly type: "bet";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly table: string;
  readonly number: number;
  readonly bets: Stakes;
  readonly stakes: Stakes;
  readonly staked: number;
  readonly credit: number;
  readonly since: Stakes;
}

export interface Paid {
  readonly type: "paid";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly house: string;
  readonly table: string;
  readonly sabot: number;
  readonly number: number;
  readonly sheet: string;
  readonly fixed: string;
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
  readonly of_session: string;
  readonly to_account: boolean;
  readonly left: Stakes;
  readonly won: readonly Bet[];
}

export interface GivenBack {
  readonly type: "returned";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly table: string;
  readonly number: number;
  readonly stakes: Stakes;
  readonly returned: number;
  readonly credit: number;
  readonly of_session: string;
  readonly to_account: boolean;
  readonly reason: WhyReturned;
}

export type WhyReturned = "restore" | "withdrawn" | "absent" | "standing" | "void";

export interface Held {
  readonly type: "held";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly table: string;
  readonly number: number;
  readonly side: Side;
  readonly cards: string;
  readonly points: number;
  readonly speaks: boolean;
}

export interface Tipped {
  readonly type: "tipped";
  readonly session: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly key: string;
  readonly table: string;
  readonly amount: number;
  readonly credit: number;
}

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
  readonly shared: SharedWelcome | null;
}

export interface SharedWelcome {
  readonly now: number;
  readonly view: TableView;
  readonly missed: readonly StreamEvent[] | null;
  readonly stakes: Stakes;
  readonly automatic: boolean;
  readonly left: Stakes;
  readonly held: Readonly<Partial<Record<Side, InHand>>>;
  readonly mixed: boolean;
  readonly opened: boolean;
}

export interface TableView {
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly standing: Standing;
  readonly stage: Stage;
  readonly until: number | null;
  readonly note: string;
  readonly stood_by: string;
  readonly stood_at: number;
  readonly limits: TableLimits | null;
  readonly sabot: number;
  readonly sheet: string;
  readonly commitment: string;
  readonly players: readonly Listed[];
  readonly fixed: string;
  readonly exhibition: boolean;
  readonly shuffled_by: string;
  readonly cut_by: string;
  readonly first: string;
  readonly burned: number;
  readonly gone: number;
  readonly coup: number;
  readonly opened: number;
  readonly closed: number | null;
  readonly cards: string;
  readonly fifth: Side | null;
  readonly punto: number | null;
  readonly banco: number | null;
  readonly outcome: Outcome | null;
  readonly decisions: readonly Decision[];
  readonly won: readonly Bet[];
  readonly cut: boolean;
  readonly bets: Readonly<Partial<Record<Bet, OnBet>>>;
  readonly roads: Roads;
  readonly statistics: Statistics;
  readonly holders: Readonly<Partial<Record<Side, string>>>;
  readonly called: boolean | null;
  readonly against: boolean;
  readonly asks: Side | null;
  readonly boxes: Readonly<Record<number, readonly string[]>>;
  readonly croupier: number;
  readonly croupier_name: string;
  readonly croupier_since: number;
  readonly aside: string;
  readonly first_of_next: string;
  readonly corrections: readonly Correction[];
  readonly amendments: readonly Amendment[];
  readonly void: boolean;
  readonly why_void: string;
  readonly manager: boolean;
  readonly manager_since: number;
  readonly manager_at: number;
  readonly manager_by: string;
  readonly manager_for: string;
  readonly decided: string;
  readonly keyed: Readonly<Record<number, Readonly<Record<number, Stakes>>>>;
  readonly waiting: Readonly<Record<number, Readonly<Record<number, Stakes>>>>;
  readonly undone: readonly Due[];
  readonly due: readonly Due[];
  readonly given_back: Readonly<Record<number, Readonly<Record<number, Stakes>>>>;
  readonly moved: number;
}

export type Standing = "open" | "paused" | "closed";

export type Stage = "resting" | "mixing" | "opening" | "burning" | "betting" | "closing" | "dealing" | "paying" | "paid";

export interface TableLimits {
  readonly coup_max: number;
  readonly bets: Readonly<Partial<Record<Bet, Narrowed>>>;
}

export interface Narrowed {
  readonly min?: number;
  readonly max?: number;
}

export interface Listed {
  readonly player: string;
  readonly hash: string;
  readonly seed?: string;
}

export interface OnBet {
  readonly amount: number;
  readonly players: number;
}

export interface Roads {
  readonly bead_plate: readonly Cell[];
  readonly big_road: readonly Cell[];
  readonly big_eye_boy: readonly Cell[];
  readonly small_road: readonly Cell[];
  readonly cockroach_road: readonly Cell[];
  readonly if_punto: readonly [string, string, string];
  readonly if_banco: readonly [string, string, string];
}

export type Cell = readonly [column: number, row: number, mark: string];

export interface Statistics {
  readonly coups: number;
  readonly punto: number;
  readonly banco: number;
  readonly egalite: number;
  readonly punto_pair: number;
  readonly banco_pair: number;
  readonly naturals: number;
}

export interface Correction {
  readonly before: string;
  readonly after: string;
  readonly reason: string;
  readonly swapped: boolean;
}

export interface Amendment {
  readonly box: number;
  readonly place: number;
  readonly before: Stakes;
  readonly bets: Stakes;
  readonly reason: string;
}

export interface Due {
  readonly box: number;
  readonly place: number;
  readonly takes: number;
  readonly pays: number;
  readonly cagnotte: number;
  readonly bets: readonly Payment[];
  readonly difference?: number;
}

export interface InHand {
  readonly cards: string;
  readonly points: number;
  readonly speaks: boolean;
}

export interface Watching {
  readonly type: "watching";
  readonly now: number;
  readonly view: TableView;
  readonly missed: readonly StreamEvent[] | null;
}

export interface Placed {
  readonly type: "placed";
  readonly bets: Stakes;
  readonly staked: number;
}

export interface AutomaticSet {
  readonly type: "automatic";
  readonly on: boolean;
}

export interface MixTaken {
  readonly type: "mixed";
  readonly sabot: number;
  readonly opened: boolean;
}

export interface Done {
  readonly type: "done";
  readonly request: string;
}

export interface Warned {
  readonly type: "warning";
  readonly closes_in_ms: number;
}

export interface Staying {
  readonly type: "staying";
  readonly closes_in_ms: number;
}

export interface NotTaken {
  readonly type: "not_taken";
  readonly coup: number;
  readonly code: string;
  readonly message: string;
}

export interface LinesChanged {
  readonly type: "lines";
}

export interface Refused {
  readonly type: "refused";
  readonly request: string;
  readonly key: string;
  readonly code: string;
  readonly message: string;
  readonly rule?: Decision;
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
  readonly held?: number;
  readonly rule?: RefillRule;
}

export interface RefillRule {
  readonly to: number;
  readonly below: number;
  readonly minutes: number;
}

export interface Shuffled {
  readonly type: "shuffled";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly sabot: number;
  readonly sheet: string;
  readonly decks: number;
  readonly cut: number;
  readonly commitment: string;
  readonly until: number;
  readonly shuffled_by?: string;
  readonly cut_by?: string;
}

export interface ListClosed {
  readonly type: "list_closed";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly sabot: number;
  readonly players: readonly Listed[];
  readonly until: number;
}

export interface Fixed {
  readonly type: "fixed";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly sabot: number;
  readonly players: readonly Listed[];
  readonly fixed: string;
  readonly exhibition: boolean;
}

export interface Burned {
  readonly type: "burned";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly sabot: number;
  readonly first: string;
  readonly burned: number;
  readonly gone: number;
  readonly until: number;
  readonly before?: string;
  readonly reason?: string;
}

export interface CutCardSeen {
  readonly type: "cut_card_seen";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly sabot: number;
  readonly cut: boolean;
}

export interface BettingOpened {
  readonly type: "betting";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly sabot: number;
  readonly fixed: string;
  readonly gone: number;
  readonly until: number | null;
  readonly keyed: Readonly<Record<number, Readonly<Record<number, Stakes>>>>;
}

export interface Staked {
  readonly type: "staked";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly bets: Readonly<Partial<Record<Bet, OnBet>>>;
}

export interface Closing {
  readonly type: "closing";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly since: number;
  readonly until: number;
}

export interface Reopened {
  readonly type: "reopened";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly until: number | null;
}

export interface DealingBegan {
  readonly type: "dealing";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly sabot: number;
  readonly bets: Readonly<Partial<Record<Bet, OnBet>>>;
  readonly until: number;
  readonly holders: Readonly<Partial<Record<Side, string>>>;
  readonly punto: number | null;
  readonly banco: number | null;
  readonly asks: Side | null;
}

export interface Drawn {
  readonly type: "card";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly n: number;
  readonly side: Side;
  readonly card: string;
  readonly points: number | null;
  readonly gone: number;
  readonly cut: boolean;
  readonly until: number;
  readonly asks?: Side;
  readonly insisted?: boolean;
  readonly against?: boolean;
}

export interface Called {
  readonly type: "called";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly draws: boolean;
  readonly player: string;
  readonly until: number;
  readonly against?: boolean;
}

export interface Turned {
  readonly type: "turned";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly side: Side;
  readonly cards: string;
  readonly points: number;
  readonly player: string;
  readonly until: number;
  readonly asks?: Side;
}

export interface HandedBack {
  readonly type: "handed_back";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly side: Side;
  readonly player: string;
  readonly until: number | null;
  readonly asks?: Side;
}

export interface Boxed {
  readonly type: "boxed";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly player: string;
  readonly box: number;
}

export interface Directed {
  readonly type: "directed";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly croupier: number;
  readonly name: string;
  readonly until: number | null;
}

export interface Aside {
  readonly type: "aside";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly card: string;
  readonly goes_on: boolean;
  readonly gone: number;
  readonly insisted?: boolean;
}

export interface Corrected {
  readonly type: "corrected";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly n: number;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
  readonly cards: string;
  readonly aside: string;
  readonly kept: string;
  readonly fifth: Side | null;
  readonly punto: number | null;
  readonly banco: number | null;
  readonly gone: number;
  readonly insisted?: boolean;
  readonly other?: number;
  readonly against?: boolean;
}

export interface Voided {
  readonly type: "voided";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly manager: number;
  readonly reason: string;
  readonly due: readonly Due[];
  readonly cards: string;
}

export interface Manager {
  readonly type: "manager";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly manager: number;
  readonly by: string;
  readonly words: string;
}

export interface Keyed {
  readonly type: "keyed";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly box: number;
  readonly place: number;
  readonly bets: Stakes;
  readonly asks?: Side;
}

export interface Amended {
  readonly type: "amended";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly box: number;
  readonly place: number;
  readonly before: Stakes;
  readonly bets: Stakes;
  readonly manager: number;
  readonly reason: string;
  readonly asks?: Side;
}

export interface Result {
  readonly type: "result";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly sabot: number;
  readonly cards: string;
  readonly punto: number;
  readonly banco: number;
  readonly outcome: Outcome;
  readonly decisions: readonly Decision[];
  readonly gone: number;
  readonly last: boolean;
  readonly roads: Roads;
  readonly statistics: Statistics;
  readonly due: readonly Due[];
  readonly won: readonly Bet[];
}

export interface Reversed {
  readonly type: "reversed";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly manager: number;
  readonly reason: string;
  readonly outcome: Outcome;
  readonly cards: string;
  readonly aside: string;
  readonly kept: string;
  readonly fifth: Side | null;
  readonly punto: number;
  readonly banco: number;
  readonly roads: Roads;
  readonly statistics: Statistics;
  readonly keyed: Readonly<Record<number, Readonly<Record<number, Stakes>>>>;
  readonly waiting: Readonly<Record<number, Readonly<Record<number, Stakes>>>>;
  readonly due: readonly Due[];
}

export interface Settled {
  readonly type: "settled";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly coup: number;
  readonly until: number;
}

export interface Revealed {
  readonly type: "revealed";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly sabot: number;
  readonly of_epoch: number;
  readonly commitment: string;
  readonly server_seed: string;
  readonly sheet: string;
  readonly players: readonly Listed[];
  readonly ended: string;
  readonly coups: number;
}

export interface Stood {
  readonly type: "standing";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly standing: Standing;
  readonly note: string;
  readonly person: number;
  readonly by: string;
}

export interface Limited {
  readonly type: "limits";
  readonly table: string;
  readonly epoch: number;
  readonly offset: number;
  readonly at: number;
  readonly limits: TableLimits;
  readonly sheet: string;
  readonly person: number;
  readonly by: string;
}

export interface Console {
  readonly type: "console";
  readonly offset: number;
  readonly mine: boolean;
  readonly can: readonly string[];
  readonly demands: string;
  readonly side: Side | null;
  readonly sides: readonly Side[];
  readonly no_cash_sheet: boolean;
}

export interface Hello {
  readonly type: "hello";
  readonly epoch?: number;
  readonly offset?: number;
  readonly table_epoch?: number;
  readonly table_offset?: number;
}

export interface Place {
  readonly type: "place";
  readonly bets: Stakes;
  readonly coup?: number;
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

export interface Confirm {
  readonly type: "confirm";
  readonly key: string;
  readonly coup: number;
  readonly bets: Stakes;
}

export interface Automatic {
  readonly type: "automatic";
  readonly on: boolean;
}

export interface Withdraw {
  readonly type: "withdraw";
  readonly key: string;
  readonly bets: readonly Bet[];
}

export interface Tip {
  readonly type: "tip";
  readonly key: string;
  readonly amount: number;
}

export interface MixIn {
  readonly type: "mix";
  readonly sabot: number;
  readonly hash: string;
}

export interface OpenSeed {
  readonly type: "open_seed";
  readonly sabot: number;
  readonly seed: string;
}

export interface Box {
  readonly type: "box";
  readonly box: number;
}

export interface Call {
  readonly type: "call";
  readonly coup: number;
  readonly draws: boolean;
}

export interface Show {
  readonly type: "show";
  readonly coup: number;
  readonly side: Side;
}

export interface AskManager {
  readonly type: "ask_manager";
}

export interface Take {
  readonly type: "take";
  readonly seen: number;
}

export interface Leave {
  readonly type: "leave";
  readonly seen: number;
}

export interface NewSabot {
  readonly type: "new_sabot";
  readonly seen: number;
  readonly shuffled_by?: string;
  readonly cut_by?: string;
}

export interface CutCard {
  readonly type: "cut_card";
  readonly seen: number;
}

export interface TakeBackCutCard {
  readonly type: "take_back_cut_card";
  readonly seen: number;
}

export interface OpenBetting {
  readonly type: "open_betting";
  readonly seen: number;
}

export interface CloseBetting {
  readonly type: "close_betting";
  readonly seen: number;
}

export interface ReopenBetting {
  readonly type: "reopen_betting";
  readonly seen: number;
}

export interface Draw {
  readonly type: "draw";
  readonly seen: number;
}

export interface Read {
  readonly type: "read";
  readonly seen: number;
  readonly card: string;
  readonly insist?: boolean;
  readonly side?: Side;
}

export interface Turn {
  readonly type: "turn";
  readonly seen: number;
  readonly side: Side;
}

export interface Speak {
  readonly type: "speak";
  readonly seen: number;
  readonly draws: boolean;
}

export interface Correct {
  readonly type: "correct";
  readonly seen: number;
  readonly n: number;
  readonly card: string;
  readonly reason: string;
  readonly insist?: boolean;
}

export interface Delete {
  readonly type: "delete";
  readonly seen: number;
  readonly n: number;
  readonly reason: string;
}

export interface Swap {
  readonly type: "swap";
  readonly seen: number;
  readonly n: number;
  readonly other: number;
  readonly reason: string;
}

export interface Announce {
  readonly type: "announce";
  readonly seen: number;
}

export interface Void {
  readonly type: "void";
  readonly seen: number;
  readonly reason: string;
}

export interface CallManager {
  readonly type: "call_manager";
  readonly seen: number;
  readonly words: string;
}

export interface Decide {
  readonly type: "decide";
  readonly seen: number;
  readonly words: string;
}

export interface KeyIn {
  readonly type: "key_in";
  readonly seen: number;
  readonly box: number;
  readonly bets: Stakes;
  readonly place?: number;
}

export interface Amend {
  readonly type: "amend";
  readonly seen: number;
  readonly box: number;
  readonly bets: Stakes;
  readonly reason: string;
  readonly place?: number;
}

export interface Reverse {
  readonly type: "reverse";
  readonly seen: number;
  readonly reason: string;
}

export interface SignIn {
  readonly name: string;
  readonly password: string;
}

export interface NewPassword {
  readonly old: string;
  readonly new: string;
  readonly end_others?: boolean;
}

export interface OpenSession {
  readonly key: string;
  readonly amount: number;
  readonly house?: string;
  readonly table?: string;
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
  readonly amount: number;
  readonly account?: number;
  readonly name?: string;
  readonly currency?: string;
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

export interface Login {
  readonly id: string;
  readonly browser: string;
  readonly system: string;
  readonly since: number;
  readonly used: number;
  readonly current: boolean;
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

export interface RefillView {
  readonly to: number;
  readonly below: number;
  readonly minutes: number;
  readonly held: number;
  readonly wait_ms: number;
}

export interface Me {
  readonly person: number;
  readonly name: string | null;
  readonly role: string;
  readonly accounts: readonly AccountView[];
  readonly sessions: readonly SessionView[];
  readonly refill: RefillView | null;
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
  readonly lowest: string;
  readonly lowest_stake: number;
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

export interface ResultSums {
  readonly coups: number;
  readonly won: number;
  readonly lost: number;
  readonly even: number;
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
  readonly largest_win: number;
}

export interface DayResults {
  readonly day: string;
  readonly sums: ResultSums;
}

export interface SessionResults {
  readonly session: string;
  readonly house: string;
  readonly table: string;
  readonly since: number;
  readonly until: number;
  readonly sums: ResultSums;
}

export interface TableResults {
  readonly house: string;
  readonly table: string;
  readonly sums: ResultSums;
}

export type CurvePoint = readonly [coups: number, at: number, net: number];

export interface Results {
  readonly account: number;
  readonly currency: string;
  readonly timezone: string;
  readonly total: ResultSums;
  readonly days: readonly DayResults[];
  readonly sessions: readonly SessionResults[];
  readonly tables: readonly TableResults[];
  readonly curve: readonly CurvePoint[];
}

export interface SessionRoads {
  readonly session: string;
  readonly roads: Roads;
  readonly statistics: Statistics;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
}

export interface TableSummary {
  readonly name: string;
  readonly title: string;
  readonly house: string;
  readonly currency: string;
  readonly standing: Standing;
  readonly stage: Stage;
  readonly now: number;
  readonly until: number | null;
  readonly sabot: number;
  readonly coup: number;
  readonly gone: number;
  readonly cards: number;
  readonly players: number;
  readonly watchers: number;
  readonly betting_s: number | null;
  readonly min: number;
  readonly max: number;
  readonly bead_plate: readonly Cell[];
  readonly statistics: Statistics;
  readonly labels: Readonly<Partial<Record<Bet, string>>>;
  readonly note: string;
  readonly faces: Faces;
  readonly croupier: "automatic" | "person";
  readonly source: Source;
  readonly stakes: "played" | "keyed";
  readonly manager: boolean;
}

export interface TableDetail {
  readonly summary: TableSummary;
  readonly spec: TableSpec;
  readonly sheet: Sheet;
  readonly sheet_hash: string;
  readonly returns: Readonly<Partial<Record<Bet, Returned>>>;
  readonly view: TableView;
}

export interface TableSpec {
  readonly name: string;
  readonly house: string;
  readonly title?: string;
  readonly currency?: string;
  readonly coup_max?: number;
  readonly bets?: Readonly<Partial<Record<Bet, Narrowed>>>;
  readonly betting_s?: number;
  readonly squeeze_s?: number;
  readonly boxes?: number;
  readonly faces?: Faces;
  readonly croupier?: "automatic" | "person";
  readonly cards?: Source;
  readonly reading?: "turned" | "leaving";
  readonly stakes?: "played" | "keyed";
  readonly pace?: Pace;
  readonly video?: Video;
  readonly lines?: boolean;
}

export interface Pace {
  readonly mixing?: number;
  readonly opening?: number;
  readonly burn?: number;
  readonly betting?: number;
  readonly first_card?: number;
  readonly keying?: number;
  readonly card?: number;
  readonly turn?: number;
  readonly result?: number;
  readonly absent?: number;
}

export interface Video {
  readonly kind: "hls" | "whep";
  readonly address: string;
  readonly delay?: number;
}

export interface TakingsDay {
  readonly day: string;
  readonly cagnotte: number;
  readonly tips: number;
}

export interface TableTakings {
  readonly table: string;
  readonly currency: string;
  readonly days: readonly TakingsDay[];
  readonly cagnotte: number;
  readonly tips: number;
}

export interface StreamPage {
  readonly records: readonly StreamEvent[];
  readonly next: number | null;
}

export interface WantedStanding {
  readonly standing: Standing;
  readonly note?: string;
}

export interface WantedLimits {
  readonly coup_max?: number;
  readonly bets?: Readonly<Partial<Record<Bet, Narrowed>>>;
}

export interface FloorTable {
  readonly table: TableSummary;
  readonly stood_by: string;
  readonly stood_at: number;
  readonly croupier_name: string;
  readonly croupier_since: number;
  readonly boxes: number;
  readonly coups_an_hour: number;
  readonly drop: number | null;
  readonly result: number;
  readonly called_at: number;
  readonly called_by: string;
  readonly called_for: string;
  readonly open_lines: number;
  readonly limits: TableLimits;
  readonly coming: TableLimits | null;
  readonly widest: TableLimits;
  readonly labels: Readonly<Partial<Record<Bet, string>>>;
  readonly timezone: string;
}

export interface CashEntry {
  readonly key: string;
  readonly kind: CashKind;
  readonly amount: number;
  readonly note?: string;
}

export type CashKind = "opening" | "fill" | "credit" | "count" | "drop" | "tip" | "closing";

export interface Countersign {
  readonly key: string;
  readonly line: number;
}

export interface CashLine {
  readonly type: "cash_line";
  readonly table: string;
  readonly sheet: number;
  readonly offset: number;
  readonly line: number;
  readonly at: number;
  readonly person: number;
  readonly name: string;
  readonly by_manager: boolean;
  readonly key: string;
  readonly kind: CashKind;
  readonly amount: number;
  readonly note: string;
}

export interface CashSigned {
  readonly type: "cash_signed";
  readonly table: string;
  readonly sheet: number;
  readonly offset: number;
  readonly at: number;
  readonly person: number;
  readonly name: string;
  readonly key: string;
  readonly signs: number;
}

export interface CashRow {
  readonly line: number;
  readonly at: number;
  readonly kind: CashKind;
  readonly amount: number;
  readonly note: string;
  readonly name: string;
  readonly countersigned: string;
  readonly replaced_by: number;
}

export interface CashBalance {
  readonly opening: number;
  readonly fills: number;
  readonly credits: number;
  readonly drop: number;
  readonly result: number;
  readonly expected: number;
  readonly closing: number | null;
  readonly difference: number | null;
}

export interface CashClosed {
  readonly at: number;
  readonly name: string;
  readonly countersigned: string;
}

export interface OffSheet {
  readonly since: number;
  readonly until: number;
  readonly coups: number;
  readonly result: number;
}

export interface TableFigures {
  readonly coups: number;
  readonly staked: number;
  readonly drop: number;
  readonly result: number;
  readonly cagnotte: number;
  readonly tips: number;
  readonly hold: number | null;
}

export interface FiguresSince {
  readonly at: number;
  readonly figures: TableFigures;
}

export interface CashReport {
  readonly house: string;
  readonly table: string;
  readonly title: string;
  readonly currency: string;
  readonly timezone: string;
  readonly sheet: number;
  readonly since: number;
  readonly until: number;
  readonly lines: readonly CashRow[];
  readonly closed: CashClosed | null;
  readonly refused: Readonly<Record<CashKind, string>>;
  readonly balance: CashBalance | null;
  readonly off_sheet: readonly OffSheet[];
  readonly hours: readonly FiguresSince[];
  readonly days: readonly FiguresSince[];
  readonly total: TableFigures;
}

export interface LineEntry {
  readonly key: string;
  readonly to: LineTo;
  readonly words: string;
}

export type LineTo = "croupier" | "manager";

export interface AnswerEntry {
  readonly key: string;
  readonly words?: string;
  readonly ready?: ReadyAnswer;
}

export type ReadyAnswer = "thanks" | "moment" | "coming" | "not_here";

export interface LineWritten {
  readonly type: "line_written";
  readonly table: string;
  readonly number: number;
  readonly at: number;
  readonly player: number;
  readonly session: string;
  readonly key: string;
  readonly to: LineTo;
  readonly words: string;
}

export interface LineAnswered {
  readonly type: "line_answered";
  readonly table: string;
  readonly number: number;
  readonly at: number;
  readonly person: number;
  readonly name: string;
  readonly key: string;
  readonly words: string | null;
  readonly ready: ReadyAnswer | null;
}

export interface LineView {
  readonly number: number;
  readonly at: number;
  readonly player: number;
  readonly to: LineTo;
  readonly words: string;
  readonly answer: string;
  readonly ready: ReadyAnswer | null;
  readonly answered_by: string;
  readonly answered_at: number;
}

export interface HouseTexts {
  readonly notices?: readonly HouseNotice[];
  readonly readings?: readonly TranslatedReading[];
}

export interface HouseNotice {
  readonly it: string;
  readonly en: string;
  readonly de: string;
  readonly fr: string;
}

export interface TranslatedReading {
  readonly words: string;
  readonly it: Explained;
  readonly de: Explained;
  readonly fr: Explained;
  readonly en?: Explained;
}

export interface Explained {
  readonly reads: string;
  readonly because: string;
}

export interface Proof {
  readonly format: "puntobanco-proof-1";
  readonly kind: CommitmentKind;
  readonly sheet: Sheet;
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly cut: number;
  readonly commitment: string;
  readonly players: readonly Player[];
  readonly ended: CommitmentEnding;
  readonly fixed: string;
  readonly seed: string;
  readonly burned: string;
  readonly coups: readonly string[];
}

export type CommitmentKind = "coup" | "sabot";

export interface Player {
  readonly player: string;
  readonly hash: string;
  readonly seed: string | null;
}

export type CommitmentEnding = "played" | "retired" | "closed" | "restored";

export type Event = Opened | ToppedUp | CoupPlayed | Retired | BetTaken | Paid | GivenBack | Held | Tipped | Closed;

export type StreamEvent = Shuffled | ListClosed | Fixed | Burned | CutCardSeen | BettingOpened | Staked | Closing | Reopened | DealingBegan | Drawn | Called | Turned | HandedBack | Boxed | Directed | Aside | Corrected | Voided | Manager | Keyed | Amended | Result | Reversed | Settled | Revealed | Stood | Limited;

export type ServerMessage = Opened | ToppedUp | CoupPlayed | Retired | BetTaken | Paid | GivenBack | Held | Tipped | Closed | Welcome | Watching | Placed | AutomaticSet | MixTaken | Done | Warned | Staying | NotTaken | LinesChanged | Refused | Shuffled | ListClosed | Fixed | Burned | CutCardSeen | BettingOpened | Staked | Closing | Reopened | DealingBegan | Drawn | Called | Turned | HandedBack | Boxed | Directed | Aside | Corrected | Voided | Manager | Keyed | Amended | Result | Reversed | Settled | Revealed | Stood | Limited;

export type AnyRequest = Hello | Place | Carte | TopUp | CashOut | Stay | Confirm | Automatic | Withdraw | Tip | MixIn | OpenSeed | Box | Call | Show | AskManager;

export type AnyCommand = Take | Leave | NewSabot | CutCard | TakeBackCutCard | OpenBetting | CloseBetting | ReopenBetting | Draw | Read | Turn | Speak | Correct | Delete | Swap | Announce | Void | CallManager | Decide | KeyIn | Amend | Reverse;

export type Recorded = (Event | Moved) & { readonly record: number };

export const CloseCode = {
  LEFT: 1000,
  BAD_FRAME: 1002,
  TOO_BIG: 1009,
  RESTART: 1012,
  TAKEN_OVER: 4001,
  SESSION_OVER: 4002,
  NO_TICKET: 4003,
  SIGNED_OUT: 4004,
  TOO_SLOW: 4008,
  TOO_FAST: 4009,
  NOT_UNDERSTOOD: 4011,
  STORE_HALTED: 4012,
} as const;

/** Those after which to come back. */
export const TRY_AGAIN: readonly number[] = [1012, 4008, 4012];
