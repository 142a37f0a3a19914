"""Checks whether a SQLite file is damaged, and turns SQLite's errors into refusals."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import apsw

from puntobanco.errors import StoreDamaged, StoreUnreachable
from puntobanco.store import columns

DAMAGE: Final = (apsw.NotADBError, apsw.CorruptError)
COMPARED: Final = 128 * 2**20  # bytes; in larger files not every index is compared
LOOKED_THROUGH: Final = 256 * 2**20  # bytes; in larger files not every page is checked
_LARGE: Final = ("record", "history", "posting")
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
# The last record that is entered in the table `history`.
_ENTERED: Final = "(SELECT value FROM meta WHERE name = 'history')"
_LAST_RECORDS: Final = f"SELECT {_ENTERED}, coalesce((SELECT max(id) FROM record), 0)"
# A record that a history would leave out or show twice, or under another seat or session.
_WRONG_AMONG: Final = f"""
    SELECT record.id FROM {{records}} LEFT JOIN history USING (account, at, id)
    WHERE (history.id IS NOT NULL) <> (record.id <= {_ENTERED})
    OR history.id IS NOT NULL AND history.seat IS NOT record.seat
    OR history.session <> record.session
"""
WRONG_IN_HISTORY: Final = f"""
    {_WRONG_AMONG.format(records="record")}
    UNION ALL
    SELECT history.id FROM history LEFT JOIN record USING (account, at, id)
    WHERE record.id IS NULL
"""
NEWEST_WRONG_IN_HISTORY: Final = _WRONG_AMONG.format(
    records=f"""(
        SELECT {columns.HISTORY.select()} FROM record NOT INDEXED ORDER BY id DESC LIMIT {_NEWEST}
    ) record"""
)


def refusal_of(error: apsw.Error, file: str | Path) -> StoreDamaged | StoreUnreachable:
    if isinstance(error, DAMAGE):
        return StoreDamaged(file=file, why=error)
    why = f"{file}: {error}" if Path(file).exists() else f"there is no {file}"
    return StoreUnreachable(why=why)


def check_sound(connection: apsw.Connection, file: str) -> None:
    """Refuse a damaged file at the start; takes about a second for any size.

    In a small file, every page is checked and every index compared with its rows, because the
    index of keys prevents double payments. So is the table `history`, because the seeds that a
    player has used are found by it. In a large file, this is done for the small tables; of the
    large ones only the newest rows, their keys and their histories are checked. Damage found later
    halts the store.
    """
    size = connection.pragma("page_count") * connection.pragma("page_size")
    if size <= COMPARED:
        _check(connection, file, "PRAGMA integrity_check(1)")
        _check_history(connection, file, WRONG_IN_HISTORY)
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
    _check_history(connection, file, NEWEST_WRONG_IN_HISTORY)


def wrong_indexes(connection: apsw.Connection) -> list[str]:
    """Differences between indexes and rows; the contents of the rows are not checked here."""
    connection.pragma("ignore_check_constraints", 1)
    try:
        report = [str(why) for (why,) in connection.execute("PRAGMA integrity_check").fetchall()]
        if report != ["ok"]:
            return report
        return list(_wrong_in_history(connection, WRONG_IN_HISTORY))
    except DAMAGE as error:
        return [str(error)]


def _wrong_in_history(connection: apsw.Connection, sql: str) -> Iterator[str]:
    ((entered, newest),) = connection.execute(_LAST_RECORDS).fetchall()
    if entered is None:
        yield "nothing says which records are in history"
        return
    if int(str(entered)) > int(str(newest)):
        yield f"there is no record {entered}, up to which history is said to be complete"
    for (record,) in connection.execute(sql):
        yield f"record {record} is wrong in history"


def _check_history(connection: apsw.Connection, file: str, sql: str) -> None:
    if connection.pragma("user_version") == 0:
        return  # a new file: its tables are not made yet
    why = next(_wrong_in_history(connection, sql), None)
    if why is not None:
        raise StoreDamaged(file=file, why=why)


def _check(connection: apsw.Connection, file: str, sql: str) -> None:
    ((report,),) = connection.execute(sql).fetchall()[:1]
    if report != "ok":
        raise StoreDamaged(file=file, why=report)
