"""Changes of the books that the database itself refuses."""

import apsw
import asyncpg
import pytest

from puntobanco.store.interface import Store
from tests.databases import execute
from tests.store.guests import carte, open_floor
from tests.store_contents import all_accounts, all_records

pytestmark = pytest.mark.anyio


async def raw(database: str, sql: str) -> None:
    if database.startswith("postgresql:"):
        await execute(database, sql)
        return
    connection = apsw.Connection(database)
    connection.pragma("foreign_keys", 1)
    connection.execute(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE record SET at = 0",
        "DELETE FROM record",
        "UPDATE posting SET amount = 1",
        "DELETE FROM posting",
        "UPDATE account SET balance = -1 WHERE kind = 'player'",
        "UPDATE account SET balance = -1 WHERE kind = 'credit'",
        "INSERT INTO posting VALUES (1, 9, 1, 999, 5)",
        "INSERT INTO posting VALUES (1, 9, 1, 2, 0)",
    ],
)
async def test_the_database_refuses_to_change_the_books(
    store: Store, database: str, sql: str
) -> None:
    floor = await open_floor(store)
    await floor.do(await floor.sit("anna"), carte())
    before = await all_records(store), await all_accounts(store)
    with pytest.raises((apsw.Error, asyncpg.PostgresError)):
        await raw(database, sql)
    assert (await all_records(store), await all_accounts(store)) == before
