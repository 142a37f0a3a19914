// Moves the focus from spot to spot with the arrow keys.
import type { Direction } from "../../keyboard";

export interface ScreenPoint {
  readonly x: number; // of the middle
  readonly y: number;
}

const ASIDE = 2; // distance to the side counts this many times

/** The nearest spot in that direction; null at the edge. */
export function neighbour<P extends ScreenPoint>(
  from: ScreenPoint,
  others: readonly P[],
  towards: Direction,
): P | null {
  const across = towards === "left" || towards === "right";
  const sign = towards === "left" || towards === "up" ? -1 : 1;
  const ahead = (to: ScreenPoint): number => sign * (across ? to.x - from.x : to.y - from.y);
  const aside = (to: ScreenPoint): number => Math.abs(across ? to.y - from.y : to.x - from.x);
  const far = (to: ScreenPoint): number => ahead(to) + ASIDE * aside(to);
  // Within 45° of the direction, so that left never means mostly down.
  return others
    .filter((to) => ahead(to) > 1 && aside(to) <= ahead(to) * (across ? 1 : Infinity))
    .reduce<P | null>((best, to) => (best === null || far(to) < far(best) ? to : best), null);
}

const middle = (element: HTMLElement): ScreenPoint & { readonly element: HTMLElement } => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, element };
};

/** Moves the focus to the next spot in that direction, or to the cloth if it was elsewhere. */
export function walk(towards: Direction): boolean {
  const spots = [...document.querySelectorAll<HTMLElement>("button[data-bet]")];
  const now = document.activeElement;
  if (now === null || now === document.body || now.matches("h1")) {
    spots[0]?.focus();
    return spots.length > 0;
  }
  const here = spots.find((spot) => spot === now);
  if (!here) return false;
  const others = spots.filter((spot) => spot !== here).map(middle);
  neighbour(middle(here), others, towards)?.element.focus();
  return true;
}
