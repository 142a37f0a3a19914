"""Read-only access to a house's database, for commands that run while a server writes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from puntobanco.errors import Refusal, StoreDamaged, StoreUnreachable
from puntobanco.ledger.accounts import Account
from puntobanco.ledger.records import Posting
from puntobanco.store import columns, row_mapping
from puntobanco.store.batch import RECORDS_OF_A_NODE, Head
from puntobanco.store.epoch_queries import EPOCH
from puntobanco.store.interface import NOT_AN_ADDRESS, Role, Stored
from puntobanco.store.versions import check_version
from puntobanco.table.seat import Seat
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire.table_spec import TableSpec

PAGE: Final = 2_000
_LOWEST: Final = -(2**63)
_HIGHEST: Final = 2**63 - 1
_TABLES: Final = (
    f'SELECT account."table", {columns.SHARED_TABLE.select(alias="shared")}'
    " FROM shared_table shared LEFT JOIN account ON account.id = shared.account"
    " ORDER BY shared.account"
)
_INDEXES: Final = (
    "SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indrelid"
    " WHERE relnamespace = 'public'::regnamespace AND indisvalid ORDER BY 1"
)
NOT_READ: Final = (ValueError, TypeError, OverflowError, msgspec.MsgspecError)

T = TypeVar("T")
Fetch = Callable[..., Awaitable[Sequence[Any]]]


class Unread(Struct, frozen=True):
    """A row that can't be read, because somebody else has changed it."""

    table: str
    id: int
    why: str


class SeatRow(Struct, frozen=True):
    """A seat as it is stored, with its seed encrypted and without its credit."""

    seat: Seat
    sealed: bytes


class TableRow(Struct, frozen=True):
    """A shared table as it is stored, with its seed encrypted."""

    name: str
    account: int
    spec: TableSpec
    version: int
    table: SharedTable
    sealed: bytes
    state: str  # the table as stored, in JSON
    whose: str | None  # the table that owns the account


class Snapshot(Struct, frozen=True):
    """Everything but the records at one moment; the records up to `heads` belong to it."""

    epoch: int
    people: dict[int, Role]
    accounts: tuple[Account, ...]
    seats: tuple[SeatRow, ...]
    sheets: dict[bytes, str]
    heads: tuple[Head, ...]  # one for each node that has records
    unread: tuple[Unread, ...]
    tables: tuple[TableRow, ...] = ()
    of_tables: dict[int, str] = {}  # accounts of shared tables, such as the cagnotte
    names: dict[int, str | None] = {}  # of people; a guest has none


class Indexes(Struct, frozen=True):
    """The result of comparing the indexes with their rows."""

    looked_at: int = 0
    wrong: tuple[str, ...] = ()
    skipped: str = ""  # why the comparison was not possible


