"""Reading 17: what a player does starts the twenty minutes anew; what happens by itself doesn't."""

import pytest
from msgspec.structs import replace

from puntobanco.table.seat import Seat
from puntobanco.table.shared_seat import ConfirmDraft, GiveBack, Lay
from puntobanco.table.steps import Lose, Step, TakeOver, step
from puntobanco.wire.messages import WhyReturned
from puntobanco.wire.requests import Automatic, Confirm, Stay, TopUp
from tests.table.test_shared_seat import COUP, KEY, OPEN, SETTING, bets, pay

LONG_AGO, NOW = 1_000, 900_000
SITS = replace(OPEN, number=COUP, acted=LONG_AGO)
LAID = replace(SITS, automatic=True, draft=bets(punto=100))
STAKED = replace(SITS, stakes=bets(punto=100), staked_in=1)


def acted(seat: Seat, asked: Step) -> int:
    after = step(seat, asked, SETTING, NOW, b"").seat
    assert after is not None
    return after.acted


@pytest.mark.parametrize(
    "asked",
    [
        Lay(COUP, bets(punto=100)),
        Confirm(KEY, COUP, bets(punto=100)),
        Automatic(on=True),
        TopUp(KEY, 100),
        Stay(),
    ],
    ids=lambda asked: type(asked).__name__,
)
def test_what_somebody_does_is_an_action(asked: Step) -> None:
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
def test_what_happens_by_itself_is_none(seat: Seat, asked: Step) -> None:
    assert acted(seat, asked) == LONG_AGO
