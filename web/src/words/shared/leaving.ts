// The farewell lines for a player who has left a shared table with stakes on its cloth.
import type { Farewell, Language, LabelledStakes } from "../../state/state";
import { liveShelf } from "../dictionary";
import { money, signed } from "../numbers";
import { inWords } from "../words";

/** One line for stakes in play, or for what came back of them, and one for stakes that come back from the cloth. */
export function leaving(language: Language, { currency, inPlay = {}, isPlayed, cameBack, comesBack = {} }: Farewell): readonly string[] {
  const say = liveShelf.in(language);
  const inMoney = (cents: number): string => money(language, currency, cents);
  const named = (lies: LabelledStakes): string => {
    const each = Object.entries(lies).map(([name, cents]) => `${inWords(language, name)} ${inMoney(cents)}`);
    const sum = Object.values(lies).reduce((all, cents) => all + cents, 0);
    return each.length > 1 ? `${each.join(" + ")} = ${inMoney(sum)}` : each.join("");
  };
  const [stakes, back] = [named(inPlay), named(comesBack)];
  const settled = cameBack && say.settled(stakes, inMoney(cameBack.returned), signed(language, cameBack.returned - cameBack.staked));
  const played = settled ?? (isPlayed ? say.played(stakes) : say.inPlay(stakes));
  return [...(stakes ? [played] : []), ...(back ? [say.comesBack(back)] : [])];
}