class Books:
    """Only the snapshot is read in one transaction; records never change, so no writer waits."""

    def __init__(
        self,
        fetch: Fetch,
        begin: str,
        close: Callable[[], Awaitable[None]],
        indexes: Callable[[], Awaitable[Indexes]],
    ) -> None:
        self._fetch, self._begin, self.close = fetch, begin, close
        self.compare_indexes = indexes

    async def snapshot(self) -> Snapshot:
        await self._fetch(self._begin)
        try:
            return await self._snapshot()
        finally:
            await self._fetch("COMMIT")

    async def _snapshot(self) -> Snapshot:
        unread: list[Unread] = []
        accounts = await self._fetch(f"SELECT {row_mapping.ACCOUNT} FROM account ORDER BY id")
        seats = await self._fetch(f"SELECT {columns.SEAT.select()} FROM seat ORDER BY id")
        tables = await self._fetch(_TABLES)
        of_tables = await self._fetch(
            'SELECT id, "table" FROM account WHERE "table" IS NOT NULL ORDER BY id'
        )
        sheets = await self._fetch("SELECT hash, text FROM sheet")
        people = await self._fetch("SELECT id, role, name FROM person")
        epochs = await self._fetch(EPOCH)
        if not epochs:
            unread.append(Unread("meta", 0, "there is no epoch in it"))
        heads = await self.heads()
        unread += [
            Unread("posting", record, "a posting of no record")
            for record in await self._stray(heads)
        ]
        account = 1 + columns.SHARED_TABLE.names.index("account")
        read_tables = tuple(_readable("shared_table", tables, _read_table, unread, account))
        return Snapshot(
            epochs[0][0] if epochs else 0,
            dict(_readable("person", people, _read_role, unread)),
            tuple(_readable("account", accounts, row_mapping.read_account, unread)),
            tuple(_readable("seat", seats, _read_seat, unread)),
            {bytes(key): text for key, text in sheets},
            heads,
            unread=tuple(unread),
            tables=read_tables,
            of_tables=dict(of_tables),
            names={person: name for person, _, name in people},
        )

    async def heads(self) -> tuple[Head, ...]:
        """The last record of every node that has records."""
        found = []
        first = await self._fetch("SELECT id FROM record ORDER BY id LIMIT 1")
        while first:
            start = first[0][0] // RECORDS_OF_A_NODE * RECORDS_OF_A_NODE
            end = start + RECORDS_OF_A_NODE
            last = await self._fetch(
                "SELECT id, hash FROM record WHERE id >= $1 AND id < $2 ORDER BY id DESC LIMIT 1",
                start,
                min(end, _HIGHEST),
            )
            found.append(Head(last[0][0], bytes(last[0][1])))
            if end > _HIGHEST:
                break
            first = await self._fetch(
                "SELECT id FROM record WHERE id >= $1 ORDER BY id LIMIT 1", end
            )
        return tuple(found)

    async def _stray(self, heads: Iterable[Head]) -> list[int]:
        """Postings whose record's id is outside every node's chain."""
        stray = []
        low = _LOWEST
        for head in heads:
            start = head.id // RECORDS_OF_A_NODE * RECORDS_OF_A_NODE
            stray += await self._posting_within(low, start)
            low = head.id + 1
        stray += await self._posting_within(low, _HIGHEST)
        return stray

    async def _posting_within(self, low: int, high: int) -> list[int]:
        found = await self._fetch(
            "SELECT record FROM posting WHERE record >= $1 AND record <= $2 LIMIT 1", low, high
        )
        return [record for (record,) in found]

    async def chain(self, head: Head) -> AsyncIterator[list[Stored | Unread]]:
        """A node's records up to its head, page by page, each with its postings."""
        last = head.id // RECORDS_OF_A_NODE * RECORDS_OF_A_NODE - 1
        while found := await self._fetch(
            f"SELECT {row_mapping.RECORD} FROM record WHERE id > $1 AND id <= $2 ORDER BY id LIMIT"
            f" {PAGE}",
            last,
            head.id,
        ):
            end = found[-1][0]
            postings = await self._fetch(
                f"SELECT {columns.POSTING.select()} FROM posting"
                " WHERE record > $1 AND record <= $2 ORDER BY record, n",
                last,
                end,
            )
            yield _put_together(found, postings)
            last = end

    async def in_order(self, heads: Iterable[Head]) -> AsyncIterator[list[Stored | Unread]]:
        """The records of all nodes, each chain in its order, merged by time where possible."""
        chains = [self.chain(head) for head in heads]
        if len(chains) == 1:
            async for page in chains[0]:
                yield page
            return
        pages = [await anext(chain, []) for chain in chains]
        places = [0] * len(chains)
        while any(pages):
            gathered: list[Stored | Unread] = []
            while len(gathered) < PAGE and any(pages):
                least = min(
                    (n for n, page in enumerate(pages) if page),
                    key=lambda n: _time(pages[n][places[n]]),
                )
                gathered.append(pages[least][places[least]])
                places[least] += 1
                if places[least] == len(pages[least]):
                    pages[least], places[least] = await anext(chains[least], []), 0
            yield gathered

    async def repeated_key(self) -> int | None:
        """Records whose key the account had used before."""
        # `|| ''` makes the database read the rows themselves, not the index of keys.
        found = await self._fetch(
            "SELECT max(id) FROM record WHERE key || '' <> '' GROUP BY key || '', account"
            " HAVING count(*) > 1 ORDER BY 1 LIMIT 1"
        )
        return found[0][0] if found else None


async def open_books(database: str) -> Books:
    """Open a database for reading only."""
    if database.startswith(("postgresql://", "postgres://")):
        return await _open_postgres(database)
    if "://" in database:
        raise StoreUnreachable(why=NOT_AN_ADDRESS)
    return _open_sqlite(database)


