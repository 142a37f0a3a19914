import { describe, expect, test } from "vitest";
import type { Message } from "../src/state/message";
import { LANGUAGES, type ProblemWithRule } from "../src/state/state";
import { idle } from "../src/words/later/idle";
import { refusal } from "../src/words/later/refusal";
import { SharedTablePage } from "./shared_table_page";
import { seatedPage, type SimulatedPage } from "./simulated_table";

const why = (page: SimulatedPage, type: Message["type"]) => page.say({ type } as Message).table.idle?.why ?? null;
const paid = (): SimulatedPage => {
  const page = seatedPage().bet(100, "punto").placed().say({ type: "carte" });
  return page.tell(page.coup("banco")).say({ type: "dealt" });
};

describe("a key or a button that does nothing says why", () => {
  test.each<[Message["type"], string]>([
    ["carte", "idle/empty"],
    ["clear", "idle/empty"],
    ["double", "idle/empty"],
    ["back", "idle/start"],
    ["repeat", "idle/first"],
    ["again", "idle/first"],
    ["no-chip", "idle/chip"],
  ])("%s at an empty table", (type, reason) => {
    expect(why(seatedPage(), type)).toBe(reason);
  });

  test.each<[Message["type"]]>([["carte"], ["clear"], ["double"], ["back"]])("%s with chips on the cloth does something", (type) => {
    expect(why(seatedPage().bet(100, "punto"), type)).toBeNull();
  });

  test("a repetition after a coup does something", () => {
    expect(why(paid(), "repeat")).toBeNull();
  });

  test("chips below a minimum are not dealt on", () => {
    const page = seatedPage();
    const sent = page.say({ type: "hold-chip", chip: 50 }).say({ type: "add", bet: "punto" }).sent.length;
    expect(why(page, "carte")).toBe("bet/below-minimum");
    expect(page.sent).toHaveLength(sent);
    for (const language of LANGUAGES) expect(idle(language, page.table)).toMatch(/(Punto|Player|Spieler|Joueur).*\b1[.,]00/);
  });

  test("a stake that is no multiple of the step is refused with the step", () => {
    const page = seatedPage().bet(100, "punto");
    page.tell({ type: "refused", request: "place", key: "", code: "bet/off-step", message: "" });
    for (const language of LANGUAGES) expect(refusal(language, page.table, page.state.problem as ProblemWithRule)).toMatch(/\b1[.,]00/);
  });

  test("without a connection and while cards are dealt", () => {
    expect(why(seatedPage().lose(), "carte")).toBe("reconnecting");
    const dealing = seatedPage().bet(100, "punto").placed().say({ type: "carte" });
    expect(why(dealing, "double")).toBe("idle/closed");
  });

  test("but a second tap on the button that deals says nothing", () => {
    expect(why(seatedPage().bet(100, "punto").placed().say({ type: "carte" }), "carte")).toBeNull();
  });

  test("until something is done, or for five seconds", () => {
    const page = seatedPage().say({ type: "carte" });
    expect(idle("en", page.table)).toBe("There are no chips on the cloth.");
    expect(idle("en", page.bet(100, "punto").table)).toBeNull();
    page.say({ type: "clear" }).say({ type: "clear" });
    expect(page.pass(4_999).table.idle?.why).toBe("idle/empty");
    expect(page.pass(2).table.idle).toBeNull();
  });

  test("twice in different texts, so that a screen reader reads it twice", () => {
    const page = seatedPage().say({ type: "carte" });
    const first = idle("de", page.table);
    expect(idle("de", page.pass(10).say({ type: "carte" }).table)).not.toBe(first);
  });

  test("at a shared table: already confirmed, confirmed by itself, closed, or only watching", () => {
    const page = new SharedTablePage().sitDown().until("betting").bet(100, "punto").placed().say({ type: "carte" });
    expect(page.confirmed({ punto: 100 }, { punto: 100 }, 49_900).say({ type: "carte" }).table.idle?.why).toBe("idle/confirmed");
    expect(page.until("closing").say({ type: "carte" }).table.idle?.why).toBe("idle/closed");
    const looking = new SharedTablePage().sitDown(undefined, {}, true);
    expect(looking.say({ type: "carte" }).table.idle?.why).toBe("idle/watching");
    const automatic = new SharedTablePage().sitDown().until("betting").tell({ type: "automatic", on: true });
    expect(automatic.bet(100, "punto").say({ type: "carte" }).table.idle?.why).toBe("idle/automatic");
  });

  test("as long as the table does the same: then the croupier speaks", () => {
    const page = new SharedTablePage().sitDown().until("betting").say({ type: "carte" });
    expect(idle("fr", page.table)).toBe("Il n'y a pas de jetons sur le tapis.");
    expect(idle("fr", page.until("closing").table)).toBeNull();
  });
});
