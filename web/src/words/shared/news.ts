// The news of a table in words.
import type { News } from "../../state/shared/console_events";
import type { Language } from "../../state/state";
import type { Amendment, Bet, Sheet, TableView } from "../../wire";
import { betName } from "../bet_name";
import { cardName } from "../card_names";
import { calling, capital, landWords, someone } from "./land";
import { liveWords } from "../live";
import { brief } from "../numbers";

/**
 * The news that still matters. Of the calls, that is the one nobody has answered, even if its event was
 * missed.
 */
export function newsNow(news: readonly News[], { manager, against }: TableView): readonly News[] {
  const call = manager ? news.findLastIndex(({ is }) => is === "called") : -1;
  const now = news.filter(({ is }, n) => is !== "called" || n === call);
  const all: readonly News[] = against ? [...now, { is: "against" }] : now;
  return manager && call < 0 ? [...all, { is: "called" }] : all;
}

/** One piece of news as a sentence. */
export function newsLine(language: Language, view: TableView, news: News, sheet?: Sheet): string {
  const { news: say } = liveWords(language);
  const card = (each: string): string => cardName(language, each);
  switch (news.is) {
    case "aside":
      return news.goesOn ? say.goesOn(card(news.card)) : say.burned(card(news.card));
    case "corrected":
      return say.corrected(card(news.before), card(news.after), news.reason);
    case "swapped":
      return say.swapped(card(news.before), card(news.after), news.reason);
    case "deleted":
      return say.deleted(card(news.before), news.reason);
    case "amended":
      return say.amended(news.box, guestOf(view, news), changed(language, news, sheet), news.reason);
    case "reversed":
      return say.reversed(news.reason);
    case "called":
      return say.called(callerOf(language, view), view.manager_for);
    case "against":
      return `${calling(language, view)} ${landWords(language).against}`;
    case "overtime":
      return news.called ? say.timeCalled : say.timeTurned;
    case "decided":
      return say.decided(news.words);
    case "void":
      return say.void(news.reason);
  }
}

/** The place of a player in a box; 0: alone there. */
const guestOf = ({ keyed }: TableView, { box, place }: Amendment): number =>
  place > 1 || Object.keys(keyed[box] ?? {}).some((each) => Number(each) !== place) ? place : 0;

/** Every bet whose stake was amended, before and after. */
const changed = (language: Language, { before, bets }: Amendment, sheet: Sheet | undefined): string =>
  (Object.keys({ ...before, ...bets }) as Bet[])
    .filter((bet) => before[bet] !== bets[bet])
    .map((bet) => `${betName(language, sheet, bet)} ${brief(language, before[bet] ?? 0)} → ${brief(language, bets[bet] ?? 0)}`)
    .join(", ");

/** Names a player by the box, since players are numbers; croupiers and managers have names. */
const callerOf = (language: Language, view: TableView): string =>
  /^\d+$/.test(view.manager_by) ? someone(language, view, view.manager_by) : capital(view.manager_by);
