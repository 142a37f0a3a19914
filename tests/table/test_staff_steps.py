"""A table that a person runs, by the books of Campione and St. Moritz."""

from contextlib import suppress
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from puntobanco.errors import (
    AboveMaximum,
    AgainstTheRule,
    BelowMinimum,
    CoupAboveMaximum,
    FromARealSabot,
    FromOurSabot,
    HasCroupier,
    ManagerCalled,
    ManagerNotCalled,
    ManagersOnly,
    MovedOn,
    NoSuchBox,
    NoSuchPlace,
    NotHolding,
    NotInSabot,
    NotNow,
    NotTheCroupier,
    Refusal,
    RunsItself,
    TableClosed,
)
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK, parse_cards, points
from puntobanco.game.coup import Coup, Outcome, Side, deal_exactly
from puntobanco.game.sheet import Excess, Faces, Source
from puntobanco.table.shared.automatic_croupier import Here, next_step
from puntobanco.table.shared.console_offers import commands_now, demand_now
from puntobanco.table.shared.demanded_cards import by_the_rule
from puntobanco.table.shared.shared_table import (
    BurnCards,
    CloseList,
    CountStakes,
    Deal,
    Fix,
    HandBack,
    Restore,
    Settle,
    ShuffleSabot,
    Stand,
    TableStep,
    Vacate,
)
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import console_commands
from puntobanco.wire.stream import Holders, OnBet, Stage, Standing
from puntobanco.wire.table_spec import TableSpec
from tests.table import luck
from tests.table.land import mixed
from tests.table.staffed_evening import (
    CARLA,
    CHIPS,
    CLOCK,
    DINO,
    HELD,
    MARA,
    OURS,
    REAL,
    StaffedEvening,
    staff,
)
from tests.table.table_commands import ask_manager, call, close_betting, take_box, turn

NEUTRAL = "Punto speaks, or shows a natural"
ANNA = Here(frozenset({"17"}), seated=frozenset({"17"}))


def moment(evening: StaffedEvening, person: int = CARLA) -> StepContext:
    return StepContext(evening.table, evening.setup, evening.now, staff(person))


def can(evening: StaffedEvening, person: int = CARLA) -> set[str]:
    return set(commands_now(moment(evening, person)))


# --- taking and handing over the table -----------------------------------------------------


def test_il_croupier_assume_la_direzione_del_gioco() -> None:
    evening = StaffedEvening(taken=False)
    with pytest.raises(NotTheCroupier):
        evening.says(console_commands.NewSabot)
    taken = evening.says(console_commands.Take)
    assert (taken.croupier, taken.name, taken.until) == (CARLA, "carla", None)
    with pytest.raises(HasCroupier, match="carla"):
        evening.says(console_commands.Take, by=DINO)
    with pytest.raises(NotNow):
        evening.says(console_commands.Take)


def test_a_croupier_hands_the_table_over() -> None:
    evening = StaffedEvening()
    evening.says(console_commands.Leave)
    assert evening.view.croupier == 0
    evening.says(console_commands.Take, by=DINO)
    with pytest.raises(NotTheCroupier):
        evening.says(console_commands.OpenBetting)
    evening.says(console_commands.OpenBetting, by=DINO)


def test_a_manager_takes_the_table_from_a_croupier() -> None:
    evening = StaffedEvening()
    evening.says(console_commands.Take, by=MARA)
    assert evening.view.croupier_name == "mara"
    with pytest.raises(NotTheCroupier):
        evening.says(console_commands.OpenBetting)


def test_of_two_simultaneous_commands_the_second_is_refused() -> None:
    evening = StaffedEvening()
    evening.bets()
    seen = evening.view.offset
    evening.says(console_commands.Read, "4h", seen=seen)
    with pytest.raises(MovedOn):
        evening.says(console_commands.Read, "4h", seen=seen)
    with pytest.raises(MovedOn):
        evening.says(console_commands.Read, "4h", seen=evening.view.offset + 1)
    assert evening.view.cards == "4h"


def test_unrelated_events_do_not_make_a_command_outdated() -> None:
    """Bets, boxes and a player's call for the manager don't make a command outdated."""
    evening = StaffedEvening()
    evening.says(console_commands.OpenBetting)
    seen = evening.view.offset
    evening.do(CountStakes({Bet.PUNTO: OnBet(1_000, 1)}))
    evening.do(take_box("17", 3))
    evening.do(ask_manager("17"))
    evening.do(Stand(Standing.PAUSED))
    evening.says(console_commands.Void, "a fire drill", by=MARA, seen=seen)


