"""What a seat does next: the seat as it will be, what is told of it, the money that moves.

    FREE --open--> OPEN --place, carte, top_up, stay, take_over, lose--> OPEN
    at a shared table: OPEN --lay, confirm, confirm_draft, automatic--> OPEN
    OPEN --cash_out, expire--> FREE
    and in either: --retire, pay, give back, renew-->

Nothing here has happened yet: it happens when the store has made it durable.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import (
    NoSession,
    NotEnoughCredit,
    OtherCoup,
    SessionOpen,
    TakenOver,
    WrongMoney,
)
from puntobanco.fair.commitment import Mixed, Terms, commit, deal_order
from puntobanco.game.cards import Card, points, print_cards
from puntobanco.game.coup import MOST_CARDS, deal
from puntobanco.game.settlement import check_stakes, pay
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.ledger.records import Event, Posting
from puntobanco.table import shared_seat
from puntobanco.table.recorded import Change, Setting, happened, later, recorded
from puntobanco.table.seat import Phase, Seat
from puntobanco.table.shared_seat import (
    ConfirmDraft,
    GiveBack,
    GiveBackLeft,
    Hand,
    Lay,
    Pay,
    Renew,
)
from puntobanco.wire.messages import (
    Closed,
    Coup,
    Next,
    Opened,
    Reason,
    Retired,
    ToppedUp,
    WhyRetired,
)
from puntobanco.wire.requests import (
    Automatic,
    Carte,
    CashOut,
    Confirm,
    Open,
    Place,
    Stay,
    Tip,
    TopUp,
    Withdraw,
)


class TakeOver(Struct, frozen=True):
    """A new connection plays from here on; none before it does."""


class Lose(Struct, frozen=True):
    """The connection of a generation is gone."""

    generation: int


class Expire(Struct, frozen=True):
    """A deadline has passed."""

    reason: Reason


class Retire(Struct, frozen=True):
    """Open a seed that was never played on and commit to another coup."""

    epoch: int
    reason: WhyRetired


Alone = Retire | Open | Place | Carte | TopUp | CashOut | Stay | TakeOver | Lose | Expire
Together = (
    Lay | Confirm | ConfirmDraft | Automatic | Pay | GiveBack | GiveBackLeft | Withdraw | Hand | Tip
    | Renew
)  # fmt: skip
Step = Alone | Together

TRANSITIONS: Final = {
    (Phase.FREE, Open): Phase.OPEN,
    (Phase.OPEN, Place): Phase.OPEN,
    (Phase.OPEN, Carte): Phase.OPEN,
    (Phase.OPEN, TopUp): Phase.OPEN,
    (Phase.OPEN, Stay): Phase.OPEN,
    (Phase.OPEN, TakeOver): Phase.OPEN,
    (Phase.OPEN, Lose): Phase.OPEN,
    (Phase.FREE, Retire): Phase.FREE,
    (Phase.OPEN, Retire): Phase.OPEN,
    (Phase.OPEN, CashOut): Phase.FREE,
    (Phase.OPEN, Expire): Phase.FREE,
    (Phase.OPEN, Lay): Phase.OPEN,
    (Phase.OPEN, Confirm): Phase.OPEN,
    (Phase.OPEN, ConfirmDraft): Phase.OPEN,
    (Phase.OPEN, Automatic): Phase.OPEN,
    (Phase.OPEN, Pay): Phase.OPEN,
    (Phase.FREE, Pay): Phase.FREE,  # whoever has left is paid all the same
    (Phase.OPEN, GiveBack): Phase.OPEN,
    (Phase.FREE, GiveBack): Phase.FREE,
    (Phase.OPEN, GiveBackLeft): Phase.OPEN,
    (Phase.FREE, GiveBackLeft): Phase.FREE,
    (Phase.OPEN, Withdraw): Phase.OPEN,
    (Phase.OPEN, Hand): Phase.OPEN,
    (Phase.OPEN, Tip): Phase.OPEN,
    (Phase.OPEN, Renew): Phase.OPEN,
    (Phase.FREE, Renew): Phase.FREE,
}


def takes(sheet: Sheet, currency: str) -> bool:
    """Play money is good anywhere, the sheet's own currency where it isn't for fun only."""
    money = sheet.money
    return currency == PLAY_MONEY or (currency == money.currency and not money.play_only)


def first_seat(seat: Seat, setting: Setting, fresh: bytes) -> Seat:
    """A seat with a commitment to the coup its number names."""
    return replace(seat, **_commitment(seat, seat.table, setting, seat.number, fresh))


def draw(seat: Seat, asked: Carte, setting: Setting) -> tuple[Card, ...]:
    """As many cards as the coup can need: they follow from the house's seed and the player's."""
    mine = Mixed(str(seat.account), b"", asked.seed)  # nobody asks for its hash
    terms = _terms(seat, seat.table, setting, seat.number)
    return deal_order(seat.seed, terms, (mine,), MOST_CARDS)


def step(
    seat: Seat,
    asked: Step,
    setting: Setting,
    now: int,
    fresh: bytes,
    cards: tuple[Card, ...] | None = None,
) -> Change:
    """What this does to the seat; `fresh` are 32 bytes nobody has seen, for the next commitment.

    Whoever has drawn the cards of a coup already hands them in.
    """
    if (seat.phase, type(asked)) not in TRANSITIONS:
        raise SessionOpen if type(asked) is Open else NoSession
    match asked:
        case Carte():
            return _carte(seat, asked, setting, now, fresh, cards)
        case Open():
            return _open(seat, asked, setting, now)
        case TopUp():
            return _top_up(seat, asked, now)
        case CashOut():
            return _close(seat, Reason.CASH_OUT, now, asked)
        case Expire(reason=reason):
            return _close(seat, reason, now, None)
        case Retire():
            return _retire(seat, asked, setting, now, fresh)
        case Place() | Stay() | TakeOver() | Lose():
            return Change(_quietly(seat, asked, setting, now))
        case _:
            return _together(seat, asked, setting, now)


def _together(seat: Seat, asked: Together, setting: Setting, now: int) -> Change:
    """At a shared table."""
    return _TOGETHER[type(asked)](seat, asked, setting, now)


def _quietly(seat: Seat, asked: Place | Stay | TakeOver | Lose, setting: Setting, now: int) -> Seat:
    """What changes cloth, clock or connection, and no money."""
    after = replace(seat, version=seat.version + 1)
    match asked:
        case Place(bets=bets):
            check_stakes(setting.sheet, bets)
            _check_covered(seat, sum(bets.values()))
            return replace(after, draft=bets, acted=now)
        case Stay():
            return replace(after, acted=now)
        case TakeOver():
            return replace(after, generation=seat.generation + 1, lost=None)
        case Lose(generation=generation):
            if generation != seat.generation:
                raise TakenOver
            return replace(after, lost=now)


def _open(seat: Seat, asked: Open, setting: Setting, now: int) -> Change:
    if not takes(setting.sheet, seat.currency):
        raise WrongMoney(house=seat.house, currency=seat.currency)
    after = replace(
        seat,
        phase=Phase.OPEN,
        session=seat.session + 1,
        generation=seat.generation + 1,  # what an earlier session's connection still sends is late
        offset=1,
        credit=asked.amount,
        draft={},
        acted=now,
        lost=now,  # until the first connection comes
        version=seat.version + 1,
    )
    told = Opened(
        *happened(after, now, asked.key),
        house=seat.house,
        table=seat.table,
        currency=seat.currency,
        credit=asked.amount,
        next=next_coup(seat),
    )
    return recorded(after, Event.OPENED, told, asked, _from_account(seat, asked.amount))


def _top_up(seat: Seat, asked: TopUp, now: int) -> Change:
    after = later(seat, credit=seat.credit + asked.amount, acted=now)
    told = ToppedUp(*happened(after, now, asked.key), amount=asked.amount, credit=after.credit)
    return recorded(after, Event.TOPPED_UP, told, asked, _from_account(seat, asked.amount))


def _close(seat: Seat, reason: Reason, now: int, asked: CashOut | None) -> Change:
    after = later(seat, phase=Phase.FREE, credit=0, draft={}, lost=None)
    key = asked.key if asked else ""
    told = Closed(*happened(after, now, key), reason=reason, credited=seat.credit)
    return recorded(after, Event.CLOSED, told, asked, _from_account(seat, -seat.credit))


def _carte(
    seat: Seat,
    asked: Carte,
    setting: Setting,
    now: int,
    fresh: bytes,
    cards: tuple[Card, ...] | None,
) -> Change:
    """Deal and pay a coup: bet, cards, payment and the next commitment are one change."""
    if asked.commitment is not None and asked.commitment != seat.commitment.hex():
        raise OtherCoup(next=seat.number)
    sheet = setting.sheet
    check_stakes(sheet, asked.bets)
    staked = sum(asked.bets.values())
    _check_covered(seat, staked)
    cards = cards or draw(seat, asked, setting)
    coup = deal(sheet.rule, cards)
    paid = pay(sheet, coup, asked.bets)
    returned = paid.total
    table = seat.table
    after = replace(
        seat,
        version=seat.version + 1,
        offset=seat.offset + 1,
        credit=seat.credit - staked + returned,
        draft={},
        acted=now,
        **_commitment(seat, table, setting, seat.number + 1, fresh),
    )
    told = Coup(
        *happened(after, now, asked.key),
        house=seat.house,
        table=table,
        number=seat.number,
        sheet=seat.sheet.hex(),
        commitment=seat.commitment.hex(),
        server_seed=seat.seed.hex(),
        player=str(seat.account),
        seed=asked.seed,
        cards=print_cards(cards[: len(coup.punto) + len(coup.banco)]),
        punto=points(coup.punto),
        banco=points(coup.banco),
        outcome=coup.outcome,
        decisions=coup.decisions,
        bets=paid.payments,
        staked=staked,
        returned=returned,
        credit_before=seat.credit,
        credit=after.credit,
        next=next_coup(after),
    )
    postings: tuple[Posting, ...] = (Posting(seat.credit_account, setting.house_account, staked),)
    if returned:
        postings += (Posting(setting.house_account, seat.credit_account, returned),)
    return recorded(after, Event.COUP, told, asked, postings)


def _retire(seat: Seat, asked: Retire, setting: Setting, now: int, fresh: bytes) -> Change:
    number = seat.number + 1 if asked.epoch == seat.epoch else 1
    after = later(seat, epoch=asked.epoch, draft={})
    after = replace(after, **_commitment(after, seat.table, setting, number, fresh))
    told = Retired(
        *happened(after, now, ""),
        house=seat.house,
        table=seat.table,
        of_epoch=seat.epoch,
        number=seat.number,
        commitment=seat.commitment.hex(),
        server_seed=seat.seed.hex(),
        sheet=seat.sheet.hex(),
        cut=setting.sheet.cards.cut or 0,
        reason=asked.reason,
        next=next_coup(after),
    )
    return recorded(after, Event.RETIRED, told, None, ())


def _check_covered(seat: Seat, staked: int) -> None:
    if staked > seat.credit:
        raise NotEnoughCredit(staked=staked, credit=seat.credit)


def _terms(seat: Seat, table: str, setting: Setting, number: int) -> Terms:
    cards = setting.sheet.cards
    return Terms(table, seat.epoch, number, setting.sheet_hash, cards.decks, cards.cut or 0)


def _commitment(
    seat: Seat, table: str, setting: Setting, number: int, fresh: bytes
) -> dict[str, Any]:
    """What a seat holds of the coup to come."""
    return {
        "number": number,
        "sheet": setting.sheet_hash,
        "seed": fresh,
        "commitment": commit(fresh, _terms(seat, table, setting, number)),
    }


def next_coup(seat: Seat) -> Next:
    """What the house has committed to; at a shared table that is the table's own business."""
    return Next(0, "") if seat.is_shared else Next(seat.number, seat.commitment.hex())


def _from_account(seat: Seat, amount: int) -> tuple[Posting, ...]:
    if not amount:
        return ()
    payer, payee = seat.account, seat.credit_account
    return (Posting(payer, payee, amount) if amount > 0 else Posting(payee, payer, -amount),)


_TOGETHER: Final[dict[type, Callable[[Seat, Any, Setting, int], Change]]] = {
    Lay: shared_seat.lay,
    Confirm: shared_seat.confirm,
    ConfirmDraft: shared_seat.confirm_draft,
    Automatic: shared_seat.set_automatic,
    Pay: shared_seat.settle,
    GiveBack: shared_seat.give_back,
    GiveBackLeft: shared_seat.give_back_left,
    Withdraw: shared_seat.withdraw,
    Hand: shared_seat.hand,
    Tip: shared_seat.tip,
    Renew: shared_seat.renew,
}
