"""The records of an account, asked for in the order in which they are indexed."""

from collections.abc import AsyncIterator
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.ledger.records import Event
from puntobanco.store import rows
from puntobanco.store.interface import Query, Stored
from puntobanco.store.seeds import marks_of
from puntobanco.store.sql import Sql
from puntobanco.table.seat import Seat

_PAGE: Final = 500  # coups whose seeds are read at a time: others are read in between


# From the newest record back, by time: ids of different nodes say nothing of what came first.
_NEWEST: Final = "at DESC, id DESC"
# An id, also one that isn't there.
_BEFORE: Final = (
    "(at, id) < (SELECT at, CAST({0} AS BIGINT) FROM record WHERE id <= {0}"
    " ORDER BY id DESC LIMIT 1)"
)
# All but coups have an index of their own, and SQLite takes it only if told so in its words.
_NO_COUPS: Final = "event <> 'coup'"


def history_sql(query: Query, columns: str = rows.RECORD) -> tuple[str, list[Any]]:
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
    if query.house is not None:
        add(
            "seat = (SELECT id FROM seat WHERE account = {} AND house = {})",
            query.account,
            query.house,
        )
    if query.events:
        if Event.COUP not in query.events:
            where.append(_NO_COUPS)
        add("event IN ({all})", *[event.value for event in query.events])
    sql = (
        f"SELECT {columns} FROM record WHERE {' AND '.join(where)}"
        f" ORDER BY {_NEWEST} LIMIT {query.limit:d}"
    )
    return sql, values


class Records(Sql):
    async def find(self, account: int, key: str) -> Stored | None:
        row = await self._read_one(
            f"SELECT {rows.RECORD} FROM record WHERE key = $1 AND account = $2 AND key <> ''",
            key,
            account,
        )
        return rows.read_stored(row) if row else None

    async def history(self, query: Query) -> list[Stored]:
        sql, values = history_sql(query)
        return list(map(rows.read_stored, await self._read_long(sql, *values)))

    async def missed(self, seat: Seat, offset: int, limit: int) -> list[Stored]:
        found = await self._read(
            f"SELECT {rows.RECORD} FROM record WHERE account = $1 AND seat = $2 AND session = $3"
            f' AND "offset" > $4 AND "offset" <= $5 ORDER BY {_NEWEST} LIMIT $6',
            seat.account,
            seat.id,
            seat.session,
            offset,
            seat.offset,
            # Offsets have no gaps: the search ends with them.
            max(0, min(limit, seat.offset - offset)),
        )
        return sorted(map(rows.read_stored, found), key=lambda stored: stored.record.offset)

    async def player_seeds(self, seat: Seat) -> set[int]:
        marks: set[int] = set()
        query = Query(seat.account, _PAGE, events=(Event.COUP,), seat=seat.id)
        while True:
            sql, values = history_sql(query, "id, body")
            found = await self._read(sql, *values)
            marks |= marks_of(body for _, body in found)
            if len(found) < _PAGE:
                return marks
            query = replace(query, before=found[-1][0])

    async def all_records(self) -> AsyncIterator[Stored]:
        last = 0
        while found := await self._read(
            f"SELECT {rows.RECORD} FROM record WHERE id > $1 ORDER BY id LIMIT 1000", last
        ):
            first, last = found[0][0], found[-1][0]
            postings = await self._read(
                "SELECT record, payer, payee, amount FROM posting WHERE record BETWEEN $1 AND $2"
                " ORDER BY record, n",
                first,
                last,
            )
            for stored in rows.read_with_postings(found, postings):
                yield stored
