// The part of the rules that is about land tables. Each sentence appears only if the sheet makes it true.
import type { Language, Rules, State } from "../../state/state";
import type { Sheet, TableSummary } from "../../wire";
import { betName } from "../bet_name";
import { dictionary, documentShelf } from "../dictionary";
import { either } from "../numbers";

export interface LandRuleWords {
  readonly title: string;
  readonly only: (mark: string) => string; // for houses whose tables differ
  readonly croupier: string;
  readonly realCards: string;
  readonly boxes: (boxes: string) => string;
  readonly perBox: (most: number) => string;
  readonly standing: string;
  readonly seated: string;
  readonly tips: string;
  readonly holder: (sides: string) => string;
  readonly shownFirst: (punto: string) => string;
  readonly hidden: string;
  readonly calls: (punto: string, banco: string, draw: string, stand: string) => string;
  readonly time: (seconds: number) => string;
  readonly handedBack: string;
  readonly absent: string; // what happens to stakes that Égalité left
}

/** What a table adds to the sheet of its house. */
export type TableKind = Pick<TableSummary, "faces" | "source" | "croupier" | "stakes">;

/** The table the player is at, or in the lobby all tables of the house. None for a private table. */
export const kindsOf = ({ lobby }: State, { name, shared }: Rules): readonly TableKind[] =>
  shared ? [shared.summary] : (lobby.tables ?? []).filter(({ house }) => house === name);

/** Cards that a croupier reads in are held by nobody on the page. */
const isHeld = ({ faces, source }: TableKind): boolean => faces === "down" && source === "sabot";
const isByHand = ({ croupier }: TableKind): boolean => croupier === "person";
export const isReadIn = ({ source }: TableKind): boolean => source === "croupier";
export const isPlayed = ({ stakes }: TableKind): boolean => stakes === "played";

/** Whether a player may hold the cards of a hand. */
export const mayHold = ({ table }: Sheet, kinds: readonly TableKind[]): boolean =>
  Boolean(table?.holders?.length) && kinds.some(isHeld);

const words = (language: Language): LandRuleWords => documentShelf.in(language).rulebook.land;

const joined = (...sentences: readonly (string | false | undefined)[]): string =>
  sentences.filter(Boolean).join(" ");

/** Names the tables of a house that are meant, by the words on their cards. Empty if all are meant. */
function only(
  language: Language,
  kinds: readonly TableKind[],
  isMeant: (kind: TableKind) => boolean,
  mark: "down" | "croupier",
): string {
  const { kinds: marks } = dictionary(language).tables;
  return kinds.every(isMeant) ? "" : words(language).only(marks[mark] ?? "");
}

/** Who runs the table, where players sit, and tips. */
export function landTableRules(language: Language, { table }: Sheet, kinds: readonly TableKind[]): readonly string[] {
  const say = words(language);
  if (!kinds.length) return [];
  const { boxes = [], players_per_box: most, standing, tips } = table ?? {};
  return [
    kinds.every(isByHand) && say.croupier, // if it is true of some tables only, their cards say so
    kinds.some(isReadIn) && joined(say.realCards, only(language, kinds, isReadIn, "croupier")),
    boxes.length &&
      joined(
        say.boxes(either(language, boxes.map(String))),
        most !== undefined && say.perBox(most),
        standing ? say.standing : say.seated,
      ),
    tips && kinds.some(isPlayed) && say.tips,
  ].filter((each) => typeof each === "string");
}

/** Who holds the cards, and what they must do. */
export function cardsInHand(language: Language, sheet: Sheet, kinds: readonly TableKind[]): readonly string[] {
  if (!mayHold(sheet, kinds)) return [];
  const say = words(language);
  const { hints } = documentShelf.in(language);
  const { table, times } = sheet;
  const { holders = [], holder_calls: isCalled } = table ?? {};
  const label = (side: (typeof holders)[number]): string => betName(language, sheet, side);
  return [
    only(language, kinds, isHeld, "down"),
    joined(
      say.holder(either(language, holders.map(label))),
      holders.length > 1 && !isCalled && say.shownFirst(label("punto")),
      say.hidden,
    ),
    isCalled ? say.calls(label("punto"), label("banco"), hints.draw, hints.stand) : "",
    joined(times.squeeze_s !== undefined && say.time(times.squeeze_s), say.handedBack),
  ].filter(Boolean);
}

/** What happens to stakes left by Égalité when their player has gone. Real chips stay where they are. */
export const absent = (language: Language, { betting }: Sheet, kinds: readonly TableKind[]): string =>
  betting.egalite_stakes === "left" && kinds.some(isPlayed) ? words(language).absent : "";
