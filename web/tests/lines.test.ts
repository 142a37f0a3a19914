// Lines of players without a house: what can be sent when.
import { afterEach, expect, test, vi } from "vitest";
import { TableLines } from "../src/views/lines/table_lines.svelte";
import { linesShelf } from "../src/words/lines/lines";

afterEach(() => vi.unstubAllGlobals());

test("a refused line can be mended at once", async () => {
  vi.stubGlobal("fetch", (_: string, { method }: { method: string }) =>
    method === "GET" ? new Promise(() => undefined) : Promise.resolve({ ok: false, status: 409, json: () => Promise.resolve({ code: "", message: "" }) }));
  const lines = new TableLines(() => ({ table: "t", token: "", language: "it" }));
  await linesShelf.load("it");
  void lines.send({ words: "w" });
  await vi.waitFor(() => expect(lines.told).not.toBe(""));
  expect(lines.isBusy).toBe(false);
});

test("nothing else is answered until an answered line is gone", async () => {
  const asked: { method: string; path: string; answer: (body: unknown) => void }[] = [];
  vi.stubGlobal("fetch", (path: string, { method }: { method: string }) =>
    new Promise((resolve) => {
      asked.push({ method, path, answer: (body) => resolve({ ok: true, status: 200, json: () => Promise.resolve(body) }) });
    }));
  const lines = new TableLines(() => ({ table: "t", token: "", language: "it" }));
  const first = lines.send({ ready: "thanks" }, "/1/answer");
  asked[0]?.answer({});
  await vi.waitFor(() => expect(asked).toHaveLength(2)); // it fetches the lines again
  expect(await lines.send({ ready: "thanks" }, "/2/answer")).toBe(false);
  asked[1]?.answer([]);
  expect(await first).toBe(true);
  expect(asked.map(({ method }) => method)).toEqual(["POST", "GET"]);
  expect(lines.isBusy).toBe(false);
});
