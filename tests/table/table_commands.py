"""Short functions for the commands of a shared table; the coup is the current one."""

from puntobanco.game.coup import Side
from puntobanco.table.shared.shared_table import HouseActor, PlayerActor, TableStep
from puntobanco.wire import console_commands
from puntobanco.wire.requests import AskManager, Box, Call, MixIn, OpenSeed, Show

THIS_COUP = 0


def mix(sabot: int, player: str, digest: bytes) -> TableStep:
    return TableStep(MixIn(sabot, digest.hex()), PlayerActor(player))


def open_seed(sabot: int, player: str, seed: str) -> TableStep:
    return TableStep(OpenSeed(sabot, seed), PlayerActor(player))


def take_box(player: str, box: int) -> TableStep:
    return TableStep(Box(box), PlayerActor(player))


def ask_manager(player: str) -> TableStep:
    return TableStep(AskManager(), PlayerActor(player))


def call(draws: bool, player: str = "") -> TableStep:
    """Called by the player who holds Punto's cards, or else by the automatic croupier."""
    if player:
        return TableStep(Call(THIS_COUP, draws), PlayerActor(player))
    return TableStep(console_commands.Speak(0, draws), HouseActor())


def turn(side: Side, player: str = "") -> TableStep:
    if player:
        return TableStep(Show(THIS_COUP, side), PlayerActor(player))
    return TableStep(console_commands.Turn(0, side), HouseActor())


def draw() -> TableStep:
    return TableStep(console_commands.Draw(0))


def announce() -> TableStep:
    return TableStep(console_commands.Announce(0))


def open_betting() -> TableStep:
    return TableStep(console_commands.OpenBetting(0))


def close_betting() -> TableStep:
    return TableStep(console_commands.CloseBetting(0))
