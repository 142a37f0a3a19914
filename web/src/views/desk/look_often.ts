// Asks the house every few seconds what the person has, while somebody waits for it to change.
import type { Dispatch } from "../../page.svelte";

const LOOK_MS = 3000;

/** Returns the function that ends it. */
export function lookOften(dispatch: Dispatch, token: string): () => void {
  const ask = { what: "accounts", token } as const;
  const look = (): void => {
    if (!document.hidden) dispatch({ type: "ask-again", ask });
  };
  look();
  const looking = setInterval(look, LOOK_MS);
  return () => clearInterval(looking);
}
