"""Players who read their history don't delay the house, and reads use an index."""

import asyncio
import time
from pathlib import Path
from typing import Any

import apsw
import asyncpg
import pytest

from puntobanco.errors import StoreFailed
from puntobanco.ledger.records import RecordKind
from puntobanco.store import sqlite
from puntobanco.store.interface import Query, Role, Store, WriteResult
from puntobanco.store.open import open_store
from puntobanco.store.people_queries import FORGET, REVOKE
from puntobanco.store.postgres import OWN_ACCOUNT
from puntobanco.store.record_queries import history_sql
from puntobanco.store.sealing import Sealer
from puntobanco.store.seat_queries import HELD, LAST_REFILL, PLAYER_ACCOUNT
from tests.databases import Server, execute
from tests.store.guests import carte, open_floor

pytestmark = pytest.mark.anyio


async def test_the_house_reads_while_players_read_from_sqlite(
    tmp_path: Path, sealer: Sealer
) -> None:
    store: Any = await open_store(str(tmp_path / "house.db"), sealer)
    floor = await open_floor(store)
    seat = await floor.sit("anna")
    reading = store._telling.submit(time.sleep, 1)  # a slow read of a history
    assert await store.accounts(1)
    assert await store.seats(seat.account)
    assert len(await store.missed(seat, 0, 9)) == 1
    assert not reading.done()
    await store.close()


async def test_the_house_reads_while_players_read(postgres_server: Server, sealer: Sealer) -> None:
    address = await asyncio.to_thread(postgres_server.new_database)
    store = await open_store(address, sealer)
    floor = await open_floor(store)
    account = await floor.account("anna", 0)
    raw = await asyncpg.connect(address)
    await raw.execute("BEGIN; LOCK TABLE record")
    reading = [asyncio.create_task(store.history(Query(account, 5))) for _ in range(20)]
    await asyncio.sleep(0.1)
    assert len(await asyncio.wait_for(store.accounts(1), 5)) == 1
    assert not any(task.done() for task in reading)
    await raw.execute("ROLLBACK")
    assert [len(each) for each in await asyncio.gather(*reading)] == [1] * 20
    await raw.close()
    await store.close()


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (Query(1, 5, events=(RecordKind.WITHDRAWN,)), "record_movement (account=?"),
        (
            Query(1, 5, events=(RecordKind.WITHDRAWN, RecordKind.OPENED)),
            "record_movement (account=?",
        ),
        (Query(1, 5, since=7, until=9), "history USING PRIMARY KEY (account=? AND at>? AND at<?"),
        (Query(1, 5, before=7), "history USING PRIMARY KEY (account=? AND at<?"),
        (Query(1, 5, seat=3, session=4), "history USING PRIMARY KEY (account=?"),
        (Query(1, 1, record=7), "record USING INTEGER PRIMARY KEY (rowid=?)"),
        (
            Query(1, 1, record=7, events=(RecordKind.COUP, RecordKind.BET)),
            "record USING INTEGER PRIMARY KEY (rowid=?)",
        ),
    ],
)
async def test_history_is_read_by_index(
    query: Query, index: str, tmp_path: Path, sealer: Sealer
) -> None:
    store: Any = await open_store(str(tmp_path / "house.db"), sealer)
    sql, values = history_sql(query)
    plan = [row[3] for row in await store._read(f"EXPLAIN QUERY PLAN {sql}", *values)]
    await store.close()
    assert any(index in line for line in plan), plan
    # Only the few records that are not entered yet are sorted.
    is_merged = any("MERGE" in line for line in plan)
    assert sum("TEMP B-TREE" in line for line in plan) == is_merged, plan


BY_INDEX = {
    "token_person (person=?": (REVOKE, (1, b"")),
    "token_expires (expires<?": (FORGET, (1,)),
    "account_player (owner=? AND currency=?": (PLAYER_ACCOUNT, (1, "EUR")),
    "record_refill (account=?": (LAST_REFILL, (1,)),
    "sqlite_autoindex_seat_2 (account=?": (HELD, (1,)),
    "account_own (kind=? AND currency=?": (sqlite.OWN_ACCOUNT, ("house", "EUR")),
}


