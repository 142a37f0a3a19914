"""Queries for shared tables and their streams, the same for every database."""

from typing import Final

from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.store import columns, row_mapping
from puntobanco.store.interface import DayTakings, Stored, Takings
from puntobanco.store.sql import Sql
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire.table_spec import TableSpec

ADD_TABLE: Final = columns.SHARED_TABLE.insert()

# Through the accounts of the table's seats, because their records are indexed by time.
TAKINGS: Final = (
    "SELECT record.at / 86400000, own.kind, CAST(sum(posting.amount) AS BIGINT)"
    ' FROM (SELECT id, kind, "table" FROM account'
    """ WHERE "table" = $1 AND kind IN ('cagnotte', 'tips')) AS own"""
    ' JOIN seat ON seat."table" = own."table"'
    " JOIN record ON record.account = seat.account AND record.seat = seat.id"
    " AND record.at >= $2 AND record.at < $3 AND record.event IN ($4, $5)"
    " AND record.event <> 'coup'"  # so that SQLite uses the index of the other records
    " JOIN posting ON posting.record = record.id AND posting.payee = own.id"
    " GROUP BY 1, 2 ORDER BY 1"
)


class TableQueries(Sql):
    async def tables(self) -> list[tuple[TableSpec, SharedTable]]:
        found = await self._read("SELECT spec, state, sealed FROM shared_table ORDER BY account")
        return [
            (row_mapping.read_spec(spec), row_mapping.read_table(state, sealed, self._sealer))
            for spec, state, sealed in found
        ]

    async def add_table(self, spec: TableSpec, table: SharedTable) -> SharedTable:
        await self._run(ADD_TABLE, *row_mapping.table_row(table, self._sealer, spec))
        return table

    async def table_named(self, name: str) -> tuple[TableSpec, int] | None:
        found = await self._read_one("SELECT spec, account FROM shared_table WHERE name = $1", name)
        return None if found is None else (row_mapping.read_spec(found[0]), found[1])

    async def table_events(self, account: int, after: int, limit: int) -> list[Stored]:
        found = await self._read_long(
            f"SELECT {row_mapping.RECORD} FROM record WHERE account = $1 AND id > $2"
            f" AND event IN ('table', 'revealed') ORDER BY id LIMIT {limit:d}",
            account,
            after,
        )
        return list(map(row_mapping.read_stored, found))

    async def sabots(self, account: int, number: int | None = None) -> list[Stored]:
        which, values = ("", ()) if number is None else (" AND session = $2", (number,))
        found = await self._read_long(
            f"SELECT {row_mapping.RECORD} FROM record WHERE account = $1 AND event ="
            f" 'revealed'{which}"
            " ORDER BY id",
            account,
            *values,
        )
        return list(map(row_mapping.read_stored, found))

    async def takings(self, table: str, since: int, until: int) -> Takings | None:
        own = await self._read_one(
            'SELECT currency FROM account WHERE "table" = $1 AND kind = $2',
            table,
            AccountKind.TABLE.value,
        )
        if own is None:
            return None
        paid, tipped = RecordKind.PAID.value, RecordKind.TIPPED.value
        found = await self._read_long(TAKINGS, table, since, until, paid, tipped)
        days: dict[int, dict[str, int]] = {}
        for day, kind, amount in found:
            days.setdefault(day, {})[kind] = amount
        return Takings(own[0], tuple([DayTakings(day, **taken) for day, taken in days.items()]))