def test_an_automatic_table_has_a_manager_but_no_croupier() -> None:
    evening = StaffedEvening(TableSpec("live-mini", "live-mini"), taken=False)
    for command in (
        console_commands.Take,
        console_commands.OpenBetting,
        console_commands.Draw,
        console_commands.Leave,
    ):
        with pytest.raises(RunsItself):
            evening.says(command)
    evening.do(ask_manager("17"))
    assert can(evening, MARA) == {"decide"}
    evening.says(console_commands.Decide, "paid as it stands", by=MARA)
    assert can(evening, MARA) == {"call_manager"}


# --- a croupier disconnects ----------------------------------------------------------------


def test_a_coup_of_read_in_cards_waits_for_a_croupier() -> None:
    """Reading 11: it is finished by the next croupier, or declared void by a manager."""
    evening = StaffedEvening()
    evening.bets()
    evening.reads("4h5c")
    until = evening.view.until
    evening.do(Vacate(CARLA))
    assert evening.view.until == until
    assert next_step(evening.table, evening.setup, ANNA, evening.now + 10**9, None) is None
    evening.says(console_commands.Take, by=DINO)
    evening.says(console_commands.Read, "Kd", by=DINO)
    assert evening.view.cards == "4h5cKd"


def our_sabot(spec: TableSpec = OURS) -> StaffedEvening:
    evening = StaffedEvening(spec)
    evening.mix("17")
    return evening


def test_the_betting_is_closed_for_a_croupier_who_disconnected() -> None:
    evening = our_sabot()
    assert evening.says(console_commands.OpenBetting).until is None
    gone = evening.do(Vacate(CARLA))
    assert gone.until == gone.at  # the time for coming back is over already
    assert next_step(evening.table, evening.setup, ANNA, gone.until, None) == close_betting()


def test_a_croupier_who_returns_in_time_ends_the_betting_again() -> None:
    """Otherwise bets would be refused as late by a deadline that no longer holds."""
    evening = our_sabot()
    evening.says(console_commands.OpenBetting)
    evening.do(Vacate(CARLA))
    evening.says(console_commands.Take, by=DINO)
    assert evening.view.until is None
    assert next_step(evening.table, evening.setup, ANNA, evening.now + 10**9, None) is None


def test_the_clock_ends_the_betting_with_or_without_a_croupier() -> None:
    """004: C'è un tempo limitato per piazzare la puntata."""
    evening = StaffedEvening(CLOCK)
    opened = evening.says(console_commands.OpenBetting)
    assert opened.until == opened.at + 20_000
    assert "close_betting" not in can(evening)
    evening.do(Vacate(CARLA))
    assert evening.view.until == opened.until
    evening.says(console_commands.Take, by=DINO)
    assert evening.view.until == opened.until
    assert next_step(evening.table, evening.setup, ANNA, opened.until, None) == close_betting()
    evening.close()
    assert next_step(evening.table, evening.setup, ANNA, opened.until + 10**9, None) is None
    evening.says(console_commands.Read, "4h", by=DINO)


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


# --- void ----------------------------------------------------------------------------------


def test_a_manager_declares_a_coup_void_with_a_reason() -> None:
    evening = StaffedEvening()
    evening.bets()
    evening.reads("4h5c")
    with pytest.raises(ManagersOnly):
        evening.says(console_commands.Void, "cards fell to the floor")
    told = evening.says(console_commands.Void, "cards fell to the floor", by=MARA)
    assert (told.manager, told.reason) == (MARA, "cards fell to the floor")
    assert (evening.view.stage, evening.view.void) == (Stage.PAYING, True)
    assert evening.replayed().why_void == "cards fell to the floor"  # shown also to late visitors
    evening.do(Settle())
    assert evening.view.why_void
    evening.says(console_commands.OpenBetting)
    assert (evening.view.void, evening.replayed().why_void) == (False, "")
    assert evening.view.statistics.coups == 0


def test_our_sabot_cannot_be_corrected_read_in_or_void() -> None:
    """The cards of our sabot are fixed by its commitment."""
    evening = our_sabot()
    evening.bets()
    evening.says(console_commands.Draw)
    with pytest.raises(FromOurSabot):
        evening.says(console_commands.Correct, 1, "4h", "I don't like it")
    with pytest.raises(FromOurSabot):
        evening.says(console_commands.Read, "4h")
    with pytest.raises(FromOurSabot):
        evening.says(console_commands.Void, "I don't like it", by=MARA)
    with pytest.raises(FromOurSabot):
        evening.says(console_commands.NewSabot)


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


