// Checks a whole proof, field by field, against what it must prove and what this browser has noted.
import type { SeenCommitment } from "../state/state";
import type { CommitmentEnding, Proof } from "../wire";
import { field, fromHex, hex, join, number, sha256, text, type Bytes } from "./bytes";
import { order } from "./card_order";
import { hashSheet } from "./sheet_hash";
import { type Checked, hold, type ProofStep } from "../state/past/verdict";

/** What the proof must be about, as the history or the table has told it. */
export interface Claim {
  readonly kind: Proof["kind"];
  readonly table: string;
  readonly number: number;
  readonly epoch?: number | undefined;
  readonly commitment?: string;
  readonly seed?: string; // of the house
  readonly sheet?: string | undefined;
  readonly fixed?: string | undefined;
  readonly player?: string; // of a coup: who bet, and with which seed
  readonly drawn?: string;
  readonly cards?: string | undefined; // of a coup that was dealt or paid
}

type Pair = readonly [expected: string | undefined, found: string];

/** All steps of the check. Steps that concern only coups or only sabots are left out for the other kind. */
export async function prove(
  proof: Proof,
  claim: Claim,
  seen: SeenCommitment | undefined,
): Promise<readonly Checked[]> {
  const rules = await hashSheet(proof.sheet);
  const told = seen?.sheet ?? claim.sheet;
  // By other rules than the coup's, the cards can't be checked.
  const isThatSheet = told === undefined || (told === hex(rules) && (claim.sheet ?? told) === told);
  const made = isThatSheet ? hex(await commit(proof, rules)) : undefined;
  const [burned, ...coups] = isThatSheet ? await layOut(proof, rules) : [];
  const isCoup = claim.kind === "coup";
  const list = listed(proof.players.map(({ player, hash }) => `${player} ${hash}`));
  const own = isCoup ? proof.players : proof.players.filter(({ player }) => player === seen?.player);
  const mine = own.length === 1 ? (own[0]?.seed ?? "–") : "–";
  const names = listed(proof.players.map(({ player }) => player));
  const step = (name: ProofStep, ...pairs: readonly Pair[]): Checked => hold(name, pairs);
  const steps: readonly (Checked | null)[] = [
    step("kind", [`puntobanco-proof-1 ${claim.kind}`, `${proof.format} ${proof.kind}`]),
    step("table", [claim.table, proof.table]),
    step("epoch", [written(seen?.epoch ?? claim.epoch), String(proof.epoch)], [written(claim.epoch), String(proof.epoch)]),
    step("number", [String(claim.number), String(proof.number)]),
    step("seen", [seen?.commitment, proof.commitment], [claim.commitment, proof.commitment]),
    step("sheet", [told, hex(rules)], [claim.sheet, hex(rules)]),
    step("cut", [String(proof.sheet.cards.cut ?? 0), String(proof.cut)]),
    step("commitment", [made, proof.commitment]),
    claim.seed === undefined ? null : step("house", [claim.seed, proof.seed]),
    isCoup ? step("player", [seen?.player, names], [claim.player, names]) : null,
    isCoup ? null : step("list", [seen?.hashes && listed(seen.hashes.map((each) => each.join(" "))), list]),
    step("seeds", [listed(await hashed(proof)), list]),
    isCoup || seen?.seed !== undefined ? step("seed", [seen?.seed, mine], [claim.drawn, mine]) : null,
    step("ended", [ending(proof, isCoup), proof.ended]),
    step("fixed", ...(await fixings(proof, claim, seen))),
    step("burn", [isCoup ? "–" : burned, proof.burned || "–"]),
    step("cards", [isThatSheet ? coups.join(" ") : undefined, proof.coups.join(" ")]),
    claim.cards === undefined ? null : step("coup", [claim.cards, itsCards(proof, claim.cards, isCoup)]),
    seen?.shown ? step("shown", ...Object.entries(seen.shown).map(([at, cards]) => shownPair(proof, Number(at), cards))) : null,
  ];
  return steps.filter((each) => each !== null);
}

