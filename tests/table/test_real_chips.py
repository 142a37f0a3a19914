"""Stakes in real chips, which the croupier keys in, and what is due on them."""

import pytest
from msgspec.structs import replace

from puntobanco.errors import (
    AboveMaximum,
    BelowMinimum,
    CoupAboveMaximum,
    NoSuchBox,
    NoSuchPlace,
    NotNow,
    Refusal,
)
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Source
from puntobanco.wire import console_commands
from puntobanco.wire.stream import Stage
from puntobanco.wire.table_spec import TableSpec
from tests.table.staffed_evening import (
    CHIPS,
    REAL,
    StaffedEvening,
    can,
)


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
