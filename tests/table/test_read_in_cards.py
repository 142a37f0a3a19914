"""Cards of a real sabot, read in one by one, by the books of Campione and St. Moritz."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.errors import (
    FromARealSabot,
    NotHolding,
    NotInSabot,
    NotNow,
)
from puntobanco.game.cards import DECK, parse_cards
from puntobanco.game.coup import Outcome, Side, deal_exactly
from puntobanco.game.sheet import Excess
from puntobanco.table.shared.console_offers import demand_now
from puntobanco.table.shared.demanded_cards import by_the_rule
from puntobanco.wire import console_commands
from puntobanco.wire.table_spec import TableSpec
from tests.table.staffed_evening import (
    CHIPS,
    CLOCK,
    MARA,
    REAL,
    StaffedEvening,
    can,
    moment,
)
from tests.table.table_commands import call, turn

# --- I falsi tiraggi -----------------------------------------------------------------------


def test_an_excess_card_is_burned() -> None:
    """003's reading: Punto has a natural 8, but a third card was drawn for it."""
    evening = StaffedEvening()
    evening.bets()
    evening.reads("8hKcKdKs")
    (aside,) = evening.reads("9d")
    assert (aside.card, aside.goes_on, aside.gone) == ("9d", False, 8)
    told = evening.announces()
    assert (told.cards, told.punto, told.outcome) == ("8hKcKdKs", 8, Outcome.PUNTO)
    assert (evening.view.aside, evening.view.first_of_next) == ("9d", "")
    evening.bets()
    assert (evening.view.cards, evening.view.gone) == ("", 8)


def test_an_excess_card_begins_the_next_coup_if_the_sheet_says_so() -> None:
    """Reading 13; several excess cards keep the order in which they were drawn."""
    evening = StaffedEvening(excess=Excess.NEXT_COUP)
    evening.bets()
    evening.reads("8hKcKdKs")
    first, second = evening.reads("9d5c")
    assert first.goes_on
    assert second.goes_on
    evening.announces()
    evening.bets()
    assert (evening.view.cards, evening.view.punto, evening.view.banco) == ("9d5c", 9, 5)
    evening.reads("KhQs")
    told = evening.announces()
    assert (told.cards, told.punto, told.banco) == ("9d5cKhQs", 9, 5)
    assert evening.view.gone == 11


def test_a_coup_that_begins_with_a_kept_card_can_be_void() -> None:
    evening = StaffedEvening(excess=Excess.NEXT_COUP)
    evening.bets()
    evening.reads("8hKcKdKs9d")
    evening.announces()
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.Void, "the lights went out", by=MARA)
    assert evening.view.first_of_next == "9d"


def test_a_missing_card_is_demanded() -> None:
    """Punto has 4 and must draw: the points can't be announced without the card."""
    evening = StaffedEvening()
    evening.bets()
    evening.reads("4h5cKd2s")
    with pytest.raises(NotNow, match="demands a card for punto"):
        evening.says(console_commands.Announce)
    assert demand_now(moment(evening)) == ("a card for Punto", Side.PUNTO)
    assert "announce" not in can(evening)
    evening.reads("3c")
    assert evening.announces().cards == "4h5cKd2s3c"


def test_a_correction_records_the_card_before_and_after() -> None:
    evening = StaffedEvening()
    evening.bets()
    evening.reads("4h5cKd2s")
    told = evening.says(console_commands.Correct, 1, "6h", "read from the side")
    assert (told.n, told.before, told.after) == (1, "4h", "6h")
    assert told.reason == "read from the side"
    assert (told.cards, told.punto, told.banco) == ("6h5cKd2s", 6, 7)
    assert b'"before":"4h","after":"6h"' in evening.bodies[-1]
    assert evening.announces().outcome is Outcome.BANCO


def test_a_correction_sets_aside_cards_that_the_rule_no_longer_demands() -> None:
    evening = StaffedEvening()
    evening.bets()
    evening.reads("4h5cKd2s3c")  # 4: a third card
    told = evening.says(console_commands.Correct, 1, "9h", "it was a nine")  # 9: a natural
    assert (told.cards, told.aside) == ("9h5cKd2s", "3c")
    assert evening.announces().outcome is Outcome.PUNTO


def test_a_correction_takes_back_set_aside_cards_that_are_demanded_after_all() -> None:
    """All cards keep the order in which they left the sabot."""
    evening = StaffedEvening()
    evening.bets()
    evening.reads("9h5cKd2s3c")
    assert evening.view.aside == "3c"
    told = evening.says(console_commands.Correct, 1, "4h", "it was a four")
    assert (told.cards, told.aside, told.punto) == ("4h5cKd2s3c", "", 7)


