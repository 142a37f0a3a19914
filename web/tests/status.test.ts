import { expect, test } from "vitest";
import { figures } from "../src/state/session/figures";
import { play } from "../src/effects/sounds";
import { signed } from "../src/words/numbers";
import { status } from "../src/words/status";
import { LANGUAGES, type Language } from "../src/state/state";
import { SharedTablePage } from "./shared_table_page";
import { seatedPage } from "./simulated_table";

const heard = (page: ReturnType<typeof seatedPage>): string =>
  status("en", page.table).replaceAll("\u00a0", " ");

test("putting chips down announces nothing, unless the player asks", () => {
  const page = seatedPage().bet(500, "punto");
  expect(heard(page)).toBe("");
  page.say({ type: "read-status" });
  expect(heard(page)).toMatch(/^On the cloth FUN 5.00, In play FUN 0.00, Credit FUN 500.00\./);
  const first = heard(page);
  expect(heard(page.say({ type: "read-status" }))).not.toBe(first); // so that it is read again
  expect(heard(page.bet(500, "banco"))).toBe("");
});

test("what a coup has won and the credit are announced with the payment, not before", () => {
  const page = seatedPage().bet(500, "punto").say({ type: "carte" });
  page.tell(page.coup("punto"));
  expect(heard(page)).toBe("");
  expect(page.table.credit).toBe(50_500);
  expect(heard(page.say({ type: "dealt" }))).toBe("Won FUN 5.00, Credit FUN 505.00.");
  page.bet(500, "punto", "banco").say({ type: "carte" });
  page.tell(page.coup("egalite")).say({ type: "dealt" });
  expect(heard(page)).toBe("Lost FUN 10.00, Credit FUN 495.00.");
  page.bet(500, "punto", "banco").say({ type: "carte" });
  expect(heard(page.tell(page.coup("banco")).say({ type: "dealt" }))).toMatch(/^Neither won nor lost,/);
});

test("confirmed bets are announced at a shared table, until they are settled", () => {
  const page = new SharedTablePage().sitDown().until("betting").bet(500, "punto").placed();
  const said = (language: Language) => status(language, page.table).replaceAll(/[\u00a0\u202f]/g, " ");
  expect(said("en")).toBe("");
  page.say({ type: "carte" }).confirmed({ punto: 500 }, { punto: 500 }, 49_500);
  expect(LANGUAGES.map(said)).toEqual(["In gioco: Giocatore 5,00.", "In play: Player 5.00.", "Im Spiel: Spieler 5,00.", "En jeu : Joueur 5,00."]);
  page.until("dealing");
  expect(said("en")).toBe("In play: Player 5.00.");
});

test("money lies on the cloth, is in play, and becomes a result", () => {
  const page = seatedPage();
  const at = () => figures(page.table);
  expect(at()).toEqual({ credit: 50_000, onCloth: 0, inPlay: 0, result: null });
  page.bet(500, "punto");
  expect(at()).toEqual({ credit: 50_000, onCloth: 500, inPlay: 0, result: null });
  page.say({ type: "carte" });
  expect(at()).toEqual({ credit: 49_500, onCloth: 0, inPlay: 500, result: null });
  page.tell(page.coup("punto"));
  expect(at()).toEqual({ credit: 49_500, onCloth: 0, inPlay: 500, result: null });
  page.say({ type: "dealt" });
  expect(at()).toEqual({ credit: 50_500, onCloth: 0, inPlay: 0, result: 500 });
  page.bet(1_000, "banco");
  expect(at()).toEqual({ credit: 50_500, onCloth: 1_000, inPlay: 0, result: 500 });
});

test.each([
  [2_375, "+23.75", "+23,75"],
  [-2_500, "−25.00", "−25,00"],
  [0, "0.00", "0,00"],
  [1_000_000, "+10,000.00", "+10.000,00"],
] as const)("a result of %i cents reads %s, in Italian %s", (cents, english, italian) => {
  expect([signed("en", cents), signed("it", cents)]).toEqual([english, italian]);
});

test("without audio there is no sound and no error", () => {
  expect(() => play("chip")).not.toThrow();
});
