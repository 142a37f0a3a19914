"""The SQLite store, with a write-ahead log and a sync to disk at every commit."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Self, TypeVar

import apsw
from msgspec.structs import replace

from puntobanco.errors import NoAccount, StoreFailed, StoreHalted, StoreUnreachable
from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.store import columns, row_mapping, versions
from puntobanco.store.batch import Head, Node, first_head, gather, stand_alone
from puntobanco.store.damage import DAMAGE, check_sound, refusal_of
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
from puntobanco.table.shared.betting_window import StakeMove

log = logging.getLogger("puntobanco.store")
T = TypeVar("T")

_PAGES_TO_CHECKPOINT: Final = 3_000  # pages of 4 KB in the log, before a passive checkpoint
_PATIENCE_MS: Final = 100  # for readers of the log, and for reads on the loop's thread
_LONGEST_WAIT_S: Final = 10.0  # for another process that is writing
_LONGEST_PAUSE_S: Final = 0.05  # between attempts to write
_PAGES_TO_RESTART: Final = 20_000  # in the log, before a batch waits for the log to restart

_STATE: Final = "SELECT state FROM shared_table WHERE name = $1"
_LAST: Final = "SELECT id, hash FROM record ORDER BY id DESC LIMIT 1"
_INSERT_RECORD: Final = columns.RECORD.insert()
_INSERT_POSTING: Final = columns.POSTING.insert()
_MOVE: Final = "UPDATE account SET balance = balance + ? WHERE id = ?"
_UPDATE_SEAT: Final = columns.SEAT.update(*columns.SEAT.changing)
_UPDATE_AFTER_COUP: Final = columns.SEAT.update(*row_mapping.AFTER_COUP)
_ENTER_IN_HISTORY: Final = (
    f"INSERT INTO history SELECT {columns.HISTORY.select()} FROM record"
    " WHERE id > coalesce((SELECT value FROM meta WHERE name = 'history'), 0)"
    " ORDER BY account, at, id"
)
_NOTE_HISTORY: Final = (
    "UPDATE meta SET value = (SELECT coalesce(max(id), 0) FROM record) WHERE name = 'history'"
)
_UPDATE_TABLE: Final = columns.SHARED_TABLE.update(*columns.SHARED_TABLE.changing)
_ADD_ACCOUNT: Final = (
    f"{columns.ACCOUNT.insert('kind', 'owner', 'currency')} RETURNING {row_mapping.ACCOUNT}"
)
_ADD_TABLE_ACCOUNT: Final = (
    f"{columns.ACCOUNT.insert('kind', 'currency', 'table')} RETURNING {row_mapping.ACCOUNT}"
)
OWN_ACCOUNT: Final = (
    f"SELECT {row_mapping.ACCOUNT} FROM account"
    ' WHERE kind = ? AND currency = ? AND owner IS NULL AND "table" IS NULL'
)


class _Stale(Exception):
    """A seat or a table has changed since it was read."""


class _NotAccepted(Exception):
    """The shared table doesn't allow this change of stakes now."""


