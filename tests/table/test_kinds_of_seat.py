"""Private and shared seats each refuse the commands of the other kind."""

from typing import Any

import pytest

from puntobanco.errors import BadMessage, BettingClosed
from puntobanco.game.bets import Bet
from puntobanco.table import private_seat
from puntobanco.table.seat import PrivateSeat, Session, SharedSeat
from puntobanco.table.session import SESSION
from puntobanco.table.shared import shared_seat
from puntobanco.wire.requests import Automatic, Carte, Confirm, Place, Tip, Withdraw
from tests.table import test_shared_seat as together
from tests.table import test_steps as alone

KEY = "k" * 16
PRIVATE = alone.SEATS.values()
SHARED = (together.FREE, together.OPEN)


@pytest.mark.parametrize("seat", PRIVATE, ids=["free", "open"])
@pytest.mark.parametrize(
    "asked",
    [
        Confirm(KEY, 1, {Bet.PUNTO: 100}),
        Automatic(on=True),
        Withdraw(KEY, (Bet.PUNTO,)),
        Tip(KEY, 100),
    ],
    ids=lambda asked: type(asked).__name__,
)
def test_at_a_private_table_the_player_ends_the_betting(seat: PrivateSeat, asked: Any) -> None:
    with pytest.raises(BettingClosed, match="at a private table the player ends the betting"):
        private_seat.step(seat, asked, alone.SETTING, 1)


@pytest.mark.parametrize("seat", SHARED, ids=["free", "open"])
def test_at_a_shared_table_the_player_cannot_end_the_betting(seat: SharedSeat) -> None:
    asked: Any = Carte(KEY, {Bet.PUNTO: 100}, "s" * 32)
    with pytest.raises(BettingClosed, match="at this table the player doesn't end the betting"):
        shared_seat.step(seat, asked, together.SETTING, 1)


def test_chips_name_a_coup_at_shared_tables_only() -> None:
    bets = {Bet.PUNTO: 1_000}
    assert private_seat.step(alone.OPEN, Place(bets), alone.SETTING, 1).seat is not None
    with pytest.raises(BadMessage):
        private_seat.step(alone.OPEN, Place(bets, 1), alone.SETTING, 1)
    assert shared_seat.step(together.OPEN, Place(bets, 1), together.SETTING, 1).seat is not None
    with pytest.raises(BadMessage):
        shared_seat.step(together.OPEN, Place(bets), together.SETTING, 1)


def test_session_commands_are_in_both_transition_tables() -> None:
    for transitions in (private_seat.TRANSITIONS, shared_seat.TRANSITIONS):
        assert transitions.items() >= SESSION.items()
    assert issubclass(PrivateSeat, Session)
    assert issubclass(SharedSeat, Session)


def test_no_seed_is_shown_in_a_log() -> None:
    assert alone.OPEN.seed.hex() not in repr(alone.OPEN)
    assert str(alone.OPEN.seed) not in repr(alone.OPEN)
