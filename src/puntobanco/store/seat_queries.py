"""Queries for accounts, seats and sheets, the same for every database."""

from typing import Any, Final

import msgspec

from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.store import columns, row_mapping
from puntobanco.store.sql import Sql
from puntobanco.table.recording import Change
from puntobanco.table.seat import Seat, SharedSeat
from puntobanco.wire.messages import AccountNamed, AccountOpened

# With exactly the conditions of the partial indexes, or no database would use them.
PLAYER_ACCOUNT: Final = (
    f"SELECT {row_mapping.ACCOUNT} FROM account WHERE owner = $1 AND currency = $2 AND kind ="
    " 'player'"
)
ACCOUNTS: Final = (
    f"SELECT {row_mapping.ACCOUNT} FROM account WHERE owner = $1 AND kind = 'player' ORDER BY id"
)
TABLE_ACCOUNT: Final = (
    f'SELECT {row_mapping.ACCOUNT} FROM account WHERE kind = $1 AND currency = $2 AND "table" = $3'
)
_PRIVATE_SEAT: Final = (
    f'{row_mapping.SEATS} WHERE seat.account = $1 AND seat.house = $2 AND seat."table" IS NULL'
)
_SHARED_SEAT: Final = f'{row_mapping.SEATS} WHERE seat.account = $1 AND seat."table" = $2'
ADD_SEAT: Final = columns.SEAT.insert(*columns.SEAT.names[1:])  # the database assigns ids
_AT_SEATS: Final = (
    "coalesce((SELECT CAST(sum(held.balance) AS BIGINT) FROM seat"
    " JOIN account held ON held.id = seat.{} WHERE seat.account = $1), 0)"
)
HELD: Final = (
    f"SELECT balance + {_AT_SEATS.format('credit_account')}"
    f" + {_AT_SEATS.format('stakes_account')} FROM account WHERE id = $1"
)
LAST_REFILL: Final = "SELECT max(at) FROM record WHERE account = $1 AND event = 'refilled'"
ROLE: Final = "SELECT role FROM person WHERE id = $1"
_ADD_SHEET: Final = f"{columns.SHEET.insert()} ON CONFLICT DO NOTHING"


def opening(account: Account, role: str, now: int) -> Change:
    """The record of a new account, which names its owner."""
    event = AccountOpened(account.id, account.owner or 0, role, account.currency, now)
    body = msgspec.json.encode(event)
    return Change(None, Record(account.id, RecordKind.ACCOUNT_OPENED, now, body))


def naming(account: Account, role: str, now: int) -> Change:
    """The record of a guest who has registered."""
    event = AccountNamed(account.id, account.owner or 0, role, now)
    return Change(None, Record(account.id, RecordKind.NAMED, now, msgspec.json.encode(event)))


class SeatQueries(Sql):
    async def account(self, account: int) -> Account | None:
        row = await self._read_one(
            f"SELECT {row_mapping.ACCOUNT} FROM account WHERE id = $1", account
        )
        return row_mapping.read_account(row) if row else None

    async def accounts(self, owner: int) -> list[Account]:
        found = await self._read(
            ACCOUNTS,
            owner,
        )
        return list(map(row_mapping.read_account, found))

    async def held(self, account: int) -> int:
        (held,) = await self._read_one(HELD, account)
        return int(held)

    async def last_refill(self, account: int) -> int | None:
        (at,) = await self._read_one(LAST_REFILL, account)
        return None if at is None else int(at)

    async def seat(self, seat: int) -> Seat | None:
        row = await self._read_one(f"{row_mapping.SEATS} WHERE seat.id = $1", seat)
        return row_mapping.read_seat(row, self._sealer) if row else None

    async def seat_at(self, account: int, house: str) -> Seat | None:
        row = await self._read_one(_PRIVATE_SEAT, account, house)
        return row_mapping.read_seat(row, self._sealer) if row else None

    async def seat_at_table(self, account: int, table: str) -> Seat | None:
        row = await self._read_one(_SHARED_SEAT, account, table)
        return row_mapping.read_seat(row, self._sealer) if row else None

    async def open_seats(self) -> list[Seat]:
        return await self._seats(
            "WHERE seat.phase = 'open' OR seat.stakes <> '{}' ORDER BY seat.id"
        )

    async def seats(self, account: int) -> list[Seat]:
        return await self._seats("WHERE seat.account = $1 ORDER BY seat.id", account)

    async def all_seats(self) -> list[Seat]:
        return await self._seats("ORDER BY seat.id")

    async def _seats(self, which: str, *values: Any) -> list[Seat]:
        found = await self._read(f"{row_mapping.SEATS} {which}", *values)
        return [row_mapping.read_seat(row, self._sealer) for row in found]

    async def add_sheet(self, sheet_hash: bytes, text: str) -> None:
        await self._run(_ADD_SHEET, sheet_hash, text)

    async def sheets(self) -> dict[bytes, str]:
        return {bytes(key): text for key, text in await self._read("SELECT hash, text FROM sheet")}

    def _new_seat(self, seat: Seat) -> tuple[Any, ...]:
        """The values of ADD_SEAT."""
        return row_mapping.seat_row(seat, self._sealer)[1:]


def where_seat(seat: Seat) -> tuple[str, int, str]:
    """The query that finds a seat, and its values."""
    if isinstance(seat, SharedSeat):
        return _SHARED_SEAT, seat.account, seat.table
    return _PRIVATE_SEAT, seat.account, seat.house


def accounts_of(seat: Seat) -> dict[str, AccountKind]:
    """The accounts that a new seat needs, by the names of the seat's fields."""
    credit = {"credit_account": AccountKind.CREDIT}
    return (
        credit | {"stakes_account": AccountKind.STAKES} if isinstance(seat, SharedSeat) else credit
    )
