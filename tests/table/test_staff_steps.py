"""A table that a person runs: croupiers and managers, who come, leave, and decide."""

import pytest

from puntobanco.errors import (
    HasCroupier,
    ManagerCalled,
    ManagerNotCalled,
    ManagersOnly,
    MovedOn,
    NotNow,
    NotTheCroupier,
    RunsItself,
    TableClosed,
)
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Outcome
from puntobanco.table.shared.automatic_croupier import next_step
from puntobanco.table.shared.shared_table import (
    CountStakes,
    Restore,
    Settle,
    Stand,
    Vacate,
)
from puntobanco.wire import console_commands
from puntobanco.wire.stream import OnBet, Stage, Standing
from puntobanco.wire.table_spec import TableSpec
from tests.table.staffed_evening import (
    ANNA,
    CARLA,
    CLOCK,
    DINO,
    MARA,
    StaffedEvening,
    can,
    our_sabot,
)
from tests.table.table_commands import ask_manager, close_betting, take_box

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
