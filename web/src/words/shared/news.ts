// The news of a table in words.
import type { News } from "../../state/shared/console_events";
import type { Language } from "../../state/state";
import type { TableView } from "../../wire";
import { cardName } from "../card_names";
import { calling, capital, landWords, someone } from "./land";
import { liveWords } from "../live";

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
export function newsLine(language: Language, view: TableView, news: News): string {
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
      return say.amended(news.box, news.reason);
    case "reversed":
      return say.reversed(news.reason);
    case "called":
      return say.called(callerOf(language, view), view.manager_for);
    case "against":
      return `${calling(language, view)} ${landWords(language).against}`;
    case "decided":
      return say.decided(news.words);
    case "void":
      return say.void(news.reason);
  }
}

/** Names a player by the box, since players are numbers; croupiers and managers have names. */
const callerOf = (language: Language, view: TableView): string =>
  /^\d+$/.test(view.manager_by) ? someone(language, view, view.manager_by) : capital(view.manager_by);
