// The words of a table's console and display, and the sentences made of them.
import { type Command, croupierOf, type ConsoleState, type Place, type Unkeyed } from "../../state/console/console_state";
import { boxOf } from "../../state/shared/card_holders";
import type { Language } from "../../state/state";
import { total } from "../../state/session/cloth";
import type { Bet, BetRule, Problem, Sheet, Side, Stakes, TableView } from "../../wire";
import { betName } from "../bet_name";
import { cardName } from "../card_names";
import { dictionary, Shelf } from "../dictionary";
import { someone } from "../shared/land";
import { liveWords } from "../live";
import { colon } from "../numbers";
import { reason } from "../later/refusal";
import { inWords } from "../words";
import { short } from "../staff/staff_money";

export interface ConsoleWords {
  readonly console: string;
  readonly forStaff: string;
  readonly choose: string; // a table
  readonly realChips: string; // the chips lie on a real cloth
  readonly noTables: string;
  readonly cashSheet: string;
  readonly noCashSheet: string;
  readonly openCashSheet: string;
  readonly otherTable: string;
  readonly calls: string; // in the list of tables: it calls for the manager
  readonly callsAt: (table: string) => string;
  readonly signOut: string;
  readonly menu: string;
  readonly hand: string;
  readonly hands: Readonly<Record<"left" | "right", string>>;
  readonly roles: Readonly<Record<"croupier" | "manager", string>>;
  readonly scanner: string; // how to scan
  readonly youRun: string;
  readonly runs: (name: string) => string;
  readonly nobodyRuns: string;
  readonly coming: string;
  readonly lost: string;
  readonly do: Readonly<Record<Exclude<Command["type"], "speak" | "turn">, string>>;
  readonly carta: string;
  readonly resto: string;
  readonly turn: (side: string) => string;
  readonly lastCoup: string; // the cut card is out
  readonly tooMany: string; // opens the pad for a card that the rule doesn't ask for
  readonly demands: {
    readonly take: string;
    readonly other: (name: string) => string;
    readonly sabot: string;
    readonly first: string; // of a new sabot
    readonly burn: (cards: number) => string; // after the first card
    readonly open: string;
    readonly bets: string;
    readonly keyIn: string;
    readonly card: (side: string) => string;
    readonly next: string;
    readonly speak: (side: string) => string;
    readonly turn: (side: string) => string;
    readonly held: (side: string, box: number) => string;
    readonly timeOver: string; // of the player who holds the cards
    readonly announce: string;
    readonly pay: string;
    readonly wait: string;
    readonly void: string;
  };
  readonly rank: string;
  readonly suit: string;
  readonly pad: string;
  readonly box: (n: number) => string;
  readonly inPlace: (n: number) => string; // after the name of a box
  readonly players: string; // of a box
  readonly player: (place: number) => string;
  readonly playersIn: (n: number) => string; // how many players a box has
  readonly cagnotte: string;
  readonly boxes: string;
  readonly empty: string; // a box
  readonly takes: string;
  readonly pays: string;
  readonly takeIn: string; // heading of what the croupier takes
  readonly payOut: string; // heading of what the croupier pays
  readonly givesBack: string; // the stake of a void coup
  readonly toGiveBack: string; // heading of such stakes
  readonly givesBackOf: (coup: number) => string; // opens that list again
  readonly noChange: string; // heading of stakes that are neither taken nor paid
  readonly net: string; // of all that is taken and paid
  readonly stays: string; // a stake that an Égalité leaves on the cloth
  readonly comesBack: string; // a stake that the player gets back
  readonly remains: string; // above a list that was made again: its amounts are the difference to the earlier one
  readonly inAll: string; // before the amounts without the earlier list
  readonly staked: string;
  readonly which: string; // asks which card is to be corrected
  readonly withWhich: string; // asks with which card one is to be swapped
  readonly instead: string;
  readonly why: string;
  readonly say: string; // words to the manager
  readonly decision: string; // the manager's
  readonly reasons: Readonly<Record<"correct" | "delete" | "swap" | "void" | "call_manager" | "decide" | "amend" | "reverse", readonly string[]>>;
  readonly send: string;
  readonly cancel: string;
  readonly firstCard: string; // of a new sabot, which is shown
  readonly shuffledBy: string;
  readonly cutBy: string;
  readonly anew: string; // what bringing another sabot means
  readonly clear: string;
  readonly less: string;
  readonly onBet: string;
  readonly lies: string; // labels the cards set aside
  readonly insist: string; // it is that card all the same
  readonly again: string; // it was misread, and will be scanned again
  readonly repeat: string; // lays the last coup's stakes again
  readonly onward: (box: string) => string; // keys in, and goes on with the next box
  readonly amount: string;
  readonly notAnAmount: (typed: string, examples: string) => string;
  readonly notKeyed: (stakes: string) => string; // what was typed when its dialog had to close
  readonly unsent: string; // asks about stakes that were typed and not keyed in
  readonly giveUp: string; // doesn't key them in
  readonly locked: string; // why the console asks for the password
  readonly out: string; // what is lost if the table is left or taken now
  readonly second: string; // it is another card of the same kind
  readonly once: string; // it was the same card, read twice
  readonly owed: (coup: number) => string; // opens what the last coup owes
  readonly belowMinimum: (bet: string, least: string, stake: string) => string;
  readonly aboveMaximum: (bet: string, most: string, stake: string) => string;
  readonly offStep: (bet: string, step: string, stake: string) => string;
  readonly coupAboveMaximum: (most: string, stake: string) => string;
  readonly goTo: (box: string) => string; // whose stakes were refused
  readonly isUnknown: (what: string) => string; // whether a command happened, while the line is down
  readonly wasDone: (what: string) => string; // after a reconnect
  readonly wasNotDone: (what: string) => string;
  readonly notTaken: (cards: string) => string; // cards that must be scanned again
  readonly cards: (n: number) => string; // how many those are, where they can't be named
  readonly problems: Readonly<Record<string, string>>;
  readonly display: {
    readonly croupier: string; // the croupier ends the betting, not a clock
    readonly runs: (name: string) => string;
    readonly alsoWon: string; // before the side bets that a coup has won
    readonly faceUp: string;
    readonly inHand: string;
    readonly holder: (side: string, box: number) => string;
    readonly table: (name: string) => string;
    readonly limits: string;
    readonly perCoup: string;
    readonly welcome: string;
  };
}

