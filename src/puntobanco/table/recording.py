"""How a step is recorded: what all records have in common."""

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
from puntobanco.wire.messages import Event as Told
from puntobanco.wire.requests import Carte, CashOut, Confirm, Open, Tip, TopUp, Withdraw
from puntobanco.wire.seat_fold import fold_seat

KeyedRequest = Open | TopUp | CashOut | Carte | Confirm | Withdraw | Tip

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


RECORDED_AS: Final[dict[type[Told], RecordKind]] = {
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
    """The fields an event of the session begins with."""
    view = seat.view
    return seat.session_name, view.epoch, view.offset + 1, now, key


def tell(
    seat: Seat,
    told: Told,
    asked: KeyedRequest | None,
    postings: tuple[Posting, ...],
    **untold: object,
) -> Change:
    """The seat after an event: its view is the fold of what was told, here as everywhere."""
    after = replace(seat, view=fold_seat(seat.view, told), version=seat.version + 1, **untold)
    record = Record(
        account=seat.account,
        event=RECORDED_AS[type(told)],
        at=told.at,
        body=_encode(told),
        postings=postings,
        key=asked.key if asked else "",
        request=request_hash(asked, seat.id) if asked else b"",
        seat=seat.id,
        session=after.view.session,
        offset=told.offset,
    )
    return Change(after, record)


def quietly(seat: Seat, **changes: object) -> Change:
    """The seat after something that is no event: clock, cloth or connection, and no money."""
    return Change(replace(seat, version=seat.version + 1, **changes))


def request_hash(asked: Struct, place: int) -> bytes:
    """What was asked under a key, and where, to know it again; all but what it depended on."""
    if isinstance(asked, Carte) and asked.commitment is not None:
        asked = replace(asked, commitment=None)
    return sha256(_encode_sorted((asked, place))).digest()[:16]