def test_a_correction_decides_which_card_begins_the_next_coup() -> None:
    evening = StaffedEvening(excess=Excess.NEXT_COUP)
    evening.bets()
    evening.reads("9h5cKd2s3c")
    evening.says(console_commands.Correct, 5, "3d", "a diamond")
    assert (evening.view.aside, evening.view.first_of_next) == ("3d", "3d")
    evening.says(console_commands.Correct, 1, "4h", "it was a four")
    assert evening.view.first_of_next == ""
    evening.announces()


def test_the_first_card_can_be_corrected_before_the_second_is_drawn() -> None:
    evening = StaffedEvening()
    evening.bets()
    evening.reads("4h")
    told = evening.says(console_commands.Correct, 1, "5h", "misread")
    assert (told.punto, told.banco) == (5, None)
    with pytest.raises(NotNow, match="read as 5h"):
        evening.says(console_commands.Correct, 1, "5h", "misread")
    with pytest.raises(NotNow, match="cards read so far: 1"):
        evening.says(console_commands.Correct, 2, "5h", "misread")


def test_a_paid_coup_cannot_be_corrected() -> None:
    evening = StaffedEvening()
    evening.plays("8hKcKdKs")
    with pytest.raises(NotNow):
        evening.says(console_commands.Correct, 1, "9h", "too late")


class Reader:
    """A croupier who misreads cards and corrects them before the points are announced."""

    def __init__(self, sabot: list[str], misreads: list[tuple[int, str]]) -> None:
        self.truth, self.misreads = sabot, dict(misreads)

    def read(self, evening: StaffedEvening) -> str:
        """Read in the true cards one by one, misreading some, and correct them at the end."""
        wrong = {}
        for n, true in enumerate(self.truth, 1):
            said = self.misreads.get(n, true)
            evening.says(console_commands.Read, said)
            if said != true:
                wrong[n] = true
        for n, true in wrong.items():
            evening.says(console_commands.Correct, n, true, "misread")
        return "".join(self.truth)


FEW = DECK[::3]
true_cards = st.lists(st.sampled_from(FEW).map(str), min_size=6, max_size=10)
misread = st.lists(st.tuples(st.integers(1, 10), st.sampled_from(FEW).map(str)), max_size=4)


@settings(max_examples=150)
@given(truth=true_cards, wrong=misread, kept=st.booleans())
def test_any_reads_and_corrections_end_in_the_coup_the_rule_gives(
    truth: list[str], wrong: list[tuple[int, str]], kept: bool
) -> None:
    """Misread cards have no effect on the result; only the record shows them."""
    evening = StaffedEvening(excess=Excess.NEXT_COUP if kept else Excess.BURNED)
    evening.bets()
    try:
        drawn = Reader(truth, wrong).read(evening)
    except NotInSabot:
        return  # the sabot holds only six of each card
    rule = evening.setup.sheet.rule
    count = by_the_rule(rule, parse_cards(drawn))
    assert (evening.view.cards, evening.view.aside) == (drawn[: 2 * count], drawn[2 * count :])
    told = evening.announces()
    coup = deal_exactly(rule, parse_cards(drawn)[:count])
    assert (told.outcome, told.decisions) == (coup.outcome, coup.decisions)
    assert evening.replayed() == evening.view
    evening.bets()
    assert evening.view.cards == (drawn[2 * count :][:8] if kept else "")


# --- the sabot -----------------------------------------------------------------------------


def test_no_sabot_holds_a_card_more_often_than_it_has_decks() -> None:
    """Campione: si gioca con 6 mazzi di carte. Of seven nines of hearts one was misread."""
    evening = StaffedEvening(CHIPS)
    for coup in ("9hKcKdKs", "9hQcKdKs", "9hQcQdKs", "9hQcQdQs", "9hJcQdQs"):
        evening.plays(coup)
    evening.bets()
    evening.reads("9hJc")
    with pytest.raises(NotInSabot, match="holds 6 of 9h, but this makes 7"):
        evening.reads("9h")
    with pytest.raises(NotInSabot):
        evening.says(console_commands.Correct, 2, "9h", "misread")
    evening.says(console_commands.Correct, 1, "9d", "it was a diamond")
    evening.reads("9h")
    evening.says(console_commands.Void, "one of them was misread", by=MARA)
    assert evening.table.seen.count("9h") == 6


