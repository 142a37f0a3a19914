"""The steps of a seat at a shared table: chips, confirmed bets, and payments.

OPEN --place, confirm, confirm_draft, automatic, withdraw, hand, tip--> OPEN
in either phase: --pay, give_back, give_back_left, renew-->
and the steps of every session
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import (
    AlreadyConfirmed,
    BadMessage,
    BettingClosed,
    NoSession,
    OldEpoch,
    SessionOpen,
)
from puntobanco.game.bets import Bet
from puntobanco.game.cards import points, print_cards
from puntobanco.game.coup import Coup, Side
from puntobanco.game.settlement import check_stakes, left_on_cloth, pay, won_bets
from puntobanco.ledger.records import Posting
from puntobanco.table.recording import Change, Setting, happened, quietly, tell
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.table.session import SESSION, SessionCommand, check_covered, step_session
from puntobanco.table.shared.card_holders import in_hand
from puntobanco.wire.messages import BetTaken, GivenBack, Held, Paid, Tipped, WhyReturned
from puntobanco.wire.requests import Automatic, Confirm, Open, Place, Tip, Withdraw
from puntobanco.wire.seat_fold import SharedView, without

_BETS: Final = tuple(Bet)  # iterating over a tuple is faster than over an enum


class ConfirmDraft(Struct, frozen=True):
    """Confirm the draft when the betting closes, if the credit covers it."""

    coup: int


class Pay(Struct, frozen=True):
    """Settle the stakes on a coup that is over."""

    number: int
    sabot: int
    fixed: str
    coup: Coup


class GiveBack(Struct, frozen=True):
    """Return the stakes on a coup that will not be finished."""

    coup: int
    reason: WhyReturned


class GiveBackLeft(Struct, frozen=True):
    """Return the stakes that an Égalité left on the cloth."""

    reason: WhyReturned


class Hand(Struct, frozen=True):
    """Show the player who holds a side its cards."""

    coup: int
    side: Side
    cards: str  # all cards of that side so far


class Renew(Struct, frozen=True):
    """Continue after a restored backup: in a new epoch, with no chips on the cloth."""

    epoch: int


SharedCommand = (
    SessionCommand | Place | Confirm | ConfirmDraft | Automatic | Withdraw | Hand | Tip
    | Pay | GiveBack | GiveBackLeft | Renew
)  # fmt: skip

TRANSITIONS: Final[Mapping[tuple[SeatPhase, type], SeatPhase]] = {
    **SESSION,
    (SeatPhase.OPEN, Place): SeatPhase.OPEN,
    (SeatPhase.OPEN, Confirm): SeatPhase.OPEN,
    (SeatPhase.OPEN, ConfirmDraft): SeatPhase.OPEN,
    (SeatPhase.OPEN, Automatic): SeatPhase.OPEN,
    (SeatPhase.OPEN, Withdraw): SeatPhase.OPEN,
    (SeatPhase.OPEN, Hand): SeatPhase.OPEN,
    (SeatPhase.OPEN, Tip): SeatPhase.OPEN,
    (SeatPhase.OPEN, Pay): SeatPhase.OPEN,
    (SeatPhase.FREE, Pay): SeatPhase.FREE,  # a player who has left is paid as well
    (SeatPhase.OPEN, GiveBack): SeatPhase.OPEN,
    (SeatPhase.FREE, GiveBack): SeatPhase.FREE,
    (SeatPhase.OPEN, GiveBackLeft): SeatPhase.OPEN,
    (SeatPhase.FREE, GiveBackLeft): SeatPhase.FREE,
    (SeatPhase.OPEN, Renew): SeatPhase.OPEN,
    (SeatPhase.FREE, Renew): SeatPhase.FREE,
}
_KNOWN: Final = frozenset(get_args(SharedCommand))


def new_shared_seat(account: int, house: str, currency: str, epoch: int, table: str) -> SharedSeat:
    """Return a seat without an id and accounts, which the store gives it."""
    return SharedSeat(
        id=0,
        account=account,
        credit_account=0,
        house=house,
        currency=currency,
        view=SharedView(epoch),
        table=table,
        stakes_account=0,
    )


def step(seat: SharedSeat, command: SharedCommand, setting: Setting, now: int) -> Change:
    """Apply a step, or refuse it if the seat's phase does not allow it."""
    if (seat.view.phase, type(command)) not in TRANSITIONS:
        if type(command) not in _KNOWN:
            raise BettingClosed(why="at this table the player doesn't end the betting")
        raise SessionOpen if type(command) is Open else NoSession
    return _STEPS.get(type(command), step_session)(seat, command, setting, now)


