"""Slips at a real sabot are put right: cards, stakes, and a result that was announced.

002: «I falsi tiraggi, qualora riscontrati, verranno ristabiliti secondo la regola.»
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from puntobanco.errors import (
    BelowMinimum,
    FromOurSabot,
    ManagersOnly,
    NoSuchBox,
    NotNow,
    NotTheCroupier,
)
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK
from puntobanco.game.coup import Outcome
from puntobanco.game.sheet import Excess
from puntobanco.table.shared.shared_table import Settle
from puntobanco.table.shared.stream_notation import noted_sabot
from puntobanco.wire.console_commands import (
    Amend,
    Correct,
    CutCard,
    Delete,
    KeyIn,
    NewSabot,
    OpenBetting,
    ReopenBetting,
    Reverse,
    Swap,
    TakeBackCutCard,
    Void,
)
from puntobanco.wire.stream import Amendment, Shuffled, Stage
from tests.table.staffed_evening import CHIPS, DINO, MARA, OURS, REAL, StaffedEvening

MORITZ = replace(CHIPS, name="moritz", house="st-moritz")
BANCO_NINE, PUNTO_NINE = "4h9cKdKs", "9h4cKdKs"


def chips(**keyed: dict[Bet, int]) -> StaffedEvening:
    """A coup with real chips, closed, with the stakes of box1, box2..."""
    return with_stakes(StaffedEvening(CHIPS), **keyed)


def with_stakes(evening: StaffedEvening, **keyed: dict[Bet, int]) -> StaffedEvening:
    evening.says(OpenBetting)
    for box, bets in keyed.items():
        evening.says(KeyIn, int(box.removeprefix("box")), bets)
    evening.close()
    return evening


def list_of(told: Any) -> dict[int, tuple[int, int, int | None]]:
    return {each.box: (each.takes, each.pays, each.difference) for each in told.due}


# --- cards ---------------------------------------------------------------------------------


def test_a_card_that_was_read_twice_is_deleted() -> None:
    evening = chips()
    evening.reads("4h4h5cKd2s")
    told = evening.says(Delete, 2, "scanned twice")
    assert (told.n, told.before, told.after, told.reason) == (2, "4h", "", "scanned twice")
    assert (told.cards, told.gone, told.punto, told.banco) == ("4h5cKd2s", 7, 4, 7)
    assert evening.view.gone == 7
    evening.reads("3c")
    assert evening.announces().cards == "4h5cKd2s3c"
    assert evening.table.seen == "2c4h5cKd2s3c"


def test_two_cards_that_were_read_in_the_wrong_order_are_swapped() -> None:
    evening = chips()
    evening.reads("4h5cKd2s")
    told = evening.says(Swap, 1, 2, "picked up the wrong way round")
    assert (told.n, told.other, told.before, told.after) == (1, 2, "4h", "5c")
    assert (told.cards, told.punto, told.banco, told.gone) == ("5c4hKd2s", 5, 6, 7)


def test_only_cards_that_lie_there_are_deleted_or_swapped() -> None:
    evening = chips()
    for kind, *said in ((Delete, 1), (Swap, 1, 2)):
        with pytest.raises(NotNow):
            evening.says(kind, *said, "no card yet")
    evening.reads("4h4h")
    with pytest.raises(NotNow, match="two different cards"):
        evening.says(Swap, 1, 2, "they are equal")
    evening.reads("5c")
    with pytest.raises(NotNow, match="both cards were read as 4h"):
        evening.says(Swap, 1, 2, "they are equal")
    for kind, *said in ((Delete, 4), (Swap, 1, 4), (Swap, 4, 1)):
        with pytest.raises(NotNow, match="cards read so far: 3"):
            evening.says(kind, *said, "no such card")
    with pytest.raises(NotTheCroupier):
        evening.says(Delete, 2, "not mine", by=DINO)


FEW = [str(card) for card in DECK[::5]]


@settings(max_examples=60)
@given(
    truth=st.lists(st.sampled_from(FEW), min_size=6, max_size=8, unique=True),
    twice=st.integers(0, 5),
    swapped=st.integers(0, 4),
    kept=st.booleans(),
)
def test_repaired_cards_leave_no_trace_but_their_record(
    truth: list[str], twice: int, swapped: int, kept: bool
) -> None:
    """A card read twice and two cards in the wrong order end in the coup of the true cards."""
    excess = Excess.NEXT_COUP if kept else Excess.BURNED
    right, wrong = (StaffedEvening(CHIPS, excess) for _ in range(2))
    read = [*truth[:swapped], truth[swapped + 1], truth[swapped], *truth[swapped + 2 :]]
    read.insert(twice + 1, read[twice])
    for evening, cards in ((right, truth), (wrong, read)):
        evening.bets()
        evening.reads("".join(cards))
    wrong.says(Delete, twice + 2, "read twice")
    if truth[swapped] != truth[swapped + 1]:
        wrong.says(Swap, swapped + 1, swapped + 2, "in the wrong order")
    for evening in (right, wrong):
        evening.announces()
    names = ("cards", "aside", "first_of_next", "punto", "banco", "fifth", "gone", "roads")
    assert [getattr(wrong.view, each) for each in names] == [
        getattr(right.view, each) for each in names
    ]
    assert (wrong.table.seen, wrong.table.past) == (right.table.seen, right.table.past)
    assert wrong.replayed() == wrong.view


# --- a stake -------------------------------------------------------------------------------


def test_a_manager_amends_a_stake_after_rien_ne_va_plus() -> None:
    evening = chips(box3={Bet.BANCO: 1_000})
    with pytest.raises(ManagersOnly):
        evening.says(Amend, 3, {Bet.BANCO: 10_000}, "mis-keyed")
    told = evening.says(Amend, 3, {Bet.BANCO: 10_000}, "ten, not one", by=MARA)
    assert (told.box, told.before, told.bets) == (3, {Bet.BANCO: 1_000}, {Bet.BANCO: 10_000})
    assert (told.manager, told.reason) == (MARA, "ten, not one")
    evening.says(Amend, 1, {Bet.PUNTO: 2_000}, "was not keyed", place=2, by=MARA)
    assert evening.view.keyed[1] == {2: {Bet.PUNTO: 2_000}}
    assert evening.view.amendments == (
        Amendment(3, 1, {Bet.BANCO: 1_000}, {Bet.BANCO: 10_000}, "ten, not one"),
        Amendment(1, 2, {}, {Bet.PUNTO: 2_000}, "was not keyed"),
    )
    evening.reads(BANCO_NINE)
    assert list_of(evening.announces()) == {1: (2_000, 0, None), 3: (0, 9_500, None)}
    assert evening.replayed() == evening.view


def test_an_amended_stake_is_checked_like_a_keyed_one() -> None:
    evening = chips(box3={Bet.BANCO: 1_000})
    with pytest.raises(NoSuchBox):
        evening.says(Amend, 10, {Bet.BANCO: 10_000}, "a reason", by=MARA)
    with pytest.raises(BelowMinimum):
        evening.says(Amend, 3, {Bet.BANCO: 100}, "a reason", by=MARA)
    with pytest.raises(NotNow, match="the stakes already"):
        evening.says(Amend, 3, {Bet.BANCO: 1_000}, "a reason", by=MARA)
    evening.says(Amend, 3, {}, "it was a chip of the next coup", by=MARA)
    assert evening.view.keyed == {}


def test_stakes_are_amended_only_between_the_closing_and_the_result() -> None:
    evening = StaffedEvening(CHIPS)
    evening.says(OpenBetting)
    with pytest.raises(NotNow):
        evening.says(Amend, 3, {Bet.BANCO: 1_000}, "the croupier can key it in", by=MARA)
    evening.close()
    evening.reads(BANCO_NINE)
    evening.announces()
    with pytest.raises(NotNow):
        evening.says(Amend, 3, {Bet.BANCO: 1_000}, "reverse the result first", by=MARA)
    credit = StaffedEvening(REAL)
    credit.bets()
    with pytest.raises(NotNow, match="played for credit"):
        credit.says(Amend, 3, {Bet.BANCO: 1_000}, "not on this cloth", by=MARA)


# --- a result ------------------------------------------------------------------------------


def test_a_result_is_reversed_and_the_coup_corrected_with_the_differences() -> None:
    """The first card was a nine; box 3 was paid and box 1 taken in by the first list."""
    evening = chips(box1={Bet.PUNTO: 5_000}, box3={Bet.BANCO: 10_000}, box5={Bet.EGALITE: 500})
    evening.reads(BANCO_NINE)
    assert list_of(evening.announces()) == {
        1: (5_000, 0, None),
        3: (0, 9_500, None),
        5: (500, 0, None),
    }
    with pytest.raises(ManagersOnly):
        evening.says(Reverse, "box 1 had nine")
    with pytest.raises(NotNow):
        evening.says(Correct, 1, "9h", "not without the manager")
    told = evening.says(Reverse, "box 1 had nine", by=MARA)
    assert (told.coup, told.outcome, told.manager) == (1, Outcome.BANCO, MARA)
    assert (told.cards, told.punto, told.banco) == (BANCO_NINE, 4, 9)
    assert (evening.view.stage, evening.view.statistics.coups) == (Stage.DEALING, 0)
    evening.says(Correct, 1, "9h", "seen on the video")
    evening.says(Correct, 2, "4c", "seen on the video")
    again = evening.announces()
    assert again.outcome is Outcome.PUNTO
    assert list_of(again) == {1: (0, 5_000, 10_000), 3: (10_000, 0, -19_500), 5: (500, 0, 0)}
    assert (again.statistics.coups, again.statistics.punto) == (1, 1)
    assert (evening.table.past, evening.table.seen) == ((PUNTO_NINE,), f"2c{PUNTO_NINE}")
    assert evening.replayed() == evening.view


def test_a_result_is_reversed_until_the_next_betting_closes() -> None:
    """Stakes keyed in for the next coup are not lost."""
    evening = chips(box1={Bet.PUNTO: 5_000})
    evening.reads(BANCO_NINE)
    evening.announces()
    evening.says(OpenBetting)
    assert evening.view.due  # what the last coup owes is still known
    evening.says(KeyIn, 2, {Bet.BANCO: 3_000})
    told = evening.says(Reverse, "a card is missing", by=MARA)
    assert (told.coup, told.keyed) == (1, {1: {1: {Bet.PUNTO: 5_000}}})
    assert (evening.view.coup, evening.view.keyed) == (1, {1: {1: {Bet.PUNTO: 5_000}}})
    evening.says(Delete, 4, "it belongs to the next coup")
    evening.reads("Kh")
    assert list_of(evening.announces()) == {1: (5_000, 0, 0)}
    assert evening.says(OpenBetting).coup == 2
    assert evening.view.keyed == {2: {1: {Bet.BANCO: 3_000}}}
    evening.close()
    for stage in (Stage.DEALING, Stage.PAYING):
        assert evening.view.stage is stage
        with pytest.raises(NotNow):
            evening.says(Reverse, "too late", by=MARA)
        if stage is Stage.DEALING:
            evening.says(Void, "the sabot fell over", by=MARA)
    assert evening.replayed() == evening.view


def test_a_reversed_coup_can_be_void_and_its_list_is_undone() -> None:
    evening = chips(box1={Bet.PUNTO: 5_000}, box3={Bet.BANCO: 10_000})
    evening.reads(BANCO_NINE)
    evening.announces()
    evening.says(Reverse, "nobody knows which card fell", by=MARA)
    told = evening.says(Void, "nobody knows which card fell", by=MARA)
    assert list_of(told) == {1: (0, 0, 5_000), 3: (0, 0, -9_500)}
    evening.do(Settle())
    assert (evening.view.statistics.coups, evening.table.past) == (0, ())
    assert evening.table.seen == f"2c{BANCO_NINE}"  # its cards have left the sabot
    with pytest.raises(NotNow, match="no result to reverse"):
        evening.says(Reverse, "it is void", by=MARA)
    evening.says(OpenBetting)
    with pytest.raises(NotNow, match="no result to reverse"):
        evening.says(Reverse, "it is void", by=MARA)
    assert evening.replayed() == evening.view


def test_the_stakes_of_a_void_coup_stay_listed_until_the_next_result() -> None:
    evening = chips(box1={Bet.PUNTO: 5_000}, box3={Bet.BANCO: 10_000})
    evening.reads("9h")
    evening.says(Void, "the sabot fell", by=MARA)
    lay = {1: {1: {Bet.PUNTO: 5_000}}, 3: {1: {Bet.BANCO: 10_000}}}
    assert (evening.view.due, evening.view.given_back) == ((), lay)
    evening.do(Settle())
    evening.says(OpenBetting)
    assert (evening.view.keyed, evening.view.given_back) == ({}, lay)
    evening.close()
    evening.reads(BANCO_NINE)
    evening.announces()
    assert evening.view.given_back == {}
    assert evening.replayed() == evening.view


def test_the_stake_of_a_reversed_coup_can_be_amended() -> None:
    evening = chips(box1={Bet.PUNTO: 5_000}, box2={Bet.PUNTO: 1_000})
    evening.reads(PUNTO_NINE)
    evening.announces()
    evening.says(Reverse, "box 1 had laid more", by=MARA)
    evening.says(Amend, 1, {Bet.PUNTO: 50_000}, "seen on the video", by=MARA)
    evening.says(Amend, 2, {}, "it was late", by=MARA)
    assert list_of(evening.announces()) == {1: (0, 50_000, 45_000), 2: (0, 0, -1_000)}


def test_stakes_that_egalite_left_follow_the_corrected_result() -> None:
    """003: they lie there for the next coup; but Banco has won after all."""
    evening = StaffedEvening(MORITZ)
    with_stakes(evening, box1={Bet.PUNTO: 5_000}, box3={Bet.BANCO: 2_000})
    evening.reads("9h9cKdKs")
    evening.announces()
    evening.says(OpenBetting)
    evening.says(KeyIn, 3, {Bet.BANCO: 4_000})
    evening.says(KeyIn, 7, {Bet.PUNTO: 1_000})
    evening.says(Reverse, "it was an eight", by=MARA)
    evening.says(Correct, 1, "8h", "it was an eight")
    assert list_of(evening.announces()) == {1: (5_000, 0, -5_000), 3: (0, 1_900, 1_900)}
    evening.says(OpenBetting)
    assert evening.view.keyed == {3: {1: {Bet.BANCO: 4_000}}, 7: {1: {Bet.PUNTO: 1_000}}}
    assert evening.replayed() == evening.view


def test_chips_added_to_a_left_stake_follow_the_corrected_result() -> None:
    """Only the bet that was keyed in is kept; the one that lies beside it follows the result."""
    for first, then, left in (("4h9cKdKs", "9h", True), ("9h9cKdKs", "4h", False)):
        evening = StaffedEvening(MORITZ)
        with_stakes(evening, box1={Bet.PUNTO: 5_000})
        evening.reads(first)
        evening.announces()
        evening.says(OpenBetting)
        lies = {} if left else {Bet.PUNTO: 5_000}
        evening.says(KeyIn, 1, {**lies, Bet.EGALITE: 500})
        evening.says(Reverse, "misread", by=MARA)
        evening.says(Correct, 1, then, "misread")
        evening.announces()
        evening.says(OpenBetting)
        lies = {Bet.PUNTO: 5_000} if left else {}
        assert evening.view.keyed == {1: {1: {**lies, Bet.EGALITE: 500}}}
        assert evening.replayed() == evening.view


def test_chips_taken_away_before_a_reversal_do_not_come_back() -> None:
    evening = StaffedEvening(MORITZ)
    with_stakes(evening, box1={Bet.PUNTO: 5_000})
    evening.reads("9h9cKdKs")
    evening.announces()
    evening.says(OpenBetting)
    evening.says(KeyIn, 1, {})
    told = evening.says(Reverse, "a suit was misread", by=MARA)
    assert told.waiting == {1: {1: {Bet.PUNTO: 0}}}
    evening.announces()
    evening.says(OpenBetting)
    assert evening.view.keyed == {}


def test_a_croupier_who_has_seen_the_cards_can_not_change_the_stakes() -> None:
    """Deleting all cards is no way back to the betting; only a manager amends stakes."""
    evening = chips(box1={Bet.PUNTO: 5_000})
    evening.reads(BANCO_NINE)
    for n in (4, 3, 2, 1):
        evening.says(Delete, n, "read twice")
    for command in ((ReopenBetting,), (KeyIn, 1, {Bet.BANCO: 50_000})):
        with pytest.raises(NotNow, match="the first card lies already"):
            evening.says(*command)


def test_a_result_stays_after_the_next_betting_was_closed_and_reopened() -> None:
    evening = chips(box1={Bet.PUNTO: 5_000})
    evening.reads(BANCO_NINE)
    evening.announces()
    evening.says(OpenBetting)
    evening.close()
    evening.says(ReopenBetting)
    with pytest.raises(NotNow, match="no result to reverse"):
        evening.says(Reverse, "too late", by=MARA)


def test_a_cut_card_of_the_next_coup_is_taken_back_before_a_reversal() -> None:
    evening = chips(box1={Bet.PUNTO: 5_000})
    evening.reads(BANCO_NINE)
    evening.announces()
    evening.says(OpenBetting)
    evening.says(CutCard)
    with pytest.raises(NotNow, match="take back the cut card first"):
        evening.says(Reverse, "misread", by=MARA)
    evening.says(TakeBackCutCard)
    evening.says(Reverse, "misread", by=MARA)
    evening.announces()
    assert evening.says(OpenBetting).coup == 2


@pytest.mark.parametrize("excess", Excess)
def test_cards_set_aside_come_back_with_the_coup(excess: Excess) -> None:
    """Punto had a natural by mistake, and the card set aside is Punto's third."""
    evening = StaffedEvening(CHIPS, excess)
    evening.bets()
    evening.reads("9h5cKd2s3c")
    evening.announces()
    told = evening.says(Reverse, "it was a four", by=MARA)
    assert (told.cards, told.aside) == ("9h5cKd2s", "3c")
    assert evening.table.seen == "2c"
    told = evening.says(Correct, 1, "4h", "it was a four")
    assert (told.cards, told.aside, told.kept) == ("4h5cKd2s3c", "", "")
    evening.announces()
    assert evening.table.seen == "2c4h5cKd2s3c"
    shuffled = next(n for n, event in enumerate(evening.events) if isinstance(event, Shuffled))
    (coup,) = noted_sabot("campione", evening.events[shuffled:]).coups
    assert "".join(str(each) for each in coup.cards) == "4h5cKd2s3c"


