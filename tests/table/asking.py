"""What is asked of a shared table, in a word each; the coup is the one under way."""

from puntobanco.game.coup import Side
from puntobanco.table.shared import House, Player, TableStep
from puntobanco.wire import console
from puntobanco.wire.requests import AskManager, Box, Call, MixIn, OpenSeed, Show

THIS_COUP = 0


def mix(sabot: int, player: str, digest: bytes) -> TableStep:
    return TableStep(MixIn(sabot, digest.hex()), Player(player))


def open_seed(sabot: int, player: str, seed: str) -> TableStep:
    return TableStep(OpenSeed(sabot, seed), Player(player))


def take_box(player: str, box: int) -> TableStep:
    return TableStep(Box(box), Player(player))


def ask_manager(player: str) -> TableStep:
    return TableStep(AskManager(), Player(player))


def call(draws: bool, player: str = "") -> TableStep:
    """By the player who holds Punto's cards; nobody: by the automatic croupier."""
    if player:
        return TableStep(Call(THIS_COUP, draws), Player(player))
    return TableStep(console.Speak(0, draws), House())


def turn(side: Side, player: str = "") -> TableStep:
    if player:
        return TableStep(Show(THIS_COUP, side), Player(player))
    return TableStep(console.Turn(0, side), House())


def draw() -> TableStep:
    return TableStep(console.Draw(0))


def announce() -> TableStep:
    return TableStep(console.Announce(0))


def open_betting() -> TableStep:
    return TableStep(console.OpenBetting(0))


def close_betting() -> TableStep:
    return TableStep(console.CloseBetting(0))
