"""Between rows and what they mean: the same for every database."""

from typing import Any, Final

import msgspec

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Text
from puntobanco.ledger.accounts import Account, Kind
from puntobanco.ledger.records import Event, Posting, Record
from puntobanco.store.interface import Person, Role, Stored
from puntobanco.store.sealing import Sealer
from puntobanco.table.seat import Phase, Seat
from puntobanco.table.shared import SharedTable
from puntobanco.wire.spec import TableSpec

PERSON: Final = "id, name, password, role"
ACCOUNT: Final = "id, kind, owner, currency, balance"
RECORD: Final = 'id, account, event, at, body, key, request, seat, session, "offset", hash'
# Of a seat joined with its accounts: the credit is a balance, and stands nowhere else.
SEAT: Final = (
    "seat.id, seat.account, seat.credit_account, seat.house, credit.currency, seat.epoch,"
    " seat.number, seat.sheet, seat.sealed, seat.commitment, seat.version, seat.session,"
    ' seat.phase, seat.generation, seat."offset", credit.balance, seat.draft, seat.acted,'
    " seat.lost, seat.stakes_account, seat.stakes, seat.staked_in, seat.automatic, seat.cloth"
)
SEATS: Final = f"SELECT {SEAT} FROM seat JOIN account credit ON credit.id = seat.credit_account"

_encode: Final = msgspec.json.Encoder().encode
read_draft: Final = msgspec.json.Decoder(dict[Bet, int]).decode
read_state: Final = msgspec.json.Decoder(SharedTable).decode


class _Kept(TableSpec, frozen=True):
    """As it may have been made, before titles had a limit and had to be seen."""

    title: Text | None = None


_read_kept: Final = msgspec.json.Decoder(_Kept).decode


def read_spec(text: str) -> TableSpec:
    return TableSpec(**msgspec.structs.asdict(_read_kept(text)))


def read_person(row: Any) -> Person:
    person, name, password, role = row
    return Person(person, name, password, Role(role))


def read_account(row: Any) -> Account:
    account, kind, owner, currency, balance = row
    return Account(account, Kind(kind), owner, currency, balance)


def read_seat(row: Any, sealer: Sealer) -> Seat:
    (id_, account, credit_account, house, currency, epoch, number, sheet, sealed, commitment,
     version, session, phase, generation, offset, credit, draft, acted, lost, stakes_account,
     stakes, staked_in, automatic, cloth) = row  # fmt: skip
    lie = read_draft(stakes)
    closed = Seat(
        id_, account, credit_account, house, currency, epoch, number, bytes(sheet), b"",
        bytes(commitment), version, session, Phase(phase), generation, offset, credit,
        read_draft(draft), acted, lost, stakes_account or 0, lie, staked_in,
        bool(automatic), *read_cloth(cloth, lie),
    )  # fmt: skip
    if closed.is_shared:
        return closed  # the seed is the table's
    return msgspec.structs.replace(closed, seed=sealer.open(closed, bytes(sealed)))


def read_stored(row: Any, postings: tuple[Posting, ...] = ()) -> Stored:
    id_, account, event, at, body, key, request, seat, session, offset, chain = row
    record = Record(
        account, Event(event), at, bytes(body), postings, key, bytes(request), seat, session, offset
    )
    return Stored(id_, record, bytes(chain))


def record_row(id_: int, record: Record, chain: bytes) -> tuple[Any, ...]:
    return (
        id_, record.account, record.event, record.at, record.body, record.key,
        record.request, record.seat, record.session, record.offset, chain,
    )  # fmt: skip


def seat_row(seat: Seat, sealer: Sealer) -> tuple[Any, ...]:
    """What changes in a seat's row, then its id and the version it must have had."""
    return (
        seat.epoch, seat.number, seat.sheet, sealer.seal(seat), seat.commitment, seat.version,
        seat.session, seat.phase, seat.generation, seat.offset, _encode(seat.draft).decode(),
        seat.acted, seat.lost, _print_stakes(seat.stakes), seat.staked_in, int(seat.automatic),
        _print_cloth(seat), seat.id, seat.version - 1,
    )  # fmt: skip


class _Cloth(msgspec.Struct, omit_defaults=True):
    """What lies at a seat of a land table."""

    since: dict[Bet, int] | int = {}  # an older version kept one moment for all of them
    left: dict[Bet, int] = {}
    held: dict[Side, str] = {}


_cloth: Final = msgspec.json.Decoder(_Cloth).decode


def read_cloth(
    text: str, stakes: dict[Bet, int]
) -> tuple[dict[Bet, int], dict[Bet, int], dict[Side, str]]:
    cloth = _cloth(text)
    since = cloth.since
    if isinstance(since, int):
        since = dict.fromkeys(stakes, since)
    return since, cloth.left, cloth.held


def _print_cloth(seat: Seat) -> str:
    if not (seat.since or seat.left or seat.held):
        return "{}"
    return _encode(_Cloth(seat.since, seat.left, seat.held)).decode()


def _print_stakes(stakes: dict[Bet, int]) -> str:
    return _encode(stakes).decode() if stakes else "{}"


def table_row(table: SharedTable, sealer: Sealer) -> tuple[Any, ...]:
    """What changes in a table's row, then its name and the version it must have had."""
    open_ = msgspec.structs.replace(table, mixing=msgspec.structs.replace(table.mixing, seed=b""))
    sealed = sealer.seal_bytes(table.mixing.seed, _where(table)) if table.mixing.seed else b""
    return table.version, _encode(open_).decode(), sealed, table.name, table.version - 1


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