def test_only_the_last_result_of_this_sabot_can_be_reversed() -> None:
    evening = StaffedEvening(CHIPS)
    evening.plays(BANCO_NINE)
    evening.says(NewSabot)
    evening.reads("2c")
    with pytest.raises(NotNow):
        evening.says(Reverse, "another sabot", by=MARA)
    evening.says(OpenBetting)
    with pytest.raises(NotNow, match="no result to reverse"):
        evening.says(Reverse, "another sabot", by=MARA)


def test_coups_played_for_credit_are_paid_and_stay() -> None:
    credit = StaffedEvening(REAL)
    credit.plays(BANCO_NINE)
    with pytest.raises(NotNow, match="played for credit"):
        credit.says(Reverse, "it is paid", by=MARA)
    ours = StaffedEvening(OURS)
    for kind, *said in ((Reverse,), (Delete, 1), (Swap, 1, 2)):
        with pytest.raises(FromOurSabot):
            ours.says(kind, *said, "not from our sabot", by=MARA if kind is Reverse else 7)


def test_the_difference_is_each_players() -> None:
    """002: «Max 3 giocatori per casella»."""
    evening = StaffedEvening(CHIPS)
    evening.says(OpenBetting)
    evening.says(KeyIn, 1, {Bet.PUNTO: 5_000}, 1)
    evening.says(KeyIn, 1, {Bet.BANCO: 2_000}, 3)
    evening.close()
    evening.reads(BANCO_NINE)
    evening.announces()
    evening.says(OpenBetting)
    evening.says(KeyIn, 1, {Bet.PUNTO: 1_000}, 2)
    evening.says(Reverse, "the sides were swapped", by=MARA)
    evening.says(Swap, 1, 2, "the sides were swapped")
    due = [(each.place, each.takes, each.pays, each.difference) for each in evening.announces().due]
    assert due == [(1, 0, 5_000, 10_000), (3, 2_000, 0, -3_900)]
    evening.says(OpenBetting)
    assert evening.view.keyed == {1: {2: {Bet.PUNTO: 1_000}}}
    assert evening.replayed() == evening.view
