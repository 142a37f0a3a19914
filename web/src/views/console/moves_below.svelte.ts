// Keeps a tap from what moves when something above it comes or goes.
import { movedByItself } from "./second_tap";

/** `shown` says what lies above, or undefined: it isn't known yet. */
export function movesBelow(shown: () => string | number | boolean | undefined, surface: () => HTMLElement | null | undefined): void {
  let before: string | number | boolean | undefined;
  $effect(() => {
    const [now, below] = [shown(), surface()];
    if (before !== undefined && now !== before && below) movedByItself(below);
    before = now;
  });
}
