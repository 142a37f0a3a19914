"""The audit finds the effects of a wrong fold, although it uses the same fold as the house."""

from collections.abc import Callable
from typing import Any

import pytest

from puntobanco.audit.findings import Check
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Store
from puntobanco.wire import seat_fold
from puntobanco.wire.messages import Paid, Tipped, ToppedUp
from puntobanco.wire.requests import TopUp
from tests.audit.land_night import play_in_hand
from tests.audit.night import SHEETS, TickingClock, audit, carte, failing, key, sit

pytestmark = pytest.mark.anyio
Play = Callable[[Store], Any]


async def play_and_top_up(store: Store) -> None:
    floor = Floor(store, SHEETS, TickingClock())
    live = await sit(floor, "anna")
    for asked in (carte(), TopUp(key(), 700), carte()):
        await floor.ask(live, asked)
    await floor.stop()


def nothing(view: Any, event: Any) -> dict[str, Any]:
    return {}


def forgets_since(view: Any, event: Any) -> dict[str, Any]:
    """A fold that forgets when left stakes were placed."""
    return seat_fold._paid(view, event) | {"since": {}}


WRONG = {
    "credit that was brought": (ToppedUp, nothing, play_and_top_up, Check.SEATS),
    "credit that was given away": (Tipped, nothing, play_in_hand, Check.SEATS),
    "how long stakes have lain there": (Paid, forgets_since, play_in_hand, Check.BETTING),
}


@pytest.mark.parametrize("which", WRONG)
async def test_the_effects_of_a_wrong_fold_are_found(
    which: str, store: Store, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, wrong, play, check = WRONG[which]
    monkeypatch.setitem(seat_fold._FOLDS, event, wrong)
    await play(store)
    assert check in failing(await audit(database))
