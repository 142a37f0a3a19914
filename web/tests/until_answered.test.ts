// A page that was opened while the house couldn't be reached.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilAnswered } from "../src/views/cash/until_answered";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("asks again until there is an answer", async () => {
  const answers = [false, false, true];
  const ask = vi.fn(() => Promise.resolve(answers.shift() ?? false));
  untilAnswered(ask);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test("stops when the answer is no longer wanted, also while a request is under way", async () => {
  const ask = vi.fn(() => Promise.resolve(false));
  untilAnswered(ask)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  const stop = untilAnswered(ask);
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
});
