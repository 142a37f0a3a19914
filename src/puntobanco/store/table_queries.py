"""Queries for shared tables and their streams, the same for every database."""

from typing import Final

from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.store import columns, row_mapping
from puntobanco.store.interface import Stored, TableHour
from puntobanco.store.sql import Sql
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire.table_spec import TableSpec

ADD_TABLE: Final = columns.SHARED_TABLE.insert()

# Through the accounts of the table's seats, because their records are indexed by time. SQLite
# keeps the order of a cross join.
HOURS: Final = (
    "SELECT record.at / 3600000, record.event, payer.kind, payee.kind,"
    " CAST(sum(posting.amount) AS BIGINT)"
    ' FROM (SELECT id, account FROM seat WHERE "table" = $1) AS seated'
    " CROSS JOIN record CROSS JOIN posting CROSS JOIN account AS payer CROSS JOIN account AS payee"
    " WHERE record.account = seated.account AND record.seat = seated.id"
    " AND record.at >= $2 AND record.at < $3"
    " AND record.event IN ('paid', 'tipped', 'opened', 'topped_up')"
    " AND record.event <> 'coup'"  # so that SQLite uses the index of the other records
    " AND posting.record = record.id"
    " AND payer.id = posting.payer AND payee.id = posting.payee"
    " GROUP BY 1, 2, 3, 4 ORDER BY 1"
)
# What decides or takes back a coup; `event <> 'coup'` as above.
DECIDED: Final = (
    "SELECT body FROM record WHERE account = $1 AND event = 'table' AND event <> 'coup'"
    " AND at >= $2 AND at < $3 AND substr(body, 1, 14) IN ($4, $5) ORDER BY id"
)
# The two last shuffles before a time; the index of the stream is read backwards until there are.
SHUFFLES: Final = (
    "SELECT id FROM record WHERE account = $1 AND event IN ('table', 'revealed')"
    " AND at <= $2 AND substr(body, 1, 14) = $3 ORDER BY id DESC LIMIT 2"
)
_SHUFFLED: Final = b'{"type":"shuff'
_DECIDES: Final = (b'{"type":"resul', b'{"type":"rever')


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

    async def sabot_before(self, account: int, at: int) -> int:
        found = await self._read(SHUFFLES, account, at, _SHUFFLED)
        return int(found[-1][0]) if found else 0

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

    async def table_hours(self, table: str, since: int, until: int) -> list[TableHour]:
        found = await self._read_long(HOURS, table, since, until)
        return [
            TableHour(hour, RecordKind(event), AccountKind(payer), AccountKind(payee), amount)
            for hour, event, payer, payee, amount in found
        ]

    async def table_results(self, account: int, since: int, until: int) -> list[bytes]:
        found = await self._read_long(DECIDED, account, since, until, *_DECIDES)
        return [bytes(row[0]) for row in found]

    async def cash_records(self, account: int) -> list[Stored]:
        found = await self._read_long(
            f"SELECT {row_mapping.RECORD} FROM record WHERE account = $1 AND event = 'cash'"
            ' ORDER BY session, "offset"',
            account,
        )
        return list(map(row_mapping.read_stored, found))

    async def line_records(self, account: int, newest: int) -> list[Stored]:
        found = await self._read_long(
            f"SELECT {row_mapping.RECORD} FROM record WHERE account = $1 AND event = 'line'"
            ' ORDER BY session DESC, "offset" DESC LIMIT $2',
            account,
            newest,
        )
        return list(map(row_mapping.read_stored, reversed(found)))
