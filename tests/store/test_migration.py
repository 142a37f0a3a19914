"""A house of the second migration with a night behind it, brought to the latest."""

from collections.abc import Mapping
from typing import Any

import apsw
import asyncpg
import pytest

from puntobanco.server.floor import Floor
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.store.seeds import pack, seed_mark
from puntobanco.store.versions import migrations
from puntobanco.table.seat import Phase
from tests.audit.night import SHEETS, Ticking, audit, carte, failing, play
from tests.databases import Server

pytestmark = pytest.mark.anyio

# In the order in which one points at the other.
TABLES = ("meta", "person", "token", "account", "sheet", "seat", "record", "posting", "used_seeds")
USED = "a seed that was used long ago, of which only the mark is kept"
REFUSALS = apsw.ConstraintError, asyncpg.IntegrityConstraintViolationError, asyncpg.RaiseError
MIGRATION = (
    "CREATE TABLE migration (number INTEGER PRIMARY KEY, done TIMESTAMPTZ NOT NULL DEFAULT now())"
)
Rows = dict[str, list[dict[str, Any]]]


class Base:
    """A database, spoken to in plain SQL."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_postgres = address.startswith("postgresql:")

    async def __aenter__(self) -> "Base":
        if self.is_postgres:
            self._server = await asyncpg.connect(self.address)
        else:
            self._file = apsw.Connection(self.address)
            self._file.pragma("foreign_keys", 1)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.is_postgres:
            await self._server.close()
        else:
            self._file.close()

    async def run(self, sql: str, *values: Any) -> list[Any]:
        if self.is_postgres:
            if values:
                return [tuple(row) for row in await self._server.fetch(sql, *values)]
            if not sql.lstrip().upper().startswith(("SELECT", "TABLE")):
                await self._server.execute(sql)
                return []
            return [tuple(row) for row in await self._server.fetch(sql)]
        return self._file.execute(sql, values).fetchall()

    async def is_refused(self, sql: str) -> bool:
        try:
            await self.run(sql)
        except REFUSALS:
            return True
        return False

    async def columns(self, table: str) -> list[str]:
        if self.is_postgres:
            found = await self.run(
                "SELECT column_name FROM information_schema.columns"
                " WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position",
                table,
            )
            return [name for (name,) in found]
        return [row[1] for row in self._file.execute(f"PRAGMA table_info({table})")]

    async def rows(self, only: Mapping[str, list[str]] | None = None) -> Rows:
        found: Rows = {}
        for table in TABLES:
            names = only[table] if only else await self.columns(table)
            listed = ", ".join(f'"{name}"' for name in names)
            rows = await self.run(f"SELECT {listed} FROM {table}")  # noqa: S608
            plain = [[bytes(e) if isinstance(e, memoryview) else e for e in row] for row in rows]
            found[table] = [dict(zip(names, row, strict=True)) for row in sorted(plain, key=str)]
        return found

    async def migrate_to(self, number: int) -> None:
        """As a program of that time has left it."""
        kind: Any = "postgres" if self.is_postgres else "sqlite"
        if self.is_postgres:
            await self.run(MIGRATION)
        for each, sql in migrations(kind).items():
            if each > number:
                break
            await self.run(sql)
            if self.is_postgres:
                await self.run(f"INSERT INTO migration VALUES ({each:d})")  # noqa: S608
            else:
                await self.run(f"PRAGMA user_version = {each:d}")

    async def fill(self, rows: Rows) -> None:
        """With rows of another house, as far as this one has their columns."""
        await self.run("DELETE FROM meta")
        for table in TABLES:
            names = await self.columns(table)
            listed = ", ".join(f'"{name}"' for name in names)
            places = ", ".join(f"${n}" for n in range(1, len(names) + 1))
            whole = f"INTO {table} ({listed})"
            over = " OVERRIDING SYSTEM VALUE" if self.is_postgres else ""
            for row in rows[table]:
                values = [row[name] for name in names]
                await self.run(f"INSERT {whole}{over} VALUES ({places})", *values)  # noqa: S608
            if self.is_postgres and table in ("person", "account", "seat"):
                sequence = f"pg_get_serial_sequence('{table}', 'id')"
                await self.run(f"SELECT setval({sequence}, max(id)) FROM {table}")  # noqa: S608

    async def schema(self) -> dict[tuple[str, ...], str]:
        """Every table, index, trigger and constraint, by its name, as the database says it."""
        if not self.is_postgres:
            return {
                (kind, name): " ".join((sql or "").split())
                for kind, name, sql in await self.run("SELECT type, name, sql FROM sqlite_schema")
            } | {
                ("foreign key", table, *map(str, row[2:5])): ""
                for table in TABLES
                for row in self._file.execute(f"PRAGMA foreign_key_list({table})")
            }
        found: dict[tuple[str, ...], str] = {}
        for kind, sql in POSTGRES_SCHEMA.items():
            found |= {(kind, *row[:-1]): row[-1] or "" for row in await self.run(sql)}
        return found


POSTGRES_SCHEMA = {
    "column": (
        "SELECT table_name::text, column_name::text,"
        " concat_ws(' ', data_type, is_nullable, column_default, is_identity)"
        " FROM information_schema.columns WHERE table_schema = 'public'"
    ),
    "index": "SELECT indexname::text, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "constraint": (
        "SELECT conrelid::regclass::text, conname::text, pg_get_constraintdef(oid)"
        " FROM pg_constraint WHERE connamespace = 'public'::regnamespace"
    ),
    "trigger": (
        "SELECT tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid)"
        " FROM pg_trigger WHERE NOT tgisinternal"
    ),
    "function": (
        "SELECT proname::text, pg_get_functiondef(oid) FROM pg_proc"
        " WHERE pronamespace = 'public'::regnamespace"
    ),
}

# What the third migration takes away or makes anew under another name, and nothing else.
GONE = {
    ("constraint", "account", "account_check"),
    ("constraint", "account", "account_check1"),
}


@pytest.fixture
def two(request: pytest.FixtureRequest, database: str) -> tuple[str, str]:
    """Two empty databases of one kind."""
    if not database.startswith("postgresql:"):
        return database, f"{database}.old"
    server: Server = request.getfixturevalue("postgres_server")
    return database, server.new_database()


async def a_night(database: str, sealer: Sealer) -> Rows:
    """Everything that a house without shared tables can hold."""
    store = await open_store(database, sealer)
    names = tuple(f"guest-{n}" for n in range(20))
    floor = await play(store, names, coups=3)
    await floor.stop()
    seats = await store.all_seats()
    assert any(seat.phase is Phase.OPEN for seat in seats)
    await store.close()
    async with Base(database) as base:
        mark = pack({seed_mark(USED)})
        await base.run("INSERT INTO used_seeds VALUES ($1, 0, 0, $2)", seats[0].id, mark)
        await base.run("INSERT INTO token VALUES ($1, 1, 1, 9000000000000)", b"h" * 32)
        return await base.rows()


@pytest.fixture
async def old(two: tuple[str, str], sealer: Sealer) -> str:
    """A house as the second migration left it, with that night in it."""
    made, address = two
    rows = await a_night(made, sealer)
    async with Base(address) as base:
        await base.migrate_to(2)
        await base.fill(rows)
    return address


async def test_every_row_is_where_it_was(old: str, sealer: Sealer) -> None:
    async with Base(old) as base:
        columns = {table: await base.columns(table) for table in TABLES}
        before = await base.rows()
    assert min(len(before[table]) for table in TABLES) > 0
    assert len(before["account"]) > 40
    await (await open_store(old, sealer)).close()
    async with Base(old) as base:
        assert await base.rows(columns) == before
        if not base.is_postgres:
            assert await base.run("PRAGMA foreign_key_check") == []
            assert await base.run("PRAGMA integrity_check") == [("ok",)]
    report = await audit(old)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]


async def test_its_schema_is_a_new_houses(two: tuple[str, str], old: str, sealer: Sealer) -> None:
    """And all that held at the second migration still does, but for what the third takes away."""
    async with Base(old) as base:
        before = await base.schema()
    await (await open_store(old, sealer)).close()
    async with Base(old) as base, Base(two[0]) as new:
        after = await base.schema()
        assert after == await new.schema()
    assert set(before) - set(after) == GONE & set(before)
    kinds = {kind for kind, *_ in after}
    assert {"index", "trigger"} <= kinds
    unchanged = ("record", "posting", "sheet", "token", "used_seeds", "meta")
    for place, text in before.items():
        if any(name in unchanged for name in place):
            assert after[place] == text


BROKEN = {
    "a name twice": "INSERT INTO person (name, password, role, created)"
    " SELECT name, 'x', 'player', 1 FROM person WHERE name IS NOT NULL LIMIT 1",
    "a role there isn't": "INSERT INTO person (name, password, role, created)"
    " VALUES ('zoe', 'x', 'king', 1)",
    "a guest with a name": "INSERT INTO person (name, password, role, created)"
    " VALUES ('zoe', 'x', 'guest', 1)",
    "a name without a password": "INSERT INTO person (name, password, role, created)"
    " VALUES ('zoe', NULL, 'player', 1)",
    "a kind there isn't": "UPDATE account SET kind = 'purse' WHERE kind = 'credit'",
    "more than there is": "UPDATE account SET balance = -1 WHERE kind = 'player'",
    "nobody's account": "UPDATE account SET owner = NULL WHERE kind = 'player'",
    "an account of no person": "UPDATE account SET owner = 987654 WHERE kind = 'player'",
    "a currency of four letters": "UPDATE account SET currency = 'EURO' WHERE kind = 'player'",
    "a player's account with a table": "UPDATE account SET \"table\" = 'x' WHERE kind = 'player'",
    "a second account in one currency": "INSERT INTO account (kind, owner, currency)"
    " SELECT 'player', owner, currency FROM account WHERE kind = 'player' LIMIT 1",
    "an account gone": "DELETE FROM account WHERE kind = 'player'",
    "a record changed": "UPDATE record SET at = at + 1",
    "a record gone": "DELETE FROM record",
    "a posting changed": "UPDATE posting SET amount = amount + 1",
    "a posting gone": "DELETE FROM posting",
    "a posting of no record": "INSERT INTO posting VALUES (987654, 0, 1, 2, 5)",
    "a posting of no account": "INSERT INTO posting"
    " SELECT id, 9, 987654, account, 5 FROM record LIMIT 1",
    "a posting of nothing": "INSERT INTO posting"
    " SELECT record, n + 9, payer, payee, 0 FROM posting LIMIT 1",
    "a posting to oneself": "INSERT INTO posting"
    " SELECT record, n + 9, payer, payer, 5 FROM posting LIMIT 1",
    "a key twice": "INSERT INTO record SELECT id + 900000, account, event, at, body, key, request,"
    " seat, session, \"offset\", hash FROM record WHERE key <> '' LIMIT 1",
    "a token of nobody": "UPDATE token SET person = 987654",
    "a seat of no account": "UPDATE seat SET account = 987654",
    "a seat with no credit": "UPDATE seat SET credit_account = 987654",
    "a seat by no sheet": "UPDATE seat SET sheet = commitment",
    "one credit for two seats": "UPDATE seat SET credit_account ="
    " (SELECT credit_account FROM seat ORDER BY id LIMIT 1)",
    "two seats at one house": "UPDATE seat SET account ="
    " (SELECT account FROM seat ORDER BY id LIMIT 1)",
    "a seat with stakes of no account": "UPDATE seat SET stakes_account = 987654",
    "a phase there isn't": "UPDATE seat SET phase = 'closed'",
    "seeds of no seat": "UPDATE used_seeds SET seat = 987654",
}

SQLITE_BROKEN = {
    "two cash desks": "INSERT INTO account (kind, currency)"
    " SELECT kind, currency FROM account WHERE kind = 'cashier'",
}

POSTGRES_BROKEN = {
    "a node's account of a player": "UPDATE account SET owner = NULL, node = 0"
    " WHERE id = (SELECT min(id) FROM account WHERE kind = 'player')",
    "a credit of a node": "UPDATE account SET node = 0 WHERE kind = 'credit'",
    "two cash desks of a node": "INSERT INTO account (kind, node, currency)"
    " SELECT kind, node, currency FROM account WHERE kind = 'cashier'",
}


async def test_what_could_not_be_written_still_can_not(old: str, sealer: Sealer) -> None:
    await (await open_store(old, sealer)).close()
    async with Base(old) as base:
        before = await base.rows()
        broken = BROKEN | (POSTGRES_BROKEN if base.is_postgres else SQLITE_BROKEN)
        for which, sql in broken.items():
            assert await base.is_refused(sql), which
        assert await base.rows() == before


async def test_its_players_go_on(old: str, sealer: Sealer) -> None:
    """An open session is played on, and a seed that was used is still known."""
    store = await open_store(old, sealer)
    floor = Floor(store, SHEETS, Ticking())
    await floor.start()
    seats = await store.all_seats()
    is_open = next(seat for seat in seats if seat.phase is Phase.OPEN)
    live = await floor.live_seat(is_open.id)
    assert live is not None
    before = live.seat.number
    await floor.ask(live, carte())
    assert live.seat.number == before + 1
    assert seed_mark(USED) in await store.player_seeds(seats[0])
    await floor.stop()
    await store.close()
    report = await audit(old)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]
