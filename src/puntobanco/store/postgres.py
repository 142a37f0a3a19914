"""The PostgreSQL store, which writes a batch with one call."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Final, Self, TypeVar

import asyncpg
from msgspec.structs import astuple, replace

from puntobanco.errors import (
    NoAccount,
    NodeTaken,
    Refusal,
    StoreFailed,
    StoreHalted,
    StoreUnreachable,
)
from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.store import columns, row_mapping, versions
from puntobanco.store.batch import (
    RECORDS_OF_A_NODE,
    Head,
    Node,
    first_head,
    gather,
    stand_alone,
)
from puntobanco.store.epoch_queries import EPOCH, EpochQueries, read_epoch
from puntobanco.store.interface import Person, WriteResult
from puntobanco.store.people_queries import NAME_GUEST, PeopleQueries, fold_name
from puntobanco.store.record_queries import RecordQueries
from puntobanco.store.sealing import Sealer
from puntobanco.store.seat_queries import (
    ACCOUNTS,
    ADD_SEAT,
    PLAYER_ACCOUNT,
    ROLE,
    TABLE_ACCOUNT,
    SeatQueries,
    accounts_of,
    naming,
    opening,
    where_seat,
)
from puntobanco.store.table_queries import TableQueries
from puntobanco.table.recording import Change
from puntobanco.table.seat import Seat

T = TypeVar("T")

_MIGRATING: Final = 0x50_42_00_00  # numbers of our advisory locks: "PB"
_NODE: Final = 0x50_42_00_01
_TRIES: Final = 20  # to take a node: the lock of a killed process lasts a moment longer
_BETWEEN_TRIES: Final = 0.1  # seconds
_READERS: Final = 4
_LONG_READS: Final = 2  # at once, so that other reads always have a connection
_LONGEST: Final = 60  # seconds a statement may take
_SETTINGS: Final = {
    "application_name": "puntobanco",
    "search_path": "public",
    "synchronous_commit": "on",  # answers must survive a power failure
    "default_transaction_isolation": "read committed",  # no serialization failures
    "jit": "off",
}
# What a connection may raise. TimeoutError is an OSError. asyncpg raises its internal error if a
# connection is used between the server's last message and the end of the connection.
_ERRORS: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)

_PUT: Final = "SELECT put($1, $2, $3, $4, $5, $6)"
OWN_ACCOUNT: Final = (
    f"SELECT {row_mapping.ACCOUNT} FROM account WHERE kind = $1 AND node = $2 AND currency = $3"
)
_ADD_ACCOUNT: Final = (
    f"{columns.ACCOUNT.insert('kind', 'owner', 'node', 'currency')}"
    f" ON CONFLICT DO NOTHING RETURNING {row_mapping.ACCOUNT}"
)
_ADD_TABLE_ACCOUNT: Final = (
    f"{columns.ACCOUNT.insert('kind', 'currency', 'table')}"
    f" ON CONFLICT DO NOTHING RETURNING {row_mapping.ACCOUNT}"
)
_ADD_SEATS_ACCOUNT: Final = f"{columns.ACCOUNT.insert('kind', 'owner', 'currency')} RETURNING id"
_LAST: Final = "SELECT id, hash FROM record WHERE id > $1 AND id < $2 ORDER BY id DESC LIMIT 1"


class PostgresStore(EpochQueries, PeopleQueries, SeatQueries, RecordQueries, TableQueries):
    """One connection writes and holds the node's lock while it is open; a few others read.

    So only one process can write as a node, and it may keep the head of the node's chain in
    memory.
    """

    def __init__(self, address: str, sealer: Sealer, node: Node) -> None:
        """Use `open` instead: connecting has to be awaited."""
        self._address, self._sealer, self._node = address, sealer, node
        self._writer: Any = None
        self._pool: Any = None
        self._head = first_head(node)
        self._lock = asyncio.Lock()  # one batch at a time
        self._long_reads = asyncio.Semaphore(_LONG_READS)
        self._running: set[asyncio.Task[Any]] = set()  # cancelling a caller doesn't cancel these
        self.epoch = 0

    @classmethod
    async def open(
        cls,
        address: str,
        sealer: Sealer,
        node: Node = Node.SERVER,
        *,
        may_migrate: bool = True,
    ) -> Self:
        store = cls(address, sealer, node)
        try:
            await store._open(may_migrate)
        except BaseException as error:
            await store.close()
            if isinstance(error, _ERRORS):
                raise StoreUnreachable(why=error or type(error).__name__) from error
            raise
        return store

    async def _open(self, may_migrate: bool) -> None:
        # Lock the node first, so that a refused program migrates nothing under a running server.
        self._writer = await self._take_node()
        await migrate(self._writer, may_migrate=may_migrate)
        self.epoch = read_epoch(await self._writer.fetchrow(EPOCH), "the database")
        self._head = await self._find_head(self._writer)
        self._pool = await asyncpg.create_pool(
            self._address,
            min_size=1,
            max_size=_READERS,
            command_timeout=_LONGEST,
            server_settings=_SETTINGS,
        )

    async def _connect(self) -> Any:
        return await asyncpg.connect(
            self._address, command_timeout=_LONGEST, server_settings=_SETTINGS
        )

    async def _take_node(self) -> Any:
        """Connect and lock the node; the lock lasts as long as the connection."""
        writer = await self._connect()
        try:
            for _ in range(_TRIES):
                if await writer.fetchval("SELECT pg_try_advisory_lock($1, $2)", _NODE, self._node):
                    return writer
                await asyncio.sleep(_BETWEEN_TRIES)
            raise NodeTaken(node=self._node)
        except BaseException:
            await writer.close()
            raise

    async def _find_head(self, writer: Any) -> Head:
        first = first_head(self._node)
        row = await writer.fetchrow(_LAST, first.id, first.id + RECORDS_OF_A_NODE)
        return Head(*row) if row else first

    async def _come_back(self) -> None:
        """Reconnect as the same node; refuse if another process has written as it meanwhile."""
        writer = await self._take_node()
        try:
            if await self._find_head(writer) != self._head:
                self._halted = True
                raise NodeTaken(node=self._node)
        except BaseException:
            await writer.close()
            raise
        self._writer = writer

    # --- writing -------------------------------------------------------------------------

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        async with self._lock:
            await self._check_alive()
            if stand_alone(changes):
                result = await self._committing(self._put(changes))
                if result is WriteResult.DONE:
                    return [result] * len(changes)
            return await self._write_apart(changes)

    async def _put(self, changes: Sequence[Change]) -> WriteResult:
        """Write all changes or none, in one round trip; outside a transaction this also commits."""
        batch = gather(changes, self._head, self._sealer)
        if len(changes) > 1 and not batch.fits:
            return WriteResult.NOT_COVERED  # to be tried one by one
        result = WriteResult(
            await self._writer.fetchval(
                _PUT,
                batch.records,
                batch.seats,
                batch.postings,
                batch.movements,
                batch.tables,
                list(map(astuple, batch.moves)),
            )
        )
        if result is WriteResult.DONE:
            self._head = batch.head
        return result

    async def _write_apart(self, changes: Sequence[Change]) -> list[WriteResult]:
        """Write what can be written in one transaction, with several calls to find the rest."""
        return await self._in_transaction(lambda: self._halve(changes))

    async def _in_transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        head = self._head
        try:
            await self._writer.execute("BEGIN")
            result = await work()
        except BaseException as error:
            self._head = head  # without a COMMIT nothing was written
            await self._roll_back()
            if isinstance(error, _ERRORS):
                raise self._failed(error) from error
            raise
        try:
            await self._committing(self._writer.execute("COMMIT"))
        except StoreFailed:
            self._head = head  # the server has refused the COMMIT
            raise
        return result

    async def _halve(self, changes: Sequence[Change]) -> list[WriteResult]:
        if len(changes) == 1 or stand_alone(changes):
            result = await self._put(changes)
            if len(changes) == 1 or result is WriteResult.DONE:
                return [result] * len(changes)
        half = len(changes) // 2
        return await self._halve(changes[:half]) + await self._halve(changes[half:])

    async def _roll_back(self) -> None:
        try:
            await self._writer.execute("ROLLBACK")
        except _ERRORS:
            self._writer.terminate()  # the server rolls back; the next batch reconnects

    async def _committing(self, work: Awaitable[T]) -> T:
        """Wait for work that commits; cancelling the caller doesn't cancel the work."""
        return await asyncio.shield(self._committed(work))

    async def _committed(self, work: Awaitable[T]) -> T:
        """Halt if the result of the commit is unknown, because the connection was lost."""
        try:
            return await work
        except Refusal:
            raise  # our own refusal, raised before the commit
        except BaseException as error:
            if _is_undone(error):
                raise self._failed(error) from error
            # Only the next start can tell whether it was written, so answer nothing any more.
            self._halted = True
            if isinstance(error, _ERRORS):
                raise StoreHalted from error
            raise

    def _failed(self, error: BaseException) -> StoreFailed | NodeTaken:
        if getattr(error, "constraint_name", None) == "record_pkey":
            self._halted = True  # another process has written to our chain despite the lock
            return NodeTaken(node=self._node)
        return StoreFailed(why=type(error).__name__)

    async def _check_alive(self) -> None:
        if self._halted:
            raise StoreHalted
        if self._writer.is_closed():
            try:
                await self._come_back()
            except _ERRORS as error:
                raise StoreFailed(why=type(error).__name__) from error

    # --- accounts and seats --------------------------------------------------------------

    async def player_account(self, owner: int, currency: str, now: int) -> Account:
        row = await self._read_one(PLAYER_ACCOUNT, owner, currency)
        if row is None:
            row = await asyncio.shield(self._opened_account(owner, currency, now))
        return row_mapping.read_account(
            row or await self._read_one(PLAYER_ACCOUNT, owner, currency)
        )

    async def _opened_account(self, owner: int, currency: str, now: int) -> Any:
        """Make the account with the writer's connection, as its record belongs to our chain."""

        async def put() -> Any:
            which = AccountKind.PLAYER.value, owner, None, currency
            row = await self._writer.fetchrow(_ADD_ACCOUNT, *which)
            if row is not None:  # otherwise another process has just made it
                account = row_mapping.read_account(row)
                role = await self._writer.fetchval(ROLE, account.owner)
                await self._put([opening(account, role, now)])
            return row

        async with self._lock:
            await self._check_alive()
            return await self._in_transaction(put)

    async def name_guest(self, guest: int, name: str, password: str, now: int) -> Person | None:
        return await asyncio.shield(self._named_guest(guest, name, password, now))

    async def _named_guest(self, guest: int, name: str, password: str, now: int) -> Person | None:
        async def put() -> Person | None:
            row = await self._writer.fetchrow(NAME_GUEST, name, password, guest, fold_name(name))
            if row is None:
                return None
            person = row_mapping.read_person(row)
            found = await self._writer.fetch(ACCOUNTS, guest)
            await self._put(
                [naming(row_mapping.read_account(each), person.role, now) for each in found]
            )
            return person

        async with self._lock:
            await self._check_alive()
            return await self._in_transaction(put)

    async def own_account(self, kind: AccountKind, currency: str) -> Account:
        which = kind.value, self._node, currency
        row = await self._read_one(OWN_ACCOUNT, *which)
        row = row or await self._run(_ADD_ACCOUNT, kind.value, None, self._node, currency)
        # If it was neither found nor made, another process has just made it.
        return row_mapping.read_account(row or await self._read_one(OWN_ACCOUNT, *which))

    async def table_account(self, table: str, kind: AccountKind, currency: str) -> Account:
        which = (kind.value, currency, table)
        row = await self._read_one(TABLE_ACCOUNT, *which)
        row = row or await self._run(_ADD_TABLE_ACCOUNT, *which)
        return row_mapping.read_account(row or await self._read_one(TABLE_ACCOUNT, *which))

    async def add_seat(self, seat: Seat) -> Seat:
        if self._halted:
            raise StoreHalted
        return await asyncio.shield(self._added_seat(seat))

    async def _added_seat(self, seat: Seat) -> Seat:
        async with self._line() as connection:
            return await self._committed(self._add_seat(connection, seat))

    async def _add_seat(self, connection: Any, seat: Seat) -> Seat:
        async with connection.transaction():
            # Another process that makes the same seat waits here, and then finds it.
            owner = await connection.fetchrow(
                "SELECT owner FROM account WHERE id = $1 FOR NO KEY UPDATE", seat.account
            )
            if owner is None:
                raise NoAccount(account=seat.account)
            where = where_seat(seat)
            row = await connection.fetchrow(*where)
            if row is None:
                add, whose = _ADD_SEATS_ACCOUNT, (owner[0], seat.currency)
                made = {
                    name: await connection.fetchval(add, kind.value, *whose)
                    for name, kind in accounts_of(seat).items()
                }
                await connection.execute(ADD_SEAT, *self._new_seat(replace(seat, **made)))
                row = await connection.fetchrow(*where)
            return row_mapping.read_seat(row, self._sealer)

    # --- reading and closing -------------------------------------------------------------

    async def is_alive(self) -> bool:
        try:
            return not self._halted and await self._read_one("SELECT 1") is not None
        except StoreFailed:
            return False

    async def close(self) -> None:
        await asyncio.gather(*self._running, return_exceptions=True)
        async with self._lock:
            for each in (self._pool, self._writer):
                if each is not None:
                    await each.close()

    async def _run(self, sql: str, *values: Any) -> Any:
        if self._halted:
            raise StoreHalted
        task = asyncio.ensure_future(self._ran(sql, *values))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _ran(self, sql: str, *values: Any) -> Any:
        async with self._line() as connection:
            return await self._committed(connection.fetchrow(sql, *values))

    @contextlib.asynccontextmanager
    async def _line(self) -> AsyncIterator[Any]:
        """A connection; if there is none, nothing was sent, so nothing can have changed."""
        try:
            connection = await self._pool.acquire()
        except _ERRORS as error:
            raise StoreFailed(why=type(error).__name__) from error
        try:
            yield connection
        finally:
            await self._pool.release(connection)

    async def _read(self, sql: str, *values: Any, again: int = _READERS) -> list[Any]:
        """Read with retries, because a restart of the server closes all connections of the pool."""
        try:
            return list(await self._pool.fetch(sql, *values))
        except _ERRORS as error:
            if not again or _is_undone(error) or isinstance(error, TimeoutError):
                raise StoreFailed(why=type(error).__name__) from error
        return await self._read(sql, *values, again=again - 1)

    async def _read_long(self, sql: str, *values: Any) -> list[Any]:
        async with self._long_reads:
            return await self._read(sql, *values)

    async def _read_one(self, sql: str, *values: Any) -> Any:
        return next(iter(await self._read(sql, *values)), None)


def _is_undone(error: BaseException) -> bool:
    """Whether surely nothing was committed: after an ERROR, or if nothing was sent."""
    return isinstance(error, ValueError) or getattr(error, "severity_en", None) == "ERROR"


async def migrate(connection: Any, *, may_migrate: bool = True) -> None:
    """Run the missing migrations; safe if another process does the same."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migration"
            " (number INTEGER PRIMARY KEY, done TIMESTAMPTZ NOT NULL DEFAULT now())"
        )
        done = {row[0] for row in await connection.fetch("SELECT number FROM migration")}
        versions.check_not_later(max(done, default=0), "postgres")
        if not may_migrate:
            versions.check_not_older(max(done, default=0), "postgres")
        for number, sql in versions.migrations("postgres").items():
            if number not in done:
                await connection.execute(sql)
                await connection.execute("INSERT INTO migration (number) VALUES ($1)", number)
