"""Whose an account is, on record."""

from typing import Any

import apsw
import asyncpg
import msgspec
import pytest

from puntobanco.ledger.records import Event
from puntobanco.store.interface import Query, Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.store.versions import migrations
from puntobanco.wire.messages import AccountOpened
from tests.store.guests import MONDAY, open_floor

pytestmark = pytest.mark.anyio

AN_OLDER_HOUSE = (
    "INSERT INTO person (name, password, role, created) VALUES"
    " (NULL, NULL, 'guest', 1), ('anna', '…', 'player', 1);"
    "INSERT INTO account (kind, owner, currency) VALUES"
    " ('player', 1, 'FUN'), ('player', 2, 'FUN'), ('player', 2, 'EUR')"
)


async def opened(store: Store, account: int) -> list[AccountOpened]:
    found = await store.history(Query(account, 9, events=(Event.ACCOUNT_OPENED,)))
    return [msgspec.json.decode(each.record.body, type=AccountOpened) for each in found]


async def test_an_account_is_on_record_once(store: Store) -> None:
    floor = await open_floor(store)
    account = await floor.account("anna", 0)
    assert (await store.player_account(1, "EUR", MONDAY + 9)).id == account
    assert await opened(store, account) == [AccountOpened(account, 1, "player", "EUR", MONDAY)]


async def make_older(database: str) -> None:
    """A house as the first version of its tables left it."""
    if database.startswith("postgresql:"):
        server: Any = await asyncpg.connect(database)
        await server.execute(migrations("postgres")[1])
        await server.execute("CREATE TABLE migration (number INTEGER, done TIMESTAMPTZ)")
        await server.execute("INSERT INTO migration VALUES (1, now())")
        await server.execute(AN_OLDER_HOUSE)
        await server.close()
    else:
        file = apsw.Connection(database)
        file.execute(f"{migrations('sqlite')[1]}; PRAGMA user_version = 1; {AN_OLDER_HOUSE}")
        file.close()


async def test_accounts_of_an_older_house_are_put_on_record(database: str, sealer: Sealer) -> None:
    await make_older(database)
    for _ in range(2):  # once for all
        store = await open_store(database, sealer)
        found = [await opened(store, account) for account in (1, 2, 3)]
        await store.close()
        assert [[(each.person, each.role, each.currency) for each in told] for told in found] == [
            [(1, "guest", "FUN")],
            [(2, "player", "FUN")],
            [(2, "player", "EUR")],
        ]
