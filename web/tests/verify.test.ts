// docs/fairness.md, "A worked example": what it prints is typed here, and its sheet is read there.
import page from "../../docs/fairness.md?raw";
import { describe, expect, test } from "vitest";
import { hex } from "../src/fair/bytes";
import { seenLine } from "../src/fair/fixed";
import { verifySabot } from "../src/fair/sabot";
import { hashSheet } from "../src/fair/sheet";
import { type Checked, verdict, verify } from "../src/fair/verify";
import type { Seen } from "../src/state/state";
import type { Coup, Proof, Sheet } from "../src/wire";
import { evening } from "./evening";
import { recorded } from "./streamed";

const printed = page.split("## The sheet of the example")[1]?.match(/```json\n(.*)\n```/)?.[1] ?? "";
const sheet = JSON.parse(printed) as Sheet;
const SHEET = "03be6e1e8a66989c41940d73664f605f2f5d9ac7c810ff6a23e8310438d0b521";
const COMMITMENT = "bce8e1e5f8a403aff430053204a2c844af81622f4018d9bdd4a42138658fc886";
const SEED = "00112233445566778899aabbccddeeff good luck";

const coup: Coup = {
  ...evening().bet(100, "punto").say({ type: "carte" }).coup("punto"),
  ...{ table: "punto-e-banco/7", epoch: 1, number: 42, sheet: SHEET, commitment: COMMITMENT },
  server_seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  ...{ player: "anna", seed: SEED, cards: "Ah7s2d8d6s7c" },
};
const seen: Seen = {
  ...{ table: "punto-e-banco/7", epoch: 1, number: 42 },
  ...{ commitment: COMMITMENT, sheet: SHEET, seed: SEED, player: "anna" },
};

const failing = (checked: readonly Checked[]): string[] =>
  checked.filter((each) => each.verdict === "fails").map((each) => each.step);

describe("the worked example", () => {
  test("the sheet's hash", async () => {
    expect(hex(await hashSheet(sheet))).toBe(SHEET);
  });

  test("every step holds", async () => {
    const checked = await verify(coup, sheet, seen);
    expect(checked.map((each) => `${each.step} ${each.verdict}`)).toEqual([
      "seen holds",
      "sheet holds",
      "commitment holds",
      "player holds",
      "seed holds",
      "cards holds",
    ]);
    expect(checked.find((each) => each.step === "commitment")?.expected).toBe(COMMITMENT);
    expect(checked.find((each) => each.step === "cards")?.expected).toBe("Ah7s2d8d6s7c");
    expect(verdict(checked)).toBe("holds");
  });

  test("what was seen, with the hash that fixes the cards, as a line to keep", async () => {
    expect(JSON.parse(await seenLine(seen))).toEqual({
      ...{ table: "punto-e-banco/7", epoch: 1, number: 42, commitment: COMMITMENT, sheet: SHEET },
      fixed: "c77e81488187ad1b5854dd1a933ec4cc98b898d51bb3395742693b34290f8b46",
    });
    const { seed: _, player: __, ...noted } = seen;
    expect(JSON.parse(await seenLine(noted))).toEqual(noted);
  });

  test.each([4, 5])("with %i cards drawn", async (count) => {
    const shorter = { ...coup, cards: coup.cards.slice(0, 2 * count) };
    expect(verdict(await verify(shorter, sheet, seen))).toBe("holds");
  });
});

describe("a forged one", () => {
  test.each<[string, Partial<Coup>, string[]]>([
    ["another card", { cards: "Ah7s2d8d6s7d" }, ["cards"]],
    ["two cards exchanged", { cards: "7sAh2d8d6s7c" }, ["cards"]],
    ["another seed of the house", { server_seed: "f".repeat(64) }, ["commitment", "cards"]],
    ["another commitment", { commitment: "f".repeat(64) }, ["seen", "commitment"]],
    ["another number", { number: 43 }, ["commitment", "cards"]],
    ["another epoch", { epoch: 2 }, ["commitment", "cards"]],
    ["another table", { table: "punto-e-banco/8" }, ["commitment", "cards"]],
    ["another seed of the player", { seed: `${SEED}!` }, ["seed", "cards"]],
    ["another player", { player: "bruno" }, ["player", "cards"]],
    ["other rules than before the bets", { sheet: "f".repeat(64) }, ["sheet"]],
  ])("%s", async (_, forged, steps) => {
    const checked = await verify({ ...coup, ...forged }, sheet, seen);
    expect(failing(checked)).toEqual(steps);
    expect(verdict(checked)).toBe("fails");
  });

  test.each([seen, undefined])("other rules in the proof than the coup's fail", async (noted) => {
    const checked = await verify(coup, { ...sheet, title: "Tomorrow" }, noted);
    expect(failing(checked)).toEqual(["sheet"]);
    const unknown = checked.filter((each) => each.verdict === "unknown").map((each) => each.step);
    expect(unknown).toEqual(expect.arrayContaining(["commitment", "cards"]));
    expect(verdict(checked)).toBe("fails");
  });

  test("dealt again to fit: all of it agrees but what this browser saw", async () => {
    const forged: Coup = { ...coup, seed: "f".repeat(32) };
    const cards = (await verify(forged, sheet, seen)).at(-1)?.expected ?? "";
    expect(failing(await verify({ ...forged, cards }, sheet, seen))).toEqual(["seed"]);
  });
});

describe("what can't be known", () => {
  test("this browser wasn't there: the cards hold, the rest is unknown", async () => {
    const checked = await verify(coup, sheet, undefined);
    expect(checked.filter((each) => each.verdict === "unknown").map((each) => each.step)).toEqual([
      "seen",
      "player",
      "seed",
    ]);
    expect(verdict(checked)).toBe("unknown");
  });

  test("the commitment was seen, and the bet made elsewhere", async () => {
    const { seed: _, player: __, ...noted } = seen;
    expect(verdict(await verify(coup, sheet, noted))).toBe("unknown");
  });

  test("noted without https: the rules are held against the coup's alone", async () => {
    const { sheet: _, ...noted } = seen;
    expect(verdict(await verify(coup, sheet, noted))).toBe("holds");
  });
});

describe("a sabot of a shared table", () => {
  const { proof } = recorded;
  const noted: Seen = {
    ...{ table: proof.table, epoch: proof.epoch, number: proof.number },
    ...{ commitment: proof.commitment, fixed: proof.fixed },
    hashes: proof.players.map(({ player, hash }) => [player, hash] as const),
    ...{ seed: "a".repeat(32), player: "17" },
  };

  test("is dealt again here, to its last coup", async () => {
    const rules = hex(await hashSheet(proof.sheet));
    const checked = await verifySabot(proof, { ...noted, sheet: rules }, null);
    expect(failing(checked)).toEqual([]);
    expect(verdict(checked)).toBe("holds");
  });

  test.each<[string, Partial<Proof>, string[]]>([
    ["another card", { coups: ["AcAdAhAs", ...proof.coups.slice(1)] }, ["cards"]],
    ["another burned card", { burned: `Ac${proof.burned.slice(2)}` }, ["burn"]],
    ["another seed of the house", { seed: "f".repeat(64) }, ["commitment", "burn", "cards"]],
    [
      "another commitment",
      { commitment: "f".repeat(64) },
      ["seen", "commitment", "fixed"],
    ],
    ["nobody in the list", { players: [] }, ["list", "seed", "fixed", "burn", "cards"]],
  ])("fails with %s", async (_, forged, steps) => {
    const checked = await verifySabot({ ...proof, ...forged }, noted, null);
    expect(failing(checked)).toEqual(steps);
  });
});
