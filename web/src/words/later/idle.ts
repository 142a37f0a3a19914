// Why the last press did nothing, in the croupier's line.
import { tooFew } from "../../state/session/cloth";
import { whyNow } from "../../state/session/idle";
import type { Language, Table } from "../../state/state";
import { AGAIN } from "../status";
import { money } from "../words";
import { laterWords } from "./later_words";
import { refusal } from "./refusal";

export function idle(language: Language, table: Table): string | null {
  const said = whyNow(table);
  if (said?.refilled)
    return laterWords(language)["idle/refilled"].replace(/[{](\w+)[}]/g, (_, what: "amount" | "brought") => money(language, table.currency, said.refilled?.[what] ?? 0));
  return said && `${refusal(language, { ...table, refused: tooFew(table) }, { code: said.why, message: "" })}${said.again ? AGAIN : ""}`;
}
