"""The automatic croupier: what happens by itself, and when."""

import pytest

from puntobanco.table.shared.automatic_croupier import Here, next_step
from puntobanco.table.shared.shared_table import (
    BurnCards,
    CloseList,
    Deal,
    Fix,
    GiveUp,
    Reveal,
    Settle,
    ShuffleSabot,
    Stand,
)
from puntobanco.wire.console_commands import Announce, CloseBetting, Draw, OpenBetting
from puntobanco.wire.stream import Stage, Standing
from tests.table.asking import draw
from tests.table.evening import Evening
from tests.table.test_shared_table import at, coup_under_way, whole

NOBODY = Here()
ANNA = Here(frozenset({"17"}))
BOTH = Here(frozenset({"17", "23"}))
WATCHER = Here(watchers=1)


def asks(evening: Evening, here: Here = ANNA, *, due: bool = True) -> type | None:
    until = evening.table.view.until or 0
    now = until if due else until - 1
    asked = next_step(evening.table, evening.place, here, now, coup_under_way(evening))
    return None if asked is None else type(asked.command)


@pytest.mark.parametrize("here", [ANNA, WATCHER])
def test_whoever_comes_brings_a_new_sabot(here: Here) -> None:
    assert asks(at(Stage.RESTING), NOBODY) is None
    assert asks(at(Stage.RESTING), here) is ShuffleSabot


@pytest.mark.parametrize("standing", [Standing.PAUSED, Standing.CLOSED])
def test_a_table_that_is_not_open_rests(standing: Standing) -> None:
    evening = at(Stage.RESTING)
    evening.do(Stand(standing))
    assert asks(evening) is None


def test_nobody_waits_for_the_clock_when_everybody_is_in_the_list() -> None:
    evening = at(Stage.MIXING)
    assert asks(evening, due=False) is None
    assert asks(evening) is CloseList
    evening = Evening()
    evening.do(ShuffleSabot())
    from tests.table.test_shared_table import STEPS

    evening.do(STEPS[1])
    assert asks(evening, due=False) is CloseList
    assert asks(evening, BOTH, due=False) is None


def test_seeds_are_waited_for_and_then_no_more() -> None:
    assert asks(at(Stage.OPENING), due=False) is None
    assert asks(at(Stage.OPENING)) is GiveUp
    assert asks(at(Stage.OPENING, opened=True), due=False) is Fix


def test_burn_then_the_first_betting() -> None:
    evening = at(Stage.BURNING)
    assert asks(evening) is BurnCards
    evening.do(BurnCards())
    assert asks(evening, due=False) is None
    assert asks(evening) is OpenBetting
    assert asks(evening, NOBODY) is None


def test_the_clock_ends_the_betting() -> None:
    assert asks(at(Stage.BETTING), due=False) is None
    assert asks(at(Stage.BETTING)) is CloseBetting
    assert asks(at(Stage.BETTING), NOBODY) is CloseBetting  # stakes may lie there


def test_the_cards_follow_at_once_when_the_betting_is_closed() -> None:
    assert asks(at(Stage.CLOSING), NOBODY, due=False) is Deal


def test_card_by_card_then_the_result() -> None:
    evening = at(Stage.DEALING)
    assert asks(evening, due=False) is None
    while asks(evening, NOBODY) is Draw:
        assert evening.do(draw()).card != "??"
    assert len(evening.table.view.cards) in (8, 10, 12)
    assert asks(evening, NOBODY) is Announce


def test_payments_wait_for_nothing() -> None:
    assert asks(at(Stage.PAYING), NOBODY, due=False) is Settle


def test_the_next_coup_or_the_end() -> None:
    evening = at(Stage.PAID)
    assert asks(evening, due=False) is None
    assert asks(evening) is OpenBetting
    assert asks(evening, WATCHER) is OpenBetting
    assert asks(evening, NOBODY) is None
    evening.do(Stand(Standing.PAUSED))
    assert asks(evening) is None
    evening.do(Stand(Standing.CLOSED))
    assert asks(evening, NOBODY) is Reveal


def test_behind_the_cut_card_comes_the_shuffle() -> None:
    assert asks(whole("17"), NOBODY) is Reveal


def test_an_exhibition_lasts_until_somebody_comes_to_play() -> None:
    evening = at(Stage.PAID, exhibition=True)
    assert asks(evening, WATCHER) is Deal
    assert asks(evening, NOBODY) is None
    assert asks(evening, ANNA) is Reveal


def test_who_sits_out_alone_sits_through_a_coup_of_the_exhibition() -> None:
    evening = at(Stage.OPENING)
    evening.do(GiveUp())
    evening.do(ShuffleSabot())
    evening.do(CloseList())
    evening.do(Fix())
    evening.do(BurnCards())
    assert asks(evening, ANNA) is Deal
    evening.deal()
    assert asks(evening, ANNA) is Reveal


def test_an_exhibition_pauses_with_its_table() -> None:
    evening = at(Stage.PAID, exhibition=True)
    evening.do(Stand(Standing.PAUSED))
    assert asks(evening, WATCHER) is None
