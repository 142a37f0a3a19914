"""What a seat does next: the seat as it will be, what is told of it, the money that moves.

    FREE --open--> OPEN --place, carte, top_up, stay, take_over, lose--> OPEN
    OPEN --cash_out, expire--> FREE
    and in either: --retire-->

Nothing here has happened yet: it happens when the store has made it durable.
"""

from hashlib import sha256
from typing import Any, Final

import msgspec
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
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.cards import Card, points, print_cards
from puntobanco.game.coup import MOST_CARDS, deal
from puntobanco.game.settlement import check_stakes, pay
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.ledger.records import Event, Posting, Record
from puntobanco.table.seat import Phase, Seat
from puntobanco.wire.messages import (
    Closed,
    Coup,
    Happened,
    Next,
    Opened,
    Reason,
    Retired,
    ToppedUp,
    WhyRetired,
)
from puntobanco.wire.requests import Carte, CashOut, Open, Place, Stay, TopUp


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


Step = Retire | Open | Place | Carte | TopUp | CashOut | Stay | TakeOver | Lose | Expire

_encode: Final = msgspec.json.Encoder().encode
_encode_sorted: Final = msgspec.json.Encoder(order="sorted").encode

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
}


class Setting(Struct, frozen=True):
    """What a seat is played with: the house's sheet, and where its money lies."""

    sheet: Sheet
    sheet_hash: bytes
    house_account: int


def setting_of(sheet: Sheet, house_account: int) -> Setting:
    return Setting(sheet, hash_sheet(sheet), house_account)


class Change(Struct, frozen=True):
    """One step, to be made durable as a whole or not at all."""

    seat: Seat | None  # as it is afterwards, its version one higher; None: no seat is touched
    record: Record | None = None  # None: only clock, cloth or connection changed


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
        *_happened(after, now, asked.key),
        house=seat.house,
        table=seat.table,
        currency=seat.currency,
        credit=asked.amount,
        next=_next(seat),
    )
    return _recorded(after, Event.OPENED, told, asked, _from_account(seat, asked.amount))


def _top_up(seat: Seat, asked: TopUp, now: int) -> Change:
    after = _later(seat, credit=seat.credit + asked.amount, acted=now)
    told = ToppedUp(*_happened(after, now, asked.key), amount=asked.amount, credit=after.credit)
    return _recorded(after, Event.TOPPED_UP, told, asked, _from_account(seat, asked.amount))


def _close(seat: Seat, reason: Reason, now: int, asked: CashOut | None) -> Change:
    after = _later(seat, phase=Phase.FREE, credit=0, draft={}, lost=None)
    key = asked.key if asked else ""
    told = Closed(*_happened(after, now, key), reason=reason, credited=seat.credit)
    return _recorded(after, Event.CLOSED, told, asked, _from_account(seat, -seat.credit))


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
        *_happened(after, now, asked.key),
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
        next=_next(after),
    )
    postings: tuple[Posting, ...] = (Posting(seat.credit_account, setting.house_account, staked),)
    if returned:
        postings += (Posting(setting.house_account, seat.credit_account, returned),)
    return _recorded(after, Event.COUP, told, asked, postings)


def _retire(seat: Seat, asked: Retire, setting: Setting, now: int, fresh: bytes) -> Change:
    number = seat.number + 1 if asked.epoch == seat.epoch else 1
    after = _later(seat, epoch=asked.epoch, draft={})
    after = replace(after, **_commitment(after, seat.table, setting, number, fresh))
    told = Retired(
        *_happened(after, now, ""),
        house=seat.house,
        table=seat.table,
        of_epoch=seat.epoch,
        number=seat.number,
        commitment=seat.commitment.hex(),
        server_seed=seat.seed.hex(),
        sheet=seat.sheet.hex(),
        cut=setting.sheet.cards.cut or 0,
        reason=asked.reason,
        next=_next(after),
    )
    return _recorded(after, Event.RETIRED, told, None, ())


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


def _later(seat: Seat, **changes: object) -> Seat:
    """The seat after another event of its session."""
    return replace(seat, version=seat.version + 1, offset=seat.offset + 1, **changes)


def _next(seat: Seat) -> Next:
    return Next(seat.number, seat.commitment.hex())


def _happened(seat: Seat, now: int, key: str) -> tuple[str, int, int, int, str]:
    """The fields every event begins with."""
    return seat.session_name, seat.epoch, seat.offset, now, key


def _from_account(seat: Seat, amount: int) -> tuple[Posting, ...]:
    if not amount:
        return ()
    payer, payee = seat.account, seat.credit_account
    return (Posting(payer, payee, amount) if amount > 0 else Posting(payee, payer, -amount),)


def request_hash(asked: Struct, place: int) -> bytes:
    """What was asked under a key, and where, to know it again; all but what it depended on."""
    if isinstance(asked, Carte) and asked.commitment is not None:
        asked = replace(asked, commitment=None)
    return sha256(_encode_sorted((asked, place))).digest()[:16]


def _recorded(
    seat: Seat,
    event: Event,
    told: Happened,
    asked: Open | TopUp | CashOut | Carte | None,
    postings: tuple[Posting, ...],
) -> Change:
    return Change(
        seat,
        Record(
            account=seat.account,
            event=event,
            at=told.at,
            body=_encode(told),
            postings=postings,
            key=asked.key if asked else "",
            request=request_hash(asked, seat.id) if asked else b"",
            seat=seat.id,
            session=seat.session,
            offset=seat.offset,
        ),
    )
