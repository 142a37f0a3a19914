"""The beginning and the end of a real sabot: book 004, "Mescolatura delle carte"."""

from typing import Any

import pytest

from puntobanco.errors import FromOurSabot, NotNow
from puntobanco.wire import console_commands
from tests.table.staffed_evening import CLOCK, MARA, OURS, REAL, StaffedEvening


def new_sabot(**names: Any) -> tuple[StaffedEvening, Any]:
    evening = StaffedEvening(REAL, taken=False)
    evening.says(console_commands.Take)
    return evening, evening.says(console_commands.NewSabot, **names)


def can(evening: StaffedEvening, command: type) -> bool:
    """Whether the table accepts a command, without giving it."""
    before = evening.table, list(evening.events)
    try:
        evening.says(command)
    except NotNow:
        return False
    finally:
        evening.table, evening.events = before
    return True


def test_who_shuffled_and_who_cut_is_recorded() -> None:
    _, told = new_sabot(shuffled_by="Dino", cut_by="box 3")
    assert (told.shuffled_by, told.cut_by) == ("Dino", "box 3")
    evening, told = new_sabot()
    assert (told.shuffled_by, told.cut_by) == ("carla", "carla")
    assert (evening.view.shuffled_by, evening.view.cut_by) == ("carla", "carla")


@pytest.mark.parametrize(
    ("first", "burned"), [("2c", 2), ("9h", 9), ("Ah", 1), ("Td", 10), ("Ks", 10)]
)
def test_the_first_card_is_shown_and_as_many_are_burned(first: str, burned: int) -> None:
    """ "il croupier estrae la prima carta e la scopre; preleverà quindi un numero di carte coperte
    pari al valore della prima carta estratta, bruciandole" """
    evening, _ = new_sabot()
    with pytest.raises(NotNow, match="burned first"):
        evening.says(console_commands.OpenBetting)
    (told,) = evening.reads(first)
    assert (told.first, told.burned, told.gone) == (first, burned, burned + 1)
    assert evening.table.seen == first
    with pytest.raises(NotNow):
        evening.reads("2c")
    evening.bets()


def test_a_misread_first_card_is_corrected_until_the_betting_opens() -> None:
    evening, _ = new_sabot()
    with pytest.raises(NotNow, match="no card was read in yet"):
        evening.says(console_commands.Correct, 1, "3c", "misread")
    evening.reads("8c")
    told = evening.says(console_commands.Correct, 1, "3c", "misread")
    assert (told.first, told.burned, told.before, told.reason) == ("3c", 3, "8c", "misread")
    assert (evening.view.gone, evening.table.seen) == (4, "3c")
    with pytest.raises(NotNow, match="already"):
        evening.says(console_commands.Correct, 1, "3c", "again")
    with pytest.raises(NotNow, match="cards read so far: 1"):
        evening.says(console_commands.Correct, 2, "4c", "misread")
    evening.says(console_commands.OpenBetting)
    with pytest.raises(NotNow):
        evening.says(console_commands.Correct, 1, "4c", "too late")


def test_the_coup_in_which_the_cut_card_appears_is_the_last() -> None:
    """ "Quando questo compare, il banco annuncia che le carte saranno mescolate prima della mano
    successiva." """
    evening = StaffedEvening(REAL)
    evening.bets()
    evening.reads("4h5c")
    told = evening.says(console_commands.CutCard)
    assert (told.sabot, told.cut, evening.view.cut) == (1, True, True)
    with pytest.raises(NotNow, match="already"):
        evening.says(console_commands.CutCard)
    assert [each.cut for each in evening.reads("KdKs2h")] == [True] * 3
    assert evening.announces().last
    with pytest.raises(NotNow):
        evening.says(console_commands.OpenBetting)
    evening.says(console_commands.NewSabot)
    assert not evening.view.cut
    evening.reads("2c")
    evening.bets()
    assert evening.replayed() == evening.view


@pytest.mark.parametrize("when", ["betting", "paid"])
def test_a_cut_card_is_entered_and_taken_back_whenever_it_is_noticed(when: str) -> None:
    evening = StaffedEvening(CLOCK)
    evening.says(console_commands.OpenBetting)
    if when == "paid":
        evening.close()
        evening.reads("4h9cKdKs")
        evening.announces()
    with pytest.raises(NotNow, match="not appeared yet"):
        evening.says(console_commands.TakeBackCutCard)
    evening.says(console_commands.CutCard)
    assert not can(evening, console_commands.OpenBetting)
    told = evening.says(console_commands.TakeBackCutCard)
    assert (told.cut, evening.view.cut) == (False, False)
    assert can(evening, console_commands.OpenBetting) is (when == "paid")


def test_a_sabot_without_enough_cards_for_a_coup_is_over() -> None:
    evening = StaffedEvening(REAL)
    total = evening.setup.sheet.cards.total
    told: Any = None
    for _ in range(total):
        if not can(evening, console_commands.OpenBetting):
            break
        evening.bets()
        for n in range(4):  # a natural; the same cards come again and again
            evening.says(console_commands.Read, ("9h", "Kc", "Kd", "Ks")[n], insist=True)
        told = evening.announces()
    assert told.last
    assert total - evening.view.gone < 6


def test_our_own_sabot_needs_nobody_to_enter_its_cut_card() -> None:
    evening = StaffedEvening(OURS)
    for command in (console_commands.CutCard, console_commands.TakeBackCutCard):
        with pytest.raises(FromOurSabot):
            evening.says(command)


def test_only_the_croupier_enters_the_cut_card() -> None:
    evening = StaffedEvening(REAL)
    evening.says(console_commands.OpenBetting)
    with pytest.raises(Exception, match="run"):
        evening.says(console_commands.CutCard, by=MARA)
