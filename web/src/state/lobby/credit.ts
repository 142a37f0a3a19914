// Amounts that a player types, to open a session or to add credit.
import type { AccountView, HouseView } from "../../wire";
import { takes } from "../private/recent_coups";
import { least } from "../session/cloth";
import { sit } from "../session/seating";
import { rulesNameOf } from "../session/table_names";
import type { Moment } from "../message";
import type { Language, State } from "../state";
import { asking, only, problem, type Change, withProblem } from "../change";
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

/** Remembers the table, and opens the dialog that asks for the amount. */
export const choose = (state: State, table: string, currency: string | null): Change =>
  only({
    ...state,
    lobby: { ...state.lobby, chosen: { table, currency } },
    dialog: "sit",
    problem: null,
  });

/** Fetches the account too: its balance may have changed. */
export const askHowMuch = (state: State): Change =>
  only(
    { ...state, dialog: "top-up", problem: null },
    ...(state.person ? [asking(state, { what: "me", token: state.person.token })] : []),
  );

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

/** The least amount one can bet there: with less, a session would be useless. */
function smallest({ lobby, sheets }: State, table: string): number {
  const sheet = sheets[table]?.sheet;
  const shared = lobby.tables?.find(({ name }) => name === table);
  return shared?.min ?? (sheet ? least(sheet) : 1);
}

/** The accounts that can open a session there: enough money, the right currency, and no open session. */
export const purses = (state: State, house: HouseView): readonly AccountView[] =>
  (state.person?.accounts ?? []).filter(
    (each) =>
      each.balance >= smallest(state, house.name) &&
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
