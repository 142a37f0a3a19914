"""PostgreSQL faults: a change is done, refused or halts the store, and is never half done."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from puntobanco.errors import StoreFailed, StoreHalted, StoreUnreachable
from puntobanco.store.books import open_books
from puntobanco.store.interface import Query, WriteResult
from puntobanco.store.postgres import PostgresStore
from puntobanco.store.sealing import Sealer
from puntobanco.table.recording import Change
from tests.databases import NOT_DURABLE, Server, execute, postgres
from tests.store.guests import Floor, open_floor
from tests.store.test_store import check_books

pytestmark = pytest.mark.anyio

OURS = "application_name = 'puntobanco' AND datname = current_database()"


class House:
    """A store with one account, and a second connection to its database."""

    def __init__(self, address: str, sealer: Sealer, store: PostgresStore, raw: Any) -> None:
        self.address, self.sealer, self.store, self.raw = address, sealer, store, raw
        self.floor: Floor
        self.accounts: list[int]

    def deposits(self, *accounts: int) -> list[Change]:
        return [self.floor.deposit(self.accounts[n], 100) for n in accounts]

    async def until(self, condition: str) -> None:
        """Wait until one of the store's connections fulfils a condition."""
        query = f"SELECT count(*) FROM pg_stat_activity WHERE {OURS} AND {condition}"  # noqa: S608
        for _ in range(500):
            if await self.raw.fetchval(query):
                return
            await asyncio.sleep(0.01)
        raise TimeoutError(condition)

    async def hang_up(self, condition: str = "true") -> None:
        await self.raw.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"  # noqa: S608
            f" WHERE {OURS} AND {condition}"
        )

    async def balances(self) -> list[int]:
        found = [await self.store.account(account) for account in self.accounts]
        return [each.balance for each in found if each is not None]

    async def check(self, *balances: int) -> None:
        assert await self.balances() == list(balances)
        await check_books(self.store)

    async def halts(self) -> None:
        """Check that the store accepts nothing more, and open it again."""
        assert not await self.store.is_alive()
        with pytest.raises(StoreHalted):
            await self.store.write(self.deposits(0))
        with pytest.raises(StoreHalted):
            await self.store.revoke_tokens(1)
        await self.store.close()
        self.store = await PostgresStore.open(self.address, self.sealer)

    async def goes_on(self) -> None:
        assert await self.store.is_alive()
        assert await self.store.write(self.deposits(0)) == [WriteResult.DONE]
        await check_books(self.store)


@asynccontextmanager
async def open_house(server: Server, sealer: Sealer) -> AsyncIterator[House]:
    address = await asyncio.to_thread(server.new_database)
    raw = await asyncpg.connect(address)
    house = House(address, sealer, await PostgresStore.open(address, sealer), raw)
    try:
        house.floor = await open_floor(house.store)
        house.accounts = [await house.floor.account(name, 1_000) for name in ("anna", "bruno")]
        yield house
    finally:
        await house.store.close()
        await house.raw.close()


