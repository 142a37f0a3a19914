"""Converts between rows and objects, the same for every database."""

from collections.abc import Callable
from operator import attrgetter, itemgetter
from typing import Any, Final

import msgspec
from msgspec import Struct

from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store import columns
from puntobanco.store.columns import DatabaseRow
from puntobanco.store.interface import Person, Role, Stored
from puntobanco.store.sealing import Sealer
from puntobanco.table.seat import PrivateSeat, Seat, SeatPhase, SharedSeat
from puntobanco.table.shared.betting_window import BettingView, StakeMove, check_move
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire.messages import InHand, Next
from puntobanco.wire.seat_fold import PrivateView, SharedView
from puntobanco.wire.table_spec import TableSpec

PERSON: Final = columns.PERSON.select(*Person.__struct_fields__)
ACCOUNT: Final = columns.ACCOUNT.select(*Account.__struct_fields__)
RECORD: Final = columns.RECORD.select()
# A seat with its credit, which is stored only as the balance of its credit account.
SEATS: Final = (
    f"SELECT {columns.SEAT.select(alias='seat')}, credit.currency, credit.balance"
    " FROM seat JOIN account credit ON credit.id = seat.credit_account"
)

_encode: Final = msgspec.json.Encoder().encode
_read_stakes: Final = msgspec.json.Decoder(dict[Bet, int]).decode
read_state: Final = msgspec.json.Decoder(SharedTable).decode
read_spec: Final = msgspec.json.Decoder(TableSpec).decode


class _State(Struct, frozen=True):
    view: BettingView


_read_betting: Final = msgspec.json.Decoder(_State).decode


def accepts_move(state: str, move: StakeMove) -> bool:
    """Whether a table in this stored state allows stakes to be placed or withdrawn."""
    try:
        check_move(_read_betting(state).view, move)
    except Refusal:
        return False
    return True


def read_person(row: Any) -> Person:
    values = dict(zip(Person.__struct_fields__, row, strict=True))
    values["role"] = Role(values["role"])
    return Person(**values)


def read_account(row: Any) -> Account:
    values = dict(zip(Account.__struct_fields__, row, strict=True))
    values["kind"] = AccountKind(values["kind"])
    return Account(**values)


# --- records -----------------------------------------------------------------------------

# By position, not by name, for speed: an audit reads millions of records.


def record_row(id_: int, record: Record, chain: bytes) -> DatabaseRow:
    return (
        id_, record.account, record.event, record.at, record.body, record.key,
        record.request, record.seat, record.session, record.offset, chain,
    )  # fmt: skip


def read_stored(row: Any, postings: tuple[Posting, ...] = ()) -> Stored:
    id_, account, event, at, body, key, request, seat, session, offset, chain = row
    record = Record(
        account,
        RecordKind(event),
        at,
        bytes(body),
        postings,
        key,
        bytes(request),
        seat,
        session,
        offset,
    )
    return Stored(id_, record, bytes(chain))


# --- seats -------------------------------------------------------------------------------


class _Cloth(msgspec.Struct, omit_defaults=True):
    """The column `cloth` of a seat: cards in hand, and stakes with their times."""

    since: dict[Bet, int] = {}
    left: dict[Bet, int] = {}
    held: dict[Side, InHand] = {}


_read_cloth: Final = msgspec.json.Decoder(_Cloth).decode


def _print_cloth(view: SharedView) -> str:
    if not (view.since or view.left or view.held):
        return "{}"
    return _encode(_Cloth(view.since, view.left, view.held)).decode()


def _print_stakes(stakes: dict[Bet, int]) -> str:
    return _encode(stakes).decode() if stakes else "{}"


