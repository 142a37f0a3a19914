"""The proof of a shared table's sabot, from what the table has told of it."""

from puntobanco.fair.commitment import CommitmentEnding, CommitmentKind, Mixed, terms_of
from puntobanco.fair.dealer import RevealedCommitment
from puntobanco.fair.proof import Proof, prove
from puntobanco.game.sheet import Sheet
from puntobanco.wire import stream


def prove_sabot(sheet: Sheet, told: stream.Revealed) -> Proof:
    """What a stranger needs to deal the sabot again, by the sheet it was committed to."""
    return prove(sheet, opened(sheet, told))


def opened(sheet: Sheet, told: stream.Revealed) -> RevealedCommitment:
    """A sabot as its dealer opened it."""
    # A restored table goes on in a new epoch; its sabot was committed to in the one before.
    return RevealedCommitment(
        terms_of(sheet, told.table, told.of_epoch, told.sabot),
        CommitmentKind.SABOT,
        bytes.fromhex(told.commitment),
        bytes.fromhex(told.server_seed),
        tuple(map(mixed_of, told.players)),
        CommitmentEnding(told.ended),
    )


def mixed_of(listed: stream.Listed) -> Mixed:
    return Mixed(listed.player, bytes.fromhex(listed.hash), listed.seed)
