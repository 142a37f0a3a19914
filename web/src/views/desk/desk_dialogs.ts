// What is done at the desk: these windows say themselves what was refused.
import type { Dialog } from "../../state/state";

export const DESK: ReadonlySet<Dialog> = new Set<Dialog>([
  "log-in",
  "register",
  "sit",
  "top-up",
  "account",
  "settings",
]);