@pytest.fixture
async def house(postgres_server: Server, sealer: Sealer) -> AsyncIterator[House]:
    async with open_house(postgres_server, sealer) as house:
        yield house


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that the test may restart."""
    with postgres(*NOT_DURABLE) as server:
        yield server


async def test_a_connection_lost_while_idle(house: House) -> None:
    await house.hang_up()
    while not (house.store._writer.is_closed() and await house.store.is_alive()):
        await asyncio.sleep(0.001)
    await house.goes_on()
    await house.check(1_100, 1_000)


async def test_reading_while_connections_are_being_lost(house: House) -> None:
    """Whenever a connection is lost, the result is an answer or one of our refusals."""
    for turns in range(40):
        cutting = asyncio.create_task(house.hang_up())
        for _ in range(turns % 20):
            await asyncio.sleep(0)
        with contextlib.suppress(StoreFailed):
            while not cutting.done():
                await house.store.account(house.accounts[0])
        await cutting
        with contextlib.suppress(StoreFailed):
            await house.store.account(house.accounts[0])
    while not await house.store.is_alive():
        await asyncio.sleep(0.001)
    await house.goes_on()


async def test_a_lost_connection_that_is_not_yet_noticed(house: House) -> None:
    """A batch is sent over it, and it is unknown whether it arrived."""
    await house.raw.execute("BEGIN; LOCK TABLE record")
    writing = asyncio.create_task(house.store.write(house.deposits(0)))
    await house.until("wait_event_type = 'Lock'")
    house.store._writer._transport.abort()
    with pytest.raises(StoreHalted):
        await writing
    await house.raw.execute("ROLLBACK")
    await house.halts()
    assert await house.balances() in ([1_000, 1_000], [1_100, 1_000])
    await check_books(house.store)


async def test_a_connection_lost_while_reading(house: House) -> None:
    await house.raw.execute("BEGIN; LOCK TABLE record")
    reading = asyncio.create_task(house.store.history(Query(house.accounts[0], 5)))
    await house.until("wait_event_type = 'Lock'")
    await house.hang_up()
    await house.raw.execute("ROLLBACK")
    assert len(await reading) == 2  # repeated over another connection
    await house.goes_on()


async def test_a_connection_lost_during_an_audit(house: House) -> None:
    books = await open_books(house.address)
    await house.raw.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    for _ in range(3):  # at the loss, and after it
        with pytest.raises(StoreUnreachable):
            await books.snapshot()
    await books.close()


async def test_a_connection_lost_while_a_person_is_added(house: House) -> None:
    await house.raw.execute("BEGIN; LOCK TABLE token")
    adding = asyncio.create_task(house.store.add_token(bytes(32), 1, 0, 1))
    await house.until("wait_event_type = 'Lock'")
    await house.hang_up("wait_event_type = 'Lock'")
    with pytest.raises(StoreHalted):
        await adding
    await house.raw.execute("ROLLBACK")
    await house.halts()
    assert await house.store.person_of_token(bytes(32), 0) is None


async def test_a_store_that_is_closed_finishes_what_a_cancelled_caller_began(house: House) -> None:
    """Even if that has to connect first."""
    await house.store.add_token(bytes(32), house.floor.cashier, 0, 1)
    await house.hang_up()
    await asyncio.sleep(0.1)  # until the pool knows that its connections are gone
    revoking = asyncio.create_task(house.store.revoke_token(bytes(32)))
    await asyncio.sleep(0)
    revoking.cancel()
    await house.store.close()
    assert not await house.raw.fetchval("SELECT count(*) FROM token")


async def test_a_connection_lost_while_writing(house: House) -> None:
    """A batch in one call commits by itself, so the store can't know whether it was done."""
    await house.raw.execute("BEGIN; LOCK TABLE posting")
    writing = asyncio.create_task(house.store.write(house.deposits(0, 1)))
    await house.until("wait_event_type = 'Lock'")
    await house.hang_up()
    with pytest.raises(StoreHalted):
        await writing
    await house.raw.execute("ROLLBACK")
    await house.halts()
    await house.check(1_000, 1_000)


async def test_a_connection_lost_before_the_commit(house: House) -> None:
    """A batch with the same account twice needs several calls; without the last nothing is done."""
    await house.raw.execute("BEGIN; LOCK TABLE posting")
    writing = asyncio.create_task(house.store.write(house.deposits(0, 0)))
    await house.until("wait_event_type = 'Lock'")
    await house.hang_up()
    with pytest.raises(StoreFailed):
        await writing
    await house.raw.execute("ROLLBACK")
    await house.check(1_000, 1_000)
    await house.goes_on()


@pytest.mark.parametrize("accounts", [(0, 1), (0, 0)])
async def test_a_connection_lost_during_the_commit(house: House, accounts: tuple[int, int]) -> None:
    await house.raw.execute(
        "CREATE FUNCTION dawdle() RETURNS TRIGGER LANGUAGE plpgsql AS"
        " 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';"
        "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON record"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()"
    )
    writing = asyncio.create_task(house.store.write(house.deposits(*accounts)))
    await house.until("wait_event = 'PgSleep'")
    await house.hang_up()
    with pytest.raises(StoreHalted):
        await writing
    await house.raw.execute("DROP FUNCTION dawdle CASCADE")
    await house.halts()
    await house.check(1_000, 1_000)


