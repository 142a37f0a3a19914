"""The lock file of a database file: allows one server at a time, and detects older copies."""

import contextlib
import fcntl
import os
import re
from collections.abc import Iterator
from pathlib import Path

from puntobanco.errors import BadSetting, NotRenewed, Unwritable
from puntobanco.store.renewal import RenewableStore


class DatabaseLock:
    """The file `DATABASE.lock`: locked while a server runs, and containing the last record's hash.

    PostgreSQL needs no such file: a node holds a lock in the database itself.
    """

    def __init__(self, descriptor: int | None, *, is_new: bool = False) -> None:
        self._descriptor, self.is_new = descriptor, is_new

    async def note(self, store: RenewableStore) -> None:
        """Write down the last record; a half-written note is ignored at the next start."""
        head = await store.head() if self._descriptor is not None else None
        if self._descriptor is not None and head is not None:
            noted = f"{head[0]} {head[1].hex()}\n".encode()
            os.pwrite(self._descriptor, noted, 0)
            os.ftruncate(self._descriptor, len(noted))

    def forget(self) -> None:
        """Delete the note, because the database was replaced on purpose."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)

    async def check(self, store: RenewableStore) -> None:
        """Refuse a database whose seeds may be known: an old copy, or one renewed in part."""
        tables = [table.view.epoch for _, table in await store.tables()]
        if await store.seats_before(store.epoch) or any(each < store.epoch for each in tables):
            raise NotRenewed(why="it was renewed only in part")
        if await store.is_backup():
            raise NotRenewed(why="it is a backup")
        if self._descriptor is None or await store.head() is None:  # or a new house
            return
        noted = re.fullmatch(rb"([0-9]+) ([0-9a-f]{64})\n", os.pread(self._descriptor, 256, 0))
        if noted and await store.hash_of(int(noted[1])) != bytes.fromhex(noted[2].decode()):
            raise NotRenewed(why="it may be an older copy of the database last served here")


@contextlib.contextmanager
def alone(database: str) -> Iterator[DatabaseLock]:
    """Refuse a second server on one file; each would think the other's players disconnected."""
    if "://" in database:
        yield DatabaseLock(None)
        return
    lock = Path(f"{database}.lock")
    is_new = not lock.exists()
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unwritable(file=lock, why=error.strerror) from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_ours = os.path.samestat(os.fstat(descriptor), lock.stat())
        except OSError:
            is_ours = False  # locked by another, or just deleted by a start that was refused
        if not is_ours:
            raise BadSetting(why=f"another process uses {database}: stop it first") from None
        yield DatabaseLock(descriptor, is_new=is_new)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def leaving_nothing(
    database: str, beside: DatabaseLock, ends: tuple[str, ...] = ("", "-wal", "-shm", ".key")
) -> Iterator[None]:
    """Delete the files made by a start if it is refused; use it inside `alone`.

    `ends` are the suffixes of these files, beside the lock's. An existing database is kept.
    """
    if "://" in database:
        ends = ()
    elif Path(database).exists():
        ends = tuple(end for end in ends if end == ".key")
    made = [file for file in (Path(f"{database}{end}") for end in ends) if not file.exists()]
    if beside.is_new:
        made.append(Path(f"{database}.lock"))
    try:
        yield
    except BaseException:
        for file in made:
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)
        raise
