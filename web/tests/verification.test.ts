// docs/fairness.md, "A worked example": the printed values are typed here, and its sheet is read from there.
import page from "../../docs/fairness.md?raw";
import { describe, expect, test } from "vitest";
import { hex, sha256, text } from "../src/fair/bytes";
import { seenLine } from "../src/fair/seen_file";
import { hashSheet } from "../src/fair/sheet_hash";
import { type Checked, verdict } from "../src/state/past/verdict";
import { verify, verifySabot } from "../src/fair/verify";
import type { SabotToVerify, SeenCommitment } from "../src/state/state";
import type { CoupPlayed, Paid, Player, Proof, Sheet } from "../src/wire";
import { seatedPage } from "./simulated_table";
import { recorded } from "./recorded_stream";

const printed = page.split("## The sheet of the example")[1]?.match(/```json\n(.*)\n```/)?.[1] ?? "";
const sheet = JSON.parse(printed) as Sheet;
const SHEET = "03be6e1e8a66989c41940d73664f605f2f5d9ac7c810ff6a23e8310438d0b521";
const COMMITMENT = "bce8e1e5f8a403aff430053204a2c844af81622f4018d9bdd4a42138658fc886";
const SEED = "00112233445566778899aabbccddeeff good luck";

const HER_HASH = hex(await sha256(text(SEED)));

const coup: CoupPlayed = {
  ...seatedPage().bet(100, "punto").say({ type: "carte" }).coup("punto"),
  ...{ table: "punto-e-banco/7", epoch: 1, number: 42, sheet: SHEET, commitment: COMMITMENT },
  server_seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  ...{ player: "anna", seed: SEED, cards: "Ah7s2d8d6s7c" },
};
const seen: SeenCommitment = {
  ...{ table: "punto-e-banco/7", epoch: 1, number: 42 },
  ...{ commitment: COMMITMENT, sheet: SHEET, seed: SEED, player: "anna" },
};

const proof: Proof = {
  ...{ format: "puntobanco-proof-1", kind: "coup", sheet, table: "punto-e-banco/7", epoch: 1 },
  ...{ number: 42, cut: 0, commitment: COMMITMENT, ended: "played", seed: coup.server_seed },
  players: [{ player: "anna", hash: HER_HASH, seed: SEED }],
  fixed: "c77e81488187ad1b5854dd1a933ec4cc98b898d51bb3395742693b34290f8b46",
  ...{ burned: "", coups: ["Ah7s2d8d6s7c"] },
};

const failing = (checked: readonly Checked[]): string[] =>
  checked.filter((each) => each.verdict === "fails").map((each) => each.step);

describe("the worked example", () => {
  test("the sheet's hash", async () => {
    expect(hex(await hashSheet(sheet))).toBe(SHEET);
  });

  test("every step holds", async () => {
    const checked = await verify(coup, proof, seen);
    const steps =
      "kind table epoch number seen sheet cut commitment house player seeds seed ended fixed burn cards coup";
    expect(checked.map((each) => `${each.step} ${each.verdict}`)).toEqual(
      steps.split(" ").map((step) => `${step} holds`),
    );
    expect(checked.find((each) => each.step === "commitment")?.expected).toBe(COMMITMENT);
    expect(checked.find((each) => each.step === "cards")?.expected).toBe("Ah7s2d8d6s7c");
    expect(verdict(checked)).toBe("holds");
  });

  test("the file of what was seen has the hash that fixes the cards", async () => {
    expect(JSON.parse(await seenLine(seen))).toEqual({
      ...{ table: "punto-e-banco/7", epoch: 1, number: 42, commitment: COMMITMENT, sheet: SHEET },
      fixed: "c77e81488187ad1b5854dd1a933ec4cc98b898d51bb3395742693b34290f8b46",
    });
    const { seed: _, player: __, ...noted } = seen;
    expect(JSON.parse(await seenLine(noted))).toEqual(noted);
  });

  test.each([4, 5])("with %i cards drawn", async (count) => {
    const cards = coup.cards.slice(0, 2 * count);
    const shorter = await verify({ ...coup, cards }, { ...proof, coups: [cards] }, seen);
    expect(verdict(shorter)).toBe("holds");
  });
});

const F64 = "f".repeat(64);

