"""The records of an account, asked for in the order in which a database has them indexed."""

from collections.abc import AsyncIterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.ledger.records import Event
from puntobanco.store import rows
from puntobanco.store.interface import Query, Stored
from puntobanco.store.seeds import marks_of
from puntobanco.store.sql import Sql
from puntobanco.table.seat import Seat

_PAGE: Final = 500  # coups whose seeds are read at a time: others are read in between


class Order(Struct, frozen=True):
    """From the newest record back."""

    newest: str
    before: str  # an id, also one that isn't there


BY_ID: Final = Order("id DESC", "id < {}")
# Ids of different nodes say nothing of what came first.
BY_TIME: Final = Order(
    "at DESC, id DESC",
    "(at, id) < (SELECT at, {0}::bigint FROM record WHERE id <= {0} ORDER BY id DESC LIMIT 1)",
)


def history_sql(query: Query, order: Order, columns: str = rows.RECORD) -> tuple[str, list[Any]]:
    where: list[str] = []
    values: list[Any] = []

    def add(condition: str, *given: Any) -> None:
        places = [f"${len(values) + n}" for n in range(1, len(given) + 1)]
        where.append(condition.format(*places, all=", ".join(places)))
        values.extend(given)

    for condition, value in (
        ("account = {}", query.account),
        ("id = {}", query.record),
        (order.before, query.before),
        ("seat = {}", query.seat),
        ("session = {}", query.session),
        ("at >= {}", query.since),
        ("at < {}", query.until),
        ("seat IN (SELECT id FROM seat WHERE house = {})", query.house),
    ):
        if value is not None:
            add(condition, value)
    if query.events:
        add("event IN ({all})", *[event.value for event in query.events])
    sql = (
        f"SELECT {columns} FROM record WHERE {' AND '.join(where)}"
        f" ORDER BY {order.newest} LIMIT {query.limit:d}"
    )
    return sql, values


class Records(Sql):
    _order: Order

    async def head(self) -> tuple[int, bytes] | None:
        row = await self._read_one("SELECT id, hash FROM record ORDER BY id DESC LIMIT 1")
        return (row[0], bytes(row[1])) if row else None

    async def hash_of(self, record: int) -> bytes | None:
        row = await self._read_one("SELECT hash FROM record WHERE id = $1", record)
        return bytes(row[0]) if row else None

    async def find(self, account: int, key: str) -> Stored | None:
        row = await self._read_one(
            f"SELECT {rows.RECORD} FROM record WHERE key = $1 AND account = $2 AND key <> ''",
            key,
            account,
        )
        return rows.read_stored(row) if row else None

    async def history(self, query: Query) -> list[Stored]:
        sql, values = history_sql(query, self._order)
        return list(map(rows.read_stored, await self._read(sql, *values)))

    async def missed(self, seat: Seat, offset: int, limit: int) -> list[Stored]:
        found = await self._read(
            f"SELECT {rows.RECORD} FROM record WHERE account = $1 AND seat = $2 AND session = $3"
            f' AND "offset" > $4 AND "offset" <= $5 ORDER BY {self._order.newest} LIMIT $6',
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
            sql, values = history_sql(query, self._order, "id, body")
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
