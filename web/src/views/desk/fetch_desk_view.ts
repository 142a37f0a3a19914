// Fetches views of the desk that other views show, together with the words of the desk.
import type { Language } from "../../state/state";
import { deskShelf } from "../../words/dictionary";
import type CashDeskView from "./CashDesk.svelte";
import type RefillView from "./Refill.svelte";

async function fetched<View>(language: Language, file: Promise<{ readonly default: View }>): Promise<View> {
  await deskShelf.load(language);
  return (await file).default;
}

export const fetchRefill = (language: Language): Promise<typeof RefillView> =>
  fetched(language, import("./Refill.svelte"));

export const fetchCashDesk = (language: Language): Promise<typeof CashDeskView> =>
  fetched(language, import("./CashDesk.svelte"));
