"""A private seat's steps follow its transition table; any other step is refused."""

import os
from typing import Final, get_args

import pytest
from msgspec.structs import replace

import puntobanco
from puntobanco.errors import NoSession, SessionOpen
from puntobanco.game.bets import Bet
from puntobanco.table.private_seat import TRANSITIONS, Retire, new_private_seat, step
from puntobanco.table.private_seat import PrivateCommand as Step
from puntobanco.table.recording import setting_of
from puntobanco.table.seat import SeatPhase
from puntobanco.table.session import Expire, Lose, TakeOver
from puntobanco.wire.messages import Reason, WhyRetired
from puntobanco.wire.requests import Carte, CashOut, Open, Place, Stay, TopUp

KEY: Final = "k" * 16
SETTING: Final = setting_of(puntobanco.house("punto-e-banco").sheet, 1)
NEW: Final = new_private_seat(17, "punto-e-banco", "FUN", 1, SETTING, os.urandom(32))
FREE: Final = replace(NEW, id=1, credit_account=18)
OPEN: Final = replace(FREE, view=replace(FREE.view, phase=SeatPhase.OPEN, credit=5_000))
SEATS: Final = {SeatPhase.FREE: FREE, SeatPhase.OPEN: OPEN}
STEPS: Final[list[Step]] = [
    Open(KEY, 5_000),
    Place({Bet.PUNTO: 1_000}),
    Carte(KEY, {Bet.PUNTO: 1_000}, "s" * 32),
    TopUp(KEY, 1_000),
    CashOut(KEY),
    Stay(),
    TakeOver(),
    Lose(0),
    Expire(Reason.INACTIVITY),
    Retire(1, WhyRetired.SHEET),
]


@pytest.mark.parametrize("phase", SeatPhase)
@pytest.mark.parametrize("asked", STEPS, ids=lambda asked: type(asked).__name__)
def test_every_step_leads_to_the_listed_state_or_is_refused(phase: SeatPhase, asked: Step) -> None:
    seat, leads_to = SEATS[phase], TRANSITIONS.get((phase, type(asked)))
    if leads_to is None:
        with pytest.raises(SessionOpen if isinstance(asked, Open) else NoSession):
            step(seat, asked, SETTING, 1, os.urandom(32))
        return
    change = step(seat, asked, SETTING, 1, os.urandom(32))
    assert change.seat is not None
    assert change.seat.view.phase is leads_to
    assert change.seat.version == seat.version + 1


def test_every_command_is_tried() -> None:
    assert {type(asked) for asked in STEPS} == {kind for _, kind in TRANSITIONS}
    assert {type(asked) for asked in STEPS} == set(get_args(Step))
