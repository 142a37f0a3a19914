"""A seat at a shared table when one session follows another."""

import pytest
from msgspec.structs import replace

from puntobanco.errors import BettingClosed
from puntobanco.game.bets import Bet
from puntobanco.houses import house
from puntobanco.table.recording import setting_of
from puntobanco.table.seat import SharedSeat
from puntobanco.table.shared.shared_seat import ConfirmDraft, new_shared_seat, step
from puntobanco.table.shared.shared_seat import SharedCommand as Step
from puntobanco.wire.requests import Automatic, CashOut, Confirm, Open, Place

NOW = 1_800_000_000_000
KEY = "key-000000000000000"
SETTING = setting_of(house("live-mini").sheet, 9)
NEW = new_shared_seat(2, "live-mini", "FUN", 1, "red")
FREE = replace(NEW, id=1, credit_account=3, stakes_account=4)


def after(*steps: Step) -> SharedSeat:
    seat = FREE
    for asked in (Open(f"{KEY}1", 5_000), *steps):
        changed = step(seat, asked, SETTING, NOW).seat
        assert isinstance(changed, SharedSeat)
        seat = changed
    return seat


def test_a_new_session_cannot_add_to_the_stakes_of_the_last_one() -> None:
    """The old stakes are paid to the account, new ones would be paid to the credit."""
    bet = Confirm(f"{KEY}2", 7, {Bet.PUNTO: 100})
    seat = after(bet, CashOut(f"{KEY}3"), Open(f"{KEY}4", 1_000))
    assert (seat.view.stakes, seat.view.staked_in, seat.view.session) == ({Bet.PUNTO: 100}, 1, 2)
    for asked in (Confirm(f"{KEY}5", 7, {Bet.BANCO: 100}), Place({Bet.BANCO: 100}, 7)):
        with pytest.raises(BettingClosed):
            step(seat, asked, SETTING, NOW)


def test_without_automatic_confirmation_chips_are_not_bets() -> None:
    chips = Place({Bet.PUNTO: 100}, 7)
    seat = after(Automatic(on=True), chips, Automatic(on=False))
    with pytest.raises(BettingClosed):
        step(seat, ConfirmDraft(7), SETTING, NOW)
    confirmed = step(after(chips, Automatic(on=True)), ConfirmDraft(7), SETTING, NOW).seat
    assert isinstance(confirmed, SharedSeat)
    assert (confirmed.view.stakes, confirmed.view.draft) == ({Bet.PUNTO: 100}, {})
