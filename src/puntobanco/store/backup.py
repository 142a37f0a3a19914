"""Backs up a SQLite database while it is in use, and restores it in a new epoch."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import apsw
from msgspec import Struct

from puntobanco.errors import StoreDamaged, StoreUnreachable, Unwritable
from puntobanco.store.damage import DAMAGE, refusal_of
from puntobanco.store.epoch_queries import MARK_BACKUP
from puntobanco.store.renewal import Renewed, renew
from puntobanco.store.sealing import Sealer
from puntobanco.store.sqlite import SqliteStore
from puntobanco.store.versions import check_house

_EPOCHS: Final = (
    "SELECT max(value, coalesce((SELECT max(epoch) FROM seat), 0)) FROM meta WHERE name = 'epoch'"
)
_TAKEN: Final = "it exists already; --force replaces it"


class Copied(Struct, frozen=True):
    records: int
    size: int  # in bytes


def back_up(database: Path, file: Path, replace: bool = False) -> Copied:
    """Copy a database as it is at one moment, even while others write to it."""
    if file.exists() and not replace:
        raise Unwritable(file=file, why=_TAKEN)
    if file.suffix == ".key":
        raise Unwritable(file=file, why="files named .key are sealing keys; choose another name")
    if file.exists() and (file.samefile(database) or any(map(Path.exists, _beside(file)))):
        raise Unwritable(file=file, why="it is a database that may be in use; choose another name")
    part = file.with_name(f"{file.name}.part")
    try:
        _remove(part)
        _copy(database, part, is_backup=True)
        copied = _count(part)
        _move_durably(part, file, replace)
    except (apsw.Error, OSError) as error:
        raise _refusal(error, database, file) from error
    finally:
        _remove(part)
    return copied


async def restore(
    file: Path,
    database: Path,
    sealer: Sealer,
    now: int,
    fresh: Callable[[], bytes],
    epoch: int | None = None,
    replace: bool = False,
) -> Renewed:
    """Restore a backup; its commitments are revealed and never played.

    The next numbers in the backup may already have been played after it was made. So every seat
    continues in an unused epoch.
    """
    if database.exists() and not replace:
        raise Unwritable(file=database, why=_TAKEN)
    part = database.with_name(f"{database.name}.part")
    old = _held(database) if database.exists() else None
    try:
        _remove(part)
        _copy(file, part)
        with _Reading(part) as copied:
            used = max(_last_epoch(copied), _last_epoch(old) if old else 0)
        store = await SqliteStore.open(str(part), sealer)
        try:
            restored = await renew(store, now, fresh, epoch, used)
        finally:
            await store.close()
        _count(part)
        if database.exists() and not replace:
            raise FileExistsError(_TAKEN)
        for log in _beside(database):
            log.unlink(missing_ok=True)  # they belong to the old database, not to the copy
        _move_durably(part, database, replace)
    except (apsw.Error, OSError) as error:
        raise _refusal(error, file, database) from error
    finally:
        _remove(part)
        if old is not None:
            old.close()
    return restored


def _refusal(error: Exception, source: Path, target: Path) -> StoreDamaged | Unwritable:
    if isinstance(error, DAMAGE):
        return StoreDamaged(file=source, why=error)
    return Unwritable(file=target, why=error)


def _copy(source: Path, target: Path, *, is_backup: bool = False) -> None:
    with _Reading(source) as reading:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        written = apsw.Connection(str(target))
        try:
            with written.backup("main", reading, "main") as copying:
                while not copying.done:
                    copying.step(-1)  # in one read, while writers go on writing to the log
            written.pragma("journal_mode", "delete")  # so that the copy is a single file
            if is_backup:
                written.execute(MARK_BACKUP)
        finally:
            written.close()


class _Reading:
    """A read-only connection to a house of this version or an earlier one."""

    def __init__(self, file: Path) -> None:
        try:
            self._connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
            self._connection.set_busy_timeout(10_000)
            check_house(self._connection.pragma("user_version"), "sqlite")
        except apsw.Error as error:
            raise refusal_of(error, file) from error

    def __enter__(self) -> apsw.Connection:
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def _count(file: Path) -> Copied:
    """Check a copy for damage, and count its records."""
    with _Reading(file) as reading:
        found = reading.pragma("integrity_check")
        if found != "ok" or reading.pragma("foreign_key_check") is not None:
            raise StoreDamaged(file=file, why=found)
        counted: list[Any] = reading.execute("SELECT count(*) FROM record").fetchall()
    return Copied(counted[0][0], file.stat().st_size)


def _held(database: Path) -> apsw.Connection:
    """Lock the database that is to be replaced; refuse if anybody has it open."""
    held = apsw.Connection(str(database))
    try:
        held.pragma("locking_mode", "exclusive")
        held.execute("BEGIN EXCLUSIVE; COMMIT")
        held.pragma("journal_mode", "delete")
    except apsw.NotADBError:
        pass  # not a database, so nobody has it open as one
    except apsw.Error as error:
        held.close()
        raise StoreUnreachable(why=f"{database} is in use: stop its server first") from error
    return held


def _last_epoch(connection: apsw.Connection) -> int:
    """The highest epoch in a database; 0 if it contains no house."""
    try:
        found: list[Any] = connection.execute(_EPOCHS).fetchall()
    except (apsw.SQLError, apsw.NotADBError):
        return 0
    return found[0][0] if found else 0


def _move_durably(part: Path, file: Path, replace: bool) -> None:
    descriptor = os.open(part, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if replace:
        part.replace(file)
    else:
        _move_where_nothing_is(part, file)
    directory = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def _move_where_nothing_is(part: Path, file: Path) -> None:
    """Move a file without replacing another, not even one made a moment ago."""
    try:
        file.hardlink_to(part)
    except FileExistsError:
        raise FileExistsError(_TAKEN) from None
    except OSError:  # a disk without hard links, such as a USB stick
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        part.replace(file)
    part.unlink(missing_ok=True)


def _beside(database: Path) -> list[Path]:
    return [Path(f"{database}{end}") for end in ("-wal", "-shm", "-journal")]


def _remove(part: Path) -> None:
    for each in (part, *_beside(part)):
        with contextlib.suppress(OSError):  # the error has already been reported
            each.unlink(missing_ok=True)