# The attributes of a seat for its columns; the columns of the other kind of seat are NULL.
_SESSION: Final = (
    "id", "account", "credit_account", "house", "version", "generation", "acted", "lost",
    "view.epoch", "view.session", "view.phase", "view.offset",
)  # fmt: skip
_PRIVATE: Final = ("number", "sheet", "sealed", "commitment")
_SHARED: Final = (
    *("table", "stakes_account", "coup", "stakes", "staked_in", "automatic", "cloth"),
)
_session: Final = attrgetter(*_SESSION)
_in_order: Final[Callable[[DatabaseRow], DatabaseRow]] = itemgetter(
    *map(
        (*(name.removeprefix("view.") for name in _SESSION), "draft", *_PRIVATE, *_SHARED).index,
        columns.SEAT.names,
    )
)
# Everything that a coup changes. If `phase` and `sheet` were named as well, SQLite would check an
# index and a foreign key, at nearly twice the cost.
AFTER_COUP: Final = "number", "sealed", "commitment", "version", "offset", "draft", "acted"
_NO_COUP: Final = (None,) * len(_PRIVATE)
_NO_STAKES: Final = (None,) * len(_SHARED)


def seat_row(seat: Seat, sealer: Sealer) -> DatabaseRow:
    row = (*_session(seat), _print_stakes(seat.view.draft))
    if isinstance(seat, PrivateSeat):
        number, commitment = seat.next.number, bytes.fromhex(seat.next.commitment)
        return _in_order((*row, number, seat.sheet, sealer.seal(seat), commitment, *_NO_STAKES))
    view = seat.view
    stakes = _print_stakes(view.stakes)
    own = view.coup, stakes, view.staked_in, int(seat.automatic), _print_cloth(view)
    return _in_order((*row, *_NO_COUP, seat.table, seat.stakes_account, *own))


def after_coup_row(seat: PrivateSeat, sealer: Sealer) -> DatabaseRow:
    """The columns `AFTER_COUP` of a seat, which are all that a coup changes."""
    view = seat.view
    sealed, commitment = sealer.seal(seat), bytes.fromhex(view.next.commitment)
    draft = _print_stakes(view.draft)
    return (
        seat.id, view.next.number, sealed, commitment, seat.version, view.offset, draft, seat.acted,
    )  # fmt: skip


def read_sealed(row: Any, currency: str = "", credit: int = 0) -> tuple[Seat, bytes]:
    """A seat without its seed, and its encrypted seed."""
    values = dict(zip(columns.SEAT.names, row, strict=True))
    kind, other = (_PRIVATE, _SHARED) if values["table"] is None else (_SHARED, _PRIVATE)
    if None in [values[name] for name in kind] or {values[name] for name in other} != {None}:
        raise ValueError("a seat of neither kind")
    session = {name: values[name] for name in _SESSION if not name.startswith("view.")}
    session["currency"] = currency
    view = {
        "epoch": values["epoch"],
        "session": values["session"],
        "phase": SeatPhase(values["phase"]),
        "offset": values["offset"],
        "credit": credit,
        "draft": _read_stakes(values["draft"]),
    }
    if values["table"] is None:
        coming = Next(values["number"], bytes(values["commitment"]).hex())
        private = PrivateView(**view, next=coming)
        sheet, sealed = bytes(values["sheet"]), bytes(values["sealed"])
        return PrivateSeat(**session, view=private, sheet=sheet, seed=b""), sealed
    cloth = _read_cloth(values["cloth"])
    shared = SharedView(
        **view,
        coup=values["coup"],
        stakes=_read_stakes(values["stakes"]),
        staked_in=values["staked_in"],
        since=cloth.since,
        left=cloth.left,
        held=cloth.held,
    )
    return SharedSeat(
        **session,
        view=shared,
        table=values["table"],
        stakes_account=values["stakes_account"],
        automatic=bool(values["automatic"]),
    ), b""


def read_seat(row: Any, sealer: Sealer) -> Seat:
    """Read a row of SEATS."""
    *own, currency, credit = row
    seat, sealed = read_sealed(own, currency, credit)
    if isinstance(seat, SharedSeat):
        return seat  # the shared table has the seed
    return msgspec.structs.replace(seat, seed=sealer.open(seat, sealed))


# --- shared tables -----------------------------------------------------------------------


def table_row(table: SharedTable, sealer: Sealer, spec: TableSpec | None = None) -> DatabaseRow:
    """A row to insert; or, without the spec, which never changes, a row to update."""
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
    """Decrypt the seed of a table's sabot."""
    return sealer.open_bytes(sealed, _where(table), table.name, table.mixing.terms.number)


def _where(table: SharedTable) -> bytes:
    terms = table.mixing.terms
    return f"{terms.table} {terms.epoch} {terms.number}".encode()
