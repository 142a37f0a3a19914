"""What a seat at a shared table does next: chips, confirmed bets, and their end."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import AlreadyConfirmed, BettingClosed, NotEnoughCredit, OldEpoch
from puntobanco.fair.drbg import HASH_BYTES
from puntobanco.game.bets import Bet
from puntobanco.game.cards import points, print_cards
from puntobanco.game.coup import Coup
from puntobanco.game.settlement import check_stakes, pay
from puntobanco.ledger.records import Event, Posting
from puntobanco.table.recorded import Change, Setting, happened, later, recorded
from puntobanco.table.seat import Phase, Seat
from puntobanco.wire.messages import BetTaken, GivenBack, Paid, WhyReturned
from puntobanco.wire.requests import Automatic, Confirm

_BETS: Final = tuple(Bet)  # to walk through an enum takes longer


class Lay(Struct, frozen=True):
    """Chips on the cloth for a coup, all of them: drafts until they are confirmed."""

    coup: int
    bets: dict[Bet, int]


class ConfirmDraft(Struct, frozen=True):
    """The betting closes: what lies there and is covered becomes a bet."""

    coup: int


class Pay(Struct, frozen=True):
    """The coup is over: what becomes of the stakes."""

    number: int
    sabot: int
    fixed: str
    coup: Coup


class GiveBack(Struct, frozen=True):
    """The coup is not played to its end: its stakes go back."""

    coup: int
    reason: WhyReturned


class Renew(Struct, frozen=True):
    """The records come from a backup: go on in a new epoch, with nothing on the cloth."""

    epoch: int


def seat_together(seat: Seat, setting: Setting) -> Seat:
    """A seat at a shared table: what is dealt there is the table's to commit to."""
    return replace(seat, number=0, sheet=setting.sheet_hash, commitment=bytes(HASH_BYTES))


def is_staked(seat: Seat, coup: int) -> bool:
    """Whether a seat has money in play on a coup."""
    return bool(seat.stakes) and seat.number == coup


def lay(seat: Seat, asked: Lay, setting: Setting, now: int) -> Change:
    seat = _at_coup(seat, asked.coup)
    _check(seat, asked.bets, setting)
    return Change(replace(seat, draft=asked.bets, acted=now, version=seat.version + 1))


def confirm(seat: Seat, asked: Confirm, setting: Setting, now: int) -> Change:
    """Stakes on the cloth: with these, a bet counts, and is final."""
    seat = _at_coup(seat, asked.coup)
    return _stake(seat, asked.bets, setting, now, asked)


def confirm_draft(seat: Seat, asked: ConfirmDraft, setting: Setting, now: int) -> Change:
    if seat.number != asked.coup or not seat.draft or not seat.automatic:
        raise BettingClosed(why="there are no chips to confirm")
    try:
        return _stake(seat, seat.draft, setting, now, None)
    except NotEnoughCredit:  # an uncovered draft is no bet
        return Change(replace(seat, draft={}, version=seat.version + 1))


def set_automatic(seat: Seat, asked: Automatic, setting: Setting, now: int) -> Change:
    if asked.on and not setting.sheet.betting.automatic_confirmation:
        raise BettingClosed(why="this house confirms nothing by itself")
    return Change(replace(seat, automatic=asked.on, acted=now, version=seat.version + 1))


def _at_coup(seat: Seat, coup: int) -> Seat:
    """A seat whose chips are for this coup: what lay there for another one is none any more."""
    return seat if seat.number == coup else replace(seat, number=coup, draft={})


def _check(seat: Seat, bets: Mapping[Bet, int], setting: Setting) -> dict[Bet, int]:
    """Together with what is confirmed already: that is what there is to be, if it may."""
    if bets and seat.stakes and seat.staked_in != seat.session:
        # They are paid to the account; together with them, these would be, or those to the credit.
        raise BettingClosed(why="stakes of an earlier session are still in play")
    if bets and seat.stakes and not setting.sheet.betting.several_confirmations:
        raise AlreadyConfirmed
    together = _together(seat.stakes, bets)
    check_stakes(setting.sheet, together)
    staked = sum(bets.values())
    if staked > seat.credit:
        raise NotEnoughCredit(staked=staked, credit=seat.credit)
    return together