# --- our sabot, run by a person ------------------------------------------------------------


def test_betting_cannot_open_before_the_burn() -> None:
    """Otherwise the burned cards would be dealt."""
    evening = our_sabot()
    evening.table = evening.changes[-2].table  # the order is fixed, but nothing is burned
    with pytest.raises(NotNow, match="the first cards must be burned first"):
        evening.says(console_commands.OpenBetting)
    evening.do(BurnCards())
    evening.says(console_commands.OpenBetting)


def test_il_giocatore_alla_punta_parla_per_primo() -> None:
    """The croupier calls for a silent holder, and must also follow the rule."""
    for _ in range(60):
        evening = our_sabot()
        evening.says(console_commands.OpenBetting)
        evening.close({}, {Side.PUNTO: "17"})
        for _ in range(4):
            last = evening.says(console_commands.Draw)
        assert offered_of_ours(evening) == (set(), NEUTRAL, Side.PUNTO)
        evening.now = last.until
        if offered_of_ours(evening)[0] == {"speak"}:
            break
    evening.now = last.until - 1
    assert last.until == last.at + 1000 * (evening.setup.sheet.times.squeeze_s or 0)
    draws = punto_draws(evening)
    with pytest.raises(NotNow, match=NEUTRAL):
        evening.says(console_commands.Speak, draws)
    evening.now = last.until
    with pytest.raises(AgainstTheRule):
        evening.says(console_commands.Speak, not draws)
    assert evening.says(console_commands.Speak, draws).player == ""
    evening.says(console_commands.Turn, Side.BANCO)


def test_a_console_waits_for_a_holder_who_is_still_connected() -> None:
    """Even if the other holder has left, this one may turn their cards until the time is over."""
    evening = our_sabot(TableSpec("held", "st-moritz", croupier="person", faces=Faces.DOWN))
    evening.says(console_commands.OpenBetting)
    evening.close({}, {Side.PUNTO: "17", Side.BANCO: "23"})
    for _ in range(4):
        evening.says(console_commands.Draw)
    back = evening.do(HandBack(Side.PUNTO))
    with pytest.raises(NotNow, match="waiting for banco's holder"):
        evening.says(console_commands.Turn, Side.BANCO)
    evening.now = back.until
    assert evening.says(console_commands.Turn, Side.BANCO).player == ""


def punto_draws(evening: StaffedEvening) -> bool:
    has = points(evening.coup.punto[:2])
    return evening.setup.sheet.rule.punto_draws(has)


def offered_of_ours(evening: StaffedEvening) -> tuple[set[str], str, Side | None]:
    return can(evening) - {"call_manager", "leave"}, *demand_now(moment(evening))


@pytest.mark.parametrize("wish", [luck.punto_draws, luck.punto_stands, luck.punto_natural])
def test_a_console_does_not_show_cards_in_hand(wish: luck.Wish) -> None:
    """No offer, message or refusal reveals a natural before the holder's time is over."""
    evening = StaffedEvening(OURS)
    mixed(evening, wish)
    evening.says(console_commands.OpenBetting)
    evening.close({}, {Side.PUNTO: "17"})
    for _ in range(4):
        last = evening.says(console_commands.Draw)
    assert offered_of_ours(evening) == (set(), NEUTRAL, Side.PUNTO)
    said = []
    for kind, *words in (
        (console_commands.Draw,),
        (console_commands.Turn, Side.PUNTO),
        (console_commands.Turn, Side.BANCO),
        (console_commands.Speak, True),
        (console_commands.Announce,),
    ):
        with pytest.raises(NotNow) as refused:
            evening.says(kind, *words)
        said.append(str(refused.value.facts["phase"]))
    assert set(said) == {f"dealing: {NEUTRAL}"}
    evening.now = last.until
    can = {"turn"} if wish is luck.punto_natural else {"speak"}
    assert offered_of_ours(evening)[0] == can


