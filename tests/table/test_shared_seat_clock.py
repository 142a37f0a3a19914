"""Reading 17: only a player's own action restarts the twenty minutes."""

import pytest
from msgspec.structs import replace

from puntobanco.table.seat import SharedSeat
from puntobanco.table.session import Lose, TakeOver
from puntobanco.table.shared.shared_seat import ConfirmDraft, GiveBack, step
from puntobanco.table.shared.shared_seat import SharedCommand as Step
from puntobanco.wire.messages import WhyReturned
from puntobanco.wire.requests import Automatic, Confirm, Place, Stay, TopUp
from tests.table.test_shared_seat import COUP, KEY, OPEN, SETTING, bets, pay, seen

LONG_AGO, NOW = 1_000, 900_000
SITS = replace(seen(OPEN, coup=COUP), acted=LONG_AGO)
LAID = replace(seen(SITS, draft=bets(punto=100)), automatic=True)
STAKED = seen(SITS, stakes=bets(punto=100), staked_in=1)


def acted(seat: SharedSeat, asked: Step) -> int:
    after = step(seat, asked, SETTING, NOW).seat
    assert after is not None
    return after.acted


@pytest.mark.parametrize(
    "asked",
    [
        Place(bets(punto=100), COUP),
        Confirm(KEY, COUP, bets(punto=100)),
        Automatic(on=True),
        TopUp(KEY, 100),
        Stay(),
    ],
    ids=lambda asked: type(asked).__name__,
)
def test_an_action_restarts_the_twenty_minutes(asked: Step) -> None:
    assert acted(SITS, asked) == NOW


@pytest.mark.parametrize(
    ("seat", "asked"),
    [
        (LAID, ConfirmDraft(COUP)),
        (STAKED, pay("9cKsKc2d")),
        (STAKED, GiveBack(COUP, WhyReturned.RESTORE)),
        (SITS, TakeOver()),
        (SITS, Lose(SITS.generation)),
    ],
    ids=["confirmed", "paid", "given back", "taken over", "lost"],
)
def test_automatic_changes_do_not_restart_the_twenty_minutes(seat: SharedSeat, asked: Step) -> None:
    assert acted(seat, asked) == LONG_AGO
