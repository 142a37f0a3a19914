"""Shared tables and their streams, as any database shows them."""

from typing import Final

import msgspec

from puntobanco.store import rows
from puntobanco.store.interface import Stored
from puntobanco.store.sql import Sql
from puntobanco.table.shared import SharedTable
from puntobanco.wire.spec import TableSpec

ADD_TABLE: Final = (
    "INSERT INTO shared_table (name, account, spec, version, state, sealed)"
    " VALUES ($1, $2, $3, $4, $5, $6)"
)


class SharedTables(Sql):
    async def tables(self) -> list[tuple[TableSpec, SharedTable]]:
        found = await self._read("SELECT spec, state, sealed FROM shared_table ORDER BY name")
        return [
            (rows.read_spec(spec), rows.read_table(state, sealed, self._sealer))
            for spec, state, sealed in found
        ]

    async def add_table(self, spec: TableSpec, table: SharedTable) -> SharedTable:
        version, state, sealed, name, _ = rows.table_row(table, self._sealer)
        text = msgspec.json.encode(spec).decode()
        await self._run(ADD_TABLE, name, table.account, text, version, state, sealed)
        return table

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
