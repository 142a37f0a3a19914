"""Accounts, seats and sheets, as any database shows them; how they are added differs."""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from puntobanco.ledger.accounts import Account
from puntobanco.ledger.records import Event, Record
from puntobanco.store import columns, rows
from puntobanco.store.sql import Sql
from puntobanco.table.recorded import Change
from puntobanco.table.seat import Seat
from puntobanco.wire.messages import AccountOpened

# Each as its index is written, which neither database recognizes in other words.
PLAYER_ACCOUNT: Final = (
    f"SELECT {rows.ACCOUNT} FROM account WHERE owner = $1 AND currency = $2 AND kind = 'player'"
)
TABLE_ACCOUNT: Final = (
    f'SELECT {rows.ACCOUNT} FROM account WHERE kind = $1 AND currency = $2 AND "table" = $3'
)
SEAT_AT: Final = f"{rows.SEATS} WHERE seat.account = $1 AND seat.house = $2"
ADD_SEAT: Final = columns.SEAT.insert(*columns.SEAT.names[1:])  # the database counts the ids
ROLE: Final = "SELECT role FROM person WHERE id = $1"
_ADD_SHEET: Final = f"{columns.SHEET.insert()} ON CONFLICT DO NOTHING"


def opening(account: Account, role: str, now: int) -> Change:
    """The record of a new account: whose it is."""
    told = AccountOpened(account.id, account.owner or 0, role, account.currency, now)
    body = msgspec.json.encode(told)
    return Change(None, Record(account.id, Event.ACCOUNT_OPENED, now, body))


class Places(Sql):
    async def account(self, account: int) -> Account | None:
        row = await self._read_one(f"SELECT {rows.ACCOUNT} FROM account WHERE id = $1", account)
        return rows.read_account(row) if row else None

    async def accounts(self, owner: int) -> list[Account]:
        found = await self._read(
            f"SELECT {rows.ACCOUNT} FROM account WHERE owner = $1 AND kind = 'player' ORDER BY id",
            owner,
        )
        return list(map(rows.read_account, found))

    async def seat(self, seat: int) -> Seat | None:
        row = await self._read_one(f"{rows.SEATS} WHERE seat.id = $1", seat)
        return rows.read_seat(row, self._sealer) if row else None

    async def seat_at(self, account: int, house: str) -> Seat | None:
        row = await self._read_one(SEAT_AT, account, house)
        return rows.read_seat(row, self._sealer) if row else None

    async def open_seats(self) -> list[Seat]:
        return await self._seats(
            "WHERE seat.phase = 'open' OR seat.stakes <> '{}' ORDER BY seat.id"
        )

    async def seats(self, account: int) -> list[Seat]:
        return await self._seats("WHERE seat.account = $1 ORDER BY seat.id", account)

    async def all_seats(self) -> list[Seat]:
        return await self._seats("ORDER BY seat.id")

    async def _seats(self, which: str, *values: Any) -> list[Seat]:
        found = await self._read(f"{rows.SEATS} {which}", *values)
        return [rows.read_seat(row, self._sealer) for row in found]

    async def add_sheet(self, sheet_hash: bytes, text: str) -> None:
        await self._run(_ADD_SHEET, sheet_hash, text)

    async def sheets(self) -> dict[bytes, str]:
        return {bytes(key): text for key, text in await self._read("SELECT hash, text FROM sheet")}

    def _new_seat(self, seat: Seat, credit: int, stakes: int) -> tuple[Any, ...]:
        """The values of ADD_SEAT."""
        made = replace(seat, credit_account=credit, stakes_account=stakes)
        return rows.seat_row(made, self._sealer)[1:]
