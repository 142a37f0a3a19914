"""Whether a file is sound, and what SQLite says of one it can't use, as a refusal."""

from pathlib import Path
from typing import Final

import apsw

from puntobanco.errors import StoreDamaged, StoreUnreachable

DAMAGE: Final = (apsw.NotADBError, apsw.CorruptError)
COMPARED: Final = 128 * 2**20  # bytes: in a larger file not every index is compared with its rows
LOOKED_THROUGH: Final = 256 * 2**20  # and in a still larger one not every page is looked at
_LARGE: Final = ("record", "posting")
_NEWEST: Final = 10_000  # of the large tables' rows
# A row its own key doesn't lead to, among the newest: the same key would move money again.
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
    """Refuse a damaged file before anybody plays: within a second or so, however large it is.

    Of a small one every page is looked at, and every index compared with its rows: money moves
    once because an index says that a key is known. Of a large one all tables but the largest are
    looked through, and of those the newest rows, which are written next to, and their keys; what
    is met later halts the store.
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
    """Where an index and its rows differ; what stands in the rows is for others to judge."""
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