export const consoleShelf = new Shelf<ConsoleWords>({
  it: () => import("../it/console"),
  en: () => import("../en/console"),
  de: () => import("../de/console"),
  fr: () => import("../fr/console"),
});

export const consoleWords = (language: Language): ConsoleWords => consoleShelf.in(language);

/** What the rule demands next, in large type. */
export function demand({ settings, view, console, detail, turning }: ConsoleState): string {
  const { language } = settings;
  const { demands } = consoleWords(language);
  if (!view || !console) return demands.wait;
  const name = (side: Side): string => betName(language, detail?.sheet, side);
  const can = (each: Command["type"]): boolean => console.can.includes(each);
  const { side } = console;
  if (!console.mine) return view.croupier ? demands.other(croupierOf(view)) : demands.take;
  if (view.stage === "paying" || view.stage === "paid") {
    if (view.void) return demands.void;
    if (view.due.length) return demands.pay;
  }
  if (view.standing !== "open" && isOver(view)) return pausing(language, view);
  if (can("speak")) return held(language, view, "punto", name) ?? demands.speak(name("punto"));
  if (can("turn") && side) return held(language, view, side, name) ?? demands.turn(name(side));
  const turned = turning ?? (view.called === null ? null : side); // a hand whose cards are read as it is turned
  if (turned && console.sides.includes(turned)) return demands.turn(name(turned));
  const waits = side && held(language, view, side, name); // only the holder knows these cards
  if (waits) return waits;
  if (can("draw")) return demands.next;
  if (can("announce")) return demands.announce;
  if (can("read")) return side ? demands.card(name(side)) : demands.first;
  if (isBurning(view)) return demands.burn(view.burned);
  if (can("open_betting")) return demands.open;
  if (can("new_sabot")) return demands.sabot;
  if (can("key_in")) return demands.keyIn;
  if (can("close_betting")) return demands.bets;
  return liveWords(language).stages[view.stage];
}

