// The rules of a land table: in every language, each sentence appears where it is true and nowhere else.
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language, type Rules } from "../src/state/state";
import type { SheetTable, Sheet } from "../src/wire";
import { absent, landTableRules, cardsInHand, type TableKind, kindsOf, mayHold } from "../src/words/rules/land_rules";
import { dictionary } from "../src/words/dictionary";
import { hints } from "../src/words/rules/hints";
import { rulebook } from "../src/words/rules/rulebook";
import { inWords } from "../src/words/words";
import { seatedPage } from "./simulated_table";

const plain = seatedPage().table.rules.sheet; // the sheet of a private table
const HELD: TableKind = { faces: "down", source: "sabot", croupier: "automatic", stakes: "played" };
const UP: TableKind = { ...HELD, faces: "up" };
const BY_HAND: TableKind = { ...HELD, croupier: "person" };
const READ_IN: TableKind = { ...BY_HAND, faces: "up", source: "croupier" };
const KEYED: TableKind = { ...READ_IN, faces: "down", stakes: "keyed" };

function sheetWith(table: SheetTable, { left = false, squeeze = 20 } = {}): Sheet {
  const { times, betting, bets } = plain;
  return {
    ...{ ...plain, table, times: { ...times, squeeze_s: squeeze } },
    betting: { ...betting, egalite_stakes: left ? "left" : "returned" },
    bets: { ...bets, punto: { label: "Punta", odds: "1:1", min: 1000, max: 5000 } },
  };
}

// As in their books.
const CAMPIONE = sheetWith({ boxes: [7], players_per_box: 3, holders: ["punto"], holder_calls: true });
const MORITZ = sheetWith(
  { boxes: [7, 9], players_per_box: 3, standing: true, holders: ["punto", "banco"], tips: true },
  { left: true, squeeze: 12 },
);

const rules = (language: Language, sheet: Sheet, ...kinds: TableKind[]): string =>
  landTableRules(language, sheet, kinds).join(" ");
const inHand = (language: Language, sheet: Sheet, ...kinds: TableKind[]): string =>
  cardsInHand(language, sheet, kinds).join(" ");

