"""Turns the step of a seat into a change with a record."""

from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.table.seat import Seat
from puntobanco.table.shared.betting_window import StakeMove
from puntobanco.table.shared.shared_table import TableChange
from puntobanco.wire import messages
from puntobanco.wire.cash import CashRecord
from puntobanco.wire.lines import LineRecord
from puntobanco.wire.messages import Event
from puntobanco.wire.requests import Carte, CashOut, Confirm, Open, Tip, TopUp, Withdraw
from puntobanco.wire.seat_fold import fold_seat

KeyedRequest = Open | TopUp | CashOut | Carte | Confirm | Withdraw | Tip

_encode: Final = msgspec.json.Encoder().encode
_encode_sorted: Final = msgspec.json.Encoder(order="sorted").encode


class Setting(Struct, frozen=True):
    """The house's sheet and accounts, which every step of a seat needs."""

    sheet: Sheet
    sheet_hash: bytes
    house_account: int
    cagnotte_account: int = 0  # for the commission; 0: the table has no cagnotte
    tips_account: int = 0


def setting_of(sheet: Sheet, house_account: int) -> Setting:
    return Setting(sheet, hash_sheet(sheet), house_account)


class Change(Struct, frozen=True):
    """The result of one step; the store writes all of it or nothing."""

    seat: Seat | None  # after the step, with its version one higher; None: no seat has changed
    record: Record | None = None  # None: only times, draft or connection have changed
    table: TableChange | None = None  # a step of a shared table
    move: StakeMove | None = None  # the store writes the change only if the table accepts it


RECORDED_AS: Final[dict[type[Event], RecordKind]] = {
    messages.Opened: RecordKind.OPENED,
    messages.ToppedUp: RecordKind.TOPPED_UP,
    messages.CoupPlayed: RecordKind.COUP,
    messages.Retired: RecordKind.RETIRED,
    messages.BetTaken: RecordKind.BET,
    messages.Paid: RecordKind.PAID,
    messages.GivenBack: RecordKind.RETURNED,
    messages.Held: RecordKind.HELD,
    messages.Tipped: RecordKind.TIPPED,
    messages.Closed: RecordKind.CLOSED,
}


def happened(seat: Seat, now: int, key: str = "") -> tuple[str, int, int, int, str]:
    """Return the first fields of every event of a session."""
    view = seat.view
    return seat.session_name, view.epoch, view.offset + 1, now, key


def tell(
    seat: Seat,
    event: Event,
    request: KeyedRequest | None,
    postings: tuple[Posting, ...],
    **untold: object,
) -> Change:
    """Return the seat after an event, with the same fold that every client uses."""
    after = replace(seat, view=fold_seat(seat.view, event), version=seat.version + 1, **untold)
    record = Record(
        account=seat.account,
        event=RECORDED_AS[type(event)],
        at=event.at,
        body=_encode(event),
        postings=postings,
        key=request.key if request else "",
        request=request_hash(request, seat.id) if request else b"",
        seat=seat.id,
        session=after.view.session,
        offset=event.offset,
    )
    return Change(after, record)


def quietly(seat: Seat, **changes: object) -> Change:
    """Change a seat without an event: only times, draft or connection, never money."""
    return Change(replace(seat, version=seat.version + 1, **changes))


def written_at_table(
    account: int,
    event: RecordKind,
    told: CashRecord | LineRecord,
    asked: Struct,
    key: str,
    place: tuple[int, int],
) -> Record:
    """Return the record of a line of a table's staff or players.

    `place` is its sheet or its number, and its offset there. No other record of the table has this
    `key`, so two nodes can't write the same line.
    """
    session, offset = place
    return Record(
        account=account,
        event=event,
        at=told.at,
        body=_encode(told),
        key=key,
        request=request_hash(asked, account),
        session=session,
        offset=offset,
    )


def request_hash(request: Struct, seat_or_account: int) -> bytes:
    """Return a hash of a request and the id it is for, to recognise a retry with the same key.

    A `Carte` is hashed without its commitment.
    """
    if isinstance(request, Carte) and request.commitment is not None:
        request = replace(request, commitment=None)
    return sha256(_encode_sorted((request, seat_or_account))).digest()[:16]
