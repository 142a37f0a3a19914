// What the books say about connections and sessions, in every language and with the times of the sheet.
import { describe, expect, test } from "vitest";
import { INITIAL, LANGUAGES } from "../src/state/state";
import { sessionRules } from "../src/words/rules/session_rules";
import { rulebook } from "../src/words/rules/rulebook";
import type { TableKind } from "../src/words/rules/land_rules";
import { update } from "../src/state/update";
import { HOUSE, SimulatedPage } from "./simulated_table";

const { sheet } = HOUSE;
const PLAYED: TableKind = { faces: "up", source: "sabot", croupier: "automatic", stakes: "played" };
const READ_IN: TableKind = { ...PLAYED, source: "croupier", croupier: "person" };
const KEYED: TableKind = { ...READ_IN, stakes: "keyed" };
const times = { inactivity_s: 2400, warning_s: 30, disconnected_s: 300, reconnect_ms: [250, 2750] } as const;

describe.each(LANGUAGES)("the rules of a session, in %s", (language) => {
  const say = rulebook(language).session;
  const rules = (...kinds: TableKind[]) => new Map(sessionRules(language, { ...sheet, times }, kinds));

  test("name inactivity, two connections, a lost one, a lost answer, malfunctions and the way out", () => {
    const all = rules();
    expect([...all.values()].every(Boolean)).toBe(true);
    expect(all.get(say.inactivity)).toMatch(/\b40\b.*\b30\b/);
    expect(all.get(say.disconnection)).toMatch(/\b250\b.*\b2750\b.*\b5\b/);
    expect([...all.keys()].slice(1, -1)).toEqual([say.double, say.disconnection, say.answer, say.malfunction]);
    expect([...all.keys()].at(-1)).toContain("Incassa ed esci");
  });

  test("say what becomes of a coup of real cards only where there are some", () => {
    expect(rules(PLAYED).get(say.malfunction)).not.toContain(say.realCards);
    expect(rules(PLAYED, READ_IN).get(say.malfunction)).toContain(say.realCards);
  });

  test("are left out where nobody has a session", () => {
    expect(rules(KEYED).size).toBe(0);
    expect(rules(KEYED, READ_IN).size).toBe(6);
  });
});

test("the texts of a house are fetched with its rules, and missing ones do no harm", () => {
  const page = new SimulatedPage();
  page.say({ type: "read-texts", house: "st-moritz" });
  expect(page.lastAsked).toEqual({ what: "texts", house: "st-moritz" });
  const ask = { what: "texts", house: "st-moritz" } as const;
  const moment = { now: 0, key: "", seed: "" };
  const body = { notices: [{ it: "i", en: "e", de: "d", fr: "f" }] };
  const [known] = update(INITIAL, { type: "answered", what: "texts", ask, body }, moment);
  expect(known.texts["st-moritz"]).toBe(body);
  expect(update(known, { type: "unreachable", ask }, moment)[0]).toBe(known);
});