def test_an_exhibition_needs_no_croupier_and_starts_only_for_visitors() -> None:
    evening = StaffedEvening(OURS)
    alone = Here(watchers=1)
    assert next_step(evening.table, evening.setup, alone, evening.now, None) is None
    assert next_step(evening.table, evening.setup, ANNA, evening.now, None) == TableStep(
        ShuffleSabot()
    )
    for step in (ShuffleSabot(), CloseList(), Fix(), BurnCards()):
        evening.do(step)
    assert evening.view.exhibition
    assert next_step(evening.table, evening.setup, ANNA, evening.now + 10**6, None) == TableStep(
        Deal({})
    )
    with pytest.raises(NotNow):
        evening.says(console_commands.OpenBetting)


# --- real chips ----------------------------------------------------------------------------


def test_stakes_are_keyed_in_by_box_and_the_due_amounts_are_shown() -> None:
    """002: alla pari; alla pari, detratto il 5% (cagnotte); otto volte la posta."""
    evening = StaffedEvening(CHIPS)
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 3, {Bet.BANCO: 10_000})
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000, Bet.EGALITE: 500})
    evening.says(console_commands.KeyIn, 9, {Bet.EGALITE: 1_000})
    evening.says(console_commands.KeyIn, 5, {Bet.PUNTO: 1_000})
    evening.says(console_commands.KeyIn, 5, {})  # removed again
    evening.close()
    evening.reads("4h9cKdKs")
    told = evening.announces()
    due = {each.box: (each.takes, each.pays) for each in told.due}
    assert due == {1: (5_500, 0), 3: (0, 9_500), 9: (1_000, 0)}


def test_on_egalite_keyed_stakes_on_punto_and_banco_are_not_lost() -> None:
    evening = StaffedEvening(CHIPS)
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000, Bet.EGALITE: 500})
    evening.close()
    evening.reads("9h9cKdKs")
    (due,) = evening.announces().due
    assert (due.takes, due.pays) == (0, 4_000)


def test_betting_with_real_chips_is_reopened_before_the_first_card() -> None:
    evening = StaffedEvening(CHIPS)
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000})
    with pytest.raises(NotNow):
        evening.says(console_commands.ReopenBetting)
    evening.close()
    told = evening.says(console_commands.ReopenBetting)
    assert (told.coup, told.until) == (1, None)
    assert (evening.view.stage, evening.view.closed) == (Stage.BETTING, None)
    assert evening.view.keyed == {1: {1: {Bet.PUNTO: 5_000}}}
    evening.close()
    evening.reads("4h")
    assert not {"reopen_betting", "key_in"} & can(evening)
    with pytest.raises(NotNow, match="the first card lies already"):
        evening.says(console_commands.ReopenBetting)
    real = StaffedEvening(REAL)
    real.bets()
    with pytest.raises(NotNow, match="credit"):
        real.says(console_commands.ReopenBetting)


def test_chips_are_keyed_in_for_a_short_time_after_the_close() -> None:
    evening = StaffedEvening(CHIPS)
    evening.bets()
    last = evening.view.until or 0
    evening.now = last - 1
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000})
    evening.now = last
    assert "key_in" not in can(evening)
    with pytest.raises(NotNow, match="the time to key in stakes is over"):
        evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 6_000})


def test_what_a_coup_owes_is_shown_until_the_next_result() -> None:
    evening = StaffedEvening(CHIPS)
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000})
    evening.close()
    evening.reads("9h8cKdKs")
    owed = evening.announces().due
    evening.bets()
    assert evening.view.due == owed != ()
    evening.reads("9h8cKdKs")
    evening.announces()
    assert evening.view.due == ()


@pytest.mark.parametrize("is_new", [False, True])
def test_left_keyed_stakes_play_in_the_next_coup(is_new: bool) -> None:
    """003: «restano invariate, possono quindi essere ritirate o giocate nella mano successiva»,
    even if that is the first of a sabot."""
    evening = StaffedEvening(replace(CHIPS, name="moritz", house="st-moritz"))
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000, Bet.EGALITE: 500})
    evening.says(console_commands.KeyIn, 2, {Bet.EGALITE: 500})
    evening.says(console_commands.KeyIn, 3, {Bet.PUNTO: 1_000, Bet.BANCO: 2_000}, 2)
    evening.close()
    evening.reads("9h9cKdKs")
    evening.announces()
    if is_new:
        evening.says(console_commands.NewSabot)
        evening.says(console_commands.Read, "2c")
    evening.says(console_commands.OpenBetting)
    left = {1: {1: {Bet.PUNTO: 5_000}}, 3: {2: {Bet.PUNTO: 1_000, Bet.BANCO: 2_000}}}
    assert evening.view.keyed == evening.replayed().keyed == left
    evening.says(console_commands.KeyIn, 3, {Bet.PUNTO: 1_000}, 2)  # the one on Banco is withdrawn
    evening.close()
    evening.reads("4h9cKdKs")
    due = {each.box: (each.takes, each.pays) for each in evening.announces().due}
    assert due == {1: (5_000, 0), 3: (1_000, 0)}
    evening.says(console_commands.OpenBetting)
    assert evening.view.keyed == {}


