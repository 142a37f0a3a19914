// Whether a command whose answer was lost with the connection has happened, as the table shows it afterwards.
import { same } from "../session/cloth";
import { FACE_DOWN } from "../shared/shared_seat";
import type { TableView } from "../../wire";
import type { Command } from "./console_state";

/** A command whose answer was lost. */
export interface Unanswered {
  readonly command: Command;
  readonly by: string; // the name of the croupier or manager
  readonly before: TableView; // when it was sent
}

/** Looks at the table as it was after the command. Stakes that were keyed in are kept and named elsewhere. */
export function hasHappened({ command, by, before }: Unanswered, after: TableView): boolean {
  const corrected = after.corrections.slice(before.corrections.length);
  const runs = after.croupier_name === by; // otherwise somebody else may have drawn, or the house
  switch (command.type) {
    case "take":
      return runs && after.croupier !== before.croupier;
    case "leave":
      return after.croupier !== before.croupier;
    case "new_sabot":
      return after.sabot > before.sabot && after.shuffled_by === command.shuffled_by && after.cut_by === command.cut_by;
    case "cut_card":
      return after.cut;
    case "take_back_cut_card":
      return !after.cut;
    case "open_betting":
      return after.coup > before.coup;
    case "close_betting":
      return after.stage !== "betting";
    case "reopen_betting":
      return after.stage === "betting";
    case "draw":
      return runs && laid(before, after).length > 0;
    case "read": {
      const cards = laid(before, after);
      return cards.includes(command.card) || (runs && cards.length > 0 && cards.every((card) => card === FACE_DOWN));
    }
    case "turn":
      return after.cards !== before.cards;
    case "speak":
      return after.called !== null;
    case "correct":
      // The first card of a sabot is corrected without a trace.
      return before.stage === "burning" ? after.first === command.card : corrected.some((each) => each.after === command.card && each.reason === command.reason);
    case "delete":
      return corrected.some(({ after: card, reason }) => !card && reason === command.reason);
    case "swap":
      return corrected.some(({ swapped, reason }) => swapped && reason === command.reason);
    case "announce":
      return after.outcome !== null;
    case "void":
      return after.void && after.why_void === command.reason;
    case "call_manager":
      return after.manager && after.manager_since > before.offset && after.manager_for === command.words;
    case "decide":
      return !after.manager && after.decided === command.words;
    case "key_in":
    case "amend":
      return same(command.bets, after.keyed[command.box]?.[command.place ?? 1] ?? {});
    case "reverse":
      return after.stage === "dealing" && (after.coup < before.coup || (after.coup === before.coup && /paying|paid/.test(before.stage)));
  }
}

/** The cards that lie where another one lay before, or none. */
function laid(before: TableView, after: TableView): readonly string[] {
  if (after.coup !== before.coup) return [];
  const cardsIn = (cards: string): readonly string[] => cards.match(/../g) ?? [];
  return (["cards", "aside", "first"] as const).flatMap((place) => {
    const earlier = cardsIn(before[place]);
    return cardsIn(after[place]).filter((card, n) => card !== earlier[n]);
  });
}
