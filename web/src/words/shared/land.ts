// The words of a land table, and the sentences about its boxes and its cards in hand.
import { boxOf, isDown, pointsUp, SIDES, wanted } from "../../state/shared/card_holders";
import type { Language, SharedTable, Table } from "../../state/state";
import type { Problem, Side, TableView } from "../../wire";
import { betName } from "../bet_name";
import { dictionary, liveShelf } from "../dictionary";

/** Refusals that have words of their own at a land table. */
export type LandRefusal =
  | `table/${"no-such-box" | "box-full" | "no-box" | "not-holding" | "against-the-rule" | "no-croupier"}`
  | "fair/not-now";

/** Both calls as the books print them; they stand small beside the words of other languages. */
export const PRINTED_CALLS = { draws: "Carta", stands: "Resto" } as const;

export interface LandWords {
  readonly boxes: string;
  readonly box: (box: number) => string;
  readonly takeBox: string;
  readonly boxesWait: string; // while the connection is lost
  readonly mayStand: string;
  readonly sitsAt: (box: number) => string;
  readonly player: (box: number, seat: number) => string; // box 0: standing; seat 0: alone at the box
  readonly others: (count: number) => string;
  readonly you: string;
  readonly free: (count: number) => string;
  readonly full: string;
  readonly leaveBox: string;
  readonly croupier: string;
  readonly holds: (player: string, side: string) => string;
  readonly youHold: (side: string) => string;
  readonly inHandOf: (player: string) => string;
  readonly inYourHand: string;
  readonly takeUp: string; // takes the cards up again
  readonly speaks: (player: string) => string;
  readonly youSpeak: string;
  readonly youShow: string;
  readonly waits: (side: string) => string; // the other side's cards are shown first
  readonly against: string; // the call was against the rule
  readonly called: { readonly draws: string; readonly stands: string };
  readonly draw: string;
  readonly stand: string;
  readonly show: string;
  readonly onlyYou: string;
  readonly peel: string; // explains how to lift a card
  readonly card: (place: number) => string;
  readonly lifted: (percent: number) => string;
  readonly suit: (suit: string) => string;
  readonly youHave: (points: number) => string;
  readonly then: string; // what happens when the time is up
  readonly timeOver: string; // a person deals, so nothing happens by itself
  readonly stays: string; // a stake
  readonly left: (stakes: string) => string;
  readonly leftMore: string; // what happens to them
  readonly withdraw: (bet: string) => string;
  readonly withdrawAll: string;
  readonly withdrawSome: string; // opens the choice
  readonly tip: string;
  readonly thanks: (money: string) => string;
  readonly refused: Readonly<Record<LandRefusal, string>>;
  readonly refusal: (language: Language, table: Table, problem: Problem) => string; // made of the words above
  readonly leaving: {
    // asked of a player who holds cards
    readonly title: string;
    readonly more: string; // after whose cards they are
    readonly stay: string;
    readonly go: string;
  };
  readonly natural: string; // a natural is shown, not called
  readonly speakFirst: string;
}

export const landWords = (language: Language): LandWords => liveShelf.in(language).land;

/** How a player is named: by their box, as names are private. */
export function named(language: Language, view: TableView, player: string): string {
  const box = boxOf(view, player);
  const there = view.boxes[box] ?? [];
  return landWords(language).player(box, there.length > 1 ? there.indexOf(player) + 1 : 0);
}

/** The same at the beginning of a sentence. */
export const someone = (language: Language, view: TableView, player: string): string =>
  boxOf(view, player) ? named(language, view, player) : capital(landWords(language).others(1));

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Who holds which cards, in a sentence each. */
export const holding = (language: Language, { rules, shared, player: me }: Table): readonly string[] =>
  SIDES.flatMap((side) => {
    const player = shared?.view.holders[side];
    const name = betName(language, rules.sheet, side);
    const say = landWords(language);
    return !shared || !player ? [] : [player === me ? say.youHold(name) : say.holds(someone(language, shared.view, player), name)];
  });

/** The croupier's line while the cards are out; null: the same as at every shared table. */
export function landVoice(language: Language, table: Table, shared: SharedTable): string | null {
  const { view } = shared;
  const isSilent = shared.cards.length < 4 && view.called === null && view.asks === null;
  if (view.stage !== "dealing" || shared.waits || isSilent) return null;
  const side = asked(table, shared);
  const spoken = view.called === null ? "" : calling(language, view);
  return [spoken, up(language, table, shared), side && told(language, table, shared, side)]
    .filter(Boolean)
    .join(" ");
}

/** What the player at Punto has said. */
export const calling = (language: Language, { called }: TableView): string =>
  landWords(language).called[called ? "draws" : "stands"];

/** The points of the hands that are turned. */
const up = (language: Language, table: Table, shared: SharedTable): string => {
  const hands = SIDES.flatMap((side) => {
    const points = pointsUp(table, shared, side);
    return points === null ? [] : [dictionary(language).voice.hand(betName(language, table.rules.sheet, side), points)];
  });
  return hands.length ? `${hands.join(", ")}.` : "";
};

/** The side whose cards the table waits for. Nobody knows who holds those of a real sabot. */
export const asked = (table: Table, shared: SharedTable): Side | null =>
  SIDES.find(
    (side) => (shared.view.commitment ? isDown(shared, side) && shared.view.holders[side] : true) && wanted(table, side) !== "wait",
  ) ?? null;

function told(language: Language, table: Table, shared: SharedTable, side: Side): string {
  const say = landWords(language);
  const player = shared.view.holders[side] ?? "";
  const isMine = player !== "" && player === table.player;
  const holder = someone(language, shared.view, player);
  if (wanted(table, side) === "speak") return isMine ? say.youSpeak : say.speaks(holder);
  const name = betName(language, table.rules.sheet, side);
  return isMine ? say.youHold(name) : say.holds(holder, name);
}
