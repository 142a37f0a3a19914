// Amounts that a player types, to open a session or to add credit.
import type { AccountView, HouseView, SignedIn } from "../../wire";
import { takes } from "../private/recent_coups";
import { enough, least } from "../session/cloth";
import { onTheWay, sit } from "../session/seating";
import { signedIn } from "./lobby";
import { rulesNameOf } from "../session/table_names";
import type { Effect } from "../effect";
import type { FromPlayer, Moment } from "../message";
import type { Language, State } from "../state";
import { asking, chain, only, problem, type Change, withProblem } from "../change";
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
const askAccounts = (state: State): Effect[] =>
  state.person ? [asking(state, { what: "me", token: state.person.token })] : [];

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
  if (!isPlay) return person.role === "player" ? { type: "choose", table, currency } : null;
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
