"""Plain SQL on a database of either kind, without the store."""

from typing import Any, Self

import apsw
import asyncpg

REFUSALS = apsw.ConstraintError, asyncpg.IntegrityConstraintViolationError, asyncpg.RaiseError


class PlainSql:
    def __init__(self, address: str) -> None:
        self._address = address
        self.is_postgres = address.startswith("postgresql:")

    async def __aenter__(self) -> Self:
        if self.is_postgres:
            self._server = await asyncpg.connect(self._address)
        else:
            self._file = apsw.Connection(self._address)
            self._file.pragma("foreign_keys", 1)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.is_postgres:
            await self._server.close()
        else:
            self._file.close()

    async def run(self, sql: str) -> list[tuple[Any, ...]]:
        if self.is_postgres:
            return [tuple(row) for row in await self._server.fetch(sql)]
        return self._file.execute(sql).fetchall()

    async def is_refused(self, sql: str) -> bool:
        try:
            await self.run(sql)
        except REFUSALS:
            return True
        return False

    async def tables(self) -> set[str]:
        sql = "SELECT name FROM sqlite_schema WHERE type = 'table'"
        if self.is_postgres:
            sql = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"
        return {name for (name,) in await self.run(sql)} - {"migration"}

    async def columns(self, table: str) -> tuple[str, ...]:
        sql = f"SELECT name FROM pragma_table_info('{table}') ORDER BY cid"  # noqa: S608
        if self.is_postgres:
            sql = (
                "SELECT attname::text FROM pg_attribute"  # noqa: S608
                f" WHERE attrelid = 'public.{table}'::regclass AND attnum > 0 AND NOT attisdropped"
                " ORDER BY attnum"
            )
        return tuple(name for (name,) in await self.run(sql))

    async def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """All rows of all tables."""
        return {
            table: sorted(await self.run(f"SELECT * FROM {table}"), key=str)  # noqa: S608
            for table in sorted(await self.tables())
        }

    async def version(self) -> int:
        sql = "SELECT max(number) FROM migration" if self.is_postgres else "PRAGMA user_version"
        ((number,),) = await self.run(sql)
        return int(number)
