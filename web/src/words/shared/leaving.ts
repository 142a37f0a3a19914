// The farewell lines for a player who has left a shared table with stakes on its cloth.
import type { Farewell, Language, LabelledStakes } from "../../state/state";
import { liveShelf } from "../dictionary";
import { money } from "../numbers";
import { inWords } from "../words";

/** One line for stakes in play and one for stakes that come back, if there are any. */
export function leaving(language: Language, { currency, inPlay = {}, isPlayed, comesBack = {} }: Farewell): readonly string[] {
  const say = liveShelf.in(language);
  const named = (lies: LabelledStakes): string =>
    Object.entries(lies).map(([name, cents]) => `${inWords(language, name)} ${money(language, currency, cents)}`).join(", ");
  const [played, back] = [named(inPlay), named(comesBack)];
  return [...(played ? [isPlayed ? say.played(played) : say.inPlay(played)] : []), ...(back ? [say.comesBack(back)] : [])];
}
