"""What a seat at a shared table does next: chips, confirmed bets, and their end."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import AlreadyConfirmed, BettingClosed, NotEnoughCredit, OldEpoch
from puntobanco.fair.drbg import HASH_BYTES
from puntobanco.game.bets import Bet
from puntobanco.game.cards import points, print_cards
from puntobanco.game.coup import Coup, Side
from puntobanco.game.settlement import check_stakes, left_on_cloth, pay
from puntobanco.ledger.records import Event, Posting
from puntobanco.table.hand import in_hand
from puntobanco.table.recorded import Change, Setting, happened, later, recorded
from puntobanco.table.seat import Phase, Seat
from puntobanco.wire.messages import BetTaken, GivenBack, Held, Paid, Tipped, WhyReturned
from puntobanco.wire.requests import Automatic, Confirm, Tip, Withdraw

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


class GiveBackLeft(Struct, frozen=True):
    """What Égalité left on the cloth goes back: it isn't played on with."""

    reason: WhyReturned


class Hand(Struct, frozen=True):
    """Cards of a coup, into the hand of who holds them."""

    coup: int
    side: Side
    cards: str  # all of that side so far


class Renew(Struct, frozen=True):
    """The records come from a backup: go on in a new epoch, with nothing on the cloth."""

    epoch: int


def seat_together(seat: Seat, setting: Setting) -> Seat:
    """A seat at a shared table: what is dealt there is the table's to commit to."""
    return replace(seat, number=0, sheet=setting.sheet_hash, commitment=bytes(HASH_BYTES))


def is_staked(seat: Seat, coup: int) -> bool:
    """Whether a seat has money in play on a coup."""
    return bool(seat.stakes) and seat.number == coup


def can_hold(seat: Seat, coup: int) -> bool:
    """Whether a seat may have cards of a coup in hand: a session and stakes on it."""
    return seat.phase is Phase.OPEN and is_staked(seat, coup)


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
    return _stake(seat, seat.draft, setting, now, None)


def check_draft(seat: Seat, setting: Setting) -> None:
    """Refuse chips that can't become a bet as they lie: an uncovered draft is none."""
    _check(seat, seat.draft, setting)


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
    if seat.left:  # it may be withdrawn, and what stays must be a bet by itself
        check_stakes(setting.sheet, _together(without(seat.stakes, seat.left), bets))
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
        since={bet: seat.since.get(bet, now) for bet in together},
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
        since=after.since,
    )
    posting = Posting(seat.credit_account, seat.stakes_account, staked)
    return recorded(after, Event.BET, told, asked, (posting,))


def settle(seat: Seat, asked: Pay, setting: Setting, now: int) -> Change:
    """Pay into the credit, or into the account if that session is over."""
    if not is_staked(seat, asked.number):
        raise BettingClosed(why="there is nothing to pay")
    coup, here = asked.coup, is_here(seat)
    paid = pay(setting.sheet, coup, seat.stakes)
    left = left_on_cloth(setting.sheet, coup, seat.stakes) if here else {}
    staked, kept = sum(seat.stakes.values()), sum(left.values())
    returned = paid.total - kept
    after = later(
        seat,
        credit=seat.credit + (returned if here else 0),
        number=seat.number + 1 if left else seat.number,  # they lie there for the next coup
        stakes=left,
        since=still(seat.since, left),
        left=left,
        held={},
        draft={},
    )
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
        returned=returned,
        credit_before=after.credit - returned + staked if here else staked,
        credit=after.credit,
        of_session=f"{seat.id}.{seat.staked_in}",
        to_account=not here,
        left=left,
    )
    house, payee = setting.house_account, seat.credit_account if here else seat.account
    commission = sum(each.commission for each in paid.payments) if setting.cagnotte_account else 0
    postings = [
        Posting(seat.stakes_account, house, staked - kept),
        Posting(house, payee, returned),
        Posting(house, setting.cagnotte_account, commission),
    ]
    moved = tuple([each for each in postings if each.amount])
    return recorded(after, Event.PAID, told, None, moved)


