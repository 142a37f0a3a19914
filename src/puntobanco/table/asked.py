"""What a player asks of a shared table, as a step of it."""

from typing import assert_never

from puntobanco.errors import OtherCoup
from puntobanco.table import shared
from puntobanco.wire.requests import AskingTable, AskManager, Box, Call, MixIn, OpenSeed, Show


def step_asked(said: AskingTable, player: str, coup: int) -> shared.TableStep:
    """Refuse what is meant for another coup than the one under way."""
    match said:
        case MixIn(sabot=sabot, hash=digest):
            return shared.Mix(sabot, player, bytes.fromhex(digest))
        case OpenSeed(sabot=sabot, seed=seed):
            return shared.OpenSeed(sabot, player, seed)
        case Box(box=box):
            return shared.TakeBox(player, box)
        case AskManager():
            return shared.AskManager(player)
        case Call(coup=meant) | Show(coup=meant) if meant != coup:
            raise OtherCoup(next=coup)
        case Call(draws=draws):
            return shared.Call(draws, player)
        case Show(side=side):
            return shared.Turn(side, player)
    assert_never(said)