def test_a_croupier_can_insist_on_a_card() -> None:
    """A card of a paid coup was misread and can't be corrected, but the true card is drawn now."""
    evening = StaffedEvening(CHIPS)
    for coup in ("9hKcKdKs", "9hQcKdKs", "9hQcQdKs", "9hQcQdQs", "9hJcQdQs", "9hJcJdJs"):
        evening.plays(coup)
    evening.bets()
    with pytest.raises(NotInSabot):
        evening.says(console_commands.Read, "9h")
    assert evening.says(console_commands.Read, "9h", insist=True).insisted
    assert not evening.says(
        console_commands.Read, "Jc", insist=True
    ).insisted  # there was no need to insist
    evening.reads("2dJs")
    with pytest.raises(NotInSabot):
        evening.says(console_commands.Correct, 3, "9h", "misread")
    assert evening.says(console_commands.Correct, 3, "9h", "misread", insist=True).insisted
    assert evening.says(
        console_commands.Read, "9h", insist=True
    ).insisted  # an excess card after a natural
    assert (evening.view.cards, evening.view.aside) == ("9hJc9hJs", "9h")
    assert evening.replayed() == evening.view


def test_cards_of_a_void_coup_and_cards_set_aside_have_left_the_sabot() -> None:
    evening = StaffedEvening()
    evening.bets()
    evening.reads("8hKcKdKs9d")
    evening.announces()
    evening.bets()
    evening.reads("2c3c")
    evening.says(console_commands.Void, "a card fell", by=MARA)
    assert evening.table.seen == "2c8hKcKdKs9d2c3c"
    assert evening.view.gone == 10


def test_a_kept_card_is_counted_once() -> None:
    evening = StaffedEvening(excess=Excess.NEXT_COUP)
    evening.bets()
    evening.reads("8hKcKdKs9d")
    evening.announces()
    assert evening.table.seen == "2c8hKcKdKs"
    evening.bets()
    evening.reads("KhKcKs")
    evening.announces()
    assert evening.table.seen == "2c8hKcKdKs9dKhKcKs"


def test_no_more_than_twelve_cards_are_read_in() -> None:
    evening = StaffedEvening()
    evening.bets()
    evening.reads("8hKcKdKs2c2d2h2s3c3d3h3s")
    with pytest.raises(NotNow, match="12 cards"):
        evening.reads("4c")


def test_a_new_sabot_comes_only_between_two_coups() -> None:
    evening = StaffedEvening()
    evening.says(console_commands.OpenBetting)
    with pytest.raises(NotNow):
        evening.says(console_commands.NewSabot)
    evening.close()
    with pytest.raises(NotNow):
        evening.says(console_commands.NewSabot)
    evening.reads("8hKcKdKs")
    told = evening.announces()
    assert told.statistics.coups == 1
    again = evening.says(console_commands.NewSabot)
    assert (again.sabot, again.commitment) == (2, "")
    assert (evening.view.gone, evening.table.seen, evening.table.past) == (0, "", ())
    evening.reads("2c")
    assert evening.plays("8hKcKdKs").statistics.coups == 1
    assert evening.view.coup == 2


def test_betting_cannot_open_without_a_sabot() -> None:
    evening = StaffedEvening(taken=False)
    evening.says(console_commands.Take)
    with pytest.raises(NotNow):
        evening.says(console_commands.OpenBetting)
    assert can(evening) == {"call_manager", "leave", "new_sabot"}


def test_draw_turn_and_call_are_refused_at_a_real_sabot() -> None:
    evening = StaffedEvening(REAL)
    evening.bets()
    for command, *said in (
        (console_commands.Draw,),
        (console_commands.Turn, Side.PUNTO),
        (console_commands.Speak, True),
    ):
        with pytest.raises(FromARealSabot):
            evening.says(command, *said)


@pytest.mark.parametrize("spec", [REAL, CHIPS, CLOCK], ids=lambda spec: spec.name)
def test_cards_of_a_real_sabot_have_no_holder_in_the_program(spec: TableSpec) -> None:
    """They are in real hands, so calls and shows are refused."""
    evening = StaffedEvening(spec)
    evening.bets()
    evening.reads("4h5c")
    for asked in (call(draws=True, player="17"), turn(Side.PUNTO, "17"), turn(Side.BANCO, "17")):
        with pytest.raises(NotHolding):
            evening.do(asked)