@pytest.mark.parametrize("index", BY_INDEX)
async def test_people_and_accounts_are_read_by_index(
    index: str, tmp_path: Path, sealer: Sealer
) -> None:
    store: Any = await open_store(str(tmp_path / "house.db"), sealer)
    sql, values = BY_INDEX[index]
    plan = [row[3] for row in await store._read(f"EXPLAIN QUERY PLAN {sql}", *values)]
    await store.close()
    assert any(index in line for line in plan), plan
    assert not any(line.startswith("SCAN") for line in plan), plan


SERVERS_INDEX = {
    "token_person": (REVOKE, (1, b"")),
    "token_expires": (FORGET, (1,)),
    "account_player": (PLAYER_ACCOUNT, (1, "EUR")),
    "record_refill": (LAST_REFILL, (1,)),
    "account_pkey": (HELD, (1,)),
    "account_own": (OWN_ACCOUNT, ("house", 0, "EUR")),
}


async def test_people_and_accounts_are_read_by_index_on_postgres(
    postgres_server: Server, sealer: Sealer
) -> None:
    address = await asyncio.to_thread(postgres_server.new_database)
    await (await open_store(address, sealer)).close()
    raw = await asyncpg.connect(address)
    await raw.execute("SET enable_seqscan = off")  # which is faster on an empty table
    for index, (sql, values) in SERVERS_INDEX.items():
        plan = [row[0] for row in await raw.fetch(f"EXPLAIN {sql}", *values)]
        assert any(f" {index} " in line for line in plan), plan
    await raw.close()


async def test_expired_tokens_are_deleted_in_small_batches(tmp_path: Path, sealer: Sealer) -> None:
    """A log-in meanwhile waits for a thousand deletions, not for all."""
    store: Any = await open_store(str(tmp_path / "house.db"), sealer)
    person = await store.add_person("anna", "argon2id…", Role.PLAYER, 0)
    raw: Any = apsw.Connection(str(tmp_path / "house.db"))
    raw.execute(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 4500)"
        " INSERT INTO token SELECT randomblob(32), 1, 0, n, '', '', 0 FROM n"
    )
    forgetting = asyncio.create_task(store.forget_tokens(4_400))
    await asyncio.sleep(0)
    await store.add_token(bytes(32), person.id, 0, 9_999)
    count = "SELECT count(*) FROM token WHERE expires "
    ((left,),) = raw.execute(f"{count} <= 4400").fetchall()
    assert left > 1_000
    await forgetting
    assert raw.execute(f"{count} <= 4400").fetchall() == [(0,)]
    assert raw.execute(f"{count} > 4400").fetchall() == [(101,)]
    raw.close()
    await store.close()


async def test_tokens_are_deleted_when_they_expire(store: Store) -> None:
    person = await store.add_person("anna", "argon2id…", Role.PLAYER, 0)
    assert person is not None
    for n in range(5):
        await store.add_token(bytes([n]) * 32, person.id, 0, 10 + n)
    await store.forget_tokens(12)
    found = [await store.person_of_token(bytes([n]) * 32, 0) for n in range(5)]
    assert [each is not None for each in found] == [False, False, False, True, True]


async def test_waiting_for_another_writer_does_not_block_the_event_loop(
    tmp_path: Path, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "house.db")
    store = await open_store(file, sealer)
    floor = await open_floor(store)
    seat = await floor.sit("anna")
    other = apsw.Connection(file)
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(store.write([floor.step(seat, carte())]))
    longest = 0.0
    for _ in range(20):
        before = time.perf_counter()
        await asyncio.sleep(0.01)
        longest = max(longest, time.perf_counter() - before)
    assert longest < 1
    assert not writing.done()
    other.execute("ROLLBACK")
    assert await writing == [WriteResult.DONE]
    monkeypatch.setattr(sqlite, "_LONGEST_WAIT_S", 0.1)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailed, match="BusyError"):
        await store.add_sheet(bytes(32), "")
    other.execute("ROLLBACK")
    other.close()
    await store.add_sheet(bytes(32), "")
    await store.close()


async def test_accounts_cannot_be_deleted(store: Store, database: str) -> None:
    floor = await open_floor(store)
    await floor.account("anna", 0)
    with pytest.raises((apsw.ConstraintError, asyncpg.PostgresError), match="stay"):
        await delete_accounts(database)


async def delete_accounts(database: str) -> None:
    if database.startswith("postgresql:"):
        await execute(database, "DELETE FROM account")
    else:
        apsw.Connection(database).execute("DELETE FROM account")
