// A coup, or a whole sabot, as the proof tells it: what each of them claims.
import type { SabotToVerify, SeenCommitment } from "../state/state";
import type { Coup, Proof } from "../wire";
import { type Claim, prove } from "./proof";
import { type Checked, hold } from "../state/past/verdict";

/** Every step of one coup of a private table; each shows what it compared. */
export const verify = (
  coup: Coup,
  proof: Proof,
  seen: SeenCommitment | undefined,
): Promise<readonly Checked[]> => {
  const { table, epoch, number, commitment, server_seed: seed, sheet, player, cards } = coup;
  const told = { table, epoch, number, commitment, seed, sheet, player, cards };
  return proved(proof, { kind: "coup", ...told, drawn: coup.seed }, seen);
};

/** Every step of one sabot, with the coup of it this player was paid for. */
export const verifySabot = (
  { table, number, paid }: SabotToVerify,
  proof: Proof,
  seen: SeenCommitment | undefined,
): Promise<readonly Checked[]> => {
  const told = { sheet: paid?.sheet, fixed: paid?.fixed, cards: paid?.cards };
  return proved(proof, { kind: "sabot", table, number, ...told }, seen);
};

/** What can't even be read is no proof; only a browser without WebCrypto can't tell. */
async function proved(proof: Proof, claim: Claim, seen: SeenCommitment | undefined): Promise<readonly Checked[]> {
  try {
    return await prove(proof, claim, seen);
  } catch (error) {
    if (!crypto.subtle) throw error;
    return [hold("kind", [[`puntobanco-proof-1 ${claim.kind}`, String(error)]])];
  }
}