describe("a proof that differs in one field from what was noted and told", () => {
  test.each<[string, Partial<Proof>, string[]]>([
    ["format", { format: "puntobanco-proof-2" as Proof["format"] }, ["kind"]],
    ["kind", { kind: "sabot" }, ["kind"]],
    ["sheet", { sheet: { ...sheet, title: "Tomorrow" } }, ["sheet"]],
    ["table", { table: "punto-e-banco/8" }, ["table", "commitment", "cards"]],
    ["epoch", { epoch: 2 }, ["epoch", "commitment", "cards"]],
    ["number", { number: 43 }, ["number", "commitment", "cards"]],
    ["cut", { cut: 1 }, ["cut", "commitment"]],
    ["commitment", { commitment: F64 }, ["seen", "commitment", "fixed"]],
    ["the house's seed", { seed: F64 }, ["commitment", "house", "cards"]],
    ["nobody who plays", { players: [] }, ["player", "seed", "fixed", "cards"]],
    [
      "one more player",
      { players: [...proof.players, { player: "bruno", hash: F64, seed: null }] },
      ["player", "seed", "fixed"],
    ],
    [
      "another player",
      { players: [{ player: "bruno", hash: HER_HASH, seed: SEED }] },
      ["player", "fixed", "cards"],
    ],
    ["her hash", { players: [{ player: "anna", hash: F64, seed: SEED }] }, ["seeds", "fixed"]],
    [
      "her seed",
      { players: [{ player: "anna", hash: HER_HASH, seed: `${SEED}!` }] },
      ["seeds", "seed", "fixed", "cards"],
    ],
    ["a closed seed", { players: [{ player: "anna", hash: HER_HASH, seed: null }] }, ["seed", "fixed", "cards"]],
    ["its end", { ended: "retired" }, ["ended", "fixed"]],
    ["fixed", { fixed: F64 }, ["fixed"]],
    ["burned cards", { burned: "Ah" }, ["burn", "cards"]],
    ["another card", { coups: ["Ah7s2d8d6s7d"] }, ["cards", "coup"]],
    ["two cards exchanged", { coups: ["7sAh2d8d6s7c"] }, ["cards", "coup"]],
    ["a card less", { coups: ["Ah7s2d8d6s"] }, ["coup"]],
    ["a coup more", { coups: ["Ah7s2d8d6s7c", "2c3c4c5c"] }, ["cards", "coup"]],
    ["no coup", { coups: [] }, ["coup"]],
    ["what nobody can read", { seed: "nothing" }, ["kind"]],
  ])("%s", async (_, forged, steps) => {
    const checked = await verify(coup, { ...proof, ...forged }, seen);
    const failed = failing(checked);
    expect(failed).toEqual(expect.arrayContaining(steps));
    expect(failed.filter((each) => !["burn", "cards"].includes(each))).toEqual(
      steps.filter((each) => !["burn", "cards"].includes(each)),
    );
    expect(verdict(checked)).toBe("fails");
  });

  test.each<[string, Partial<CoupPlayed>, string]>([
    ["card", { cards: "Ah7s2d8d6s7d" }, "coup"],
    ["seed of the house", { server_seed: F64 }, "house"],
    ["commitment", { commitment: F64 }, "seen"],
    ["number", { number: 43 }, "number"],
    ["epoch", { epoch: 2 }, "epoch"],
    ["table", { table: "punto-e-banco/8" }, "table"],
    ["seed of the player", { seed: `${SEED}!` }, "seed"],
    ["player", { player: "bruno" }, "player"],
    ["rules", { sheet: F64 }, "sheet"],
  ])("the coup was told with another %s", async (_, forged, step) => {
    expect(failing(await verify({ ...coup, ...forged }, proof, seen))).toEqual([step]);
    expect(failing(await verify({ ...coup, ...forged }, proof, undefined))).toEqual([step]);
  });

  test.each<[string, Partial<SeenCommitment>, string[]]>([
    ["commitment", { commitment: F64 }, ["seen", "fixed"]],
    ["rules", { sheet: F64 }, ["sheet"]],
    ["player", { player: "bruno" }, ["player", "fixed"]],
    ["seed", { seed: "f".repeat(32) }, ["seed", "fixed"]],
  ])("this browser noted another %s", async (_, other, steps) => {
    expect(failing(await verify(coup, proof, { ...seen, ...other }))).toEqual(steps);
  });
});

describe("what can't be known", () => {
  test("without a note of this browser the cards hold, and the rest is unknown", async () => {
    const checked = await verify(coup, proof, undefined);
    expect(checked.filter((each) => each.verdict === "unknown").map((each) => each.step)).toEqual([
      "seen",
      "player",
      "seed",
      "fixed",
    ]);
    expect(verdict(checked)).toBe("unknown");
  });

  test("the commitment was noted here, and the bet was made elsewhere", async () => {
    const { seed: _, player: __, ...noted } = seen;
    expect(verdict(await verify(coup, proof, noted))).toBe("unknown");
  });

  test("noted without https: the rules are compared with the coup's only", async () => {
    const { sheet: _, ...noted } = seen;
    expect(verdict(await verify(coup, proof, noted))).toBe("holds");
  });
});