def test_if_stakes_are_returned_the_next_coup_begins_with_an_empty_cloth() -> None:
    evening = StaffedEvening(CHIPS)
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000})
    evening.close()
    evening.reads("9h9cKdKs")
    evening.announces()
    evening.says(console_commands.OpenBetting)
    assert evening.view.keyed == evening.replayed().keyed == {}


def test_keyed_stakes_must_be_in_a_box_and_within_the_limits() -> None:
    evening = StaffedEvening(CHIPS)
    evening.says(console_commands.OpenBetting)
    with pytest.raises(NoSuchBox):
        evening.says(console_commands.KeyIn, 10, {Bet.PUNTO: 5_000})
    with pytest.raises(BelowMinimum):
        evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 500})
    real = StaffedEvening()
    real.says(console_commands.OpenBetting)
    with pytest.raises(NotNow, match="played for credit"):
        real.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000})


def test_max_3_giocatori_per_casella_each_with_limits_and_amounts_due() -> None:
    """002: «Max 3 giocatori per casella»; the limits are one player's, and so is the payment."""
    evening = StaffedEvening(CHIPS)
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 500_000}, 3)
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 500_000, Bet.BANCO: 500_000}, 1)
    evening.says(console_commands.KeyIn, 1, {Bet.BANCO: 10_000, Bet.EGALITE: 500}, 2)
    with pytest.raises(NoSuchPlace, match="no place 4"):
        evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000}, 4)
    with pytest.raises(AboveMaximum, match=r"5,000\.00"):
        evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 500_500}, 3)
    over = {Bet.PUNTO: 500_000, Bet.BANCO: 500_000, Bet.EGALITE: 500}
    with pytest.raises(CoupAboveMaximum, match=r"10,000\.00"):
        evening.says(console_commands.KeyIn, 1, over, 1)
    assert list(evening.view.keyed[1]) == [1, 2, 3]
    evening.close()
    evening.reads("4h9cKdKs")
    told = evening.announces()
    assert [(each.box, each.place, each.takes, each.pays, each.cagnotte) for each in told.due] == [
        (1, 1, 500_000, 475_000, 25_000),
        (1, 2, 500, 9_500, 500),
        (1, 3, 500_000, 0, 0),
    ]
    assert evening.view == evening.replayed()


def test_at_19_to_20_nothing_goes_to_a_cagnotte() -> None:
    evening = StaffedEvening(replace(CHIPS, name="moritz", house="st-moritz"))
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 1, {Bet.BANCO: 10_000})
    evening.close()
    evening.reads("4h9cKdKs")
    (due,) = evening.announces().due
    assert (due.pays, due.cagnotte) == (9_500, 0)


def test_stakes_of_standing_players_are_keyed_in_one_by_one_and_paid() -> None:
    """003: «seduti al tavolo, o in piedi»; the number of standing players is unknown."""
    evening = StaffedEvening(replace(CHIPS, name="moritz", house="st-moritz"))
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 0, {Bet.PUNTO: 500_000, Bet.EGALITE: 500}, 12)
    evening.says(console_commands.KeyIn, 0, {Bet.BANCO: 2_000})
    with pytest.raises(BelowMinimum):
        evening.says(console_commands.KeyIn, 0, {Bet.PUNTO: 500})
    with pytest.raises(AboveMaximum):
        evening.says(console_commands.KeyIn, 0, {Bet.PUNTO: 9_000_000})
    evening.close()
    evening.reads("9h4cKdKs")
    due = {each.place: (each.box, each.takes, each.pays) for each in evening.announces().due}
    assert due == {1: (0, 2_000, 0), 12: (0, 500, 500_000)}


def test_stakes_of_standing_players_are_refused_if_nobody_may_stand() -> None:
    evening = StaffedEvening(CHIPS)
    evening.says(console_commands.OpenBetting)
    with pytest.raises(NoSuchBox):
        evening.says(console_commands.KeyIn, 0, {Bet.PUNTO: 5_000})


