"""Both schemas have the declared columns and refuse impossible rows."""

import re

import pytest

from puntobanco.store import columns, row_mapping, versions
from puntobanco.store.columns import Columns
from puntobanco.store.interface import Store
from puntobanco.store.sealing import Sealer
from puntobanco.store.seeds import pack, seed_mark
from puntobanco.wire.messages import OPERATORS_KEY
from tests.audit.night import play
from tests.seat_kinds import private
from tests.store.guests import carte, open_floor
from tests.store.plain_sql import PlainSql

pytestmark = pytest.mark.anyio


async def test_declared_columns_are_those_of_the_schema(store: Store, database: str) -> None:
    async with PlainSql(database) as sql:
        own = [each for each in columns.ALL if not (sql.is_postgres and each.is_sqlite_only)]
        assert await sql.tables() == {each.table for each in own}
        for each in own:
            missing = () if sql.is_postgres else each.postgres_only
            declared = tuple(name for name in each.names if name not in missing)
            assert await sql.columns(each.table) == declared


@pytest.mark.parametrize("declared", [columns.SEAT, columns.SHARED_TABLE], ids=lambda c: c.table)
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_postgres_batch_updates_every_column_that_can_change(
    declared: Columns, store: Store, database: str
) -> None:
    """`put` has the only list of columns outside the declaration."""
    async with PlainSql(database) as sql:
        ((source,),) = await sql.run("SELECT prosrc FROM pg_proc WHERE proname = 'put'")
    ((updated,),) = (re.findall(rf"(?s)UPDATE {declared.table}\s+SET (.*?)\s+FROM", source),)
    pairs = [pair.replace('"', "").split(" = ") for pair in re.split(r",\s+", updated)]
    assert pairs == [[name, f"step.{name}"] for name in declared.changing]


async def test_the_row_after_a_coup_is_a_part_of_the_complete_row(
    store: Store, sealer: Sealer
) -> None:
    """Its values are in the order of `AFTER_COUP`, and the coup has changed no other column."""
    floor = await open_floor(store)
    before = await floor.sit("anna")
    after = private(floor.step(before, carte()).seat)
    rows = [row_mapping.seat_row(each, sealer) for each in (before, after)]
    was, now = (dict(zip(columns.SEAT.names, row, strict=True)) for row in rows)
    part = dict(
        zip(("id", *row_mapping.AFTER_COUP), row_mapping.after_coup_row(after, sealer), strict=True)
    )
    for row in (part, now):  # a seed is sealed differently each time
        row["sealed"] = sealer.open(after, row["sealed"])
    assert part == {name: now[name] for name in part}
    assert {name for name in now if now[name] != was[name]} <= part.keys()


def test_an_index_keeps_operators_keys_apart_by_their_prefix() -> None:
    index = "UNIQUE INDEX record_operators_key ON record (key) WHERE"
    begins = f"substr(key, 1, {len(OPERATORS_KEY)}) = '{OPERATORS_KEY}'"
    assert f"{index} {begins};" in versions.migrations("sqlite")[1]
    assert f"{index} key LIKE '{OPERATORS_KEY}%';" in versions.migrations("postgres")[1]


def test_an_undeclared_column_is_not_read() -> None:
    with pytest.raises(ValueError, match="seat has no column colour"):
        columns.SEAT.select("id", "colour")


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


async def test_impossible_rows_are_refused(store: Store, database: str) -> None:
    floor = await play(store, ("anna", "bruno", "carla"), coups=1)
    await floor.stop()
    seat = (await store.all_seats())[0].id
    await store.add_token(b"h" * 32, 1, 1, 9_000_000_000_000)
    async with PlainSql(database) as sql:
        marks = pack({seed_mark("a seed that was used")}).hex()
        literal = f"'\\x{marks}'" if sql.is_postgres else f"x'{marks}'"
        await sql.run(f"INSERT INTO used_seeds VALUES ({seat}, 0, 0, {literal})")  # noqa: S608
        before = await sql.rows()
        assert all(before[table] for table in before if table != "shared_table")
        broken = BROKEN | (POSTGRES_BROKEN if sql.is_postgres else SQLITE_BROKEN)
        for which, statement in broken.items():
            assert await sql.is_refused(statement), which
        assert await sql.rows() == before
