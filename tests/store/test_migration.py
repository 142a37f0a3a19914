"""Migration of a database from the first version to a made-up second one."""

from pathlib import Path
from typing import Any

import pytest

from puntobanco.errors import OtherVersion, StoreUnreachable
from puntobanco.store import versions
from puntobanco.store.backup import back_up, restore
from puntobanco.store.books import open_books
from puntobanco.store.interface import Query
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from tests.audit.night import play
from tests.store.guests import MONDAY, house_seed
from tests.store.plain_sql import PlainSql

pytestmark = pytest.mark.anyio

# Adds a table, and changes a referenced table, which SQLite has to rebuild.
SECOND = {
    "sqlite": """
        CREATE TABLE note (text TEXT NOT NULL) STRICT;
        INSERT INTO note SELECT 'persons: ' || count(*) FROM person;
        CREATE TABLE sheet_rebuilt (
            hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
            text TEXT NOT NULL CHECK (text <> '')
        ) STRICT, WITHOUT ROWID;
        INSERT INTO sheet_rebuilt SELECT hash, text FROM sheet;
        DROP TABLE sheet;
        ALTER TABLE sheet_rebuilt RENAME TO sheet;
    """,
    "postgres": """
        CREATE TABLE note (text TEXT NOT NULL);
        INSERT INTO note SELECT 'persons: ' || count(*) FROM person;
        ALTER TABLE sheet ADD CHECK (text <> '');
    """,
}
FAILS_MIDWAY = {
    "sqlite": "CREATE TABLE note (text TEXT NOT NULL) STRICT; INSERT INTO note VALUES (NULL);",
    "postgres": "CREATE TABLE note (text TEXT NOT NULL); INSERT INTO note VALUES (NULL);",
}
POINTS_NOWHERE = dict.fromkeys(("sqlite", "postgres"), "DELETE FROM sheet;")


def make_second_version(monkeypatch: pytest.MonkeyPatch, scripts: dict[str, str]) -> None:
    released = versions.migrations

    def with_second(kind: Any) -> dict[int, str]:
        return released(kind) | {2: scripts[kind]}

    monkeypatch.setattr(versions, "migrations", with_second)


@pytest.fixture
async def first(database: str, sealer: Sealer) -> str:
    """A database of the first version in which somebody has played."""
    store = await open_store(database, sealer)
    await (await play(store, coups=2)).stop()
    await store.close()
    return database


async def test_both_databases_have_the_same_migrations() -> None:
    assert versions.migrations("sqlite").keys() == versions.migrations("postgres").keys() == {1}


async def test_a_migration_runs_once_and_keeps_every_row(
    first: str, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with PlainSql(first) as sql:
        before = await sql.rows()
        assert await sql.version() == 1
    make_second_version(monkeypatch, SECOND)
    for _ in range(2):
        store = await open_store(first, sealer)
        seats = await store.all_seats()
        await store.close()
    assert len(seats) == len(before["seat"])
    async with PlainSql(first) as sql:
        note = [(f"persons: {len(before['person'])}",)]
        assert await sql.rows() == before | {"note": note}
        assert await sql.version() == 2
        assert await sql.is_refused("UPDATE sheet SET text = ''")
        assert await sql.is_refused("UPDATE seat SET sheet = commitment")  # by the foreign key


async def test_a_history_is_read_after_a_column_was_added_to_the_records(
    first: str, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(first, sealer)
    account = (await store.all_seats())[0].account
    before = await store.history(Query(account, 100))
    await store.close()
    added = "ALTER TABLE record ADD COLUMN remark TEXT;"
    make_second_version(monkeypatch, dict.fromkeys(("sqlite", "postgres"), added))
    store = await open_store(first, sealer)
    assert await store.history(Query(account, 100)) == before
    assert len(before) > 2
    await store.close()


async def test_a_new_house_runs_both_migrations(
    database: str, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_second_version(monkeypatch, SECOND)
    await (await open_store(database, sealer)).close()
    async with PlainSql(database) as sql:
        assert await sql.run("SELECT text FROM note") == [("persons: 0",)]
        assert await sql.version() == 2


@pytest.mark.parametrize("scripts", [FAILS_MIDWAY, POINTS_NOWHERE], ids=["midway", "at the end"])
async def test_a_migration_that_fails_changes_nothing(
    scripts: dict[str, str], first: str, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with PlainSql(first) as sql:
        before = await sql.rows()
    with monkeypatch.context() as later:
        make_second_version(later, scripts)
        with pytest.raises(StoreUnreachable, match=r"(?i)constraint|nowhere"):
            await open_store(first, sealer)
    async with PlainSql(first) as sql:
        assert (await sql.rows(), await sql.version()) == (before, 1)
    await (await open_store(first, sealer)).close()


async def test_commands_that_may_not_migrate_are_refused(
    first: str, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command while a server still runs the first version, and an audit, which only reads."""
    make_second_version(monkeypatch, SECOND)
    for opening in (open_store(first, sealer, may_migrate=False), open_books(first)):
        with pytest.raises(OtherVersion):
            await opening
    async with PlainSql(first) as sql:
        assert await sql.version() == 1


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_backup_of_the_first_version_is_restored_by_the_second(
    first: str, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, again = Path(f"{first}.copy"), Path(f"{first}.again")
    make_second_version(monkeypatch, SECOND)
    saved = back_up(Path(first), copy)
    restored = await restore(copy, again, sealer, MONDAY, house_seed)
    async with PlainSql(first) as old, PlainSql(str(again)) as new:
        assert (await old.version(), await new.version()) == (1, 2)
        ((records,),) = await new.run("SELECT count(*) FROM record")
    assert records == saved.records + restored.retired