def test_keyed_stakes_need_a_table_with_boxes() -> None:
    with pytest.raises(Refusal, match="no boxes"):
        StaffedEvening(
            TableSpec("x", "live-mini", croupier="person", cards=Source.CROUPIER, stakes="keyed")
        )


# --- the manager on duty -------------------------------------------------------------------


def test_per_eventuali_domande_si_potra_rivolgere_al_manager_on_duty() -> None:
    """003; la decisione della direzione è definitiva."""
    evening = StaffedEvening()
    with pytest.raises(ManagerNotCalled):
        evening.says(console_commands.Decide, "nobody asked", by=MARA)
    called = evening.do(ask_manager("17"))
    assert (called.manager, called.by, called.words) == (0, "17", "")
    assert evening.replayed().manager is True
    with pytest.raises(ManagerCalled):
        evening.do(ask_manager("23"))
    with pytest.raises(ManagerCalled):
        evening.says(console_commands.CallManager, "box 3 is disputed")
    with pytest.raises(ManagersOnly):
        evening.says(console_commands.Decide, "it is 17's")
    decided = evening.says(console_commands.Decide, "it is 17's", by=MARA)
    assert (decided.manager, decided.by) == (MARA, "mara")
    assert evening.replayed().manager is False
    with pytest.raises(ManagerNotCalled):
        evening.says(console_commands.Decide, "it is 23's after all", by=MARA)
    assert evening.says(console_commands.CallManager, "and the next one", by=DINO).by == "dino"


def test_a_decision_answers_only_the_call_it_has_seen() -> None:
    """003: la decisione della direzione è definitiva, for the call that was seen."""
    evening = StaffedEvening()
    evening.do(ask_manager("17"))
    seen = evening.view.offset
    evening.says(console_commands.Decide, "it is 17's", by=MARA)
    evening.do(ask_manager("23"))
    with pytest.raises(MovedOn):
        evening.says(console_commands.Decide, "it is 17's", by=MARA, seen=seen)
    assert evening.view.manager is True
    evening.says(console_commands.Decide, "and this is 23's", by=MARA)
    assert evening.view.manager is False


def test_a_call_for_the_manager_is_in_the_view_until_it_is_decided() -> None:
    """A manager who comes later can also read it."""
    evening = StaffedEvening()
    evening.says(console_commands.CallManager, "box 3 asks for its stake")
    evening.says(console_commands.NewSabot)
    evening.says(console_commands.Read, "2c")
    view = evening.replayed()
    assert (view.manager_by, view.manager_for) == ("carla", "box 3 asks for its stake")
    evening.says(console_commands.Decide, "it is theirs", by=MARA)
    assert (evening.view.manager_by, evening.view.manager_for) == ("", "")
    evening.do(ask_manager("17"))
    view = evening.replayed()
    assert (view.manager, view.manager_by, view.manager_for) == (True, "17", "")


def test_a_decision_is_in_the_view_until_the_next_betting() -> None:
    evening = StaffedEvening()
    evening.do(ask_manager("17"))
    evening.says(console_commands.Decide, "it is 17's", by=MARA)
    assert evening.replayed().decided == "it is 17's"
    evening.do(ask_manager("23"))
    assert evening.view.decided == ""  # the new call is not decided yet
    evening.says(console_commands.Decide, "it is 23's", by=MARA)
    evening.says(console_commands.OpenBetting)
    assert evening.replayed().decided == ""


# --- standing ------------------------------------------------------------------------------


def test_a_paused_table_opens_no_betting_and_a_closed_table_accepts_no_sabot() -> None:
    evening = StaffedEvening()
    evening.do(Stand(Standing.PAUSED))
    with pytest.raises(NotNow, match="paused"):
        evening.says(console_commands.OpenBetting)
    assert can(evening) == {"call_manager", "correct", "leave", "new_sabot"}
    evening.do(Stand(Standing.CLOSED))
    with pytest.raises(TableClosed):
        evening.says(console_commands.NewSabot)
    assert can(evening) == {"call_manager", "correct", "leave"}


def test_a_closed_table_finishes_its_current_coup() -> None:
    evening = StaffedEvening()
    evening.bets()
    evening.do(Stand(Standing.CLOSED))
    evening.reads("8hKcKdKs")
    assert evening.announces().outcome is Outcome.PUNTO


# --- a restored backup ---------------------------------------------------------------------


