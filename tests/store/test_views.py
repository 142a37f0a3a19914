"""Views that an older version has stored: made anew of their streams when a house is migrated."""

import asyncio
from typing import Any

import asyncpg
import msgspec
import pytest
from msgspec.structs import fields

from puntobanco.errors import StoreDamaged
from puntobanco.store.interface import Store
from puntobanco.store.open import open_store
from puntobanco.store.postgres import _fold_anew
from puntobanco.store.rows import read_cloth, read_state
from puntobanco.store.sealing import Sealer
from puntobanco.store.versions import migrations
from puntobanco.store.views import Refold
from puntobanco.wire.stream import Stage, Standing, TableView
from tests.audit.live_night import play_live
from tests.audit.night import audit, failing, tamper
from tests.audit.person_night import play_real
from tests.audit.test_views import play_void
from tests.databases import Server
from tests.store.test_migration import Base
from tests.store.test_shared_renewal import holds, renewed_in
from tests.table.evening import Evening

pytestmark = pytest.mark.anyio
PLAYS = {"void": play_void, "real": play_real, "live": play_live}
BLANK = TableView("", 0, 0, Standing.OPEN, Stage.RESTING)
OLDEST = {"table", "epoch", "offset", "standing", "stage"}

# Of the last migration. A view with other fields needs another one: then all are folded anew.
KNOWN = """
    table epoch offset standing stage until note sabot sheet commitment players fixed exhibition
    first burned gone coup cards fifth punto banco outcome decisions cut bets roads statistics
    holders called asks boxes croupier croupier_name aside first_of_next void why_void manager
    manager_since manager_by manager_for decided keyed due moved
"""


def test_a_view_with_other_fields_comes_with_a_migration() -> None:
    assert ([each.name for each in fields(TableView)], max(migrations("sqlite"))) == (
        KNOWN.split(),
        7,
    )
    assert migrations("sqlite").keys() == migrations("postgres").keys()


async def states(database: str) -> dict[str, str]:
    async with Base(database) as base:
        return dict(await base.run("SELECT name, state FROM shared_table"))


async def make_older(database: str, changes: dict[str, Any] | None) -> None:
    """As the version before wrote it: without some fields, or blank where it went on from them."""
    for name, text in (await states(database)).items():
        state = msgspec.json.decode(text)
        if changes is None:
            state["view"] = {key: state["view"][key] for key in OLDEST}
        else:
            state["view"] |= changes
        written = msgspec.json.encode(state).decode().replace("'", "''")
        await tamper(
            database,
            f"UPDATE shared_table SET state = '{written}' WHERE name = '{name}'",  # noqa: S608
            "UPDATE seat SET cloth = '{}' WHERE stakes <> '{}'",
        )
    async with Base(database) as base:
        if base.is_postgres:
            await base.run("DELETE FROM migration WHERE number = 7")
        else:
            await base.run("PRAGMA user_version = 6")


BLANKS = {
    name: msgspec.to_builtins(getattr(BLANK, name))
    for name in (
        *("note", "fifth", "asks", "why_void", "manager_since", "manager_by", "manager_for"),
        *("decided", "due"),
    )
}


@pytest.mark.parametrize("changes", [None, BLANKS], ids=["left out", "blank"])
@pytest.mark.parametrize("which", PLAYS)
async def test_what_an_older_version_kept_less_of_is_whole_again(
    which: str, changes: dict[str, Any] | None, store: Store, database: str, sealer: Sealer
) -> None:
    await PLAYS[which](store)
    await store.close()
    before = await states(database)
    seats = await seats_of(database)
    await make_older(database, changes)
    await (await open_store(database, sealer)).close()
    assert {name: read_state(text) for name, text in (await states(database)).items()} == {
        name: read_state(text) for name, text in before.items()
    }
    assert await seats_of(database) == seats
    report = await audit(database)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]


async def seats_of(database: str) -> list[Any]:
    """Since when stakes lie there, and what of them was left."""
    async with Base(database) as base:
        found = await base.run("SELECT id, stakes, cloth FROM seat ORDER BY id")
    return [(seat, lie, read_cloth(cloth, msgspec.json.decode(lie))) for seat, lie, cloth in found]


async def test_a_table_that_was_brought_to_a_new_epoch_is_folded_through_both(
    store: Store, database: str, sealer: Sealer
) -> None:
    await play_void(store)
    await renewed_in(database, store)
    await store.close()
    before = await states(database)
    await make_older(database, None)
    await (await open_store(database, sealer)).close()
    assert await states(database) == before
    await holds(database)


async def test_a_table_nobody_was_told_anything_of_stands_as_it_was_made() -> None:
    state = msgspec.json.encode(Evening().table).decode()
    refold = Refold(state)
    assert refold.state == state
    with pytest.raises(StoreDamaged, match="table live-mini"):
        refold.read(b'{"type":"fixed"}')


async def test_nobody_tells_anything_while_views_are_folded_anew(
    postgres_server: Server, sealer: Sealer
) -> None:
    """It would be written over: another process that serves the house has to wait."""
    address = await asyncio.to_thread(postgres_server.new_database)
    await (await open_store(address, sealer)).close()
    one, other = [await asyncpg.connect(address) for _ in range(2)]
    try:
        async with one.transaction():
            await _fold_anew(one)
            await other.execute("SET lock_timeout = '100ms'")
            with pytest.raises(asyncpg.LockNotAvailableError):
                await other.execute("UPDATE shared_table SET version = version + 1")
    finally:
        await one.close()
        await other.close()
        await asyncio.to_thread(postgres_server.drop, address)
