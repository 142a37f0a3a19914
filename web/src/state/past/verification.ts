// The verification of a coup or a sabot: asks for the proof, then has it checked.
import type { Checked } from "./verdict";
import type { CoupPlayed, HistoryPage, Paid, Proof } from "../../wire";
import { placeOf } from "../session/commitments";
import type { Check, SabotToVerify, SeenCommitment, State } from "../state";
import { asking, only, type Change } from "../change";

export function begin(state: State, coup: CoupPlayed | SabotToVerify, record: number | null): Change {
  const check: Check = { coup, record, is: "working", checked: [], problem: null };
  const next = { ...state, check };
  if (coup.type === "sabot") return only(next, asking(state, { what: "sabot-proof", coup }));
  // An event from the table has no record number. Its time finds the record in the history.
  return record === null
    ? only(next, asking(state, { what: "record-of", coup }))
    : only(next, asking(state, { what: "proof", coup, record }));
}

export function found(state: State, coup: CoupPlayed, { records }: HistoryPage): Change {
  const same = records.find((each) => each.type === "coup" && each.number === coup.number);
  if (state.check?.coup !== coup) return only(state);
  if (!same) return only(state.check.is === "done" ? state : { ...state, check: { ...state.check, is: "failed" } });
  const { record } = same;
  // The page has found a failure by itself: its steps stay, and the proof can be downloaded.
  if (state.check.is === "done") return only({ ...state, check: { ...state.check, record } });
  return only(
    { ...state, check: { ...state.check, record } },
    asking(state, { what: "proof", coup, record }),
  );
}

/** What is verified of a coup: at a shared table, the sabot that it came from. */
export const toVerify = (coup: CoupPlayed | Paid): CoupPlayed | SabotToVerify =>
  coup.type === "coup" ? coup : { ...coup, type: "sabot", number: coup.sabot, paid: coup };

/** The check also covers whether this proof is the one that was asked for. */
export function proven(state: State, coup: CoupPlayed | SabotToVerify, proof: Proof): Change {
  if (state.check?.coup !== coup) return only(state);
  return only(state, { type: "verify", coup, proof, seen: seenOf(state, coup), quiet: false });
}

/** What this browser noted before the bets. The proof doesn't decide which note is taken. */
export function seenOf({ seen }: State, coup: CoupPlayed | SabotToVerify): SeenCommitment | undefined {
  if (coup.type === "coup") return seen.find((each) => placeOf(each) === placeOf(coup));
  const { table, number, paid } = coup;
  const same = seen.filter((each) => each.table === table && each.number === number);
  // After a restore, an older sabot may have had the same number.
  return same.findLast(({ fixed }) => paid !== null && fixed === paid.fixed) ?? same.at(-1);
}

/** The coup or sabot, as it is named in a file name. */
export const proofName = ({ coup, record }: Check): string =>
  coup.type === "sabot" ? `${coup.table}-${coup.number}` : String(record);

/** Null: this browser can't verify, because there is no WebCrypto without https. */
export function verified(state: State, coup: CoupPlayed | SabotToVerify, checked: readonly Checked[] | null): Change {
  const { check } = state;
  if (check?.coup !== coup) return only(state);
  return only({
    ...state,
    check: { ...check, is: checked ? "done" : "impossible", checked: checked ?? [] },
  });
}

export function takeProof(state: State): Change {
  const { check, person } = state;
  if (!check) return only(state);
  const { coup, record } = check;
  if (coup.type === "sabot") {
    const file = { what: "sabot-proof", table: coup.table, number: coup.number } as const;
    return only(state, { type: "save", file, token: "" });
  }
  if (record === null) return only(state);
  const file = { what: "proof", account: coup.player, record } as const;
  return only(state, { type: "save", file, token: person?.token ?? "" });
}

export function takeSeen(state: State): Change {
  const { check } = state;
  const seen = check ? seenOf(state, check.coup) : undefined;
  if (!seen || !check || (check.record === null && check.coup.type === "coup")) return only(state);
  return only(state, { type: "save-seen", seen, name: proofName(check) });
}