@pytest.mark.parametrize("stage", [Stage.BURNING, Stage.BETTING, Stage.DEALING, Stage.PAID])
def test_a_real_sabot_is_not_continued_after_a_restore(stage: Stage) -> None:
    """Cards may have been drawn that are not on record, so the croupier brings a new sabot."""
    evening = StaffedEvening()
    if stage is Stage.BETTING:
        evening.says(console_commands.OpenBetting)
    elif stage is Stage.DEALING:
        evening.bets()
        evening.reads("4h5c")
    elif stage is Stage.PAID:
        evening.plays("8hKcKdKs")
    evening.do(Restore(2))
    view = evening.view
    assert (view.epoch, view.offset, view.stage) == (2, 1, Stage.RESTING)
    assert (view.croupier, view.cards, view.until) == (0, "", None)
    assert (evening.table.past, evening.table.seen) == ((), "")
    evening.says(console_commands.Take, by=DINO)
    evening.says(console_commands.NewSabot, by=DINO)
    evening.says(console_commands.Read, "2c", by=DINO)
    evening.says(console_commands.OpenBetting, by=DINO)
    assert evening.replayed() == evening.view


# --- the console offers exactly what the table accepts -------------------------------------

COMMANDS: dict[str, tuple[Any, ...]] = {
    "take": (console_commands.Take,),
    "leave": (console_commands.Leave,),
    "new_sabot": (console_commands.NewSabot,),
    "cut_card": (console_commands.CutCard,),
    "take_back_cut_card": (console_commands.TakeBackCutCard,),
    "open_betting": (console_commands.OpenBetting,),
    "read": (console_commands.Read, "2d"),
    "correct": (console_commands.Correct, 1, "3d", "misread"),
    "delete": (console_commands.Delete, 1, "read twice"),
    "swap": (console_commands.Swap, 1, 2, "in the wrong order"),
    "announce": (console_commands.Announce,),
    "void": (console_commands.Void, "a reason"),
    "call_manager": (console_commands.CallManager, "please"),
    "decide": (console_commands.Decide, "so be it"),
    "key_in": (console_commands.KeyIn, 1, {Bet.PUNTO: 5_000}),
    "amend": (console_commands.Amend, 1, {Bet.PUNTO: 5_000}, "mis-keyed"),
    "reverse": (console_commands.Reverse, "wrongly announced"),
    "close_betting": (console_commands.CloseBetting,),
    "reopen_betting": (console_commands.ReopenBetting,),
    "draw": (console_commands.Draw,),
    "turn": (console_commands.Turn, Side.PUNTO),
    "speak": (console_commands.Speak, True),
}


def test_every_command_of_a_console_is_tried_below() -> None:
    assert {kind for kind, *_ in COMMANDS.values()} == set(get_args(console_commands.AnyCommand))
    assert all(kind.__struct_config__.tag == name for name, (kind, *_) in COMMANDS.items())


HOLDERS: tuple[Holders, ...] = ({}, {Side.PUNTO: "17"}, {Side.PUNTO: "17", Side.BANCO: "23"})
LONG = 10**6


class Desk:
    """An evening with somebody at a console who gives commands, whether offered or not."""

    def __init__(self, spec: TableSpec, data: st.DataObject) -> None:
        self.data, self.evening = data, StaffedEvening(spec, taken=False)
        self.deck = iter([str(card) for card in DECK] * 3)
        if not self.evening.setup.is_read_in:
            seed = data.draw(st.binary(min_size=32, max_size=32))
            self.evening.fresh = lambda _: seed
            self.evening.mix("17")

    @property
    def coup(self) -> Coup | None:
        is_ours = self.evening.view.stage is Stage.DEALING and not self.evening.setup.is_read_in
        return self.evening.coup if is_ours else None

    def offers(self, person: int) -> tuple[tuple[str, ...], Side | None]:
        now = moment(self.evening, person)
        return commands_now(now), demand_now(now)[1]

    def says(self, name: str, side: Side | None, by: int) -> None:
        evening, (kind, *said) = self.evening, COMMANDS[name]
        match name:
            case "read":
                said = [next(self.deck)]
            case "correct" if evening.view.first == said[1]:
                said = [1, "4d", "misread"]
            case "turn":
                said = [side or self.data.draw(st.sampled_from(Side))]
            case "speak" if self.coup is not None:
                said = [points(self.coup.punto[:2]) <= 5]
        evening.says(kind, *said, by=by)

    def _holders(self) -> Holders:
        """The holders; none for a real sabot, whose holders are not known."""
        sheet, drawn = self.evening.setup.sheet, self.data.draw(st.sampled_from(HOLDERS))
        is_in_hand = sheet.cards.faces == (Faces.DOWN,) and not self.evening.setup.is_read_in
        return {
            side: who for side, who in drawn.items() if is_in_hand and side in sheet.table.holders
        }

    def goes_on(self) -> None:
        """What happens without the console: payments, passing time, holders who show or leave."""
        evening, draw = self.evening, self.data.draw
        if evening.view.stage is Stage.PAYING:
            evening.do(Settle())
        if evening.view.stage is Stage.CLOSING and draw(st.booleans()):
            evening.do(Deal({}, self._holders()))
        if draw(st.integers(0, 3)) == 0:
            evening.now += LONG
        for side, player in evening.view.holders.items():
            asked = draw(
                st.sampled_from(
                    (
                        None,
                        None,
                        turn(side, player),
                        call(draws=True, player=player),
                        HandBack(side),
                    )
                )
            )
            with suppress(Refusal):
                if asked is not None and evening.view.stage is Stage.DEALING:
                    evening.do(asked)


