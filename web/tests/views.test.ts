import { describe, expect, test, vi } from "vitest";
import { hands } from "../src/art/hands";
import { LANGUAGES } from "../src/state/state";
import type { Bet, Side } from "../src/wire";
import { oddsText, percent } from "../src/words/numbers";
import { rulebook } from "../src/words/rules/rulebook";
import { inWords, meaning, money, words } from "../src/words/words";
import { seatedPage } from "./simulated_table";

const coup = seatedPage().bet(100, "punto").say({ type: "carte" }).coup("punto");

const decision = (side: Side, draws: boolean) => ({ side, points: 0, draws, third: null });

describe("two hands", () => {
  test.each<[string, Side[] | null, string, string]>([
    ["7dKs2c9h", null, "7d 2c", "Ks 9h"], // a natural
    ["7dKs9c7h", [], "7d 9c", "Ks 7h"],
    ["7dKs9c2h3s", ["banco"], "7d 9c", "Ks 2h 3s"],
    ["2dKs2c7h9s", ["punto"], "2d 2c 9s", "Ks 7h"],
    ["Kc7h4h6c9h3h", ["punto", "banco"], "Kc 4h 9h", "7h 6c 3h"],
  ])("%s, drawn by %j", (cards, drew, punto, banco) => {
    const sides: Side[] = drew ? ["punto", "banco"] : [];
    const decisions = sides.map((side) => decision(side, drew?.includes(side) ?? false));
    const laid = hands({ ...coup, cards, decisions });
    expect([laid.punto.join(" "), laid.banco.join(" ")]).toEqual([punto, banco]);
  });
});

const SHEETS: Record<string, string> = import.meta.glob("../../src/puntobanco/houses/*.toml", {
  ...{ query: "?raw", import: "default", eager: true },
});
const LABEL = /^(?:label|confirm|clear|leave) = "([^"]+)"/gm;

describe("words", () => {
  test("a format is made once", () => {
    money("fr", "CHF", 1);
    const made = vi.spyOn(Intl, "NumberFormat");
    expect(money("fr", "CHF", 250)).toContain("2,50");
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  test("every language has all texts", () => {
    for (const language of LANGUAGES) expect(Object.values(words(language))).not.toContain("");
  });

  test("every label that a sheet prints is said in each language's own words, and in Italian as printed", () => {
    const printed = Object.values(SHEETS).flatMap((sheet) =>
      [...sheet.matchAll(LABEL)].map(([, label = ""]) => label),
    );
    expect(printed).toContain("L'una o l'altra coppia");
    for (const label of printed) {
      expect(inWords("it", label)).toBe(label);
      for (const language of ["en", "de", "fr"] as const)
        if (language !== "fr" || !/^[eé]galité$/i.test(label)) // a French word
          expect(meaning(language, label), `${label} in ${language}`).toBeTruthy();
    }
    expect(inWords("en", "Punto Pair")).toBe("Player pair");
    expect(inWords("en", "Punto pair")).toBe("Player pair");
  });

  test("a label that nobody knows stands as printed", () => {
    expect(inWords("en", "a house of tomorrow's")).toBe("a house of tomorrow's");
    expect(meaning("en", "a house of tomorrow's")).toBeUndefined();
  });

  test.each([
    ["1:1", "1:1", "1:1"],
    ["8:1", "8:1", "8:1"],
    ["19:20", "0.95:1", "0,95:1"],
    ["54:100", "0.54:1", "0,54:1"],
    ["150:100", "1.5:1", "1,5:1"],
    ["973:999", "973:999", "973:999"], // no decimals say it exactly
  ])("odds of %s read as people say them", (odds, english, other) => {
    expect(oddsText("en", odds)).toBe(english);
    for (const language of ["it", "de", "fr"] as const) expect(oddsText(language, odds)).toBe(other);
  });

  test("a return is one figure, or two where rounding lowers it for some stakes", () => {
    expect(percent("en", "98.9883", "98.9883")).toBe("98.99%");
    expect(percent("en", "98.9883", "98.5286")).toBe("98.53–\u206098.99%");
    expect(percent("de", "98.9883", "98.5286")).toBe("98,53–\u206098,99\u00a0%");
  });

  test("every bet of every sheet says when it wins", () => {
    const bets = Object.values(SHEETS).flatMap((sheet) =>
      [...sheet.matchAll(/^\[bets\.(\w+)\]/gm)].map(([, bet]) => bet as Bet),
    );
    expect(new Set(bets).size).toBe(9);
    for (const language of LANGUAGES) {
      const { wins } = rulebook(language);
      const lines = [...new Set(bets)].map((bet) => wins[bet]("Punta", "Banco"));
      expect(new Set(lines).size, language).toBe(9);
      for (const bet of ["punto", "punto_pair"] as const)
        expect(wins[bet]("Punta", "Banco")).toMatch(/^(?!.*Banco).*Punta/);
      for (const bet of ["banco", "banco_pair"] as const)
        expect(wins[bet]("Punta", "Banco")).toMatch(/^(?!.*Punta).*Banco/);
    }
  });

  test("the game is explained in about ninety words", () => {
    for (const language of LANGUAGES) {
      const { played, decks, shuffle } = rulebook(language);
      const told = [
        played.goal("Giocatore", "Banco"),
        played.counting,
        played.natural,
        played.thirdCard("Giocatore", "0–5", "Banco"),
        played.egaliteStakes.returned("Giocatore", "Banco"),
        decks(1),
        shuffle["every-coup"],
      ];
      expect(told.join(" ").split(" ").length, language).toBeLessThan(100);
    }
  });

  test("money is in the format of the language", () => {
    expect(money("en", "EUR", 123_450)).toBe("€1,234.50");
    expect(money("de", "EUR", 123_450).replace(/\s/, " ")).toBe("1.234,50 €");
  });
});
