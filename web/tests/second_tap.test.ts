// Taps at a console that were meant for what lay there before.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GUARD_MS } from "../src/views/console/steady.svelte";
import { movedByItself, noticeTap, shifted, stopSecondTap } from "../src/views/console/second_tap";

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(GUARD_MS);
  tap(0, 0);
});
afterEach(() => vi.useRealTimers());

const dialog = {} as Node;
const surface = { contains: (each: Node | null) => each === dialog };

/** Whether the tap does something. */
function tap(x: number, y: number, target: Node | null = null): boolean {
  const click = { detail: 1, preventDefault: vi.fn(), stopPropagation: vi.fn() };
  noticeTap({ clientX: x, clientY: y, target });
  stopSecondTap(click);
  return !click.preventDefault.mock.calls.length;
}

test("a second tap on the same place does nothing after what it opened, another one does", () => {
  tap(100, 100);
  shifted();
  expect(tap(105, 95)).toBe(false);
  expect(tap(200, 100)).toBe(true);
  tap(100, 100);
  shifted();
  vi.advanceTimersByTime(GUARD_MS);
  expect(tap(100, 100)).toBe(true);
});

test("no tap does anything for a moment on what has come by itself", () => {
  tap(100, 100);
  movedByItself(surface);
  expect(tap(300, 300, dialog)).toBe(false);
  expect(tap(300, 300)).toBe(true); // beside it nothing has moved
  movedByItself({ contains: () => false }); // something else moves as well
  expect(tap(300, 300, dialog)).toBe(false);
  vi.advanceTimersByTime(GUARD_MS);
  expect(tap(300, 300, dialog)).toBe(true);
});
