"""A seat at a shared table: chips, confirmed bets, and what becomes of them."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.errors import (
    AboveMaximum,
    AlreadyConfirmed,
    BelowMinimum,
    BettingClosed,
    CoupAboveMaximum,
    NoSession,
    NotEnoughCredit,
    OldEpoch,
)
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Coup, deal
from puntobanco.houses import house
from puntobanco.ledger.records import Posting
from puntobanco.table.recorded import Change, setting_of
from puntobanco.table.seat import Phase, Seat
from puntobanco.table.shared_seat import (
    ConfirmDraft,
    GiveBack,
    Lay,
    Pay,
    Renew,
    check_draft,
    seat_together,
)
from puntobanco.table.steps import TRANSITIONS, Step, step
from puntobanco.wire.messages import WhyReturned
from puntobanco.wire.requests import Automatic, CashOut, Confirm, Open

ACCOUNT, CREDIT, STAKES, HOUSE = 17, 18, 19, 1
SHEET = house("live-mini").sheet
SETTING = setting_of(SHEET, HOUSE)
ONCE = setting_of(
    replace(SHEET, betting=replace(SHEET.betting, several_confirmations=False)), HOUSE
)
NEW = Seat(1, ACCOUNT, CREDIT, "live-mini", "FUN", 1, 1, b"", b"", b"", stakes_account=STAKES)
FREE = seat_together(NEW, SETTING)
OPEN = replace(FREE, phase=Phase.OPEN, session=1, offset=1, credit=10_000)
KEY = "k" * 16
COUP = 7


def bets(**stakes: int) -> dict[Bet, int]:
    return {Bet(name): stake for name, stake in stakes.items()}


def do(seat: Seat, asked: Step, setting: Any = SETTING) -> Change:
    return step(seat, asked, setting, 1_000, b"")


def after(seat: Seat, asked: Step, setting: Any = SETTING) -> Seat:
    changed = do(seat, asked, setting).seat
    assert changed is not None
    return changed


def told(change: Change) -> dict[str, Any]:
    assert change.record is not None
    body: dict[str, Any] = msgspec.json.decode(change.record.body)
    return body


def confirm(**stakes: int) -> Confirm:
    return Confirm(KEY, COUP, bets(**stakes))


def pay(cards: str) -> Pay:
    return Pay(COUP, 3, "ff" * 32, coup(cards))


def coup(cards: str) -> Coup:
    return deal(SHEET.rule, parse_cards(cards))


STEPS: list[Step] = [
    Lay(COUP, bets(punto=100)),
    confirm(punto=100),
    ConfirmDraft(COUP),
    Automatic(True),  # noqa: FBT003
    pay("9c2h9d3s"),
    GiveBack(COUP, WhyReturned.RESTORE),
    Renew(2),
]
STAKED = {
    "number": COUP,
    "draft": bets(banco=100),
    "stakes": bets(punto=100),
    "staked_in": 1,
    "automatic": True,
}


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("asked", STEPS, ids=lambda asked: type(asked).__name__)
def test_every_step_leads_where_it_should(phase: Phase, asked: Step) -> None:
    seat = replace(OPEN if phase is Phase.OPEN else FREE, **STAKED)
    leads_to = TRANSITIONS.get((phase, type(asked)))
    if leads_to is None:
        with pytest.raises(NoSession):
            do(seat, asked)
        return
    changed = after(seat, asked)
    assert changed.phase is leads_to
    assert changed.version == seat.version + 1


def test_chips_are_drafts_until_they_are_confirmed() -> None:
    laid = do(OPEN, Lay(COUP, bets(punto=500, grande=100)))
    assert laid.record is None
    assert laid.seat is not None
    assert (laid.seat.draft, laid.seat.stakes) == (bets(punto=500, grande=100), {})
    assert laid.seat.credit == 10_000
    cleared = after(laid.seat, Lay(COUP, {}))
    assert cleared.draft == {}
    with pytest.raises(BettingClosed):
        do(cleared, ConfirmDraft(COUP))


def test_chips_of_an_earlier_coup_are_none_any_more() -> None:
    laid = after(OPEN, Lay(COUP, bets(punto=500)))
    with pytest.raises(BettingClosed):
        do(laid, ConfirmDraft(COUP + 1))
    later = after(laid, Lay(COUP + 1, bets(banco=100)))
    assert (later.number, later.draft) == (COUP + 1, bets(banco=100))


def test_bets_are_confirmed_one_after_another() -> None:
    change = do(OPEN, confirm(punto=500))
    assert change.record is not None
    assert change.record.postings == (Posting(CREDIT, STAKES, 500),)
    assert change.seat is not None
    second = do(change.seat, confirm(punto=100, piccolo=200))
    assert second.seat is not None
    assert second.seat.stakes == bets(punto=600, piccolo=200)
    assert second.seat.credit == 9_200
    body = told(second)
    assert (body["bets"], body["staked"]) == ({"punto": 100, "piccolo": 200}, 300)
    assert body["stakes"] == {"punto": 600, "piccolo": 200}


def test_where_the_sheet_says_so_the_first_confirmation_is_the_last() -> None:
    """Reading 18: "puntate multiple", off."""
    confirmed = after(OPEN, confirm(punto=500), ONCE)
    for asked in (confirm(banco=100), Lay(COUP, bets(banco=100))):
        with pytest.raises(AlreadyConfirmed):
            do(confirmed, asked, ONCE)
    assert after(confirmed, Lay(COUP, {}), ONCE).stakes == bets(punto=500)


def test_limits_hold_for_chips_and_confirmed_bets_together() -> None:
    rich = replace(OPEN, credit=2_000_000)
    with pytest.raises(BelowMinimum):
        do(rich, confirm(punto=50))
    nearly = after(rich, confirm(egalite=49_900))
    for asked in (confirm(egalite=200), Lay(COUP, bets(egalite=200))):
        with pytest.raises(AboveMaximum):
            do(nearly, asked)
    assert after(nearly, confirm(egalite=100)).stakes == bets(egalite=50_000)
    full = after(rich, confirm(punto=500_000))
    full = after(full, confirm(banco=500_000))
    with pytest.raises(CoupAboveMaximum):
        do(full, confirm(grande=100))


def test_nobody_stakes_more_than_the_credit() -> None:
    with pytest.raises(NotEnoughCredit):
        do(OPEN, confirm(punto=10_100))
    with pytest.raises(NotEnoughCredit):
        do(OPEN, Lay(COUP, bets(punto=10_100)))
    half = after(OPEN, confirm(punto=6_000))
    with pytest.raises(NotEnoughCredit):
        do(half, confirm(banco=4_100))


def test_at_the_close_chips_that_are_covered_become_bets() -> None:
    laid = after(after(OPEN, Automatic(on=True)), Lay(COUP, bets(banco=300)))
    change = do(laid, ConfirmDraft(COUP))
    assert change.record is not None
    assert (change.record.key, change.record.request) == ("", b"")
    assert change.seat is not None
    assert (change.seat.stakes, change.seat.draft) == (bets(banco=300), {})
    assert change.seat.acted == laid.acted  # what happens by itself is no action


def test_an_uncovered_draft_is_no_bet() -> None:
    laid = replace(OPEN, number=COUP, draft=bets(banco=10_100), automatic=True)
    for refused in (lambda: do(laid, ConfirmDraft(COUP)), lambda: check_draft(laid, SETTING)):
        with pytest.raises(NotEnoughCredit):
            refused()


def test_automatic_confirmation_is_switched_on_and_off() -> None:
    on = after(OPEN, Automatic(True))  # noqa: FBT003
    assert on.automatic
    assert not after(on, Automatic(False)).automatic  # noqa: FBT003


def test_where_the_sheet_has_none_nothing_is_confirmed_by_itself() -> None:
    betting = replace(SHEET.betting, automatic_confirmation=False)
    by_hand = setting_of(replace(SHEET, betting=betting), HOUSE)
    with pytest.raises(BettingClosed):
        do(OPEN, Automatic(True), by_hand)  # noqa: FBT003
    assert not after(OPEN, Automatic(False), by_hand).automatic  # noqa: FBT003


def test_side_bets_alone_are_bets() -> None:
    seat = after(OPEN, confirm(punto_pair=100, piccolo=100))
    body = told(do(seat, pay("9c2h9d3s")))  # 8 against 5, four cards, a pair of nines
    assert body["returned"] == 1_200 + 250


def test_on_a_tie_punto_and_banco_come_back_and_side_bets_settle_on_their_own() -> None:
    """Reading 19: Patta. Eight and eight, a pair on either side, four cards."""
    seat = after(
        OPEN,
        confirm(
            punto=500,
            banco=300,
            egalite=200,
            punto_pair=100,
            banco_pair=100,
            either_pair=100,
            perfect_pair=100,
            grande=100,
            piccolo=100,
        ),
    )
    body = told(do(seat, pay("9c4h9d4s")))
    assert body["outcome"] == "egalite"
    assert {each["bet"]: (each["winnings"], each["returned"]) for each in body["bets"]} == {
        "punto": (0, 500),
        "banco": (0, 300),
        "egalite": (1_600, 1_800),
        "punto_pair": (1_100, 1_200),
        "banco_pair": (1_100, 1_200),
        "either_pair": (500, 600),
        "perfect_pair": (0, 0),
        "grande": (0, 0),
        "piccolo": (150, 250),
    }


def test_winnings_go_to_the_credit() -> None:
    seat = after(OPEN, confirm(punto=500))
    change = do(seat, pay("9c2h9d3s"))
    assert change.record is not None
    assert change.record.postings == (Posting(STAKES, HOUSE, 500), Posting(HOUSE, CREDIT, 1_000))
    assert change.seat is not None
    assert (change.seat.credit, change.seat.stakes) == (10_500, {})
    assert told(change)["to_account"] is False
    with pytest.raises(BettingClosed):
        do(change.seat, pay("9c2h9d3s"))  # once


def test_a_lost_stake_is_the_houses() -> None:
    change = do(after(OPEN, confirm(banco=500)), pay("9c2h9d3s"))
    assert change.record is not None
    assert change.record.postings == (Posting(STAKES, HOUSE, 500),)


@pytest.mark.parametrize("again", [False, True], ids=["gone", "in another session"])
def test_who_has_cashed_out_is_paid_to_the_account(again: bool) -> None:
    seat = after(after(OPEN, confirm(punto=500)), CashOut("c" * 16))
    assert (seat.credit, seat.stakes) == (0, bets(punto=500))
    if again:
        seat = after(seat, Open("o" * 16, 2_000))
    change = do(seat, pay("9c2h9d3s"))
    assert change.record is not None
    assert change.record.postings[1] == Posting(HOUSE, ACCOUNT, 1_000)
    body = told(change)
    assert (body["to_account"], body["of_session"]) == (True, "1.1")
    assert body["credit"] == (2_000 if again else 0)


def test_stakes_are_given_back_by_the_way_they_came() -> None:
    seat = after(OPEN, confirm(punto=500, grande=100))
    change = do(seat, GiveBack(COUP, WhyReturned.RESTORE))
    assert change.record is not None
    assert change.record.postings == (Posting(STAKES, CREDIT, 600),)
    assert change.seat is not None
    assert (change.seat.credit, change.seat.stakes) == (10_000, {})
    body = told(change)
    assert (body["type"], body["returned"], body["reason"]) == ("returned", 600, "restore")
    with pytest.raises(BettingClosed):
        do(change.seat, GiveBack(COUP, WhyReturned.RESTORE))


def test_who_has_cashed_out_is_given_back_to_the_account() -> None:
    seat = after(after(OPEN, confirm(punto=500)), CashOut("c" * 16))
    change = do(seat, GiveBack(COUP, WhyReturned.RESTORE))
    assert change.record is not None
    assert change.record.postings == (Posting(STAKES, ACCOUNT, 500),)
    assert told(change)["to_account"] is True


def test_nothing_is_paid_or_given_back_for_another_coup() -> None:
    seat = after(OPEN, confirm(punto=500))
    with pytest.raises(BettingClosed):
        do(seat, Pay(COUP + 1, 3, "", coup("9c2h9d3s")))
    with pytest.raises(BettingClosed):
        do(seat, GiveBack(COUP + 1, WhyReturned.RESTORE))


def test_a_new_epoch_clears_the_cloth_and_keeps_the_money() -> None:
    seat = replace(OPEN, **STAKED)
    renewed = after(seat, Renew(2))
    assert (renewed.epoch, renewed.draft, renewed.stakes) == (2, {}, bets(punto=100))
    with pytest.raises(OldEpoch):
        do(renewed, Renew(2))
