"""The numbered migrations of this program, and databases of another version."""

from importlib import resources
from typing import Literal

from puntobanco.errors import OtherVersion, StoreUnreachable

DatabaseKind = Literal["sqlite", "postgres"]


def migrations(kind: DatabaseKind) -> dict[int, str]:
    """The SQL of each version, by its number, in order."""
    scripts = (resources.files("puntobanco.store") / "migrations" / kind).iterdir()
    found = {int(script.name[:4]): script.read_text(encoding="utf-8") for script in scripts}
    return dict(sorted(found.items()))


def check_not_later(done: int, kind: DatabaseKind) -> None:
    """A program must not write in a database that a later program has migrated."""
    known = max(migrations(kind))
    if done > known:
        raise OtherVersion(found=done, known=known)


def check_not_older(done: int, kind: DatabaseKind) -> None:
    """For commands beside a server that may still run the earlier version, and needs its tables.

    An empty database is fine: the command creates the tables.
    """
    known = max(migrations(kind))
    if 0 < done < known:
        raise OtherVersion(found=done, known=known)


def check_house(done: int, kind: DatabaseKind) -> None:
    """For backups, of any earlier version too: whoever opens the copy migrates it."""
    if not done:
        raise StoreUnreachable(why="there is no house in it")
    check_not_later(done, kind)


def check_version(done: int, kind: DatabaseKind) -> None:
    """For those who only read, and so don't migrate."""
    check_house(done, kind)
    known = max(migrations(kind))
    if done != known:
        raise OtherVersion(found=done, known=known)
