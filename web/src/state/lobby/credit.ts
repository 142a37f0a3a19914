// Amounts that a player types, to open a session or to add credit.
import type { AccountView, HouseView, Me, Moved, SignedIn } from "../../wire";
import { takes } from "../private/recent_coups";
import { enough, least, stakes, total } from "../session/cloth";
import { onTheWay, sit } from "../session/seating";
import { signedIn } from "./lobby";
import { stageOf } from "../session/idle";
import { rulesNameOf } from "../session/table_names";
import type { Effect } from "../effect";
import type { FromPlayer, Moment } from "../message";
import type { Language, Refill, State, Table } from "../state";
import { asking, atTable, chain, only, problem, type Change, withProblem } from "../change";
import { topUp } from "../session/player_actions";

const MOST = 1_000_000_000_000; // cents; the most the wire accepts
const AMOUNT = /^(\d+|\d{1,3}([.,'])\d{3}(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/;

/** Cents, from "50", "1.000,50", "1,000.50" or "1'000". Three decimals are not an amount. */
export function cents(text: string, language: Language): number | null {
  const decimal = language === "en" ? "." : ",";
  const plain = text.replace(/[\s\u00a0\u202f]/g, "").replace(/’/g, "'");
  const [, whole, group, point, part] = AMOUNT.exec(plain) ?? [];
  if (whole === undefined || (point ?? decimal) === group)
    return null;
  const amount = Number(whole.replace(/\D/g, "")) * 100 + Number((part ?? "").padEnd(2, "0"));
  return amount >= 1 && amount <= MOST ? amount : null;
}

/** Fetches the accounts: a deposit may have arrived meanwhile. */
export const askAccounts = (state: State): Effect[] =>
  state.person ? [asking(state, { what: "accounts", token: state.person.token })] : [];

export function accountsKnown(state: State, token: string, me: Me, now: number): State {
  const { accounts, sessions } = me;
  return state.person?.token === token
    ? { ...state, person: { ...state.person, accounts, sessions, refill: refillOf(me, now) } }
    : state; // the person has signed out meanwhile
}

export const refillOf = ({ refill }: Me, now: number): Refill | null =>
  refill && { ...refill, at: now + refill.wait_ms };

export const smallestBet = ({ rules }: Table): number => least(rules.sheet);

/** Nothing is left to bet: at the table no credit, stake or chip, in the lobby no play money. */
export function isBroke({ table, person }: State): boolean {
  if (!table) return !!person?.refill && person.refill.held < person.refill.below;
  const { shared, credit, cloth, phase } = table;
  const isOver = shared
    ? shared.arrived && !shared.watching && !total(shared.inPlay) && !total(shared.stakes)
    : phase === "betting" || phase === "paid";
  return isOver && credit < smallestBet(table) && !total(stakes(cloth));
}

export const refilling = (state: State, key: string | null): State => ({
  ...state,
  lobby: { ...state.lobby, refilling: key },
});

export const refill = (state: State, { key }: Moment): Change =>
  state.person && !state.lobby.refilling
    ? only({ ...refilling(state, key), problem: null }, asking(state, { what: "refill", key }))
    : only(state);

/** The play money is there; at a table it becomes credit, so that one press is enough to play on. */
export function refilled(state: State, key: string, { amount }: Moved, moment: Moment): Change {
  if (state.lobby.refilling !== key) return only(state);
  const next = refilling(state, null);
  const { table } = next;
  if (table?.currency !== "FUN" || table.shared?.watching) return only(next, ...askAccounts(next));
  const brought = Math.min(Math.max(PROPOSED * enough(table.rules.sheet), REPEATS * total(table.cloth.last)), amount);
  const idle = { why: "idle/refilled", stage: stageOf(table), at: moment.now, again: false, refilled: { amount, brought } } as const;
  return topUp(atTable(next, { ...table, idle }), brought, moment);
}

/** Remembers the table, and opens the dialog that asks for the amount. */
export const choose = (state: State, table: string, currency: string | null): Change =>
  only(
    { ...state, lobby: { ...state.lobby, chosen: { table, currency } }, dialog: "sit", problem: null },
    ...(state.dialog === "sit" ? [] : askAccounts(state)),
  );

/** A new guest is there: asks how much play money they bring to the table that they have chosen. */
export const guestCame = (state: State, table: string, body: SignedIn): Change =>
  chain(signedIn(onTheWay(state, null), body), (next) =>
    only({ ...next, lobby: { ...next.lobby, chosen: { table, currency: null } }, dialog: "sit", problem: null }),
  );

const REPEATS = 10; // coups like the last one that a refill pays for
const PROPOSED = 100; // times the smallest stake on a main bet

/** How much to bring to a table, and the most that one coup may take there. */
export function proposal(state: State, table: string, balance: number): { readonly amount: number; readonly most: number } {
  const sheet = state.sheets[table]?.sheet;
  const shared = sharedTable(state, table);
  const unit = sheet ? enough(sheet) : (shared?.min ?? 1);
  return { amount: Math.min(PROPOSED * unit, balance), most: shared?.max ?? sheet?.money.coup_max ?? balance };
}

export const askHowMuch = (state: State): Change =>
  only({ ...state, dialog: "top-up", problem: null }, ...askAccounts(state));

/** What a player may do who isn't seated: real money needs a name, and all money an amount. */
export function entry({ person }: State, table: string, currency: string): FromPlayer | null {
  const isPlay = currency === "FUN";
  if (!person) return isPlay ? { type: "play-as-guest", table } : { type: "open-dialog", dialog: "log-in" };
  if (!isPlay)
    return person.role === "player"
      ? { type: "choose", table, currency }
      : person.role === "guest"
        ? { type: "open-dialog", dialog: "register" }
        : null;
  const hasMoney = person.accounts.some((each) => each.play_money && each.balance > 0);
  return hasMoney ? { type: "choose", table, currency } : null;
}

export const bring = (
  state: State,
  table: string,
  currency: string,
  text: string,
  moment: Moment,
): Change =>
  within(state, currency, text, smallest(state, table), (amount) =>
    sit({ ...state, dialog: null, problem: null }, table, amount, currency, moment),
  );

const sharedTable = ({ lobby }: State, table: string) => lobby.tables?.find(({ name }) => name === table);

/** The least amount one can bet there: with less, a session would be useless. */
function smallest(state: State, table: string): number {
  const sheet = state.sheets[table]?.sheet;
  return sharedTable(state, table)?.min ?? (sheet ? least(sheet) : 1);
}

/** The accounts that can open a session there: enough money, the right currency, and no open session. */
export const purses = (state: State, house: HouseView): readonly AccountView[] =>
  (state.person?.accounts ?? []).filter(
    (each) =>
      each.balance >= smallest(state, house.name) &&
      // A shared table has one currency, which may be other than play money.
      (sharedTable(state, house.name)?.currency ?? each.currency) === each.currency &&
      takes(house, each) &&
      !state.person?.sessions.some((view) => rulesNameOf(view) === house.name && view.account === each.id),
  );

export const addCredit = (state: State, text: string, moment: Moment): Change =>
  within(state, state.table?.currency ?? "", text, 1, (amount) =>
    topUp({ ...state, problem: null }, amount, moment),
  );

/** Checks an amount before the house is asked: it must be a number, large enough, and covered. */
function within(
  state: State,
  currency: string,
  text: string,
  atLeast: number,
  then: (amount: number) => Change,
): Change {
  const amount = cents(text, state.settings.language);
  if (amount === null) return only(withProblem(state, problem("client/not-an-amount")));
  const account = state.person?.accounts.find((each) => each.currency === currency);
  if (amount < atLeast) return only(withProblem(state, problem("client/too-little")));
  return amount > (account?.balance ?? 0)
    ? only(withProblem(state, problem("account/not-covered")))
    : then(amount);
}
