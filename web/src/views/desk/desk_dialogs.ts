// The dialogs of the desk. They show refusals themselves.
import type { Dialog } from "../../state/state";

export const DESK: ReadonlySet<Dialog> = new Set<Dialog>([
  "log-in",
  "register",
  "sit",
  "top-up",
  "account",
  "settings",
  "logins",
]);
