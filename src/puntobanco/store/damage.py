"""Whether a file is sound, and what SQLite says of one it can't use, as a refusal."""

from pathlib import Path
from typing import Final

import apsw

from puntobanco.errors import StoreDamaged, StoreUnreachable

DAMAGE: Final = (apsw.NotADBError, apsw.CorruptError)
LOOKED_THROUGH: Final = 256 * 2**20  # bytes: in a larger file not every page is looked at
_LARGE: Final = ("record", "posting")
_NEWEST: Final = 10_000  # of the large tables' rows


def refusal_of(error: apsw.Error, file: str | Path) -> StoreDamaged | StoreUnreachable:
    if isinstance(error, DAMAGE):
        return StoreDamaged(file=file, why=error)
    why = f"{file}: {error}" if Path(file).exists() else f"there is no {file}"
    return StoreUnreachable(why=why)


def check_sound(connection: apsw.Connection, file: str) -> None:
    """Refuse a damaged file before anybody plays: some tenths of a second for a small one.

    Of a large one all tables but the largest are looked through, and of those the newest rows,
    which are written next to; what is met later halts the store.
    """
    size = connection.pragma("page_count") * connection.pragma("page_size")
    if size <= LOOKED_THROUGH:
        _quick_check(connection, file, "PRAGMA quick_check(1)")
        return
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (table,) in tables:
        if table not in _LARGE:
            _quick_check(connection, file, f"PRAGMA quick_check('{table}')")
    for sql in (
        f"SELECT * FROM record ORDER BY id DESC LIMIT {_NEWEST}",
        f"SELECT * FROM posting ORDER BY record DESC LIMIT {_NEWEST}",
    ):
        for _ in connection.execute(sql):
            pass


def _quick_check(connection: apsw.Connection, file: str, sql: str) -> None:
    ((said,),) = connection.execute(sql).fetchall()[:1]
    if said != "ok":
        raise StoreDamaged(file=file, why=said)
