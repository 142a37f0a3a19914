// What the page fetches after the first coup, or earlier if it is needed.
import { describe, expect, test } from "vitest";
import { problem } from "../src/state/change";
import { SharedTablePage } from "./shared_table_page";
import { seatedPage, SimulatedPage } from "./simulated_table";

const paid = (page: SimulatedPage): SimulatedPage =>
  page.bet(100, "punto").placed().say({ type: "carte" }).tell(page.coup("banco")).say({ type: "dealt" });

describe("what a newcomer needs later", () => {
  test("is not fetched until the first coup is paid", () => {
    const page = paid(seatedPage());
    expect(page.fetched).toBe(0);
    expect(page.state.later).toBe("unasked");
  });

  test("is fetched a moment after that, once, so that it is there without a network", () => {
    const page = paid(seatedPage()).pass(2_000);
    expect(page.state.later).toBe("here");
    paid(page).pass(2_000);
    page.lose(4001);
    expect(page.fetched).toBe(1);
  });

  test("is fetched at once when a press is refused", () => {
    expect(seatedPage().say({ type: "carte" }).state.later).toBe("here");
  });

  test("is fetched at once when the connection has stopped", () => {
    const page = seatedPage().lose(4001);
    expect(page.state.link.is).toBe("stopped");
    expect(page.fetched).toBe(1);
  });

  test("is fetched at once with the warning about inactivity", () => {
    expect(seatedPage().tell({ type: "warning", closes_in_ms: 60_000 }).fetched).toBe(1);
  });

  test("is fetched on the way to a shared table", () => {
    expect(new SharedTablePage().sitDown().state.later).toBe("here");
  });

  test("is asked for until it comes; meanwhile the page says that it is missing", () => {
    const page = seatedPage();
    page.hasFiles = false;
    page.say({ type: "carte" });
    expect(page.state.later).toBe("missing");
    expect(page.pass(3_100).fetched).toBe(3);
    expect(page.state.later).toBe("missing");
    page.hasFiles = true;
    expect(page.pass(1_500).state.later).toBe("here");
    expect(page.pass(60_000).fetched).toBe(4);
  });

  test("is asked for once every 1.5 s, however often somebody wants an explanation", () => {
    const page = seatedPage();
    page.hasFiles = false;
    for (let press = 0; press < 3; press += 1) page.say({ type: "fetch-later", again: false });
    expect(page.fetched).toBe(1);
    expect(page.pass(3_100).fetched).toBe(3);
  });

  test("stops nobody from playing while it is missing", () => {
    const page = seatedPage();
    page.hasFiles = false;
    const { phase, coup } = paid(page.say({ type: "carte" })).table;
    expect([phase, coup?.outcome]).toEqual(["paid", "banco"]);
  });

  test("is fetched again if another language was chosen meanwhile", () => {
    const page = seatedPage();
    page.hasFiles = false;
    page.say({ type: "carte" }).say({ type: "set", settings: { language: "fr" } });
    page.hasFiles = true;
    expect(page.say({ type: "later-fetched", language: "en" }).fetched).toBe(2);
    expect(page.state.later).toBe("here");
  });

  test("holds what to say of a refusal before somebody sits down", () => {
    const page = new SimulatedPage();
    page.say({ type: "not-fetched" });
    expect(page.state.problem).toEqual(problem("client/unreachable"));
    expect(page.state.later).toBe("here");
  });
});
