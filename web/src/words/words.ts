// The page's words in the player's language.
import type { FromPlayer } from "../state/message";
import type { Language } from "../state/state";
import { deskShelf, dictionary } from "./dictionary";
import type { DeskWords } from "./it/desk";
import type { Words } from "./it/page";

export { brief, colon, currencyName, either, figure, money, percent } from "./numbers";

export const words = (language: Language): Words => dictionary(language).page;

/** The button that says this. */
export function wayIn(language: Language, way: FromPlayer): string {
  const say = words(language);
  if (way.type === "open-dialog") return way.dialog === "register" ? say.register : say.logIn;
  return way.type === "play-as-guest" ? say.guest : say.sitDown;
}

/** What a printed label means in the player's language; undefined if it says so itself, or if nobody knows. */
export const meaning = (language: Language, label: string): string | undefined =>
  dictionary(language).printed[label.toLowerCase()];

/** A printed label in the player's language, or as it is printed. */
export const inWords = (language: Language, label: string): string => meaning(language, label) ?? label;

/** "play money" within a sentence. */
export const playMoney = (language: Language): string =>
  language === "de" ? words(language).playMoney : words(language).playMoney.toLowerCase();

/** The words of lobby and table together with those of the desk. */
export const deskWords = (language: Language): Words & DeskWords => ({
  ...words(language),
  ...deskShelf.in(language),
});
