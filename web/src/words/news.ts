// What happened at a table beside its cards, in words.
import type { News } from "../state/person";
import type { Language } from "../state/state";
import { cardName } from "./cards";
import { liveWords } from "./live";

/** Something that happened beside the cards. */
export function newsLine(language: Language, news: News): string {
  const { news: say, manager } = liveWords(language);
  const card = (each: string): string => cardName(language, each);
  switch (news.is) {
    case "aside":
      return news.goesOn ? say.goesOn(card(news.card)) : say.burned(card(news.card));
    case "corrected":
      return say.corrected(card(news.before), card(news.after), news.reason);
    case "called":
      return news.words ? say.called(news.words) : manager.called; // players call without any
    case "decided":
      return say.decided(news.words);
    case "void":
      return say.void(news.reason);
  }
}
