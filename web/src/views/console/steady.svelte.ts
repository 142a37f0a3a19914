// Guards buttons against a second tap that was meant for what they did before.

export const GUARD_MS = 600; // longer than the pause of a double tap, shorter than a look at the cloth

/** Whether buttons have had their present meaning long enough to be tapped. */
export function steady(meaning: () => string): { readonly ready: boolean } {
  const current = $derived(meaning()); // most changes of the state change no meaning
  let settled = $state.raw<string | null>(null);
  $effect(() => {
    const now = current;
    settled = null;
    const timer = setTimeout(() => (settled = now), GUARD_MS);
    return () => clearTimeout(timer);
  });
  return {
    get ready() {
      return settled === current;
    },
  };
}
