"""Makes the proof of a shared table's sabot from its `Revealed` event."""

from puntobanco.fair.commitment import CommitmentEnding, CommitmentKind, Mixed, terms_of
from puntobanco.fair.dealer import RevealedCommitment
from puntobanco.fair.proof import Proof, prove
from puntobanco.game.sheet import Sheet
from puntobanco.wire import stream


def prove_sabot(sheet: Sheet, event: stream.Revealed) -> Proof:
    """Return the proof of a sabot; `sheet` is the one in its commitment."""
    return prove(sheet, opened(sheet, event))


def opened(sheet: Sheet, event: stream.Revealed) -> RevealedCommitment:
    """Return the revealed commitment of a sabot."""
    # After a restore the table has a new epoch, but the commitment belongs to the earlier one.
    return RevealedCommitment(
        terms_of(sheet, event.table, event.of_epoch, event.sabot),
        CommitmentKind.SABOT,
        bytes.fromhex(event.commitment),
        bytes.fromhex(event.server_seed),
        tuple(map(mixed_of, event.players)),
        CommitmentEnding(event.ended),
    )


def mixed_of(listed: stream.Listed) -> Mixed:
    return Mixed(listed.player, bytes.fromhex(listed.hash), listed.seed)
