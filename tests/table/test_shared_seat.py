"""A seat at a shared table: chips, confirmed bets, payments and returned stakes."""

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
from puntobanco.table.recording import Change, setting_of
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.table.shared.shared_seat import (
    TRANSITIONS,
    ConfirmDraft,
    GiveBack,
    Pay,
    Renew,
    check_draft,
    new_shared_seat,
    step,
)
from puntobanco.table.shared.shared_seat import SharedCommand as Step
from puntobanco.wire.messages import WhyReturned
from puntobanco.wire.requests import Automatic, CashOut, Confirm, Open, Place
from puntobanco.wire.seat_fold import SharedView

ACCOUNT, CREDIT, STAKES, HOUSE = 17, 18, 19, 1
SHEET = house("live-mini").sheet
SETTING = setting_of(SHEET, HOUSE)
ONCE = setting_of(
    replace(SHEET, betting=replace(SHEET.betting, several_confirmations=False)), HOUSE
)
FREE = replace(
    new_shared_seat(ACCOUNT, "live-mini", "FUN", 1, "red"),
    id=1,
    credit_account=CREDIT,
    stakes_account=STAKES,
)
OPEN = replace(FREE, view=SharedView(1, 1, SeatPhase.OPEN, offset=1, credit=10_000))
KEY = "k" * 16
COUP = 7


def bets(**stakes: int) -> dict[Bet, int]:
    return {Bet(name): stake for name, stake in stakes.items()}


def do(seat: SharedSeat, asked: Step, setting: Any = SETTING) -> Change:
    return step(seat, asked, setting, 1_000)


def after(seat: SharedSeat, asked: Step, setting: Any = SETTING) -> SharedSeat:
    changed = do(seat, asked, setting).seat
    assert isinstance(changed, SharedSeat)
    return changed


def seen(seat: SharedSeat, **told: object) -> SharedSeat:
    """The seat with these fields of its view changed."""
    return replace(seat, view=replace(seat.view, **told))


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
    Place(bets(punto=100), COUP),
    confirm(punto=100),
    ConfirmDraft(COUP),
    Automatic(True),  # noqa: FBT003
    pay("9c2h9d3s"),
    GiveBack(COUP, WhyReturned.RESTORE),
    Renew(2),
]
STAKED: dict[str, object] = {
    "coup": COUP,
    "draft": bets(banco=100),
    "stakes": bets(punto=100),
    "staked_in": 1,
}


@pytest.mark.parametrize("phase", SeatPhase)
@pytest.mark.parametrize("asked", STEPS, ids=lambda asked: type(asked).__name__)
def test_every_step_leads_to_the_listed_state_or_is_refused(phase: SeatPhase, asked: Step) -> None:
    seat = replace(seen(OPEN if phase is SeatPhase.OPEN else FREE, **STAKED), automatic=True)
    leads_to = TRANSITIONS.get((phase, type(asked)))
    if leads_to is None:
        with pytest.raises(NoSession):
            do(seat, asked)
        return
    changed = after(seat, asked)
    assert changed.view.phase is leads_to
    assert changed.version == seat.version + 1


def test_chips_are_drafts_until_they_are_confirmed() -> None:
    laid = do(OPEN, Place(bets(punto=500, grande=100), COUP))
    assert laid.record is None
    assert isinstance(laid.seat, SharedSeat)
    assert (laid.seat.view.draft, laid.seat.view.stakes) == (bets(punto=500, grande=100), {})
    assert laid.seat.view.credit == 10_000
    cleared = after(laid.seat, Place({}, COUP))
    assert cleared.view.draft == {}
    with pytest.raises(BettingClosed):
        do(cleared, ConfirmDraft(COUP))


def test_chips_of_an_earlier_coup_are_dropped() -> None:
    laid = after(OPEN, Place(bets(punto=500), COUP))
    with pytest.raises(BettingClosed):
        do(laid, ConfirmDraft(COUP + 1))
    later = after(laid, Place(bets(banco=100), COUP + 1))
    assert (later.view.coup, later.view.draft) == (COUP + 1, bets(banco=100))


def test_bets_are_confirmed_one_after_another() -> None:
    change = do(OPEN, confirm(punto=500))
    assert change.record is not None
    assert change.record.postings == (Posting(CREDIT, STAKES, 500),)
    assert isinstance(change.seat, SharedSeat)
    second = do(change.seat, confirm(punto=100, piccolo=200))
    assert isinstance(second.seat, SharedSeat)
    assert second.seat.view.stakes == bets(punto=600, piccolo=200)
    assert second.seat.view.credit == 9_200
    body = told(second)
    assert (body["bets"], body["staked"]) == ({"punto": 100, "piccolo": 200}, 300)
    assert body["stakes"] == {"punto": 600, "piccolo": 200}


def test_only_one_confirmation_if_the_sheet_says_so() -> None:
    """Reading 18: "puntate multiple", off."""
    confirmed = after(OPEN, confirm(punto=500), ONCE)
    for asked in (confirm(banco=100), Place(bets(banco=100), COUP)):
        with pytest.raises(AlreadyConfirmed):
            do(confirmed, asked, ONCE)
    assert after(confirmed, Place({}, COUP), ONCE).view.stakes == bets(punto=500)


def test_limits_hold_for_chips_and_confirmed_bets_together() -> None:
    rich = seen(OPEN, credit=2_000_000)
    with pytest.raises(BelowMinimum):
        do(rich, confirm(punto=50))
    nearly = after(rich, confirm(egalite=49_900))
    for asked in (confirm(egalite=200), Place(bets(egalite=200), COUP)):
        with pytest.raises(AboveMaximum):
            do(nearly, asked)
    assert after(nearly, confirm(egalite=100)).view.stakes == bets(egalite=50_000)
    full = after(rich, confirm(punto=500_000))
    full = after(full, confirm(banco=500_000))
    with pytest.raises(CoupAboveMaximum):
        do(full, confirm(grande=100))