def is_staked(seat: SharedSeat, coup: int) -> bool:
    """Return whether a seat has money in play on a coup."""
    return bool(seat.view.stakes) and seat.view.coup == coup


def can_hold(seat: SharedSeat, coup: int) -> bool:
    """Return whether a seat may hold cards: it needs an open session and stakes on the coup."""
    return seat.view.phase is SeatPhase.OPEN and is_staked(seat, coup)


def _place(seat: SharedSeat, request: Place, setting: Setting, now: int) -> Change:
    """Replace the draft of a coup by these chips."""
    if request.coup is None:
        raise BadMessage(why="at a shared table, place must name the coup")
    _check(seat.view, request.bets, setting)
    check_covered(seat, sum(request.bets.values()))
    return quietly(seat, view=replace(seat.view, coup=request.coup, draft=request.bets), acted=now)


def _confirm(seat: SharedSeat, request: Confirm, setting: Setting, now: int) -> Change:
    """Turn chips into a bet, which is final."""
    return _stake(seat, request.coup, request.bets, setting, now, request)


def _confirm_draft(seat: SharedSeat, command: ConfirmDraft, setting: Setting, now: int) -> Change:
    view = seat.view
    if view.coup != command.coup or not view.draft or not seat.automatic:
        raise BettingClosed(why="there are no chips to confirm")
    return _stake(seat, command.coup, view.draft, setting, now, None)


def check_draft(seat: SharedSeat, setting: Setting) -> None:
    """Refuse a draft that can't become a bet: it breaks a limit, or the credit is too low."""
    _check(seat.view, seat.view.draft, setting)
    check_covered(seat, sum(seat.view.draft.values()))


def _set_automatic(seat: SharedSeat, request: Automatic, setting: Setting, now: int) -> Change:
    if request.on and not setting.sheet.betting.automatic_confirmation:
        raise BettingClosed(why="this house has no automatic confirmation")
    return quietly(seat, automatic=request.on, acted=now)


def _check(view: SharedView, bets: Mapping[Bet, int], setting: Setting) -> dict[Bet, int]:
    """Return the earlier stakes and these together, or refuse them."""
    if bets and view.stakes and view.staked_in != view.session:
        # Stakes of an earlier session are paid to the account, new ones to the credit: a coup
        # can't have both.
        raise BettingClosed(why="stakes of an earlier session are still in play")
    if bets and view.stakes and not setting.sheet.betting.several_confirmations:
        raise AlreadyConfirmed
    if view.left:  # the player may withdraw these: the remaining stakes must be valid alone
        check_stakes(setting.sheet, _together(without(view.stakes, view.left), bets))
    together = _together(view.stakes, bets)
    check_stakes(setting.sheet, together)
    return together


def _together(one: Mapping[Bet, int], other: Mapping[Bet, int]) -> dict[Bet, int]:
    if not one:
        return {bet: other[bet] for bet in _BETS if bet in other}
    return {bet: one.get(bet, 0) + other.get(bet, 0) for bet in _BETS if bet in one or bet in other}


def _stake(
    seat: SharedSeat,
    coup: int,
    bets: Mapping[Bet, int],
    setting: Setting,
    now: int,
    request: Confirm | None,
) -> Change:
    view, staked = seat.view, sum(bets.values())
    together = _check(view, bets, setting)
    check_covered(seat, staked)
    event = BetTaken(
        *happened(seat, now, request.key if request else ""),
        table=seat.table,
        number=coup,
        bets=dict(bets),
        stakes=together,
        staked=staked,
        credit=view.credit - staked,
        since={bet: view.since.get(bet, now) for bet in together},
    )
    posting = Posting(seat.credit_account, seat.stakes_account, staked)
    # An automatic confirmation is not an action of the player.
    return tell(seat, event, request, (posting,), acted=now if request else seat.acted)


