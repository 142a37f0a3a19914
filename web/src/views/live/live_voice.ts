// The croupier's line and the player's status at a shared table.
import type { Language, SharedTable, Table } from "../../state/state";
import { betName } from "../../words/bet_name";
import { cardName } from "../../words/card_names";
import { dictionary } from "../../words/dictionary";
import { liveWords, withCutCard } from "../../words/live";
import { colon } from "../../words/numbers";

/** Whether a person should run the table and nobody does. */
export const lacksCroupier = ({ rules }: Table, { view }: SharedTable): boolean =>
  rules.shared?.spec.croupier === "person" && view.croupier === 0 && view.standing === "open";

/** The croupier's line, one for each stage. Screen readers announce it, too. */
export const liveVoice = (language: Language, table: Table, shared: SharedTable): string =>
  withCutCard(language, shared.view, stageLine(language, table, shared));

function stageLine(language: Language, table: Table, shared: SharedTable): string {
  const [say, croupier] = [liveWords(language), dictionary(language).voice];
  const { view } = shared;
  if (shared.unseen && view.stage === "resting") return say.video.waits; // nothing is known that the picture shows
  if (lacksCroupier(table, shared) && (view.stage === "resting" || view.stage === "betting")) return say.noCroupier;
  switch (view.stage) {
    case "resting":
      if (view.standing !== "open") return say.standings[view.standing];
      return view.croupier ? say.prepares : say.resting;
    case "mixing":
      return say.mixing;
    case "opening":
      return say.opening(view.players.length);
    case "burning":
      if (view.first) return say.burned(cardName(language, view.first), view.burned);
      return view.commitment ? say.fixed : say.realSabot;
    case "betting":
      return croupier.bets;
    case "closing":
      return say.noMore;
    case "dealing":
      if (shared.waits && !shared.watching) return say.waits;
      return table.turned < 4 ? say.noMore : hands(language, table, shared);
    case "paying":
    case "paid": {
      const rests = view.standing !== "open" ? say.standings[view.standing] : lacksCroupier(table, shared) && say.noCroupier;
      const pause = view.stage === "paid" && rests ? ` ${rests}` : "";
      if (view.void) return say.void + pause;
      const won = view.outcome ?? "egalite";
      const end = won === "egalite" ? croupier.tie : croupier.wins(betName(language, table.rules.sheet, won));
      return `${hands(language, table, shared)}${colon(language)}${end}.${pause}`;
    }
  }
}

/** Both hands, as far as they are face up. */
function hands(language: Language, table: Table, { cards }: SharedTable): string {
  const up = cards.slice(0, table.turned);
  return (["punto", "banco"] as const)
    .map((side) => [side, up.findLast((each) => each.side === side)?.points ?? 0] as const)
    .map(([side, points]) => dictionary(language).voice.hand(betName(language, table.rules.sheet, side), points))
    .join(", ");
}