@pytest.mark.parametrize("spec", [CHIPS, REAL, OURS, HELD, CLOCK], ids=lambda spec: spec.name)
@settings(max_examples=30)
@given(data=st.data())
def test_offered_commands_are_accepted_and_all_others_refused(
    spec: TableSpec, data: st.DataObject
) -> None:
    """In random evenings, the console offers a command exactly if the table accepts it."""
    desk = Desk(spec, data)
    for _ in range(40):
        running = desk.evening.view.croupier or CARLA
        person = data.draw(st.sampled_from([running, running, running, CARLA, DINO, MARA]))
        offered, side = desk.offers(person)
        likely = sorted(set(offered) - {"leave", "void"}) or sorted(COMMANDS)
        name = data.draw(st.sampled_from(likely) | st.sampled_from(sorted(COMMANDS)))
        try:
            desk.says(name, side, person)
        except NotInSabot:
            continue
        except Refusal as refusal:
            of_this_card = ("read as", "not read yet", "stakes already")
            if name in offered and not any(words in refusal.message for words in of_this_card):
                raise
        else:
            assert name in offered, name
        desk.goes_on()
    assert desk.evening.replayed() == desk.evening.view


@pytest.mark.parametrize("spec", [REAL, CHIPS, CLOCK], ids=lambda spec: spec.name)
def test_cards_of_a_real_sabot_have_no_holder_in_the_program(spec: TableSpec) -> None:
    """They are in real hands, so calls and shows are refused."""
    evening = StaffedEvening(spec)
    evening.bets()
    evening.reads("4h5c")
    for asked in (call(draws=True, player="17"), turn(Side.PUNTO, "17"), turn(Side.BANCO, "17")):
        with pytest.raises(NotHolding):
            evening.do(asked)


def test_after_the_twelfth_card_no_card_is_offered() -> None:
    evening = StaffedEvening()
    evening.bets()
    evening.reads("8h8cKdKs" + "2c2d2h2s3c3d3h")
    assert "read" in can(evening)
    evening.reads("3s")
    assert "read" not in can(evening)
    assert {"correct", "announce"} <= can(evening)
    with pytest.raises(NotNow, match="12 cards"):
        evening.reads("4c")


@pytest.mark.parametrize("spec", [OURS, HELD], ids=lambda spec: spec.name)
def test_the_console_cannot_turn_held_cards_before_the_time_is_over(
    spec: TableSpec,
) -> None:
    evening = mixed(StaffedEvening(spec), luck.six_cards)
    assert isinstance(evening, StaffedEvening)
    evening.says(console_commands.OpenBetting)
    evening.close({}, {Side.PUNTO: "17"})
    for _ in range(4):
        last = evening.says(console_commands.Draw)
    if spec is OURS:
        evening.do(call(draws=True, player="17"))
        evening.says(console_commands.Turn, Side.BANCO)
        last = evening.says(console_commands.Draw)
    assert last.asks is Side.PUNTO
    assert offered_of_ours(evening) == (set(), "Punto's cards are turned", Side.PUNTO)
    with pytest.raises(NotNow, match="holder"):
        evening.says(console_commands.Turn, Side.PUNTO)
    evening.now = last.until
    assert offered_of_ours(evening)[0] == {"turn"}
    evening.says(console_commands.Turn, Side.PUNTO)
