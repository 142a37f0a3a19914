// Verifies coups in the background, one at a time and never while cards are dealt.
import type { CoupPlayed, Paid, Proof, Recorded } from "../../wire";
import type { Effect } from "../effect";
import type { Ask } from "../message";
import { checkName, revealedSabot } from "../session/commitments";
import type { QuietChecks, SabotToVerify, State } from "../state";
import { asking, atTable, chain, only, type Change } from "../change";
import { rulesOf } from "./history";
import { type Checked, verdict } from "./verdict";
import { seenOf, toVerify } from "./verification";

type ToVerify = CoupPlayed | SabotToVerify;

const knowing = (state: State, known: Partial<QuietChecks>): State => ({ ...state, quiet: { ...state.quiet, ...known } });

const isCoup = (record: Recorded): record is Extract<Recorded, CoupPlayed | Paid> =>
  record.type === "coup" || record.type === "paid";

/** The coups that are shown, those at the table first. Real cards and coups by other rules are left out. */
function shown(state: State): ToVerify[] {
  const { table, history } = state;
  const sabot = table && revealedSabot(table);
  return [
    ...(sabot ? [sabot] : []),
    ...(table?.coups ?? []).toReversed(),
    ...history.records.filter(isCoup).filter((each) => each.type === "coup" || each.fixed).map(toVerify),
  ].filter((each) => (each.type === "sabot" ? !isInPlay(state, each) : rulesOf(state, each)?.sheet_hash === each.sheet));
}

/** The seeds of such a sabot are not public yet. */
function isInPlay({ table, lobby }: State, { table: name, number }: SabotToVerify): boolean {
  const here = table?.name === name ? table.shared : null;
  if (here) return here.view.sabot === number && here.revealed !== number;
  return lobby.tables?.find((each) => each.name === name)?.sabot === number;
}

export function next(state: State): Change {
  const { quiet, table } = state;
  const isBusy = quiet.working !== null || table?.phase === "dealing" || table?.phase === "asked";
  if (isBusy || quiet.impossible !== null) return only(state);
  const coup = shown(state).find((each) => !(checkName(each) in quiet.verdicts));
  if (!coup) return only(state);
  const working = knowing(state, { working: coup });
  if (coup.type === "coup") {
    const rules = rulesOf(state, coup);
    return rules ? only(working, checking(state, coup, rules.sheet)) : only(state);
  }
  const { proof } = quiet;
  const isKnown = proof?.table === coup.table && proof.number === coup.number && isOf(coup, proof);
  return only(working, isKnown ? checking(state, coup, proof) : asking(state, { what: "sabot-proof", coup }));
}

/** After a restore, another sabot may have the same number. */
const isOf = ({ paid }: SabotToVerify, { fixed }: Proof): boolean => paid === null || paid.fixed === fixed;

const checking = (state: State, coup: ToVerify, proof: Extract<Effect, { type: "verify" }>["proof"]): Effect => ({
  ...{ type: "verify", coup, proof, quiet: true },
  seen: seenOf(state, coup),
});

export function proven(state: State, coup: ToVerify, proof: Proof): Change {
  if (state.quiet.working !== coup) return only(state);
  return only(knowing(state, { proof }), checking(state, coup, proof));
}

/** The seeds are not public yet, or the house didn't answer: no mark is shown. */
export function failed(state: State, ask: Ask): Change {
  if (ask.what !== "sabot-proof" || state.quiet.working !== ask.coup) return only(state);
  return noted(state, ask.coup, "closed");
}

/** Null: this browser can't verify. A coup that fails is shown at once, and nobody bets any more. */
export function verified(state: State, coup: ToVerify, checked: readonly Checked[] | null): Change {
  if (state.quiet.working !== coup) return only(state);
  if (!checked) return only(knowing(state, { working: null, impossible: checkName(coup) }));
  const found = verdict(checked);
  if (found !== "fails") return noted(state, coup, found);
  const { table } = state;
  const check = { coup, record: null, is: "done", checked, problem: null } as const;
  const isHere = table !== null && coup.table === table.name;
  const warned = isHere ? atTable(state, { ...table, distrust: "a coup was not dealt as committed" }) : state;
  const shown = noted({ ...warned, check }, coup, found);
  return coup.type === "coup" ? chain(shown, (after) => only(after, asking(after, { what: "record-of", coup }))) : shown;
}

/** Keeps the verdicts of what is shown, and goes on with the next coup. */
function noted(state: State, coup: ToVerify, found: QuietChecks["verdicts"][string]): Change {
  const verdicts = { ...state.quiet.verdicts, [checkName(coup)]: found };
  const names = new Set([coup, ...shown(state)].map(checkName));
  const kept = Object.fromEntries(Object.entries(verdicts).filter(([name]) => names.has(name)));
  return chain(only(knowing(state, { verdicts: kept, working: null })), next);
}
