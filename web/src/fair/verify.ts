// Verifies a coup or a whole sabot: states what its proof must claim, and runs the check.
import type { SabotToVerify, SeenCommitment } from "../state/state";
import type { CoupPlayed, Proof, Sheet } from "../wire";
import { hex, sha256, text } from "./bytes";
import { type Claim, fixedBy, prove } from "./proof";
import { type Checked, hold } from "../state/past/verdict";

interface ToVerify {
  readonly coup: CoupPlayed | SabotToVerify;
  readonly proof: Proof | Sheet;
  readonly seen: SeenCommitment | undefined;
}

/** All steps for a coup or a sabot. */
export async function verified({ coup, proof, seen }: ToVerify): Promise<readonly Checked[]> {
  const isProof = "commitment" in proof;
  if (coup.type === "coup") return verify(coup, isProof ? proof : await proofOf(coup, proof), seen);
  if (!isProof) throw new Error("the proof of a sabot comes from the house");
  return verifySabot(coup, proof, seen);
}

/** The proof of a private coup, made from what the house told of it: no request is needed to verify it. */
async function proofOf(coup: CoupPlayed, sheet: Sheet): Promise<Proof> {
  const { table, epoch, number, commitment, player, seed, server_seed, cards } = coup;
  return {
    ...{ format: "puntobanco-proof-1", kind: "coup", sheet, table, epoch, number, commitment },
    ...{ cut: sheet.cards.cut ?? 0, ended: "played", burned: "", coups: [cards], seed: server_seed },
    players: [{ player, hash: hex(await sha256(text(seed))), seed }],
    fixed: await fixedBy(commitment, player, seed),
  };
}

/** All steps for one coup of a private table. Each of them shows what it compared. */
export const verify = (
  coup: CoupPlayed,
  proof: Proof,
  seen: SeenCommitment | undefined,
): Promise<readonly Checked[]> => {
  const { table, epoch, number, commitment, server_seed: seed, sheet, player, cards } = coup;
  const told = { table, epoch, number, commitment, seed, sheet, player, cards };
  return proved(proof, { kind: "coup", ...told, drawn: coup.seed }, seen);
};

/** All steps for one sabot, including the coup that this player was paid for. */
export const verifySabot = (
  { table, number, paid }: SabotToVerify,
  proof: Proof,
  seen: SeenCommitment | undefined,
): Promise<readonly Checked[]> => {
  const told = { sheet: paid?.sheet, fixed: paid?.fixed, cards: paid?.cards };
  return proved(proof, { kind: "sabot", table, number, ...told }, seen);
};

/** A proof that can't be read fails. Only a browser without WebCrypto can't tell. */
async function proved(proof: Proof, claim: Claim, seen: SeenCommitment | undefined): Promise<readonly Checked[]> {
  try {
    return await prove(proof, claim, seen);
  } catch (error) {
    if (!crypto.subtle) throw error;
    return [hold("kind", [[`puntobanco-proof-1 ${claim.kind}`, String(error)]])];
  }
}
