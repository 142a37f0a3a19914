"""The numbered migrations, and refusals of databases with another version."""

from importlib import resources
from typing import Literal

from puntobanco.errors import OtherVersion, StoreUnreachable

DatabaseKind = Literal["sqlite", "postgres"]


def migrations(kind: DatabaseKind) -> dict[int, str]:
    """The SQL of each migration, by number, in order."""
    scripts = (resources.files("puntobanco.store") / "migrations" / kind).iterdir()
    found = {int(script.name[:4]): script.read_text(encoding="utf-8") for script in scripts}
    return dict(sorted(found.items()))


def check_not_later(done: int, kind: DatabaseKind) -> None:
    """Refuse a database that a later program has migrated."""
    known = max(migrations(kind))
    if done > known:
        raise OtherVersion(found=done, known=known)


def check_not_older(done: int, kind: DatabaseKind) -> None:
    """Refuse an older database to a command: a server of the older version may still use it.

    An empty database is fine: the command creates the tables.
    """
    known = max(migrations(kind))
    if 0 < done < known:
        raise OtherVersion(found=done, known=known)


def check_house(done: int, kind: DatabaseKind) -> None:
    """Accept any version up to ours for a backup; the copy is migrated when it is opened."""
    if not done:
        raise StoreUnreachable(why="it contains no house")
    check_not_later(done, kind)


def check_version(done: int, kind: DatabaseKind) -> None:
    """Accept only our version, for commands that only read and so can't migrate."""
    check_house(done, kind)
    known = max(migrations(kind))
    if done != known:
        raise OtherVersion(found=done, known=known)
