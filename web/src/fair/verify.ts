// Verifies a coup or a whole sabot: states what its proof must claim, and runs the check.
import type { SabotToVerify, SeenCommitment } from "../state/state";
import type { CoupPlayed, Proof } from "../wire";
import { type Claim, prove } from "./proof";
import { type Checked, hold } from "../state/past/verdict";

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
