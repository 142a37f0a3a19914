// The words of a language are there before it is spoken.
import { beforeEach, describe, expect, test, vi } from "vitest";

describe("a language", () => {
  let fresh: typeof import("../src/words/dictionary");

  beforeEach(async () => {
    // Nothing is loaded yet, as in a page that has just been opened.
    vi.resetModules();
    fresh = await import("../src/words/dictionary");
  });

  test("comes with the words that are in use", async () => {
    await fresh.load("it");
    await fresh.laterShelf.load("it");
    await fresh.load("de");
    expect(fresh.laterShelf.in("de").stay).toBe("Ich bleibe");
  });

  test("comes with words that come into use while it is on its way", async () => {
    await fresh.load("it");
    const italian = fresh.laterShelf.load("it");
    const german = fresh.load("de");
    await Promise.all([italian, german]);
    expect(fresh.laterShelf.in("de").stay).toBe("Ich bleibe");
  });

  test("comes without words that nobody uses", async () => {
    await fresh.load("de");
    expect(() => fresh.deskShelf.in("de")).toThrow("before it is loaded");
  });
});
