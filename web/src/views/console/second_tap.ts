// Keeps a tap from what has just come to lie under the finger.
import { GUARD_MS } from "./steady.svelte";

const NEAR_PX = 24; // a finger doesn't hit the same point twice

let shiftedAt = 0; // 0: not since the last tap
let moved: readonly { readonly surface: Pick<Node, "contains">; readonly at: number }[] = []; // in this moment
let last = { x: -NEAR_PX, y: -NEAR_PX };
let isStopped = false;

/** After a tap a dialog has opened, closed or grown, or a button has gone: a second tap would hit something else. */
export function shifted(): void {
  shiftedAt = Date.now();
}

/** Without a tap something on this surface has come or gone: a tap there was meant for what lay there before. */
export function movedByItself(surface: Pick<Node, "contains">): void {
  moved = [...moved.filter(isFresh), { surface, at: Date.now() }];
}

const isFresh = ({ at }: { readonly at: number }): boolean => Date.now() - at < GUARD_MS;

/** For every press: whether it was meant for what lay there before. */
export function noticeTap({ clientX: x, clientY: y, target }: Pick<PointerEvent, "clientX" | "clientY" | "target">): void {
  const isSecond = Math.hypot(x - last.x, y - last.y) < NEAR_PX && Date.now() - shiftedAt < GUARD_MS;
  const isOnMoved = moved.some((each) => isFresh(each) && each.surface.contains(target as Node | null));
  isStopped = isSecond || isOnMoved;
  if (isStopped) return; // a third tap is stopped as well
  last = { x, y };
  shiftedAt = 0;
}

/** For every click, before anything else hears of it. */
export function stopSecondTap(event: Pick<MouseEvent, "detail" | "preventDefault" | "stopPropagation">): void {
  if (!isStopped || !event.detail) return; // a key has no detail
  event.preventDefault();
  event.stopPropagation();
}
