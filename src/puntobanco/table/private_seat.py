"""The steps of a seat at a private table: each gives a changed seat, a record and postings.

OPEN --place, carte--> OPEN
in either phase: --retire-->
and the steps of every session
"""

from collections.abc import Mapping
from typing import Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import BadMessage, BettingClosed, NoSession, OtherCoup, SessionOpen
from puntobanco.fair.commitment import Mixed, Terms, commit, deal_order
from puntobanco.game.cards import Card, points, print_cards
from puntobanco.game.coup import MOST_CARDS, deal
from puntobanco.game.settlement import check_stakes, pay, won_bets
from puntobanco.ledger.records import Posting
from puntobanco.table.recording import Change, Setting, quietly, tell
from puntobanco.table.seat import PrivateSeat, SeatPhase
from puntobanco.table.session import SESSION, SessionCommand, check_covered, step_session
from puntobanco.wire.messages import CoupPlayed, Next, Retired, WhyRetired
from puntobanco.wire.requests import Carte, Open, Place
from puntobanco.wire.seat_fold import PrivateView


class Retire(Struct, frozen=True):
    """Reveal the seed of a coup that was never played, and commit to another coup."""

    epoch: int
    reason: WhyRetired


PrivateCommand = SessionCommand | Place | Carte | Retire

TRANSITIONS: Final[Mapping[tuple[SeatPhase, type], SeatPhase]] = {
    **SESSION,
    (SeatPhase.OPEN, Place): SeatPhase.OPEN,
    (SeatPhase.OPEN, Carte): SeatPhase.OPEN,
    (SeatPhase.FREE, Retire): SeatPhase.FREE,
    (SeatPhase.OPEN, Retire): SeatPhase.OPEN,
}
_KNOWN: Final = frozenset(get_args(PrivateCommand))


def new_private_seat(
    account: int, house: str, currency: str, epoch: int, setting: Setting, fresh: bytes
) -> PrivateSeat:
    """Return a seat with a commitment to its first coup; the store adds its id and account."""
    seat = PrivateSeat(
        id=0,
        account=account,
        credit_account=0,
        house=house,
        currency=currency,
        view=PrivateView(epoch),
        sheet=setting.sheet_hash,
        seed=fresh,
    )
    first = _commit(seat, setting, epoch, 1, fresh)
    return replace(seat, view=PrivateView(epoch, next=first))


def draw(seat: PrivateSeat, request: Carte, setting: Setting) -> tuple[Card, ...]:
    """Return as many cards as a coup can need, from the seeds of the house and the player."""
    mine = Mixed(str(seat.account), b"", request.seed)  # the order does not depend on the hash
    terms = _terms(seat, setting, seat.view.epoch, seat.next.number)
    return deal_order(seat.seed, terms, (mine,), MOST_CARDS)


def step(
    seat: PrivateSeat,
    command: PrivateCommand,
    setting: Setting,
    now: int,
    fresh: bytes = b"",
    cards: tuple[Card, ...] | None = None,
) -> Change:
    """Apply a step; `fresh` are 32 random bytes that nobody has seen, for the next commitment.

    `cards` are those of `draw`, if the caller has computed them already.
    """
    if (seat.view.phase, type(command)) not in TRANSITIONS:
        if type(command) not in _KNOWN:
            raise BettingClosed(why="at a private table the player ends the betting")
        raise SessionOpen if type(command) is Open else NoSession
    match command:
        case Carte():
            return _carte(seat, command, setting, now, fresh, cards)
        case Place():
            return _place(seat, command, setting, now)
        case Retire():
            return _retire(seat, command, setting, now, fresh)
        case _:
            return step_session(seat, command, setting, now)


def _place(seat: PrivateSeat, request: Place, setting: Setting, now: int) -> Change:
    if request.coup is not None:
        raise BadMessage(why="at a private table, place must not name a coup")
    check_stakes(setting.sheet, request.bets)
    check_covered(seat, sum(request.bets.values()))
    return quietly(seat, view=replace(seat.view, draft=request.bets), acted=now)


def _carte(
    seat: PrivateSeat,
    request: Carte,
    setting: Setting,
    now: int,
    fresh: bytes,
    cards: tuple[Card, ...] | None,
) -> Change:
    """Deal and pay a coup; bet, cards, payment and the next commitment are one change."""
    sheet, view = setting.sheet, seat.view
    number, commitment = view.next.number, view.next.commitment
    if request.commitment is not None and request.commitment != commitment:
        raise OtherCoup(next=number)
    check_stakes(sheet, request.bets)
    staked = sum(request.bets.values())
    check_covered(seat, staked)
    cards = cards or draw(seat, request, setting)
    coup = deal(sheet.rule, cards)
    paid = pay(sheet, coup, request.bets)
    returned = paid.total
    # By position, because 25 names take five times as long.
    event = CoupPlayed(
        seat.session_name,
        view.epoch,
        view.offset + 1,
        now,
        request.key,
        seat.house,
        seat.table,
        number,
        seat.sheet.hex(),
        commitment,
        seat.seed.hex(),
        str(seat.account),
        request.seed,
        print_cards(cards[: len(coup.punto) + len(coup.banco)]),
        points(coup.punto),
        points(coup.banco),
        coup.outcome,
        coup.decisions,
        paid.payments,
        staked,
        returned,
        view.credit,
        view.credit - staked + returned,
        _commit(seat, setting, view.epoch, number + 1, fresh),
        won_bets(sheet, coup),
    )
    postings: tuple[Posting, ...] = (Posting(seat.credit_account, setting.house_account, staked),)
    if returned:
        postings += (Posting(setting.house_account, seat.credit_account, returned),)
    return tell(seat, event, request, postings, sheet=setting.sheet_hash, seed=fresh, acted=now)


def _retire(seat: PrivateSeat, command: Retire, setting: Setting, now: int, fresh: bytes) -> Change:
    view, given_up = seat.view, seat.next
    number = given_up.number + 1 if command.epoch == view.epoch else 1
    event = Retired(
        session=seat.session_name,
        epoch=command.epoch,
        offset=view.offset + 1,
        at=now,
        key="",
        house=seat.house,
        table=seat.table,
        of_epoch=view.epoch,
        number=given_up.number,
        commitment=given_up.commitment,
        server_seed=seat.seed.hex(),
        sheet=seat.sheet.hex(),
        cut=setting.sheet.cards.cut or 0,
        reason=command.reason,
        next=_commit(seat, setting, command.epoch, number, fresh),
    )
    return tell(seat, event, None, (), sheet=setting.sheet_hash, seed=fresh)


def _terms(seat: PrivateSeat, setting: Setting, epoch: int, number: int) -> Terms:
    cards = setting.sheet.cards
    return Terms(seat.table, epoch, number, setting.sheet_hash, cards.decks, cards.cut or 0)


def _commit(seat: PrivateSeat, setting: Setting, epoch: int, number: int, fresh: bytes) -> Next:
    return Next(number, commit(fresh, _terms(seat, setting, epoch, number)).hex())
