"""The steps of a session, which are the same at private and at shared tables.

    FREE --open--> OPEN --top_up, stay, take_over, lose--> OPEN --cash_out, expire--> FREE

These functions only compute. A step has happened when the store has written its result.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from puntobanco.errors import NotEnoughCredit, TakenOver, WrongMoney
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.ledger.records import Posting
from puntobanco.table.recording import Change, Setting, happened, quietly, tell
from puntobanco.table.seat import Seat, SeatPhase
from puntobanco.wire.messages import Closed, Opened, Reason, ToppedUp
from puntobanco.wire.requests import CashOut, Open, Stay, TopUp


class TakeOver(Struct, frozen=True):
    """Let a new connection play instead of all earlier ones."""


class Lose(Struct, frozen=True):
    """Note that the connection of a generation was lost."""

    generation: int


class Expire(Struct, frozen=True):
    """Close the session because a deadline has passed."""

    reason: Reason


SessionCommand = Open | TopUp | CashOut | Expire | Stay | TakeOver | Lose

SESSION: Final[Mapping[tuple[SeatPhase, type], SeatPhase]] = {
    (SeatPhase.FREE, Open): SeatPhase.OPEN,
    (SeatPhase.OPEN, TopUp): SeatPhase.OPEN,
    (SeatPhase.OPEN, Stay): SeatPhase.OPEN,
    (SeatPhase.OPEN, TakeOver): SeatPhase.OPEN,
    (SeatPhase.OPEN, Lose): SeatPhase.OPEN,
    (SeatPhase.OPEN, CashOut): SeatPhase.FREE,
    (SeatPhase.OPEN, Expire): SeatPhase.FREE,
}


def takes(sheet: Sheet, currency: str) -> bool:
    """Return whether a house accepts a currency: play money always, its own if it has one."""
    money = sheet.money
    return currency == PLAY_MONEY or (currency == money.currency and not money.play_only)


def step_session(seat: Seat, command: SessionCommand, setting: Setting, now: int) -> Change:
    match command:
        case Open():
            return _open(seat, command, setting, now)
        case TopUp():
            credit = seat.view.credit + command.amount
            event = ToppedUp(*happened(seat, now, command.key), command.amount, credit)
            return tell(seat, event, command, _from_account(seat, command.amount), acted=now)
        case CashOut():
            return _close(seat, Reason.CASH_OUT, now, command)
        case Expire(reason=reason):
            return _close(seat, reason, now, None)
        case Stay():
            return quietly(seat, acted=now)
        case TakeOver():
            return quietly(seat, generation=seat.generation + 1, lost=None)
        case Lose(generation=generation):
            if generation != seat.generation:
                raise TakenOver
            return quietly(seat, lost=now)


def _open(seat: Seat, request: Open, setting: Setting, now: int) -> Change:
    if not takes(setting.sheet, seat.currency):
        raise WrongMoney(house=seat.house, currency=seat.currency)
    event = Opened(
        session=f"{seat.id}.{seat.view.session + 1}",
        epoch=seat.view.epoch,
        offset=1,
        at=now,
        key=request.key,
        house=seat.house,
        table=seat.table,
        currency=seat.currency,
        credit=request.amount,
        next=seat.next,
    )
    return tell(
        seat,
        event,
        request,
        _from_account(seat, request.amount),
        generation=seat.generation + 1,  # connections of an earlier session can't play any more
        acted=now,
        lost=now,  # until the first connection
    )


def _close(seat: Seat, reason: Reason, now: int, request: CashOut | None) -> Change:
    credit = seat.view.credit
    event = Closed(*happened(seat, now, request.key if request else ""), reason, credited=credit)
    return tell(seat, event, request, _from_account(seat, -credit), lost=None)


def _from_account(seat: Seat, amount: int) -> tuple[Posting, ...]:
    if not amount:
        return ()
    payer, payee = seat.account, seat.credit_account
    return (Posting(payer, payee, amount) if amount > 0 else Posting(payee, payer, -amount),)


def check_covered(seat: Seat, amount: int) -> None:
    if amount > seat.view.credit:
        raise NotEnoughCredit(staked=amount, credit=seat.view.credit)
