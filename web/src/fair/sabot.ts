// A sabot that is revealed, dealt again whole, and held against what this browser saw of it.
import type { Seen } from "../state/state";
import type { Paid, Proof } from "../wire";
import { field, fromHex, hex, join, sha256, text, type Bytes } from "./bytes";
import { order } from "./cards";
import { hashSheet } from "./sheet";
import { check, type Checked, commit, personalised } from "./verify";

/** Every step of one sabot; `paid` is a coup of it this player bet on. */
export async function verifySabot(
  proof: Proof,
  seen: Seen | undefined,
  paid: Paid | null,
): Promise<readonly Checked[]> {
  const rules = await hashSheet(proof.sheet);
  const terms = { ...proof, server_seed: proof.seed };
  const list = listed(proof.players.map(({ player, hash }) => `${player} ${hash}`));
  const hashes = await Promise.all(
    proof.players.map(async ({ player, hash, seed }) =>
      seed === null ? `${player} ${hash}` : `${player} ${hex(await sha256(text(seed)))}`,
    ),
  );
  const [burned, ...coups] = await layOut(proof, rules);
  const mine = proof.players.find(({ player }) => player === seen?.player);
  return [
    check("seen", seen?.commitment, proof.commitment),
    check("sheet", seen?.sheet ?? paid?.sheet, hex(rules)),
    check("commitment", hex(await commit(terms, rules, proof.sheet)), proof.commitment),
    check("list", seen?.hashes && listed(seen.hashes.map((each) => each.join(" "))), list),
    check("seeds", listed(hashes), list),
    ...(seen?.seed === undefined ? [] : [check("seed", seen.seed, mine?.seed ?? "")]),
    check("fixed", seen?.fixed ?? paid?.fixed, await fixed(proof)),
    check("burn", burned ?? "", proof.burned),
    check("cards", coups.join(" "), proof.coups.join(" ")),
    ...(paid ? [check("coup", paid.cards, proof.coups.find((each) => each === paid.cards) ?? "")] : []),
  ];
}

/** Nobody in it is an exhibition's. */
const listed = (players: readonly string[]): string => players.join("\n") || "–";

/** The cards in their order, cut into what was burned and the coups as they are said to lie. */
async function layOut(proof: Proof, rules: Bytes): Promise<readonly string[]> {
  const parts = [proof.burned, ...proof.coups];
  const count = parts.join("").length / 2;
  const entropy = join(
    ...proof.players.flatMap(({ player, seed }) =>
      seed === null ? [] : [field(text(player)), field(text(seed))],
    ),
  );
  const seed = personalised({ ...proof, server_seed: proof.seed }, entropy, rules);
  const dealt = (await order(seed, proof.sheet.cards.decks, count)).join("");
  let at = 0;
  return parts.map((part) => dealt.slice(at, (at += part.length)));
}

async function fixed({ commitment, players, ended }: Proof): Promise<string> {
  const list = join(
    ...players.flatMap(({ player, hash, seed }) => [
      field(text(player)),
      fromHex(hash),
      field(text(seed ?? "")),
    ]),
  );
  // What was fixed stays fixed, also if the sabot ended before its last coup.
  const end = ended === "retired" ? ended : "played";
  const parts = [field(text("puntobanco fixed 1")), fromHex(commitment), field(text(end))];
  return hex(await sha256(join(...parts, field(list))));
}