class SqliteStore(EpochQueries, PeopleQueries, SeatQueries, RecordQueries, TableQueries):
    """The statements of a batch run on the loop's thread; what waits for the disk, in others.

    A connection works for one thread at a time, so there are five: one writes, three read, and
    one moves the log into the database.
    """

    def __init__(
        self, file: str, sealer: Sealer, vfs: str | None = None, *, may_migrate: bool = True
    ) -> None:
        self._file, self._vfs, self._sealer = file, vfs, sealer
        self._writer = self._connect()
        self._writer.wal_autocheckpoint(0)
        self._writer.set_wal_hook(self._count_pages)
        self._pages = 0
        check_sound(self._writer, file)
        migrate(self._writer, may_migrate=may_migrate)
        self._writer.set_busy_timeout(0)  # see _begin
        self._reader = self._connect()  # for single rows, on the loop's thread
        self._reader.set_busy_timeout(_PATIENCE_MS)
        self._lister = self._connect()  # for many rows, on its own thread
        self._historian = self._connect()  # for players' histories, on another thread
        self._checkpointer = self._connect()
        self._checkpointer.set_busy_timeout(_PATIENCE_MS)
        self._move_at = 0  # at the first batch, which also enters the history of an earlier process
        self._restart_at = _PAGES_TO_RESTART
        self._lock = asyncio.Lock()  # one transaction at a time
        self._threads = ThreadPoolExecutor(2, "store")
        self._listing = ThreadPoolExecutor(1, "store-list")
        self._telling = ThreadPoolExecutor(1, "store-history")
        self._checkpoint: asyncio.Future[None] | None = None
        self._closing = False
        self.epoch = read_epoch(self._one(EPOCH), file)

    @classmethod
    async def open(cls, file: str, sealer: Sealer, *, may_migrate: bool = True) -> Self:
        try:
            return cls(file, sealer, may_migrate=may_migrate)
        except apsw.Error as error:
            raise refusal_of(error, file) from error

    def _connect(self) -> apsw.Connection:
        connection = apsw.Connection(self._file, vfs=self._vfs)
        connection.set_busy_timeout(10_000)
        _check_ours(connection)  # before anything is written, even the journal mode
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "full")
        connection.pragma("foreign_keys", 1)
        connection.pragma("cache_size", -64_000)
        connection.pragma("journal_size_limit", 4_096 * _PAGES_TO_RESTART)  # after a restart
        return connection

    # --- writing -------------------------------------------------------------------------

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        async with self._lock:
            self._check_alive()
            await self._begin()
            results = self._rolled_back_if_it_fails(lambda: self._put_together(changes))
            if results is None:
                await self._begin()
                results = self._rolled_back_if_it_fails(lambda: list(map(self._put_one, changes)))
            await self._commit()
        if self._pages > self._move_at and self._checkpoint is None and not self._closing:
            self._checkpoint = asyncio.ensure_future(self._checkpoint_in_passing())
        return results

    async def _begin(self) -> None:
        """Wait for another process that is writing, without blocking the loop's thread."""
        until = time.monotonic() + _LONGEST_WAIT_S
        pause = 0.001
        while True:
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                return
            except apsw.Error as error:
                if not isinstance(error, apsw.BusyError) or time.monotonic() > until:
                    raise self._failed(error) from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _put_together(self, changes: Sequence[Change]) -> list[WriteResult] | None:
        """Write all changes together; None if one can't be written, to be tried one by one."""
        if stand_alone(changes):
            try:
                self._put(changes)
                return [WriteResult.DONE] * len(changes)
            except (apsw.ConstraintError, OverflowError, _Stale, _NotAccepted):
                pass
        self._writer.execute("ROLLBACK")
        return None

    def _put_one(self, change: Change) -> WriteResult:
        self._writer.execute("SAVEPOINT one")
        result = WriteResult.DONE
        try:
            self._put([change])
        except _Stale:
            result = WriteResult.STALE
        except _NotAccepted:
            result = WriteResult.NOT_ACCEPTED
        except apsw.ConstraintError as error:
            if "record.key" in str(error):
                result = WriteResult.KEY_KNOWN
            elif "balance" in str(error):
                result = WriteResult.NOT_COVERED
            else:
                raise
        if result is not WriteResult.DONE:
            self._writer.execute("ROLLBACK TO one")
        self._writer.execute("RELEASE one")
        return result

    def _put(self, changes: Sequence[Change]) -> None:
        last = self._writer.execute(_LAST).fetchone()
        head = Head(*last) if last else first_head(Node.SERVER)
        batch = gather(changes, head, self._sealer, with_after_coups=True)
        many = self._writer.executemany
        many(_INSERT_RECORD, batch.records)
        before = self._writer.total_changes()
        many(_UPDATE_AFTER_COUP.sql, batch.after_coups)
        for update, changed in ((_UPDATE_SEAT, batch.seats), (_UPDATE_TABLE, batch.tables)):
            many(update.sql, map(update.values, changed))
        if self._writer.total_changes() - before != batch.steps:
            raise _Stale
        self._check_moves(batch.moves)
        many(_INSERT_POSTING, batch.postings)
        many(_MOVE, batch.movements)

    def _check_moves(self, moves: Sequence[StakeMove]) -> None:
        """Check stakes against the tables in this transaction, while nobody else can write."""
        states = {move.table: "" for move in moves}
        for table in states:
            (states[table],) = self._one_written(_STATE, table)
        if not all(row_mapping.accepts_move(states[move.table], move) for move in moves):
            raise _NotAccepted

    async def _commit(self) -> None:
        try:
            await self._in_thread(self._writer.execute, "COMMIT")
        except BaseException as error:
            # Only the next start can tell whether it is on the disk, so answer nothing any more.
            self._halted = True
            if isinstance(error, apsw.Error):
                raise StoreHalted from error
            raise

    def _rolled_back_if_it_fails(self, put: Callable[[], T]) -> T:
        try:
            return put()
        except BaseException as error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            if isinstance(error, apsw.Error | OverflowError):
                raise self._failed(error) from error
            raise

    def _failed(self, error: apsw.Error | OverflowError) -> StoreFailed | StoreHalted:
        """The refusal for an error; a damaged database halts the store."""
        if isinstance(error, DAMAGE):
            self._halted = True
            return StoreHalted()
        return StoreFailed(why=type(error).__name__)

    async def _change(self, put: Callable[[], T]) -> T:
        """Run a rare change in a transaction of its own.

        Cancelling the caller doesn't cancel the transaction: after an interrupted COMMIT the store
        would have to halt.
        """
        return await asyncio.shield(self._change_alone(put))

    async def _change_alone(self, put: Callable[[], T]) -> T:
        async with self._lock:
            self._check_alive()
            await self._begin()
            result = self._rolled_back_if_it_fails(put)
            await self._commit()
        return result

    def _check_alive(self) -> None:
        if self._halted:
            raise StoreHalted

    # --- the log -------------------------------------------------------------------------

    def _count_pages(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        if pages < self._pages:  # the log has restarted
            self._move_at, self._restart_at = _PAGES_TO_CHECKPOINT, _PAGES_TO_RESTART
        self._pages = pages
        return apsw.SQLITE_OK

    async def _checkpoint_in_passing(self) -> None:
        # Every checkpoint delays the next COMMIT, because the disk is busy: run few of them.
        self._move_at = self._pages + _PAGES_TO_CHECKPOINT
        try:
            await self._try_to_enter_in_history()
            await self._in_thread(self._move_log, apsw.SQLITE_CHECKPOINT_PASSIVE)
            if self._pages > self._restart_at:
                await self._restart_log()
        finally:
            self._checkpoint = None

    async def _try_to_enter_in_history(self) -> None:
        try:
            await self._enter_in_history()
        except StoreFailed as refusal:
            # They are entered the next time. Until then, histories are complete but read slowly.
            log.error("records not entered in history", extra={"why": refusal.message})
        except StoreHalted as refusal:
            # The next write is refused and the process stops; the next process enters them.
            log.error("not committed", extra={"why": refusal.message})

    async def _enter_in_history(self) -> None:
        """Enter the new records in the table `history`, sorted, so that they share its pages.

        Like a change, this goes on if the caller is cancelled: it would leave a transaction open.
        """
        await asyncio.shield(self._enter_alone())

    async def _enter_alone(self) -> None:
        async with self._lock:
            self._check_alive()
            await self._begin()
            # There are thousands of them, so the loop goes on meanwhile.
            await self._in_thread(self._rolled_back_if_it_fails, self._enter_all)
            await self._commit()

    def _enter_all(self) -> None:
        self._writer.execute(_ENTER_IN_HISTORY)
        self._writer.execute(_NOTE_HISTORY)

    async def _restart_log(self) -> None:
        """Restart the log, which passive checkpoints can't keep small under a heavy load.

        Right after a passive checkpoint little is left to move, so the next batch waits only
        briefly.
        """
        async with self._lock:
            done = await self._in_thread(self._move_log, apsw.SQLITE_CHECKPOINT_RESTART)
        # During a long read, such as a backup, the log can't restart and grows.
        self._restart_at = _PAGES_TO_RESTART if done else 2 * self._pages

    def _move_log(self, how: int) -> bool:
        """Run a checkpoint; return whether the whole log was moved."""
        try:
            in_log, moved = self._checkpointer.wal_checkpoint(mode=how)
        except apsw.Error as error:
            self._halted = self._halted or isinstance(error, DAMAGE)
            return False  # a reader blocks it; a failing disk shows at the next COMMIT
        return in_log == moved

    # --- accounts and seats --------------------------------------------------------------

    async def player_account(self, owner: int, currency: str, now: int) -> Account:
        def put() -> Account:
            row = self._one_written(PLAYER_ACCOUNT, owner, currency)
            if row is not None:
                return row_mapping.read_account(row)
            added = self._add_account(AccountKind.PLAYER, owner, currency)
            (role,) = self._one_written(ROLE, owner)
            self._put([opening(added, role, now)])
            return added

        return await self._change(put)

    async def name_guest(self, guest: int, name: str, password: str, now: int) -> Person | None:
        def put() -> Person | None:
            row = self._one_written(NAME_GUEST, name, password, guest, fold_name(name))
            if row is None:
                return None
            person = row_mapping.read_person(row)
            found = self._writer.execute(ACCOUNTS, (guest,)).fetchall()
            self._put([naming(row_mapping.read_account(each), person.role, now) for each in found])
            return person

        return await self._change(put)

    async def own_account(self, kind: AccountKind, currency: str) -> Account:
        def put() -> Account:
            row = self._one_written(OWN_ACCOUNT, kind.value, currency)
            return row_mapping.read_account(row) if row else self._add_account(kind, None, currency)

        return await self._change(put)

    def _add_account(self, kind: AccountKind, owner: int | None, currency: str) -> Account:
        return row_mapping.read_account(
            self._one_written(_ADD_ACCOUNT, kind.value, owner, currency)
        )

    def _owner(self, account: int) -> int | None:
        found = self._writer.execute("SELECT owner FROM account WHERE id = ?", (account,))
        row: tuple[int | None] | None = found.fetchone()
        if row is None:
            raise NoAccount(account=account)
        return row[0]

    async def add_seat(self, seat: Seat) -> Seat:
        def put() -> Seat:
            where = where_seat(seat)
            row = self._one_written(*where)
            if row is None:
                owner = self._owner(seat.account)
                made = {
                    name: self._add_account(kind, owner, seat.currency).id
                    for name, kind in accounts_of(seat).items()
                }
                self._writer.execute(ADD_SEAT, self._new_seat(replace(seat, **made)))
                row = self._one_written(*where)
            return row_mapping.read_seat(row, self._sealer)

        return await self._change(put)

    async def table_account(self, table: str, kind: AccountKind, currency: str) -> Account:
        def put() -> Account:
            which = (kind.value, currency, table)
            row = self._one_written(TABLE_ACCOUNT, *which)
            return row_mapping.read_account(row or self._one_written(_ADD_TABLE_ACCOUNT, *which))

        return await self._change(put)

    # --- reading and closing -------------------------------------------------------------

    async def is_alive(self) -> bool:
        try:
            return not self._halted and await self._read_one("SELECT 1") == (1,)
        except (StoreFailed, StoreHalted):
            return False

    async def close(self) -> None:
        self._closing = True
        if self._checkpoint is not None:
            await self._checkpoint
        async with self._lock:
            for threads in (self._telling, self._listing, self._threads):
                threads.shutdown()
            readers = self._reader, self._lister, self._historian
            for connection in (*readers, self._checkpointer, self._writer):
                connection.close()

    def _one(self, sql: str, *values: Any) -> Any:
        return self._reader.execute(sql, values).fetchone()

    def _one_written(self, sql: str, *values: Any) -> Any:
        """Read one row within the transaction."""
        return self._writer.execute(sql, values).fetchone()

    async def _run(self, sql: str, *values: Any) -> Any:
        return await self._change(lambda: self._one_written(sql, *values))

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        return await self._fetch(self._listing, self._lister, sql, values)

    async def _read_long(self, sql: str, *values: Any) -> list[Any]:
        return await self._fetch(self._telling, self._historian, sql, values)

    async def _fetch(
        self, thread: ThreadPoolExecutor, reader: apsw.Connection, sql: str, values: Sequence[Any]
    ) -> list[Any]:
        def fetch() -> list[Any]:
            return reader.execute(sql, values).fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(thread, fetch)
        except apsw.Error as error:
            raise self._failed(error) from error

    async def _read_one(self, sql: str, *values: Any) -> Any:
        try:
            return self._one(sql, *values)
        except apsw.Error as error:
            raise self._failed(error) from error

    async def _in_thread(self, function: Callable[..., T], *values: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *values)


def migrate(connection: apsw.Connection, *, may_migrate: bool = True) -> None:
    """Run the missing migrations; safe if another process does the same."""
    wanted = versions.migrations("sqlite")
    done = connection.pragma("user_version")
    if done == max(wanted):
        return  # without a lock or a check, because a server may be running
    if not may_migrate:
        versions.check_not_older(done, "sqlite")
    connection.pragma("foreign_keys", 0)  # a migration may rebuild a referenced table
    connection.execute("BEGIN IMMEDIATE")
    done = connection.pragma("user_version")
    for number, sql in wanted.items():
        if number > done:
            connection.execute(f"{sql}; PRAGMA user_version = {number}")
    if connection.pragma("foreign_key_check") is not None:
        raise apsw.ConstraintError("rows that point nowhere")
    connection.execute("COMMIT")
    connection.pragma("foreign_keys", 1)


def _check_ours(connection: apsw.Connection) -> None:
    """Refuse a file that is neither empty nor a house of this version or an earlier one."""
    # In one statement: another process may be migrating.
    row: Any = connection.execute(
        "SELECT user_version, EXISTS (SELECT 1 FROM sqlite_schema) FROM pragma_user_version"
    ).fetchone()
    done, has_tables = row
    if has_tables and not done:
        raise StoreUnreachable(why="it contains tables of another program")
    versions.check_not_later(done, "sqlite")