def test_stakes_above_the_credit_are_refused() -> None:
    with pytest.raises(NotEnoughCredit):
        do(OPEN, confirm(punto=10_100))
    with pytest.raises(NotEnoughCredit):
        do(OPEN, Place(bets(punto=10_100), COUP))
    half = after(OPEN, confirm(punto=6_000))
    with pytest.raises(NotEnoughCredit):
        do(half, confirm(banco=4_100))


def test_covered_chips_become_bets_at_the_close() -> None:
    laid = after(after(OPEN, Automatic(on=True)), Place(bets(banco=300), COUP))
    change = do(laid, ConfirmDraft(COUP))
    assert change.record is not None
    assert (change.record.key, change.record.request) == ("", b"")
    assert isinstance(change.seat, SharedSeat)
    assert (change.seat.view.stakes, change.seat.view.draft) == (bets(banco=300), {})
    assert change.seat.acted == laid.acted  # automatic confirmation is not an action


def test_an_uncovered_draft_is_not_confirmed() -> None:
    laid = replace(seen(OPEN, coup=COUP, draft=bets(banco=10_100)), automatic=True)
    for refused in (lambda: do(laid, ConfirmDraft(COUP)), lambda: check_draft(laid, SETTING)):
        with pytest.raises(NotEnoughCredit):
            refused()


def test_automatic_confirmation_is_switched_on_and_off() -> None:
    on = after(OPEN, Automatic(True))  # noqa: FBT003
    assert on.automatic
    assert not after(on, Automatic(False)).automatic  # noqa: FBT003


def test_no_automatic_confirmation_if_the_sheet_has_none() -> None:
    betting = replace(SHEET.betting, automatic_confirmation=False)
    by_hand = setting_of(replace(SHEET, betting=betting), HOUSE)
    with pytest.raises(BettingClosed):
        do(OPEN, Automatic(True), by_hand)  # noqa: FBT003
    assert not after(OPEN, Automatic(False), by_hand).automatic  # noqa: FBT003


def test_side_bets_alone_are_bets() -> None:
    seat = after(OPEN, confirm(punto_pair=100, piccolo=100))
    body = told(do(seat, pay("9c2h9d3s")))  # 8 against 5, four cards, a pair of nines
    assert body["returned"] == 1_200 + 250


def test_on_egalite_punto_and_banco_come_back_and_side_bets_are_settled() -> None:
    """Reading 19: Patta. Eight to eight, a pair on each side, four cards."""
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
    assert isinstance(change.seat, SharedSeat)
    assert (change.seat.view.credit, change.seat.view.stakes) == (10_500, {})
    assert told(change)["to_account"] is False
    with pytest.raises(BettingClosed):
        do(change.seat, pay("9c2h9d3s"))  # once


def test_a_lost_stake_goes_to_the_house() -> None:
    change = do(after(OPEN, confirm(banco=500)), pay("9c2h9d3s"))
    assert change.record is not None
    assert change.record.postings == (Posting(STAKES, HOUSE, 500),)


@pytest.mark.parametrize("again", [False, True], ids=["gone", "in another session"])
def test_winnings_go_to_the_account_after_a_cash_out(again: bool) -> None:
    seat = after(after(OPEN, confirm(punto=500)), CashOut("c" * 16))
    assert (seat.view.credit, seat.view.stakes) == (0, bets(punto=500))
    if again:
        seat = after(seat, Open("o" * 16, 2_000))
    change = do(seat, pay("9c2h9d3s"))
    assert change.record is not None
    assert change.record.postings[1] == Posting(HOUSE, ACCOUNT, 1_000)
    body = told(change)
    assert (body["to_account"], body["of_session"]) == (True, "1.1")
    assert body["credit"] == (2_000 if again else 0)


def test_returned_stakes_go_to_the_credit() -> None:
    seat = after(OPEN, confirm(punto=500, grande=100))
    change = do(seat, GiveBack(COUP, WhyReturned.RESTORE))
    assert change.record is not None
    assert change.record.postings == (Posting(STAKES, CREDIT, 600),)
    assert isinstance(change.seat, SharedSeat)
    assert (change.seat.view.credit, change.seat.view.stakes) == (10_000, {})
    body = told(change)
    assert (body["type"], body["returned"], body["reason"]) == ("returned", 600, "restore")
    with pytest.raises(BettingClosed):
        do(change.seat, GiveBack(COUP, WhyReturned.RESTORE))


def test_returned_stakes_go_to_the_account_after_a_cash_out() -> None:
    seat = after(after(OPEN, confirm(punto=500)), CashOut("c" * 16))
    change = do(seat, GiveBack(COUP, WhyReturned.RESTORE))
    assert change.record is not None
    assert change.record.postings == (Posting(STAKES, ACCOUNT, 500),)
    assert told(change)["to_account"] is True


def test_payments_and_returns_for_another_coup_are_refused() -> None:
    seat = after(OPEN, confirm(punto=500))
    with pytest.raises(BettingClosed):
        do(seat, Pay(COUP + 1, 3, "", coup("9c2h9d3s")))
    with pytest.raises(BettingClosed):
        do(seat, GiveBack(COUP + 1, WhyReturned.RESTORE))


def test_a_new_epoch_clears_the_cloth_and_keeps_the_money() -> None:
    seat = seen(OPEN, **STAKED)
    renewed = after(seat, Renew(2))
    assert (renewed.view.epoch, renewed.view.draft, renewed.view.stakes) == (2, {}, bets(punto=100))
    with pytest.raises(OldEpoch):
        do(renewed, Renew(2))
