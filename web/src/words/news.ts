// What happened at a table beside its cards, in words.
import type { News } from "../state/person";
import type { Language } from "../state/state";
import type { TableView } from "../wire";
import { cardName } from "./cards";
import { capital, someone } from "./land";
import { liveWords } from "./live";

/** What still matters: a call that was answered is none any more. */
export const newsNow = (news: readonly News[], { manager }: TableView): readonly News[] =>
  news.filter(({ is }) => is !== "called" || manager);

/** Something that happened beside the cards. */
export function newsLine(language: Language, view: TableView, news: News): string {
  const { news: say, manager } = liveWords(language);
  const card = (each: string): string => cardName(language, each);
  switch (news.is) {
    case "aside":
      return news.goesOn ? say.goesOn(card(news.card)) : say.burned(card(news.card));
    case "corrected":
      return say.corrected(card(news.before), card(news.after), news.reason);
    case "called":
      return news.by ? say.called(callerOf(language, view, news.by), news.words) : manager.called;
    case "decided":
      return say.decided(news.words);
    case "void":
      return say.void(news.reason);
  }
}

/** A player by the box, for players are numbers; who works here by name. */
const callerOf = (language: Language, view: TableView, by: string): string =>
  /^\d+$/.test(by) ? someone(language, view, by) : capital(by);
