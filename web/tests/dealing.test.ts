import { describe, expect, test } from "vitest";
import { isTold } from "../src/state/private/dealing";
import { enough, tooFew } from "../src/state/session/cloth";
import { stack } from "../src/views/table/chips";
import { refusal } from "../src/words/later/refusal";
import { reasons, why } from "../src/words/later/reasons";
import { voice } from "../src/words/voice";
import { seatedPage, HOUSE } from "./simulated_table";

const dealing = () => {
  const page = seatedPage().bet(500, "punto").placed().say({ type: "carte" });
  return page.tell(page.coup("punto"));
};

describe("cards and their faces", () => {
  test("a card is turned only after it has left the sabot, and before the next one does", () => {
    const page = dealing();
    const seen: string[] = [];
    while (page.table.phase === "dealing") {
      const now = `${page.table.shown}/${page.table.turned}`;
      if (seen.at(-1) !== now) seen.push(now);
      page.pass(20);
    }
    expect(seen.join(" ")).toBe("0/0 1/0 1/1 2/1 2/2 3/2 3/3 4/3 4/4 5/4 5/5");
  });

  test("cards are at least 700 ms apart, with longer pauses before a third card and before the payment", () => {
    const page = dealing();
    const turns: number[] = [];
    const start = page.now;
    let turned = 0;
    while (page.table.phase === "dealing") {
      page.pass(10);
      if (page.table.turned > turned) turns.push(page.now - start);
      turned = page.table.turned;
    }
    const paid = page.now - start;
    const gaps = turns.slice(1).map((at, index) => at - (turns[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(700);
    expect(gaps[3]).toBeGreaterThan(gaps[2] ?? 0);
    expect(paid - (turns.at(-1) ?? 0)).toBeGreaterThan(1000);
  });

  test("a decision is announced only when the cards it follows from are face up", () => {
    const page = dealing();
    while (page.table.turned < 4) {
      expect(voice("en", page.table)).toBe("No more bets.");
      page.pass(10);
    }
    expect(voice("en", page.table)).toBe("Banker 2, Player stood: draws.");
    while (page.table.turned < 5) page.pass(10);
    expect(isTold(page.table)).toBe(true);
    expect(voice("en", page.table)).toBe("Player 6, Banker 5: Player wins.");
  });

  test("with reduced motion nothing waits", () => {
    const page = seatedPage();
    page.state = { ...page.state, still: true };
    page.bet(500, "punto").say({ type: "carte" });
    expect(page.tell(page.coup("punto")).table).toMatchObject({ phase: "paid", turned: 5 });
  });

  test("the reason states the rule", () => {
    const decision = { side: "banco", points: 5, draws: true, third: 4 } as const;
    expect(why("it", dealing().table, decision)).toBe(
      "Banco 5, terza carta di Punto 4: la regola dice carta.",
    );
  });

  test.each([
    ["en", "Player has 2 and must draw.", "Banker has 5, Player's third card 4: Banker must draw.", "Banker has 6, Player stood: Banker must stand."],
    ["de", "Spieler hat 2 und muss ziehen.", "Bank hat 5, dritte Spieler-Karte 4: Bank muss ziehen.", "Bank hat 6, Spieler ohne dritte Karte: Bank muss stehen bleiben."],
    ["fr", "Joueur a 2 et doit tirer.", "Banque a 5, troisième carte Joueur 4\u202f: Banque doit tirer.", "Banque a 6, Joueur reste\u202f: Banque doit rester."],
    ["it", "Punto 2: la regola dice carta.", "Banco 5, terza carta di Punto 4: la regola dice carta.", "Banco 6, Punto sta: la regola dice sta."],
  ] as const)("the reasons are sentences of the language: %s", (language, ...sentences) => {
    const { table } = dealing();
    const punto = { side: "punto", points: 2, draws: true, third: null } as const;
    const banco = { side: "banco", points: 5, draws: true, third: 4 } as const;
    const stood = { side: "banco", points: 6, draws: false, third: null } as const;
    expect([punto, banco, stood].map((each) => why(language, table, each))).toEqual(sentences);
  });

  test("the reason of a natural is that nobody draws", () => {
    const natural = { punto: 9, banco: 3, decisions: [] };
    expect(reasons("it", dealing().table, natural)).toEqual([
      "Punto 9, Banco 3: 8 o 9 con due carte è un naturale, e nessuno tira.",
    ]);
  });

  test.each([
    ["calm", 1_024],
    ["normal", 640],
    ["fast", 320],
    ["instant", 0],
  ] as const)("%s dealing turns a card %i ms after it has left the sabot", (speed, ms) => {
    const page = seatedPage().say({ type: "set", settings: { speed } }).bet(500, "punto").say({ type: "carte" });
    page.tell(page.coup("punto")).pass(0);
    if (ms) expect(page.pass(ms - 1).table).toMatchObject({ shown: 1, turned: 0 });
    expect(page.pass(1).table.turned).toBe(ms ? 1 : 5);
  });
});

describe("chips and limits", () => {
  const { sheet } = HOUSE;

  test("the first chip in hand reaches the minimum of every spot", () => {
    const rule = { label: "Punto", odds: "1:1", min: 50, max: 50_000 };
    const money = { ...sheet.money, chips: [10, 50, 100] };
    expect(enough({ ...sheet, money, bets: { punto: rule } })).toBe(50);
    expect(enough(sheet)).toBe(100);
    const { table } = seatedPage();
    const rules = { ...table.rules, sheet: { ...sheet, bets: { ...sheet.bets, punto: rule } } };
    const cloth = { ...table.cloth, steps: [{ punto: 40, banco: 100 }] };
    expect(tooFew({ ...table, rules, cloth })).toEqual(["punto"]);
  });

  test("a rest smaller than any chip is shown as a coin", () => {
    expect(stack(195, [100, 500])).toEqual({ chips: [100], rest: 95 });
    expect(stack(95, [100, 500])).toEqual({ chips: [], rest: 95 });
  });

  test("a refusal names the spot and its limit", () => {
    const page = dealing().say({ type: "dealt" }).bet(10_000, "egalite");
    page.placed().bet(10_000, "egalite");
    const above = { code: "bet/above-maximum", message: "too much" };
    page.tell({ type: "refused", request: "place", key: "", ...above });
    expect(page.table.refused).toEqual(["egalite"]);
    expect(refusal("it", page.table, above).replace(/\s/g, " ")).toBe("Pari: al massimo 100,00 FUN.");
    expect(page.bet(100, "punto").table.refused).toEqual([]);
  });
});