/** Whether the croupier has shown the first card of a real sabot and burns the next ones. */
const isBurning = ({ stage, first, commitment, burned }: TableView): boolean =>
  stage === "burning" && first !== "" && !commitment && burned > 0;

const isOver = ({ stage }: TableView): boolean => stage === "resting" || stage === "paid";

/** Says that the operator pauses or closes the table. A coup under way is finished first. */
export function pausing(language: Language, view: TableView): string {
  if (view.standing === "open") return "";
  const { standings, endings } = liveWords(language);
  return (isOver(view) ? standings : endings)[view.standing];
}

function held(language: Language, view: TableView, side: Side, name: (side: Side) => string): string | null {
  const holder = view.holders[side];
  return holder === undefined
    ? null
    : consoleWords(language).demands.held(name(side), boxOf(view, holder));
}

/** The croupier's line, which screen readers announce: whose turn it is, both points, and who wins. */
export function announced(language: Language, view: TableView, sheet: Sheet | undefined): string {
  const [say, voice, own] = [liveWords(language), dictionary(language).voice, consoleWords(language)];
  const name = (side: "punto" | "banco" | "egalite"): string => betName(language, sheet, side);
  const points = (["punto", "banco"] as const)
    .filter((side) => view[side] !== null)
    .map((side) => voice.hand(name(side), view[side] ?? 0))
    .join(", ");
  if (view.void) return own.demands.void;
  switch (view.stage) {
    case "resting":
      return view.standing === "open" ? own.display.welcome : say.standings[view.standing];
    case "mixing":
    case "opening":
      return say.stages[view.stage];
    case "burning":
      return view.first ? say.burned(cardName(language, view.first), view.burned) : say.stages.burning;
    case "betting":
      return voice.bets;
    case "closing":
      return say.noMore;
    case "dealing": {
      if (view.cards.length < 8 && view.called === null && view.asks === null) return say.noMore;
      const side = view.asks;
      const player = side && someone(language, view, view.holders[side] ?? "");
      const isSpeaking = sheet?.table?.holder_calls && view.called === null;
      const told = [
        view.called !== null && `${name("punto")}${colon(language)}${view.called ? own.carta : own.resto}.`,
        points && `${points}.`,
        side && player && (isSpeaking ? say.land.speaks(player) : say.land.holds(player, name(side))),
      ].filter(Boolean);
      return told.join(" ") || say.noMore;
    }
    case "paying":
    case "paid": {
      const won = view.outcome;
      if (won === null) return points && `${points}.`;
      return `${points}${colon(language)}${won === "egalite" ? voice.tie : voice.wins(name(won))}.`;
    }
  }
}

/** A refusal, with the cards that must be scanned again; they are only counted where they lie face down. */
export function toldLine(language: Language, { told, detail }: Pick<ConsoleState, "told" | "detail">): string {
  if (!told) return "";
  const { problem, insist, lost } = told;
  const say = consoleWords(language);
  const first = insist?.type === "read" && !insist.insist && problem.code !== "console/twice" ? [insist.card] : [];
  const cards = [...first, ...lost];
  const which = isReadLeaving(detail) ? say.cards(cards.length) : cards.map((card) => cardName(language, card)).join(", ");
  return [noticeLine(language, { told, detail }), cards.length > 0 && say.notTaken(which)].filter(Boolean).join(" ");
}

/** The same without the cards. */
export function noticeLine(language: Language, { told, detail }: Pick<ConsoleState, "told" | "detail">): string {
  if (!told) return "";
  return told.about ? refusedCommand(language, told.problem, told.about, detail?.sheet) : refusalLine(language, told.problem);
}

/** The button for a card that is right all the same. */
export function insistLabel(language: Language, { told, detail }: ConsoleState): string {
  const say = consoleWords(language);
  const label = told?.problem.code === "console/twice" ? say.second : say.insist;
  return !told?.insist || isReadLeaving(detail) ? label : `${label}${colon(language)}${cardName(language, told.insist.card)}`;
}

/** Whether nobody is told of a face before its card is turned, this console included. */
const isReadLeaving = (detail: ConsoleState["detail"]): boolean => detail?.spec.reading === "leaving";