@pytest.mark.parametrize("accounts", [(0, 1), (0, 0)])
async def test_a_commit_that_is_refused(house: House, accounts: tuple[int, int]) -> None:
    await house.raw.execute(
        "CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS"
        " 'BEGIN RAISE EXCEPTION ''no''; END';"
        "CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON record"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()"
    )
    with pytest.raises(StoreFailed):
        await house.store.write(house.deposits(*accounts))
    await house.raw.execute("DROP FUNCTION refuse CASCADE")
    await house.check(1_000, 1_000)
    await house.goes_on()


@pytest.mark.parametrize("accounts", [(0, 1), (0, 0)])
async def test_a_commit_without_an_answer(
    server: Server, sealer: Sealer, accounts: tuple[int, int]
) -> None:
    """The server waits for a missing standby: the batch is stored, but not acknowledged."""
    async with open_house(server, sealer) as house:
        async with waiting_for_a_missing_standby(house):
            writing = asyncio.create_task(house.store.write(house.deposits(*accounts)))
            await house.until("wait_event = 'SyncRep'")
            await house.hang_up()
            with pytest.raises(StoreHalted):
                await writing
        await house.halts()
        assert sum(await house.balances()) == 2_200
        await check_books(house.store)


@asynccontextmanager
async def waiting_for_a_missing_standby(house: House) -> AsyncIterator[None]:
    """Make every commit wait for a standby that doesn't exist."""
    await house.raw.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    await house.raw.execute("SELECT pg_reload_conf()")
    try:
        with contextlib.suppress(TimeoutError):  # the setting is visible before it has an effect
            while True:
                probe = "SELECT pg_logical_emit_message(true, 'probe', '')"
                await house.raw.execute(probe, timeout=0.3)
        yield
    finally:
        await house.raw.execute("ALTER SYSTEM RESET synchronous_standby_names")
        await house.raw.execute("SELECT pg_reload_conf()")


async def test_the_server_is_restarted(server: Server, sealer: Sealer) -> None:
    async with open_house(server, sealer) as house:
        await house.raw.close()
        await asyncio.to_thread(server.stop, signal.SIGINT)
        for refused in (
            house.store.write(house.deposits(0)),
            house.store.write(house.deposits(0, 0)),
            house.store.history(Query(house.accounts[0], 5)),
            house.store.revoke_tokens(1),
        ):
            with pytest.raises(StoreFailed):
                await refused
        assert not await house.store.is_alive()
        await asyncio.to_thread(server.start)
        house.raw = await asyncpg.connect(house.address)
        await house.check(1_000, 1_000)
        await house.goes_on()


async def test_a_batch_in_a_deadlock_is_refused_as_a_whole(house: House) -> None:
    """A batch with the same account twice isn't sorted by account, so a deadlock is possible."""
    anna, bruno = house.accounts
    lock = "SELECT FROM account WHERE id = $1 FOR UPDATE"
    await house.raw.execute("SET deadlock_timeout = '1h'; BEGIN")  # the store shall detect it
    await house.raw.execute(lock, bruno)
    writing = asyncio.create_task(house.store.write(house.deposits(0, 1, 0)))
    await house.until("wait_event_type = 'Lock'")
    await house.raw.execute(lock, anna)
    with pytest.raises(StoreFailed, match="DeadlockDetected"):
        await writing
    await house.raw.execute("ROLLBACK")
    await house.check(1_000, 1_000)
    await house.goes_on()


async def test_no_transaction_is_serializable(house: House) -> None:
    """Whatever the database's default is, so that none fails with a serialization error."""
    name = await house.raw.fetchval("SELECT current_database()")
    await execute(
        house.address, f"ALTER DATABASE {name} SET default_transaction_isolation = serializable"
    )
    await house.store.close()
    house.store = await PostgresStore.open(house.address, house.sealer)
    for connection in (house.store._writer, house.store._pool):
        assert await connection.fetchval("SHOW transaction_isolation") == "read committed"
