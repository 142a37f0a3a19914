import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LONG_MS, presses } from "../src/views/table/press";

const done: string[] = [];
let isBare = false;
const hand = { add: () => done.push("add"), take: () => done.push("take"), isBare: () => isBare };
const finger = { pointerType: "touch", clientX: 50, clientY: 50 };
const mouse = { ...finger, pointerType: "mouse" };
const click = { detail: 1, shiftKey: false };
const menu = { preventDefault: vi.fn() };

beforeEach(() => {
  done.length = 0;
  isBare = false;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("a tap adds a chip", () => {
  const spot = presses(hand);
  spot.onpointerdown(finger);
  vi.advanceTimersByTime(LONG_MS - 1);
  spot.onpointerup();
  spot.onclick(click);
  vi.runAllTimers();
  expect(done).toEqual(["add"]);
});

test("a long press takes one off, and lifting the finger adds none", () => {
  const spot = presses(hand);
  spot.onpointerdown(finger);
  vi.advanceTimersByTime(LONG_MS);
  spot.oncontextmenu(menu); // the browser's own menu, a little later
  spot.onpointerup();
  spot.onclick(click);
  expect(done).toEqual(["take"]);
  expect(menu.preventDefault).toHaveBeenCalled();
});

// "Posizionare il dito sulla puntata desiderata e poi alzare il dito"
test.each([[], [click]])("a finger held on a spot without chips adds one when it is lifted", (...clicks) => {
  isBare = true;
  const spot = presses(hand);
  spot.onpointerdown(finger);
  vi.advanceTimersByTime(LONG_MS);
  spot.oncontextmenu(menu);
  vi.advanceTimersByTime(LONG_MS);
  expect(done).toEqual([]);
  spot.onpointerup();
  for (const each of clicks) spot.onclick(each); // not every browser sends one after a long press
  spot.onpointerdown(finger);
  spot.onpointerup();
  spot.onclick(click);
  expect(done).toEqual(["add", "add"]);
});

test("a finger that slides away from a spot without chips adds none", () => {
  isBare = true;
  const spot = presses(hand);
  spot.onpointerdown(finger);
  vi.advanceTimersByTime(LONG_MS);
  spot.onpointermove({ ...finger, clientY: 70 });
  spot.onpointerup();
  expect(done).toEqual([]);
});

test("a browser whose long press comes first also takes off one chip", () => {
  const spot = presses(hand);
  spot.onpointerdown(finger);
  vi.advanceTimersByTime(LONG_MS - 100);
  spot.oncontextmenu(menu);
  vi.advanceTimersByTime(LONG_MS);
  spot.onpointercancel();
  expect(done).toEqual(["take"]);
});

test("a finger that slides or scrolls does nothing", () => {
  const spot = presses(hand);
  spot.onpointerdown(finger);
  spot.onpointermove({ ...finger, clientY: 53 }); // a finger is never quite still
  spot.onpointermove({ ...finger, clientY: 70 });
  vi.advanceTimersByTime(2 * LONG_MS);
  spot.onpointerdown(finger);
  spot.onpointercancel();
  vi.advanceTimersByTime(2 * LONG_MS);
  expect(done).toEqual([]);
});

test("after a long press without a click, Enter still adds a chip", () => {
  const spot = presses(hand);
  spot.onpointerdown(finger);
  vi.advanceTimersByTime(LONG_MS);
  spot.onpointercancel();
  spot.onclick({ detail: 0, shiftKey: false });
  expect(done).toEqual(["take", "add"]);
});

test("the mouse adds; with the right button or Shift it takes off; it may be held down", () => {
  const spot = presses(hand);
  spot.onpointerdown(mouse);
  vi.advanceTimersByTime(2 * LONG_MS);
  spot.onpointerup();
  spot.onclick(click);
  spot.oncontextmenu(menu);
  spot.onclick({ ...click, shiftKey: true });
  expect(done).toEqual(["add", "take", "take"]);
});
