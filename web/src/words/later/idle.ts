// Why the last press did nothing, in the croupier's line.
import { tooFew } from "../../state/session/cloth";
import { whyNow } from "../../state/session/idle";
import type { Language, Table } from "../../state/state";
import { AGAIN } from "../status";
import { refusal } from "./refusal";

export function idle(language: Language, table: Table): string | null {
  const said = whyNow(table);
  return said && `${refusal(language, { ...table, refused: tooFew(table) }, { code: said.why, message: "" })}${said.again ? AGAIN : ""}`;
}
