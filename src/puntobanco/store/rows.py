"""Rows and what they mean: the same for every database."""

from collections.abc import Callable
from operator import attrgetter, itemgetter
from typing import Any, Final

import msgspec

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.ledger.accounts import Account, Kind
from puntobanco.ledger.records import Event, Posting, Record
from puntobanco.store import columns
from puntobanco.store.columns import Row
from puntobanco.store.interface import Person, Role, Stored
from puntobanco.store.sealing import Sealer
from puntobanco.table.seat import Phase, Seat
from puntobanco.table.shared import SharedTable
from puntobanco.wire.spec import TableSpec

PERSON: Final = columns.PERSON.select(*Person.__struct_fields__)
ACCOUNT: Final = columns.ACCOUNT.select(*Account.__struct_fields__)
RECORD: Final = columns.RECORD.select()
# A seat with its credit, which is the balance of an account and stored nowhere else.
SEATS: Final = (
    f"SELECT {columns.SEAT.select(alias='seat')}, credit.currency, credit.balance"
    " FROM seat JOIN account credit ON credit.id = seat.credit_account"
)

_encode: Final = msgspec.json.Encoder().encode
_read_stakes: Final = msgspec.json.Decoder(dict[Bet, int]).decode
read_state: Final = msgspec.json.Decoder(SharedTable).decode
read_spec: Final = msgspec.json.Decoder(TableSpec).decode


def read_person(row: Any) -> Person:
    values = dict(zip(Person.__struct_fields__, row, strict=True))
    values["role"] = Role(values["role"])
    return Person(**values)


def read_account(row: Any) -> Account:
    values = dict(zip(Account.__struct_fields__, row, strict=True))
    values["kind"] = Kind(values["kind"])
    return Account(**values)


# --- records -----------------------------------------------------------------------------

# In the order of the columns, for speed: an audit reads millions of them.


def record_row(id_: int, record: Record, chain: bytes) -> Row:
    return (
        id_, record.account, record.event, record.at, record.body, record.key,
        record.request, record.seat, record.session, record.offset, chain,
    )  # fmt: skip


def read_stored(row: Any, postings: tuple[Posting, ...] = ()) -> Stored:
    id_, account, event, at, body, key, request, seat, session, offset, chain = row
    record = Record(
        account, Event(event), at, bytes(body), postings, key, bytes(request), seat, session, offset
    )
    return Stored(id_, record, bytes(chain))


# --- seats -------------------------------------------------------------------------------


class _Cloth(msgspec.Struct, omit_defaults=True):
    """What is on the table at a seat of a land house."""

    since: dict[Bet, int] = {}
    left: dict[Bet, int] = {}
    held: dict[Side, str] = {}


_read_cloth: Final = msgspec.json.Decoder(_Cloth).decode


def _print_cloth(seat: Seat) -> str:
    if not (seat.since or seat.left or seat.held):
        return "{}"
    return _encode(_Cloth(seat.since, seat.left, seat.held)).decode()


def _print_stakes(stakes: dict[Bet, int]) -> str:
    return _encode(stakes).decode() if stakes else "{}"


# Columns that are stored in another form than the seat's field of that name; all others are not.
_CONVERTED: Final = ("stakes_account", "sealed", "draft", "stakes", "automatic", "cloth")
_PLAIN: Final = tuple(name for name in columns.SEAT.names if name not in _CONVERTED)
_plain: Final = attrgetter(*_PLAIN)
_in_order: Final[Callable[[Row], Row]] = itemgetter(
    *map((*_PLAIN, *_CONVERTED).index, columns.SEAT.names)
)
_TO_SEAT: Final[dict[str, Callable[[Any], Any]]] = {
    "stakes_account": lambda stored: stored or 0,
    "sheet": bytes,
    "sealed": bytes,
    "commitment": bytes,
    "phase": Phase,
    "draft": _read_stakes,
    "stakes": _read_stakes,
    "automatic": bool,
    "cloth": _read_cloth,
}


def seat_row(seat: Seat, sealer: Sealer) -> Row:
    converted = (
        seat.stakes_account or None, sealer.seal(seat), _print_stakes(seat.draft),
        _print_stakes(seat.stakes), int(seat.automatic), _print_cloth(seat),
    )  # fmt: skip
    return _in_order(_plain(seat) + converted)


def read_sealed(row: Any, currency: str = "", credit: int = 0) -> tuple[Seat, bytes]:
    """A seat without its seed, and the seed as it is sealed."""
    values = dict(zip(columns.SEAT.names, row, strict=True))
    for name, read in _TO_SEAT.items():
        values[name] = read(values[name])
    sealed, cloth = values.pop("sealed"), values.pop("cloth")
    lies = {"since": cloth.since, "left": cloth.left, "held": cloth.held}
    return Seat(**values, **lies, seed=b"", currency=currency, credit=credit), sealed


def read_seat(row: Any, sealer: Sealer) -> Seat:
    """A row of SEATS."""
    *own, currency, credit = row
    closed, sealed = read_sealed(own, currency, credit)
    if closed.is_shared:
        return closed  # the seed is the table's
    return msgspec.structs.replace(closed, seed=sealer.open(closed, sealed))


# --- shared tables -----------------------------------------------------------------------


def table_row(table: SharedTable, sealer: Sealer, spec: TableSpec | None = None) -> Row:
    """A row to insert; without the spec, which never changes, a row to update."""
    open_ = msgspec.structs.replace(table, mixing=msgspec.structs.replace(table.mixing, seed=b""))
    values = {
        "name": table.name,
        "account": table.account,
        "spec": None if spec is None else _encode(spec).decode(),
        "version": table.version,
        "state": _encode(open_).decode(),
        "sealed": sealer.seal_bytes(table.mixing.seed, _where(table)) if table.mixing.seed else b"",
    }
    return tuple([values[name] for name in columns.SHARED_TABLE.names])


def read_table(state: str, sealed: bytes, sealer: Sealer) -> SharedTable:
    table = read_state(state)
    if not sealed:
        return table
    seed = open_seed(table, bytes(sealed), sealer)
    return msgspec.structs.replace(table, mixing=msgspec.structs.replace(table.mixing, seed=seed))


def open_seed(table: SharedTable, sealed: bytes, sealer: Sealer) -> bytes:
    """The seed of a table's sabot."""
    return sealer.open_bytes(sealed, _where(table), table.name, table.mixing.terms.number)


def _where(table: SharedTable) -> bytes:
    terms = table.mixing.terms
    return f"{terms.table} {terms.epoch} {terms.number}".encode()