def _pay(seat: SharedSeat, command: Pay, setting: Setting, now: int) -> Change:
    """Pay to the credit, or to the account if the session that placed the bet is over."""
    if not is_staked(seat, command.number):
        raise BettingClosed(why="there is nothing to pay")
    view, coup = seat.view, command.coup
    here, stakes = view.is_here, view.stakes
    paid = pay(setting.sheet, coup, stakes)
    left = left_on_cloth(setting.sheet, coup, stakes) if here else {}
    staked, kept = sum(stakes.values()), sum(left.values())
    returned = paid.total - kept
    event = Paid(
        *happened(seat, now),
        house=seat.house,
        table=seat.table,
        sabot=command.sabot,
        number=command.number,
        sheet=setting.sheet_hash.hex(),
        fixed=command.fixed,
        cards=print_cards(coup.cards),
        punto=points(coup.punto),
        banco=points(coup.banco),
        outcome=coup.outcome,
        decisions=coup.decisions,
        bets=paid.payments,
        staked=staked,
        returned=returned,
        credit_before=view.credit + staked if here else staked,
        credit=view.credit + returned if here else view.credit,
        of_session=f"{seat.id}.{view.staked_in}",
        to_account=not here,
        left=left,
        won=won_bets(setting.sheet, coup),
    )
    house, payee = setting.house_account, seat.credit_account if here else seat.account
    commission = sum(each.commission for each in paid.payments) if setting.cagnotte_account else 0
    postings = [
        Posting(seat.stakes_account, house, staked - kept),
        Posting(house, payee, returned),
        Posting(house, setting.cagnotte_account, commission),
    ]
    return tell(seat, event, None, tuple([each for each in postings if each.amount]))


def _withdraw(seat: SharedSeat, request: Withdraw, _: Setting, now: int) -> Change:
    left = seat.view.left
    taken = {bet: left[bet] for bet in request.bets if bet in left}
    if len(taken) != len(request.bets):
        raise BettingClosed(why="no stakes were left on the cloth for these bets")
    return _give(seat, taken, WhyReturned.WITHDRAWN, now, request)


def _give_back_left(seat: SharedSeat, command: GiveBackLeft, _: Setting, now: int) -> Change:
    if not seat.view.left:
        raise BettingClosed(why="no stakes were left on the cloth")
    return _give(seat, seat.view.left, command.reason, now, None)


def _give_back(seat: SharedSeat, command: GiveBack, _: Setting, now: int) -> Change:
    """Return stakes to the credit, or to the account if their session is over."""
    if not is_staked(seat, command.coup):
        raise BettingClosed(why="there is nothing to give back")
    return _give(seat, seat.view.stakes, command.reason, now, None)


def _give(
    seat: SharedSeat,
    stakes: dict[Bet, int],
    reason: WhyReturned,
    now: int,
    request: Withdraw | None,
) -> Change:
    view, amount = seat.view, sum(stakes.values())
    event = GivenBack(
        *happened(seat, now, request.key if request else ""),
        table=seat.table,
        number=view.coup,
        stakes=stakes,
        returned=amount,
        credit=view.credit + amount if view.is_here else view.credit,
        of_session=f"{seat.id}.{view.staked_in}",
        to_account=not view.is_here,
        reason=reason,
    )
    payee = seat.credit_account if view.is_here else seat.account
    posting = Posting(seat.stakes_account, payee, amount)
    return tell(seat, event, request, (posting,), acted=now if request else seat.acted)


def _hand(seat: SharedSeat, command: Hand, setting: Setting, now: int) -> Change:
    """Tell the player the cards on the seat's own stream, which nobody else reads."""
    if not can_hold(seat, command.coup):
        raise BettingClosed(why="only a player who has bet on this coup holds cards")
    held = in_hand(setting.sheet, command.side, command.cards)
    event = Held(
        *happened(seat, now),
        table=seat.table,
        number=command.coup,
        side=command.side,
        cards=held.cards,
        points=held.points,
        speaks=held.speaks,
    )
    return tell(seat, event, None, ())


def _tip(seat: SharedSeat, request: Tip, setting: Setting, now: int) -> Change:
    if not setting.tips_account:
        raise BettingClosed(why="this table takes no tips")
    check_covered(seat, request.amount)
    credit = seat.view.credit - request.amount
    event = Tipped(*happened(seat, now, request.key), seat.table, request.amount, credit)
    posting = Posting(seat.credit_account, setting.tips_account, request.amount)
    return tell(seat, event, request, (posting,), acted=now)


def _renew(seat: SharedSeat, command: Renew, _: Setting, __: int) -> Change:
    if command.epoch <= seat.view.epoch:
        raise OldEpoch(epoch=command.epoch, last=seat.view.epoch)
    return quietly(seat, view=replace(seat.view, epoch=command.epoch, draft={}))


_STEPS: Final[Mapping[type, Callable[[SharedSeat, Any, Setting, int], Change]]] = {
    Place: _place,
    Confirm: _confirm,
    ConfirmDraft: _confirm_draft,
    Automatic: _set_automatic,
    Withdraw: _withdraw,
    Hand: _hand,
    Tip: _tip,
    Pay: _pay,
    GiveBack: _give_back,
    GiveBackLeft: _give_back_left,
    Renew: _renew,
}
