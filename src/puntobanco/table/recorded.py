"""A step as it is recorded: what every one of them has in common."""

from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.records import Event, Posting, Record
from puntobanco.table.betting import StakeMove
from puntobanco.table.seat import Seat
from puntobanco.table.shared import TableChange
from puntobanco.wire.messages import Happened
from puntobanco.wire.requests import Carte, CashOut, Confirm, Open, Tip, TopUp, Withdraw

_encode: Final = msgspec.json.Encoder().encode
_encode_sorted: Final = msgspec.json.Encoder(order="sorted").encode


class Setting(Struct, frozen=True):
    """What a seat is played with: the house's sheet, and where its money lies."""

    sheet: Sheet
    sheet_hash: bytes
    house_account: int
    cagnotte_account: int = 0  # where the commission goes, if there is one
    tips_account: int = 0


def setting_of(sheet: Sheet, house_account: int) -> Setting:
    return Setting(sheet, hash_sheet(sheet), house_account)


class Change(Struct, frozen=True):
    """One step, to be made durable as a whole or not at all."""

    seat: Seat | None  # as it is afterwards, its version one higher; None: no seat is touched
    record: Record | None = None  # None: only clock, cloth or connection changed
    table: TableChange | None = None  # a shared table's own step
    move: StakeMove | None = None  # at a shared table: written only if that table takes it


def later(seat: Seat, **changes: object) -> Seat:
    """The seat after another event of its session."""
    return replace(seat, version=seat.version + 1, offset=seat.offset + 1, **changes)


def happened(seat: Seat, now: int, key: str) -> tuple[str, int, int, int, str]:
    """The fields every event begins with."""
    return seat.session_name, seat.epoch, seat.offset, now, key


def request_hash(asked: Struct, place: int) -> bytes:
    """What was asked under a key, and where, to know it again; all but what it depended on."""
    if isinstance(asked, Carte) and asked.commitment is not None:
        asked = replace(asked, commitment=None)
    return sha256(_encode_sorted((asked, place))).digest()[:16]


def recorded(
    seat: Seat,
    event: Event,
    told: Happened,
    asked: Open | TopUp | CashOut | Carte | Confirm | Withdraw | Tip | None,
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