def _open_sqlite(file: str) -> Books:
    import apsw

    from puntobanco.store.damage import DAMAGE, refusal_of, wrong_indexes

    try:
        connection = apsw.Connection(file, flags=apsw.SQLITE_OPEN_READONLY)
        connection.set_busy_timeout(10_000)
        check_version(connection.pragma("user_version"), "sqlite")
    except apsw.Error as error:
        raise refusal_of(error, file) from error

    async def fetch(sql: str, *values: Any) -> Sequence[Any]:
        try:
            return connection.execute(sql, values).fetchall()
        except (*DAMAGE, UnicodeDecodeError) as error:
            raise StoreDamaged(file=file, why=error) from error
        except apsw.Error as error:
            raise StoreUnreachable(why=f"it can't be read: {error}") from error

    async def close() -> None:
        connection.close()

    async def indexes() -> Indexes:
        ((number,),) = await fetch("SELECT count(*) FROM sqlite_schema WHERE type = 'index'")
        return Indexes(number, tuple(wrong_indexes(connection)))

    return Books(fetch, "BEGIN", close, indexes)


async def _open_postgres(address: str) -> Books:
    import asyncpg

    errors = asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError
    settings = {"search_path": "public", "default_transaction_read_only": "on", "jit": "off"}
    connection = None
    try:
        connection = await asyncpg.connect(address, server_settings=settings)
        done = await connection.fetchval("SELECT max(number) FROM migration")
        check_version(done or 0, "postgres")
    except (*errors, ValueError) as error:
        if connection is not None:
            await connection.close()
        if isinstance(error, Refusal):
            raise
        if isinstance(error, ValueError):  # its text may contain the password
            raise StoreUnreachable(why=NOT_AN_ADDRESS) from None
        raise StoreUnreachable(why=error) from error

    async def fetch(sql: str, *values: Any) -> Sequence[Any]:
        try:
            found: Sequence[Any] = await connection.fetch(sql, *values)
        except errors as error:
            raise StoreUnreachable(why=f"it can't be read: {error}") from error
        return found

    async def indexes() -> Indexes:
        try:
            return await _compare_on_server(connection)
        except errors as error:
            raise StoreUnreachable(why=f"it can't be read: {error}") from error

    return Books(fetch, "BEGIN ISOLATION LEVEL REPEATABLE READ", connection.close, indexes)


async def _compare_on_server(connection: Any) -> Indexes:
    """Compare the indexes with PostgreSQL's extension amcheck, if it is installed and allowed."""
    import asyncpg

    names = [name for (name,) in await connection.fetch(_INDEXES)]
    wrong = []
    for name in names:
        try:
            await connection.fetch("SELECT bt_index_check($1::text::regclass, true)", name)
        except (asyncpg.UndefinedFunctionError, asyncpg.InsufficientPrivilegeError):
            return Indexes(skipped="it takes CREATE EXTENSION amcheck, and leave to use it")
        except (asyncpg.IndexCorruptedError, asyncpg.DataCorruptedError) as error:
            wrong.append(f"{name}: {error}")
    return Indexes(len(names), tuple(wrong))


def _read_role(row: Any) -> tuple[int, Role]:
    return row[0], Role(row[1])


def _read_seat(row: Any) -> SeatRow:
    return SeatRow(*row_mapping.read_sealed(row))


def _read_table(row: Any) -> TableRow:
    whose, *own = row
    values = dict(zip(columns.SHARED_TABLE.names, own, strict=True))
    values["spec"], values["sealed"] = (
        row_mapping.read_spec(values["spec"]),
        bytes(values["sealed"]),
    )
    return TableRow(**values, table=row_mapping.read_state(values["state"]), whose=whose)


def _readable(
    table: str, found: Iterable[Any], read: Callable[[Any], T], unread: list[Unread], id_: int = 0
) -> Iterable[T]:
    for row in found:
        try:
            yield read(row)
        except NOT_READ as error:
            unread.append(Unread(table, row[id_], str(error)))


def _put_together(found: Sequence[Any], postings: Sequence[Any]) -> list[Stored | Unread]:
    by_record: dict[int, list[Posting]] = {}
    stray: list[Stored | Unread] = []
    for record, n, payer, payee, amount in postings:
        own = by_record.setdefault(record, [])
        if n != len(own):
            stray.append(
                Unread("posting", record, f"posting {n} stands in the place of {len(own)}")
            )
        own.append(Posting(payer, payee, amount))
    together: list[Stored | Unread] = []
    for row in found:
        try:
            together.append(row_mapping.read_stored(row, tuple(by_record.pop(row[0], ()))))
        except NOT_READ as error:
            together.append(Unread("record", row[0], str(error)))
    stray += [Unread("posting", record, "a posting of no record") for record in by_record]
    return together + stray


def _time(item: Stored | Unread) -> int:
    return item.record.at if isinstance(item, Stored) else _LOWEST
