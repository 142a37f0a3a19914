"""The lock beside a database file: one house serves it at a time, and never an older copy."""

import contextlib
import fcntl
import os
import re
from collections.abc import Iterator
from pathlib import Path

from puntobanco.errors import BadSetting, NotRenewed, Unwritable
from puntobanco.store.renewal import RenewableStore


class DatabaseLock:
    """The file `DATABASE.lock`: held while somebody serves, and the last record noted in it.

    A database on a server has none: a node holds a lock in the database itself.
    """

    def __init__(self, descriptor: int | None, *, is_new: bool = False) -> None:
        self._descriptor, self.is_new = descriptor, is_new

    async def note(self, store: RenewableStore) -> None:
        """What was served so far. A note half written says nothing, and nobody is kept out."""
        head = await store.head() if self._descriptor is not None else None
        if self._descriptor is not None and head is not None:
            noted = f"{head[0]} {head[1].hex()}\n".encode()
            os.pwrite(self._descriptor, noted, 0)
            os.ftruncate(self._descriptor, len(noted))

    def forget(self) -> None:
        """What lies there now is meant to."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)

    async def check(self, store: RenewableStore) -> None:
        """Refuse seeds that somebody may know: of a renewal stopped midway, or of a copy."""
        tables = [table.view.epoch for _, table in await store.tables()]
        if await store.seats_before(store.epoch) or any(each < store.epoch for each in tables):
            raise NotRenewed(why="it was renewed in part")
        if await store.is_backup():
            raise NotRenewed(why="it is a backup")
        if self._descriptor is None or await store.head() is None:  # a new house: no seed is known
            return
        noted = re.fullmatch(rb"([0-9]+) ([0-9a-f]{64})\n", os.pread(self._descriptor, 256, 0))
        if noted and await store.hash_of(int(noted[1])) != bytes.fromhex(noted[2].decode()):
            raise NotRenewed(why="it is not what was last served here, but an older copy perhaps")


@contextlib.contextmanager
def alone(database: str) -> Iterator[DatabaseLock]:
    """Refuse a second house on one file: each would take the other's players for lost."""
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
            is_ours = False  # or it was taken away just now, by a start that was refused
        if not is_ours:
            raise BadSetting(why=f"another house serves from {database}") from None
        yield DatabaseLock(descriptor, is_new=is_new)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def leaving_nothing(
    database: str, beside: DatabaseLock, ends: tuple[str, ...] = ("", "-wal", "-shm", ".key")
) -> Iterator[None]:
    """For whoever is alone and starts: if that is refused, what it has made is taken away again.

    `ends` are those of the files it may make, beside the lock. A database that is there is kept.
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
