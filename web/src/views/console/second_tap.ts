// Keeps a second tap from what has just come to lie under the finger.
import { GUARD_MS } from "./steady.svelte";

const NEAR_PX = 24; // a finger doesn't hit the same point twice

let shiftedAt = 0; // 0: not since the last tap
let last = { x: -NEAR_PX, y: -NEAR_PX };
let isSecond = false;

/** A dialog has opened, closed or grown, or a button has gone: something else lies under the finger. */
export function shifted(): void {
  shiftedAt = Date.now();
}

/** For every press: whether it hits the place of the one before, and was meant for what lay there. */
export function noticeTap({ clientX: x, clientY: y }: PointerEvent): void {
  isSecond = Math.hypot(x - last.x, y - last.y) < NEAR_PX && Date.now() - shiftedAt < GUARD_MS;
  if (isSecond) return; // a third tap is stopped as well
  last = { x, y };
  shiftedAt = 0;
}

/** For every click, before anything else hears of it. */
export function stopSecondTap(event: MouseEvent): void {
  if (!isSecond || !event.detail) return; // a key has no detail
  event.preventDefault();
  event.stopPropagation();
}