def _together(one: Mapping[Bet, int], other: Mapping[Bet, int]) -> dict[Bet, int]:
    if not one:
        return {bet: other[bet] for bet in _BETS if bet in other}
    return {bet: one.get(bet, 0) + other.get(bet, 0) for bet in _BETS if bet in one or bet in other}


def _stake(
    seat: Seat, bets: Mapping[Bet, int], setting: Setting, now: int, asked: Confirm | None
) -> Change:
    together = _check(seat, bets, setting)
    staked = sum(bets.values())
    after = later(
        seat,
        credit=seat.credit - staked,
        draft={},
        stakes=together,
        staked_in=seat.session,
        acted=now if asked else seat.acted,  # what happens by itself is no action
    )
    told = BetTaken(
        *happened(after, now, asked.key if asked else ""),
        table=seat.house,
        number=seat.number,
        bets=dict(bets),
        stakes=after.stakes,
        staked=staked,
        credit=after.credit,
    )
    posting = Posting(seat.credit_account, seat.stakes_account, staked)
    return recorded(after, Event.BET, told, asked, (posting,))


def settle(seat: Seat, asked: Pay, setting: Setting, now: int) -> Change:
    """Pay into the credit, or into the account if that session is over."""
    if not is_staked(seat, asked.number):
        raise BettingClosed(why="there is nothing to pay")
    coup, staked = asked.coup, sum(seat.stakes.values())
    paid = pay(setting.sheet, coup, seat.stakes)
    is_here = _is_here(seat)
    after = later(seat, credit=seat.credit + (paid.total if is_here else 0), stakes={}, draft={})
    told = Paid(
        *happened(after, now, ""),
        house=setting.sheet.name,
        table=seat.house,
        sabot=asked.sabot,
        number=asked.number,
        sheet=setting.sheet_hash.hex(),
        fixed=asked.fixed,
        cards=print_cards(coup.cards),
        punto=points(coup.punto),
        banco=points(coup.banco),
        outcome=coup.outcome,
        decisions=coup.decisions,
        bets=paid.payments,
        staked=staked,
        returned=paid.total,
        credit_before=after.credit - paid.total + staked if is_here else staked,
        credit=after.credit,
        of_session=f"{seat.id}.{seat.staked_in}",
        to_account=not is_here,
    )
    postings: tuple[Posting, ...] = (Posting(seat.stakes_account, setting.house_account, staked),)
    if paid.total:
        payee = seat.credit_account if is_here else seat.account
        postings += (Posting(setting.house_account, payee, paid.total),)
    return recorded(after, Event.PAID, told, None, postings)


def give_back(seat: Seat, asked: GiveBack, now: int) -> Change:
    """To the credit, or to the account if that session is over; the house never had them."""
    if not is_staked(seat, asked.coup):
        raise BettingClosed(why="there is nothing to give back")
    staked, is_here = sum(seat.stakes.values()), _is_here(seat)
    after = later(seat, credit=seat.credit + (staked if is_here else 0), stakes={}, draft={})
    told = GivenBack(
        *happened(after, now, ""),
        table=seat.house,
        number=asked.coup,
        stakes=seat.stakes,
        returned=staked,
        credit=after.credit,
        of_session=f"{seat.id}.{seat.staked_in}",
        to_account=not is_here,
        reason=asked.reason,
    )
    payee = seat.credit_account if is_here else seat.account
    posting = Posting(seat.stakes_account, payee, staked)
    return recorded(after, Event.RETURNED, told, None, (posting,))


def renew(seat: Seat, asked: Renew) -> Change:
    if asked.epoch <= seat.epoch:
        raise OldEpoch(epoch=asked.epoch, last=seat.epoch)
    return Change(replace(seat, epoch=asked.epoch, draft={}, version=seat.version + 1))


def _is_here(seat: Seat) -> bool:
    """Whether the session is still open in which was bet."""
    return seat.phase is Phase.OPEN and seat.session == seat.staked_in
