// A refusal in the words of a land table.
import type { Language, Table, ProblemWithRule } from "../../state/state";
import { liveShelf } from "../dictionary";
import type { LandRefusal } from "./land";
import { refusal as told } from "../later/refusal";
import { why } from "../later/reasons";

/** Empty if land tables have no words of their own for it. */
export function refusal(language: Language, table: Table, { code, message, rule }: ProblemWithRule): string {
  if (code === "client/not-taken")
    return ["client/not-confirmed", message].map((each) => told(language, table, { code: each, message: "" })).join(" ");
  const say = liveShelf.in(language).land;
  const { sheet } = table.rules;
  const held = table.shared?.held.punto;
  if (rule) return why(language, table, rule);
  if (code === "fair/not-now" && held && sheet.table?.holder_calls && table.shared?.view.called === null)
    return held.speaks ? say.speakFirst : say.natural;
  return say.refused[code as LandRefusal] ?? "";
}