/** The name of a box, and of the place in it if there are several players. */
export function placeName(language: Language, { box, place }: Place, isAlone = place === 1): string {
  const say = consoleWords(language);
  return isAlone && place === 1 ? say.box(box) : `${say.box(box)}, ${say.inPlace(place)}`;
}

/** What becomes of a stake that is neither won nor lost. */
export const pushed = (language: Language, sheet: Sheet | undefined): string =>
  consoleWords(language)[sheet?.betting.egalite_stakes === "left" ? "stays" : "comesBack"];

/** Whose stakes the house hasn't taken, and why. */
export const unkeyedLine = (language: Language, { stakes, problem }: Omit<Unkeyed, "coup">, sheet?: Sheet): string =>
  [placeName(language, stakes), refusedCommand(language, problem, stakes, sheet)].join(colon(language));

/** What isn't known while the line is down; empty if no answer was lost. */
export const unansweredLine = (language: Language, { unanswered, detail }: Pick<ConsoleState, "unanswered" | "detail">): string =>
  unanswered ? consoleWords(language).isUnknown(commandName(language, unanswered.command, detail?.sheet)) : "";

/** What the button of a command says. */
function commandName(language: Language, command: Command, sheet: Sheet | undefined): string {
  const say = consoleWords(language);
  if (command.type === "speak") return command.draws ? say.carta : say.resto;
  return command.type === "turn" ? say.turn(betName(language, sheet, command.side)) : say.do[command.type];
}

/** Why a command was refused, with the limit and the stake if it is about a limit; or whether it was done. */
function refusedCommand(language: Language, problem: Problem, command: Command, sheet: Sheet | undefined): string {
  const { wasDone, wasNotDone } = consoleWords(language);
  // The table was left, or its croupier was away for too long: the console says who runs it now.
  if (problem.code === "console/done" && command.type === "leave") return "";
  if (problem.code === "console/done") return wasDone(commandName(language, command, sheet));
  if (problem.code === "console/not-done") return wasNotDone(commandName(language, command, sheet));
  if (problem.code === "console/not-keyed" && "bets" in command && total(command.bets))
    return consoleWords(language).notKeyed(stakesText(language, command.bets, sheet));
  const limit = sheet && "bets" in command && limitLine(language, problem.code, command.bets, sheet);
  return limit || refusalLine(language, problem);
}

/** The stakes of a player, bet by bet. */
const stakesText = (language: Language, bets: Stakes, sheet: Sheet | undefined): string =>
  (Object.entries(bets) as [Bet, number][]).map(([bet, cents]) => `${betName(language, sheet, bet)} ${short(language, cents)}`).join(", ");

/** The limit that stakes break, and by how much; empty if the refusal is about something else. */
function limitLine(language: Language, code: string, bets: Stakes, { bets: rules, money }: Sheet): string {
  const say = consoleWords(language);
  const amount = (cents: number): string => short(language, cents);
  const staked = Object.entries(bets) as [Bet, number][];
  const line = (breaks: (rule: BetRule, stake: number) => boolean, says: (label: string, rule: BetRule, stake: string) => string): string => {
    const [bet, stake] = staked.find(([each, cents]) => rules[each] && breaks(rules[each], cents)) ?? [];
    const rule = bet && rules[bet];
    return rule ? says(inWords(language, rule.label), rule, amount(stake ?? 0)) : "";
  };
  switch (code) {
    case "bet/below-minimum":
      return line(({ min }, stake) => stake < min, (label, { min }, stake) => say.belowMinimum(label, amount(min), stake));
    case "bet/above-maximum":
      return line(({ max }, stake) => stake > max, (label, { max }, stake) => say.aboveMaximum(label, amount(max), stake));
    case "bet/off-step":
      return line((_, stake) => stake % money.step !== 0, (label, _, stake) => say.offStep(label, amount(money.step), stake));
    case "bet/coup-above-maximum":
      return say.coupAboveMaximum(amount(money.coup_max), amount(total(bets)));
    default:
      return "";
  }
}

/** A refusal in one sentence. */
export function refusalLine(language: Language, problem: Problem): string {
  const { problems } = consoleWords(language);
  const own = problems[problem.code];
  if (problem.code === "console/no-card") return `${own} ${problem.message}`;
  return own ?? reason(language, problem);
}