const written = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/** The list is empty for an exhibition. */
const listed = (players: readonly string[]): string => players.join("\n") || "–";

const hashed = ({ players }: Proof): Promise<string[]> =>
  Promise.all(
    players.map(async ({ player, hash, seed }) =>
      seed === null ? `${player} ${hash}` : `${player} ${hex(await sha256(text(seed)))}`,
    ),
  );

/** The proof of a coup holds that coup only; the proof of a sabot must have it among its coups. */
const itsCards = ({ coups }: Proof, cards: string, isCoup: boolean): string =>
  (isCoup ? coups.join(" ") : coups.find((each) => each === cards)) || "–";

/** What this browser saw on the table: the burned cards, or the coup at this place of the sabot. */
function shownPair({ burned, coups }: Proof, at: number, cards: string): Pair {
  if (at > 0) return [cards, coups[at - 1] ?? "–"];
  return [cards, `${burned.slice(0, 2)} ${Math.max(0, burned.length / 2 - 1)}`];
}

/** How the sabot may have ended: a player who didn't send a seed retires it, and nothing else does. */
function ending({ players, ended }: Proof, isCoup: boolean): string {
  const isSilent = players.some(({ seed }) => seed === null);
  const may: readonly CommitmentEnding[] = isCoup
    ? ["played"]
    : isSilent
      ? ["retired", "restored"]
      : players.length
        ? ["played", "closed", "restored"]
        : ["played", "closed", "retired", "restored"];
  return may.includes(ended) ? ended : may.join(" / ");
}

/** What was fixed stays fixed, even if a restore has ended the sabot before its last coup. */
async function fixings(proof: Proof, claim: Claim, seen: SeenCommitment | undefined): Promise<readonly Pair[]> {
  const asFixed = proof.ended === "retired" ? proof.fixed : await fix(proof.commitment, proof.players, "played");
  const drawn =
    claim.kind === "coup" && seen?.seed !== undefined && seen.player !== undefined
      ? await fixedBy(seen.commitment, seen.player, seen.seed)
      : undefined;
  return [
    [seen?.fixed ?? drawn ?? claim.fixed, asFixed],
    [claim.fixed, asFixed],
    [await fix(proof.commitment, proof.players, proof.ended), proof.fixed],
  ];
}

/** The hash that fixes the order of the cards, with the seed of one player only. */
export const fixedBy = async (commitment: string, player: string, seed: string): Promise<string> =>
  fix(commitment, [{ player, hash: hex(await sha256(text(seed))), seed }], "played");

async function fix(commitment: string, players: Proof["players"], ended: CommitmentEnding): Promise<string> {
  const list = join(
    ...players.flatMap(({ player, hash, seed }) => [
      field(text(player)),
      fromHex(hash),
      field(text(seed ?? "")),
    ]),
  );
  const parts = [field(text("puntobanco fixed 1")), fromHex(commitment), field(text(ended))];
  return hex(await sha256(join(...parts, field(list))));
}

const nonce = ({ table, epoch, number: of }: Proof): Bytes =>
  join(field(text(table)), number(epoch, 8), number(of, 8));

const commit = (proof: Proof, rules: Bytes): Promise<Bytes> =>
  sha256(
    join(
      field(text("puntobanco commitment 1")),
      fromHex(proof.seed),
      nonce(proof),
      rules,
      number(proof.cut, 4),
    ),
  );

/** The cards in order, split into the burned ones and the coups as the proof has them. */
async function layOut(proof: Proof, rules: Bytes): Promise<readonly string[]> {
  const parts = [proof.burned, ...proof.coups];
  const count = parts.join("").length / 2;
  const entropy = join(
    ...proof.players.flatMap(({ player, seed }) =>
      seed === null ? [] : [field(text(player)), field(text(seed))],
    ),
  );
  const seed = join(
    fromHex(proof.seed),
    nonce(proof),
    field(text("puntobanco cards 1")),
    field(entropy),
    field(rules),
  );
  const dealt = (await order(seed, proof.sheet.cards.decks, count)).join("");
  let at = 0;
  return parts.map((part) => dealt.slice(at, (at += part.length)));
}
