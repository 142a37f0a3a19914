"""The numbered migrations of this program, and databases that are at another number."""

from importlib import resources
from typing import Literal

from puntobanco.errors import OtherVersion, StoreUnreachable

Kind = Literal["sqlite", "postgres"]


def migrations(kind: Kind) -> dict[int, str]:
    """Their SQL, by number, in order."""
    scripts = (resources.files("puntobanco.store") / "migrations" / kind).iterdir()
    found = {int(script.name[:4]): script.read_text(encoding="utf-8") for script in scripts}
    return dict(sorted(found.items()))


def check_not_later(done: int, kind: Kind) -> None:
    """What a later program has made, an older one must not write in."""
    known = max(migrations(kind))
    if done > known:
        raise OtherVersion(found=done, known=known)


def check_not_older(done: int, kind: Kind) -> None:
    """For commands beside a house that may be serving: an older one would no longer know its own.

    Where there is no house yet, one is made.
    """
    known = max(migrations(kind))
    if 0 < done < known:
        raise OtherVersion(found=done, known=known)


def check_house(done: int, kind: Kind) -> None:
    """For those who copy one, as old as it may be: whoever opens the copy migrates it."""
    if not done:
        raise StoreUnreachable(why="there is no house in it")
    check_not_later(done, kind)


def check_version(done: int, kind: Kind) -> None:
    """For those who only read, and so migrate nothing."""
    check_house(done, kind)
    known = max(migrations(kind))
    if done != known:
        raise OtherVersion(found=done, known=known)
