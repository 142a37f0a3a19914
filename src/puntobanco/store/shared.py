"""Shared tables and their streams, as any database shows them."""

from typing import Final

from puntobanco.ledger.accounts import Kind
from puntobanco.ledger.records import Event
from puntobanco.store import columns, rows
from puntobanco.store.interface import Stored, Taken, Takings
from puntobanco.store.sql import Sql
from puntobanco.table.shared import SharedTable
from puntobanco.wire.spec import TableSpec

ADD_TABLE: Final = columns.SHARED_TABLE.insert()

# By its seats' accounts: their records are found by the time, all postings of a house are not.
TAKINGS: Final = (
    "SELECT record.at / 86400000, own.kind, CAST(sum(posting.amount) AS BIGINT)"
    ' FROM (SELECT id, kind, "table" FROM account'
    """ WHERE "table" = $1 AND kind IN ('cagnotte', 'tips')) AS own"""
    ' JOIN seat ON seat.house = own."table"'
    " JOIN record ON record.account = seat.account AND record.seat = seat.id"
    " AND record.at >= $2 AND record.at < $3 AND record.event IN ($4, $5)"
    " JOIN posting ON posting.record = record.id AND posting.payee = own.id"
    " GROUP BY 1, 2 ORDER BY 1"
)


class SharedTables(Sql):
    async def tables(self) -> list[tuple[TableSpec, SharedTable]]:
        found = await self._read("SELECT spec, state, sealed FROM shared_table ORDER BY account")
        return [
            (rows.read_spec(spec), rows.read_table(state, sealed, self._sealer))
            for spec, state, sealed in found
        ]

    async def add_table(self, spec: TableSpec, table: SharedTable) -> SharedTable:
        await self._run(ADD_TABLE, *rows.table_row(table, self._sealer, spec))
        return table

    async def table_named(self, name: str) -> tuple[TableSpec, int] | None:
        found = await self._read_one("SELECT spec, account FROM shared_table WHERE name = $1", name)
        return None if found is None else (rows.read_spec(found[0]), found[1])

    async def table_events(self, account: int, after: int, limit: int) -> list[Stored]:
        found = await self._read_long(
            f"SELECT {rows.RECORD} FROM record WHERE account = $1 AND id > $2"
            f" AND event IN ('table', 'revealed') ORDER BY id LIMIT {limit:d}",
            account,
            after,
        )
        return list(map(rows.read_stored, found))

    async def sabots(self, account: int, number: int | None = None) -> list[Stored]:
        which, values = ("", ()) if number is None else (" AND session = $2", (number,))
        found = await self._read_long(
            f"SELECT {rows.RECORD} FROM record WHERE account = $1 AND event = 'revealed'{which}"
            " ORDER BY id",
            account,
            *values,
        )
        return list(map(rows.read_stored, found))

    async def takings(self, table: str, since: int, until: int) -> Takings | None:
        own = await self._read_one(
            'SELECT currency FROM account WHERE "table" = $1 AND kind = $2', table, Kind.TABLE.value
        )
        if own is None:
            return None
        paid, tipped = Event.PAID.value, Event.TIPPED.value
        found = await self._read_long(TAKINGS, table, since, until, paid, tipped)
        days: dict[int, dict[str, int]] = {}
        for day, kind, amount in found:
            days.setdefault(day, {})[kind] = amount
        return Takings(own[0], tuple([Taken(day, **taken) for day, taken in days.items()]))
