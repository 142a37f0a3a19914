"""A seat at a shared table: what is a bet, and whose."""

import pytest

from puntobanco.errors import BettingClosed
from puntobanco.game.bets import Bet
from puntobanco.houses import house
from puntobanco.table.recorded import setting_of
from puntobanco.table.seat import Seat
from puntobanco.table.shared_seat import ConfirmDraft, Lay, seat_together
from puntobanco.table.steps import Step, step
from puntobanco.wire.requests import Automatic, CashOut, Confirm, Open

NOW = 1_800_000_000_000
KEY = "key-000000000000000"
SETTING = setting_of(house("live-mini").sheet, 9)
FREE = seat_together(
    Seat(1, 2, 3, "live-mini", "FUN", 1, 1, b"", b"", b"", stakes_account=4), SETTING
)


def after(*steps: Step) -> Seat:
    seat = FREE
    for asked in (Open(f"{KEY}1", 5_000), *steps):
        changed = step(seat, asked, SETTING, NOW, b"").seat
        assert changed is not None
        seat = changed
    return seat


def test_a_new_session_adds_nothing_to_stakes_of_the_last_one() -> None:
    """They are paid to the account, and what would be added to the credit."""
    bet = Confirm(f"{KEY}2", 7, {Bet.PUNTO: 100})
    seat = after(bet, CashOut(f"{KEY}3"), Open(f"{KEY}4", 1_000))
    assert (seat.stakes, seat.staked_in, seat.session) == ({Bet.PUNTO: 100}, 1, 2)
    for asked in (Confirm(f"{KEY}5", 7, {Bet.BANCO: 100}), Lay(7, {Bet.BANCO: 100})):
        with pytest.raises(BettingClosed):
            step(seat, asked, SETTING, NOW, b"")


def test_without_automatic_confirmation_chips_are_no_bet() -> None:
    chips = Lay(7, {Bet.PUNTO: 100})
    seat = after(Automatic(on=True), chips, Automatic(on=False))
    with pytest.raises(BettingClosed):
        step(seat, ConfirmDraft(7), SETTING, NOW, b"")
    confirmed = step(after(chips, Automatic(on=True)), ConfirmDraft(7), SETTING, NOW, b"").seat
    assert confirmed is not None
    assert (confirmed.stakes, confirmed.draft) == ({Bet.PUNTO: 100}, {})
