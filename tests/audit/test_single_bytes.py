"""A change of any single byte of a record, posting, account, seat or table is found."""

# ruff: noqa: S608
import random
from pathlib import Path
from typing import Any

import apsw
import asyncpg
import pytest

from puntobanco.store.interface import Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from tests.audit.live_night import play_live
from tests.audit.night import audit, failing, play, tamper
from tests.audit.tampering import blob

pytestmark = pytest.mark.anyio

COLUMNS = {
    "record": (
        "id", "account", "event", "at", "body", "key", "request", "seat", "session", '"offset"',
        "hash",
    ),
    "posting": ("record", "n", "payer", "payee", "amount"),
    "account": ("id", "kind", "owner", "currency", "balance"),
    # No record contains chips, times and connection (draft, acted, lost, generation, version).
    "seat": (
        "id", "account", "credit_account", "house", "epoch", "number", "sheet", "sealed",
        "commitment", "session", "phase", '"offset"',
    ),
}  # fmt: skip
NAMES = {"record": ("id",), "posting": ("record", "n"), "account": ("id",), "seat": ("id",)}


async def fetch(database: str, sql: str) -> list[Any]:
    if not database.startswith("postgresql:"):
        connection = apsw.Connection(database)
        found: list[Any] = connection.execute(sql).fetchall()
        connection.close()
        return found
    other = await asyncpg.connect(database)
    rows: list[Any] = await other.fetch(sql)
    await other.close()
    return rows


def changed(value: Any, chance: random.Random) -> Any:
    """The value with one byte changed."""
    match value:
        case None:
            return chance.randrange(2)
        case int():
            return value ^ 1 << chance.randrange(40)
        case str():
            place = chance.randrange(len(value))
            return value[:place] + ("x" if value[place] != "x" else "y") + value[place + 1 :]
    data = bytearray(value)
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def literal(database: str, value: Any) -> str:
    match value:
        case None:
            return "NULL"
        case int():
            return str(value)
        case str():
            return "'" + value.replace("'", "''") + "'"
    return blob(database, value)


async def test_a_changed_byte_is_found(store: Store, database: str) -> None:
    await play(store, coups=6)
    assert failing(await audit(database)) == {}
    chance = random.Random(4)
    rows = {
        table: await fetch(database, f"SELECT {', '.join(columns)} FROM {table}")
        for table, columns in COLUMNS.items()
    }
    tried = 0
    for n in range(80 if database.startswith("postgresql:") else 400):
        table = list(COLUMNS)[n % 4]
        columns = COLUMNS[table]
        row = dict(zip(columns, chance.choice(rows[table]), strict=True))
        column = chance.choice(columns)
        before = row[column]
        if before in ("", b""):
            continue
        after = changed(before, chance)

        def update(
            now: dict[str, Any], value: Any, table: str = table, column: str = column
        ) -> str:
            where = " AND ".join(
                f"{name} = {literal(database, now[name])}" for name in NAMES[table]
            )
            return f"UPDATE {table} SET {column} = {literal(database, value)} WHERE {where}"

        try:
            await tamper(database, update(row, after))
        except (
            apsw.ConstraintError,
            asyncpg.IntegrityConstraintViolationError,
            asyncpg.GeneratedAlwaysError,
        ):
            continue  # even the database refuses it
        tried += 1
        assert failing(await audit(database)), f"{table}.{column}: {before!r} is now {after!r}"
        await tamper(database, update(row | {column: after}, before))
    assert tried > (40 if database.startswith("postgresql:") else 250)
    assert failing(await audit(database)) == {}


async def test_a_changed_byte_of_a_shared_table_is_found(tmp_path: Path, sealer: Sealer) -> None:
    """All columns except the spec, which is in no record."""
    file = str(tmp_path / "house.db")
    store = await open_store(file, sealer)
    await play_live(store)
    await store.close()
    assert failing(await audit(file)) == {}
    chance = random.Random(5)
    columns = ("account", "name", "version", "state", "sealed")
    ((*values,),) = await fetch(file, f"SELECT {', '.join(columns)} FROM shared_table")
    for n in range(120):
        column, before = chance.choice(list(zip(columns, values, strict=True)))
        column, before = ("state", values[3]) if n % 2 else (column, before)
        after = changed(before, chance)
        await tamper(file, f"UPDATE shared_table SET {column} = {literal(file, after)}")
        assert failing(await audit(file)), f"{column}: {before!r} is now {after!r}"
        await tamper(file, f"UPDATE shared_table SET {column} = {literal(file, before)}")
    assert failing(await audit(file)) == {}