describe.each(LANGUAGES)("the rules of a land table, in %s", (language) => {
  const say = rulebook(language).land;
  const [punto, banco] = [inWords(language, "Punta"), inWords(language, "Banco")] as const;

  test("are empty for a private table", () => {
    expect(landTableRules(language, plain, [])).toEqual([]);
    expect(landTableRules(language, MORITZ, [])).toEqual([]);
    expect(cardsInHand(language, MORITZ, [])).toEqual([]);
    expect(landTableRules(language, plain, [UP])).toEqual([]);
  });

  test("name the boxes, the players at each, and whether players may stand", () => {
    expect(rules(language, CAMPIONE, HELD)).toMatch(/\b7\b.*\b3\b/);
    expect(rules(language, CAMPIONE, HELD)).toContain(say.seated);
    expect(rules(language, CAMPIONE, HELD)).not.toContain(say.standing);
    expect(rules(language, MORITZ, UP)).toMatch(/\b7\b.*\b9\b.*\b3\b/);
    expect(rules(language, MORITZ, UP)).toContain(say.standing);
    expect(rules(language, MORITZ, UP)).not.toContain(say.seated);
    expect(rules(language, sheetWith({ boxes: [9] }), UP)).not.toMatch(/3|undefined/);
    expect(say.perBox(1)).not.toMatch(/1/);
  });

  test("name the sides whose cards may be held", () => {
    const [punta, both] = [inHand(language, CAMPIONE, HELD), inHand(language, MORITZ, HELD)];
    expect(punta).toContain(say.holder(punto));
    expect(both).toMatch(new RegExp(`${punto} \\S+ ${banco}`));
    expect(both).toContain(say.shownFirst(punto));
    expect(punta).not.toContain(say.shownFirst(punto));
    for (const said of [punta, both]) {
      expect(said).toContain(say.hidden);
      expect(said).toContain(say.handedBack);
    }
    expect(punta).toMatch(/\b20\b/);
    expect(both).toMatch(/\b12\b/);
  });

  test("say who calls Carta or Resto", () => {
    const { draw, stand } = hints(language);
    const said = say.calls(punto, banco, draw, stand);
    expect(said).toMatch(new RegExp(`${punto}.*${draw}.*${stand}.*${banco}`));
    expect(inHand(language, CAMPIONE, HELD)).toContain(said);
    expect(inHand(language, MORITZ, HELD)).not.toMatch(new RegExp(`[«“„]\\s*${draw}\\s*[»”“]`)); // nobody calls
    const bothSpoken = sheetWith({ holders: ["punto", "banco"], holder_calls: true });
    expect(inHand(language, bothSpoken, HELD)).not.toContain(say.shownFirst(punto)); // Banco's are
  });

  test("name no holder for cards that are face up or read in, or if the sheet has none", () => {
    for (const kind of [UP, READ_IN, KEYED]) {
      expect(mayHold(MORITZ, [kind])).toBe(false);
      expect(cardsInHand(language, MORITZ, [kind])).toEqual([]);
    }
    expect(mayHold(sheetWith({ boxes: [7] }), [HELD])).toBe(false);
    for (const kind of [HELD, BY_HAND]) expect(mayHold(MORITZ, [kind])).toBe(true);
  });

  test("don't call a hand nobody's if it may be held", () => {
    const NOBODYS = { it: "Nessuna è tua", en: "Neither is yours", de: "Keine gehört Ihnen", fr: "Aucune n'est" };
    const { goal, goalInHand } = rulebook(language).played;
    expect(goal("Punta", "Banco")).toContain(NOBODYS[language]);
    expect(goalInHand("Punta", "Banco")).toMatch(/Punta.*Banco/);
    expect(goalInHand("Punta", "Banco")).not.toContain(NOBODYS[language]);
  });

  test("say that stakes left by Égalité come back to an absent player, and that real chips stay", () => {
    expect(absent(language, MORITZ, [UP])).toBe(say.absent);
    expect(absent(language, CAMPIONE, [HELD])).toBe("");
    expect(absent(language, MORITZ, [KEYED])).toBe("");
  });

  test("mention tips where the sheet has them and wins are paid here", () => {
    expect(rules(language, MORITZ, UP)).toContain(say.tips);
    expect(rules(language, CAMPIONE, HELD)).not.toContain(say.tips);
    expect(rules(language, MORITZ, KEYED)).not.toContain(say.tips);
  });

  test("say that a person deals, and that a real sabot has no proof", () => {
    expect(rules(language, MORITZ, HELD)).not.toContain(say.croupier);
    expect(rules(language, MORITZ, BY_HAND)).toContain(say.croupier);
    expect(rules(language, MORITZ, BY_HAND)).not.toContain(say.realCards);
    for (const kind of [READ_IN, KEYED]) {
      expect(rules(language, MORITZ, kind)).toContain(say.croupier);
      expect(rules(language, MORITZ, kind)).toContain(say.realCards);
    }
  });

  test("say in the lobby which tables of a house are meant, if they differ", () => {
    const marks = dictionary(language).tables.kinds;
    const [first] = cardsInHand(language, MORITZ, [UP, HELD]);
    expect(first).toBe(say.only(marks.down ?? ""));
    expect(first).toContain(marks.down);
    expect(cardsInHand(language, MORITZ, [HELD, BY_HAND])[0]).not.toBe(first);
    expect(rules(language, MORITZ, UP, READ_IN)).toContain(`${say.realCards} ${say.only(marks.croupier ?? "")}`);
    expect(rules(language, MORITZ, READ_IN, KEYED)).not.toContain(say.only(marks.croupier ?? ""));
    expect(rules(language, MORITZ, UP, READ_IN)).not.toContain(say.croupier);
  });

  test("take about a hundred and thirty words", () => {
    for (const sheet of [CAMPIONE, MORITZ]) {
      const told = `${rules(language, sheet, HELD)} ${inHand(language, sheet, HELD)}`;
      expect(told.split(" ").length).toBeLessThan(130);
    }
  });
});

test("the rules are those of the player's table, or in the lobby those of all tables of the house", () => {
  const { state } = seatedPage();
  const tables = [
    { ...HELD, house: "moritz" },
    { ...READ_IN, house: "moritz" },
    { ...UP, house: "mini" },
  ] as unknown as typeof state.lobby.tables;
  const lobby = { ...state.lobby, tables };
  const rules: Rules = { ...seatedPage().table.rules, name: "moritz" };
  expect(kindsOf({ ...state, lobby }, rules)).toMatchObject([HELD, READ_IN]);
  expect(kindsOf({ ...state, lobby }, { ...rules, name: "alone" })).toEqual([]);
  expect(kindsOf({ ...state, lobby: { ...lobby, tables: null } }, rules)).toEqual([]);
  const shared = { summary: UP } as Rules["shared"] & object;
  expect(kindsOf({ ...state, lobby }, { ...rules, shared })).toEqual([UP]);
});
