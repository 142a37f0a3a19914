"""Queries for an account's records, in the order of their index."""

import asyncio
import contextlib
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.errors import StoreFailed
from puntobanco.ledger.records import RecordKind
from puntobanco.store import columns, row_mapping
from puntobanco.store.interface import Query, RecordPlace, Stored
from puntobanco.store.seeds import Seeds, marks_of, pack
from puntobanco.store.sql import Sql
from puntobanco.table.seat import Seat

_PAGE: Final = 500  # coups per read of their seeds, so that others can read in between


# By time, because ids of different nodes don't tell which record is newer.
_NEWEST: Final = "at DESC, id DESC"
# Records before an id, which need not exist.
_BEFORE: Final = (
    "(at, id) < (SELECT at, CAST({0} AS BIGINT) FROM record WHERE id <= {0}"
    " ORDER BY id DESC LIMIT 1)"
)
# A table's name for clients: a private table is named after its house and the account.
_TABLE: Final = """coalesce("table", house || '/' || account)"""
# Records other than coups have an index of their own. SQLite uses it only if the condition is
# literally the same.
_NO_COUPS: Final = "event <> 'coup'"


_COUNT: Final = (
    "SELECT count(*) FROM account_history"
    " WHERE account = $1 AND (at, id) > ($2, $3) AND (at, id) <= ($4, $5)"
)
_WORTH_PACKING: Final = 1_000  # coups; from then on their marks are stored packed
_PACKED: Final = 'SELECT session, "offset", marks FROM used_seeds WHERE seat = $1'
_PACK: Final = f"{columns.USED_SEEDS.insert()} ON CONFLICT DO NOTHING"


def _seeds(packed: list[bytes], marks: set[int]) -> Seeds:
    seeds = Seeds()
    for run in packed:
        seeds.add_packed(run)
    for mark in marks:
        seeds.add(mark)
    return seeds


def history_sql(
    query: Query, selected: str = row_mapping.RECORD, after: tuple[int, int] | None = None
) -> tuple[str, list[Any]]:
    where: list[str] = []
    values: list[Any] = []

    def add(condition: str, *given: Any) -> None:
        places = [f"${len(values) + n}" for n in range(1, len(given) + 1)]
        where.append(condition.format(*places, all=", ".join(places)))
        values.extend(given)

    for condition, value in (
        ("account = {}", query.account),
        ("id = {}", query.record),
        (_BEFORE, query.before),
        ("seat = {}", query.seat),
        ("session = {}", query.session),
        ("at >= {}", query.since),
        ("at < {}", query.until),
    ):
        if value is not None:
            add(condition, value)
    if after is not None:  # a session, and an offset in it
        add('session >= {0} AND (session > {0} OR "offset" > {1})', *after)
    for name, played_at in (("house", query.house), (_TABLE, query.table)):
        if played_at is not None:
            which = f"SELECT id FROM seat WHERE account = {{}} AND {name} = {{}}"
            add(f"seat IN ({which})", query.account, played_at)
    # A single record is found by its id: the view would read the account's whole history.
    source = "account_history" if query.record is None else "record"
    if query.events:
        if RecordKind.COUP not in query.events:
            source = "record"
            where.append(_NO_COUPS)
        add("event IN ({all})", *[event.value for event in query.events])
    sql = (
        f"SELECT {selected} FROM {source} WHERE {' AND '.join(where)}"
        f" ORDER BY {_NEWEST} LIMIT {query.limit:d}"
    )
    return sql, values


class RecordQueries(Sql):
    async def head(self) -> tuple[int, bytes] | None:
        row = await self._read_one("SELECT id, hash FROM record ORDER BY id DESC LIMIT 1")
        return (row[0], bytes(row[1])) if row else None

    async def hash_of(self, record: int) -> bytes | None:
        row = await self._read_one("SELECT hash FROM record WHERE id = $1", record)
        return bytes(row[0]) if row else None

    async def find(self, account: int, key: str) -> Stored | None:
        row = await self._read_one(
            f"SELECT {row_mapping.RECORD} FROM record WHERE key = $1 AND account = $2 AND key <>"
            " ''",
            key,
            account,
        )
        return row_mapping.read_stored(row) if row else None

    async def history(self, query: Query) -> list[Stored]:
        sql, values = history_sql(query)
        return list(map(row_mapping.read_stored, await self._read_long(sql, *values)))

    async def count_records(self, account: int, after: RecordPlace, until: RecordPlace) -> int:
        ((count,),) = await self._read_long(_COUNT, account, *after, *until)
        return int(count)

    async def missed(self, seat: Seat, offset: int, limit: int) -> list[Stored]:
        found = await self._read(
            f"SELECT {row_mapping.RECORD} FROM account_history"
            " WHERE account = $1 AND seat = $2 AND session = $3"
            f' AND "offset" > $4 AND "offset" <= $5 ORDER BY {_NEWEST} LIMIT $6',
            seat.account,
            seat.id,
            seat.view.session,
            offset,
            seat.view.offset,
            # Offsets have no gaps, so the exact number of rows is known and the search can stop.
            max(0, min(limit, seat.view.offset - offset)),
        )
        return sorted(map(row_mapping.read_stored, found), key=lambda stored: stored.record.offset)

    async def player_seeds(self, seat: Seat) -> Seeds:
        packed = await self._read(_PACKED, seat.id)
        session, offset = max(((row[0], row[1]) for row in packed), default=(0, 0))
        coups = await self._coups_after(seat, session, offset)
        marks = await asyncio.to_thread(marks_of, [body for *_, body, _ in coups])
        if len(coups) >= _WORTH_PACKING:
            last = max((session, offset) for _, session, offset, *_ in coups)
            with contextlib.suppress(StoreFailed):  # it will be packed next time
                await self._run(_PACK, seat.id, *last, pack(marks))
        return await asyncio.to_thread(_seeds, [bytes(row[2]) for row in packed], marks)

    async def _coups_after(self, seat: Seat, session: int, offset: int) -> list[Any]:
        """Coups after a session's offset; not after a time, since clocks may go back."""
        found: list[Any] = []
        query = Query(seat.account, _PAGE, events=(RecordKind.COUP,), seat=seat.id)
        after = session, offset
        while True:
            # With `at`, because SQLite merges both parts of the view only by columns it selects.
            sql, values = history_sql(query, 'id, session, "offset", body, at', after)
            page = await self._read(sql, *values)
            found += page
            if len(page) < _PAGE:
                return found
            query = replace(query, before=page[-1][0])