const LIVE_SHEET = hex(await hashSheet(recorded.proof.sheet));

describe("a sabot of a shared table", () => {
  const { proof } = recorded;
  const over: SabotToVerify = {
    ...{ type: "sabot", table: proof.table, number: proof.number, at: 0 },
    ...{ house: "live-mini", paid: null },
  };
  const noted: SeenCommitment = {
    ...{ table: proof.table, epoch: proof.epoch, number: proof.number },
    ...{ commitment: proof.commitment, fixed: proof.fixed },
    hashes: proof.players.map(({ player, hash }) => [player, hash] as const),
    ...{ seed: "a".repeat(32), player: "17" },
    shown: { 0: "4c 4", 1: "Th4d9cAs", 3: "9d9h9d7s" },
  };
  const paid = { sheet: LIVE_SHEET, fixed: proof.fixed, cards: "Th4d9cAs" } as Paid;
  const [anna, bruno] = proof.players as [Player, Player];

  test("is dealt again here, to its last coup", async () => {
    const checked = await verifySabot({ ...over, paid }, proof, { ...noted, sheet: paid.sheet });
    expect(failing(checked)).toEqual([]);
    expect(verdict(checked)).toBe("holds");
    expect(checked.map((each) => each.step)).toEqual(expect.arrayContaining(["list", "coup", "shown"]));
  });

  test.each<[string, Partial<Proof>, string[]]>([
    ["format", { format: "x" as Proof["format"] }, ["kind"]],
    ["kind", { kind: "coup" }, ["kind"]],
    ["table", { table: "other" }, ["table", "commitment"]],
    ["epoch", { epoch: 2 }, ["epoch", "commitment"]],
    ["number", { number: 2 }, ["number", "commitment"]],
    ["sheet", { sheet: { ...proof.sheet, title: "Tomorrow" } }, ["sheet"]],
    ["cut", { cut: 103 }, ["cut", "commitment"]],
    ["commitment", { commitment: F64 }, ["seen", "commitment", "fixed"]],
    ["the house's seed", { seed: F64 }, ["commitment"]],
    ["nobody in the list", { players: [] }, ["list", "seed", "fixed"]],
    ["somebody left out", { players: [anna] }, ["list", "fixed"]],
    ["another order of the list", { players: [bruno, anna] }, ["list", "fixed"]],
    ["another hash", { players: [anna, { ...bruno, hash: F64 }] }, ["list", "seeds", "fixed"]],
    ["another's seed", { players: [anna, { ...bruno, seed: F64 }] }, ["seeds", "fixed"]],
    ["my seed", { players: [{ ...anna, seed: F64 }, bruno] }, ["seeds", "seed", "fixed"]],
    ["a seed that stayed closed", { players: [anna, { ...bruno, seed: null }] }, ["ended", "fixed"]],
    ["its end", { ended: "retired" }, ["ended", "fixed"]],
    ["a restored end", { ended: "restored" }, ["fixed"]],
    ["fixed", { fixed: F64 }, ["fixed"]],
    ["the first card", { burned: `Ac${proof.burned.slice(2)}` }, ["burn", "shown"]],
    ["a card burned less", { burned: proof.burned.slice(0, -2) }, ["shown"]],
    ["a card that was seen", { coups: ["AcAdAhAs", ...proof.coups.slice(1)] }, ["coup", "shown"]],
    ["a card that wasn't", { coups: [...proof.coups.slice(0, -1), "AcAdAhAs"] }, []],
    ["a coup that was seen left out", { coups: proof.coups.slice(1) }, ["coup", "shown"]],
    ["no coup", { coups: [] }, ["coup", "shown"]],
    ["what nobody can read", { seed: "nothing" }, ["kind"]],
  ])("fails with another %s", async (_, forged, steps) => {
    const note = { ...noted, sheet: paid.sheet };
    const checked = await verifySabot({ ...over, paid }, { ...proof, ...forged }, note);
    const dealt = ["burn", "cards"]; // both fail if anything else is mixed in
    expect(verdict(checked)).toBe("fails");
    expect(failing(checked).filter((each) => !dealt.includes(each))).toEqual(
      steps.filter((each) => !dealt.includes(each)),
    );
  });

  test("without a note of this browser is unknown, not wrong", async () => {
    const checked = await verifySabot(over, proof, undefined);
    expect(verdict(checked)).toBe("unknown");
    expect(failing(checked)).toEqual([]);
  });
});
