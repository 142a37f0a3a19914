"""What the automatic croupier does next, and when."""

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
from tests.table.evening import Evening
from tests.table.table_commands import draw
from tests.table.test_shared_table import at, coup_under_way, whole_sabot

NOBODY = Here()
ANNA = Here(frozenset({"17"}))
BOTH = Here(frozenset({"17", "23"}))
WATCHER = Here(watchers=1)


def next_command(evening: Evening, here: Here = ANNA, *, due: bool = True) -> type | None:
    until = evening.table.view.until or 0
    now = until if due else until - 1
    asked = next_step(evening.table, evening.setup, here, now, coup_under_way(evening))
    return None if asked is None else type(asked.command)


@pytest.mark.parametrize("here", [ANNA, WATCHER])
def test_the_first_visitor_starts_a_new_sabot(here: Here) -> None:
    assert next_command(at(Stage.RESTING), NOBODY) is None
    assert next_command(at(Stage.RESTING), here) is ShuffleSabot


@pytest.mark.parametrize("standing", [Standing.PAUSED, Standing.CLOSED])
def test_a_paused_or_closed_table_starts_no_sabot(standing: Standing) -> None:
    evening = at(Stage.RESTING)
    evening.do(Stand(standing))
    assert next_command(evening) is None


def test_the_list_closes_early_when_all_players_are_in_it() -> None:
    evening = at(Stage.MIXING)
    assert next_command(evening, due=False) is None
    assert next_command(evening) is CloseList
    evening = Evening()
    evening.do(ShuffleSabot())
    from tests.table.test_shared_table import STEPS

    evening.do(STEPS[1])
    assert next_command(evening, due=False) is CloseList
    assert next_command(evening, BOTH, due=False) is None


def test_a_sabot_is_given_up_if_seeds_are_not_opened_in_time() -> None:
    assert next_command(at(Stage.OPENING), due=False) is None
    assert next_command(at(Stage.OPENING)) is GiveUp
    assert next_command(at(Stage.OPENING, opened=True), due=False) is Fix


def test_the_first_betting_follows_the_burn() -> None:
    evening = at(Stage.BURNING)
    assert next_command(evening) is BurnCards
    evening.do(BurnCards())
    assert next_command(evening, due=False) is None
    assert next_command(evening) is OpenBetting
    assert next_command(evening, NOBODY) is None


def test_the_clock_ends_the_betting() -> None:
    assert next_command(at(Stage.BETTING), due=False) is None
    assert next_command(at(Stage.BETTING)) is CloseBetting
    assert next_command(at(Stage.BETTING), NOBODY) is CloseBetting  # stakes may be on the cloth


def test_the_deal_follows_at_once_when_the_betting_is_closed() -> None:
    assert next_command(at(Stage.CLOSING), NOBODY, due=False) is Deal


def test_cards_are_drawn_one_by_one_and_then_announced() -> None:
    evening = at(Stage.DEALING)
    assert next_command(evening, due=False) is None
    while next_command(evening, NOBODY) is Draw:
        assert evening.do(draw()).card != "??"
    assert len(evening.table.view.cards) in (8, 10, 12)
    assert next_command(evening, NOBODY) is Announce


def test_payments_are_made_at_once() -> None:
    assert next_command(at(Stage.PAYING), NOBODY, due=False) is Settle


def test_after_a_paid_coup_the_table_goes_on_or_stops() -> None:
    evening = at(Stage.PAID)
    assert next_command(evening, due=False) is None
    assert next_command(evening) is OpenBetting
    assert next_command(evening, WATCHER) is OpenBetting
    assert next_command(evening, NOBODY) is None
    evening.do(Stand(Standing.PAUSED))
    assert next_command(evening) is None
    evening.do(Stand(Standing.CLOSED))
    assert next_command(evening, NOBODY) is Reveal


def test_after_the_cut_card_the_sabot_is_revealed() -> None:
    assert next_command(whole_sabot("17"), NOBODY) is Reveal


def test_an_exhibition_ends_when_a_player_comes() -> None:
    evening = at(Stage.PAID, exhibition=True)
    assert next_command(evening, WATCHER) is Deal
    assert next_command(evening, NOBODY) is None
    assert next_command(evening, ANNA) is Reveal


def test_a_lone_player_who_sits_out_waits_for_one_exhibition_coup() -> None:
    evening = at(Stage.OPENING)
    evening.do(GiveUp())
    evening.do(ShuffleSabot())
    evening.do(CloseList())
    evening.do(Fix())
    evening.do(BurnCards())
    assert next_command(evening, ANNA) is Deal
    evening.deal()
    assert next_command(evening, ANNA) is Reveal


def test_an_exhibition_stops_when_the_table_is_paused() -> None:
    evening = at(Stage.PAID, exhibition=True)
    evening.do(Stand(Standing.PAUSED))
    assert next_command(evening, WATCHER) is None
