"""Fetches and checks the proofs of sabots that were revealed while the client was away."""

from puntobanco.client.connection import ConnectionEnvironment
from puntobanco.client.seen_table import SeenSabot, SeenTable, hold
from puntobanco.client.shared_fairness import wrong_proof
from puntobanco.errors import NoRecord, Refusal
from puntobanco.fair.proof import Proof
from puntobanco.wire.stream import Stage


async def prove_unheard(
    environment: ConnectionEnvironment, shared: SeenTable
) -> tuple[SeenTable, str]:
    """Check every finished sabot that the client has notes on; return what is wrong, or nothing.

    A proof that can't be fetched now is fetched after the next reconnect.
    """
    notes, view, wrong = environment.notes, shared.view, ""
    seen_cards = {each.seen.identity: each for each in shared.unheard}
    for identity, lines in notes.unproved(view.table).items():
        _, epoch, number = identity
        if not _is_over(shared, epoch, number):
            continue
        path = f"/api/tables/{view.table}/sabots/{number}/proof"
        try:
            proof = await environment.http.get(Proof, path, {"epoch": epoch})
        except NoRecord:
            # Records of an earlier epoch may be lost: the house was restored from a backup.
            wrong = wrong or ("" if epoch < view.epoch else f"sabot {number} was never revealed")
            continue
        except Refusal:
            continue
        sabot = seen_cards.get(identity, SeenSabot(lines[-1]))
        found = wrong_proof(proof, lines, sabot.first, sabot.burned, tuple(sabot.coups.values()))
        wrong = wrong or found
        if not found:
            shared = hold(shared, lines[-1])
            notes.proved.add(identity)
    return shared, wrong


def _is_over(shared: SeenTable, epoch: int, number: int) -> bool:
    view = shared.view
    if (epoch, number) == (view.epoch, view.sabot):
        return view.stage is Stage.RESTING
    return (epoch, number) < (view.epoch, view.sabot)
