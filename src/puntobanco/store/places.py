"""Accounts, seats and sheets, as any database shows them; how they are made differs."""

from typing import Any, Final

from puntobanco.ledger.accounts import Account
from puntobanco.store import rows
from puntobanco.store.sql import Sql
from puntobanco.table.seat import Seat

# Each as its index is written, which neither database recognizes in other words.
PLAYER_ACCOUNT: Final = (
    f"SELECT {rows.ACCOUNT} FROM account WHERE owner = $1 AND currency = $2 AND kind = 'player'"
)
SEAT_AT: Final = f"{rows.SEATS} WHERE seat.account = $1 AND seat.house = $2"
ADD_SEAT: Final = (
    "INSERT INTO seat (account, credit_account, house, epoch, number, sheet, sealed, commitment,"
    ' stakes_account, version, session, phase, generation, "offset", draft, acted)'
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0, 'free', 0, 0, '{}', 0)"
)


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
        await self._run(
            "INSERT INTO sheet VALUES ($1, $2) ON CONFLICT DO NOTHING", sheet_hash, text
        )

    async def sheets(self) -> dict[bytes, str]:
        return {bytes(key): text for key, text in await self._read("SELECT hash, text FROM sheet")}

    def _new_seat(self, seat: Seat, credit: int, stakes: int | None) -> tuple[Any, ...]:
        """The values of ADD_SEAT."""
        return (
            seat.account, credit, seat.house, seat.epoch, seat.number, seat.sheet,
            self._sealer.seal(seat), seat.commitment, stakes,
        )  # fmt: skip
