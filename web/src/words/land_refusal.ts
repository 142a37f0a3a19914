// What a land table didn't take, in its own words.
import type { Language, Table } from "../state/state";
import type { Problem, Sheet } from "../wire";
import { live } from "./dictionary";
import type { LandRefusal } from "./land";
import { refusal as told } from "./refusal";
import { why } from "./voice";

/** What the sheet's own row says of these points. */
function puntoDraws({ tiraggio }: Sheet, points: number): boolean {
  const [had = [], does = []] = tiraggio.punto.trim().split("\n").map((line) => line.trim().split(/\s+/));
  return does[had.indexOf(String(points))] === tiraggio.draw;
}

/** Empty: nothing that is said at land tables alone. */
export function refusal(language: Language, table: Table, { code, message }: Problem): string {
  if (code === "client/not-taken")
    return ["client/not-confirmed", message].map((each) => told(language, table, { code: each, message: "" })).join(" ");
  const say = live.in(language).land;
  const { sheet } = table.house;
  const held = table.live?.held.punto;
  if (code === "table/against-the-rule" && held) {
    const { points } = held;
    return why(language, table, { side: "punto", points, draws: puntoDraws(sheet, points), third: null });
  }
  if (code === "fair/not-now" && held && sheet.table?.holder_calls && table.live?.view.called === null)
    return held.speaks ? say.speakFirst : say.natural;
  return say.refused[code as LandRefusal] ?? "";
}