def withdraw(seat: Seat, asked: Withdraw, _: Setting, now: int) -> Change:
    taken = {bet: seat.left[bet] for bet in asked.bets if bet in seat.left}
    if len(taken) != len(asked.bets):
        raise BettingClosed(why="nothing was left on the cloth there")
    return _give(seat, taken, WhyReturned.WITHDRAWN, now, asked)


def give_back_left(seat: Seat, asked: GiveBackLeft, _: Setting, now: int) -> Change:
    if not seat.left:
        raise BettingClosed(why="nothing was left on the cloth")
    return _give(seat, seat.left, asked.reason, now, None)


def hand(seat: Seat, asked: Hand, setting: Setting, now: int) -> Change:
    """For the player's eyes: on the seat's own stream, and nowhere else."""
    if not can_hold(seat, asked.coup):
        raise BettingClosed(why="only who has bet holds cards")
    after = later(seat, held={**seat.held, asked.side: asked.cards})
    held = in_hand(setting.sheet, asked.side, asked.cards)
    told = Held(
        *happened(after, now, ""),
        table=seat.house,
        number=asked.coup,
        side=asked.side,
        cards=held.cards,
        points=held.points,
        speaks=held.speaks,
    )
    return recorded(after, Event.HELD, told, None, ())


def tip(seat: Seat, asked: Tip, setting: Setting, now: int) -> Change:
    if not setting.tips_account:
        raise BettingClosed(why="no tips are taken at this table")
    if asked.amount > seat.credit:
        raise NotEnoughCredit(staked=asked.amount, credit=seat.credit)
    after = later(seat, credit=seat.credit - asked.amount, acted=now)
    told = Tipped(*happened(after, now, asked.key), seat.house, asked.amount, after.credit)
    posting = Posting(seat.credit_account, setting.tips_account, asked.amount)
    return recorded(after, Event.TIPPED, told, asked, (posting,))


def give_back(seat: Seat, asked: GiveBack, _: Setting, now: int) -> Change:
    """To the credit, or to the account if that session is over; the house never had them."""
    if not is_staked(seat, asked.coup):
        raise BettingClosed(why="there is nothing to give back")
    return _give(replace(seat, draft={}), seat.stakes, asked.reason, now, None)


def _give(
    seat: Seat, stakes: dict[Bet, int], reason: WhyReturned, now: int, asked: Withdraw | None
) -> Change:
    amount, here = sum(stakes.values()), is_here(seat)
    stay = without(seat.stakes, stakes)
    after = later(
        seat,
        credit=seat.credit + (amount if here else 0),
        stakes=stay,
        since=still(seat.since, stay),
        left=without(seat.left, stakes),
        held={},
        acted=now if asked else seat.acted,
    )
    told = GivenBack(
        *happened(after, now, asked.key if asked else ""),
        table=seat.house,
        number=seat.number,
        stakes=stakes,
        returned=amount,
        credit=after.credit,
        of_session=f"{seat.id}.{seat.staked_in}",
        to_account=not here,
        reason=reason,
    )
    payee = seat.credit_account if here else seat.account
    posting = Posting(seat.stakes_account, payee, amount)
    return recorded(after, Event.RETURNED, told, asked, (posting,))


def without(stakes: Mapping[Bet, int], taken: Mapping[Bet, int]) -> dict[Bet, int]:
    less = {bet: stake - taken.get(bet, 0) for bet, stake in stakes.items()}
    return {bet: stake for bet, stake in less.items() if stake > 0}


def still(since: Mapping[Bet, int], stakes: Mapping[Bet, int]) -> dict[Bet, int]:
    """Since when what still lies there does."""
    return {bet: at for bet, at in since.items() if bet in stakes}


def renew(seat: Seat, asked: Renew, _: Setting, __: int) -> Change:
    if asked.epoch <= seat.epoch:
        raise OldEpoch(epoch=asked.epoch, last=seat.epoch)
    return Change(replace(seat, epoch=asked.epoch, draft={}, version=seat.version + 1))


def is_here(seat: Seat) -> bool:
    """Whether the session is still open in which was bet."""
    return seat.phase is Phase.OPEN and seat.session == seat.staked_in
