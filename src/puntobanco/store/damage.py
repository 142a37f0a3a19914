"""Checks whether a SQLite file is damaged, and turns SQLite's errors into refusals."""

from pathlib import Path
from typing import Final

import apsw

from puntobanco.errors import StoreDamaged, StoreUnreachable

DAMAGE: Final = (apsw.NotADBError, apsw.CorruptError)
COMPARED: Final = 128 * 2**20  # bytes; in larger files not every index is compared
LOOKED_THROUGH: Final = 256 * 2**20  # bytes; in larger files not every page is checked
_LARGE: Final = ("record", "posting")
_NEWEST: Final = 10_000  # rows checked in each large table
# A new row that the index of keys doesn't find: its request could be repeated and move money again.
_LOST_KEY: Final = f"""
    SELECT id FROM (
        SELECT id, account, key FROM record NOT INDEXED ORDER BY id DESC LIMIT {_NEWEST}
    ) newest WHERE key <> '' AND NOT EXISTS (
        SELECT 1 FROM record found INDEXED BY record_key
        WHERE found.key = newest.key AND found.account = newest.account AND found.key <> ''
        AND found.id = newest.id
    )
"""


def refusal_of(error: apsw.Error, file: str | Path) -> StoreDamaged | StoreUnreachable:
    if isinstance(error, DAMAGE):
        return StoreDamaged(file=file, why=error)
    why = f"{file}: {error}" if Path(file).exists() else f"there is no {file}"
    return StoreUnreachable(why=why)


def check_sound(connection: apsw.Connection, file: str) -> None:
    """Refuse a damaged file at the start; takes about a second for any size.

    In a small file, every page is checked and every index compared with its rows, because the
    index of keys prevents double payments. In a large file, this is done for the small tables; of
    the large ones only the newest rows and their keys are checked. Damage found later halts the
    store.
    """
    size = connection.pragma("page_count") * connection.pragma("page_size")
    if size <= COMPARED:
        _check(connection, file, "PRAGMA integrity_check(1)")
        return
    for (table,) in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
    ).fetchall():
        if table not in _LARGE:
            _check(connection, file, f"PRAGMA integrity_check('{table}')")
    if size <= LOOKED_THROUGH:
        _check(connection, file, "PRAGMA quick_check(1)")
    for sql in (
        f"SELECT * FROM record ORDER BY id DESC LIMIT {_NEWEST}",
        f"SELECT * FROM posting ORDER BY record DESC LIMIT {_NEWEST}",
    ):
        for _ in connection.execute(sql):
            pass
    lost = connection.execute(_LOST_KEY).fetchone()
    if lost is not None:
        raise StoreDamaged(file=file, why=f"row {lost[0]} missing from index record_key")


def wrong_indexes(connection: apsw.Connection) -> list[str]:
    """Differences between indexes and rows; the contents of the rows are not checked here."""
    connection.pragma("ignore_check_constraints", 1)
    try:
        said = [str(why) for (why,) in connection.execute("PRAGMA integrity_check").fetchall()]
    except DAMAGE as error:
        return [str(error)]
    return [] if said == ["ok"] else said


def _check(connection: apsw.Connection, file: str, sql: str) -> None:
    ((said,),) = connection.execute(sql).fetchall()[:1]
    if said != "ok":
        raise StoreDamaged(file=file, why=said)
