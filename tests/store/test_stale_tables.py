"""Of two changes of a table from the same state, the second is refused."""

import pytest
from msgspec.structs import replace

from puntobanco.ledger.accounts import AccountKind
from puntobanco.store.interface import Store, WriteResult
from puntobanco.table.recording import Change
from puntobanco.table.shared.shared_table import ShuffleSabot, Stand, TableStep
from puntobanco.table.shared.table_steps import step
from puntobanco.wire.stream import Standing
from tests.store.guests import carte, open_floor
from tests.store_contents import all_records
from tests.table.evening import NOW, Evening

pytestmark = pytest.mark.anyio


async def test_a_change_of_an_outdated_table_is_refused(store: Store) -> None:
    evening = Evening()
    account = await store.table_account("live-mini", AccountKind.TABLE, "FUN")
    table = await store.add_table(evening.spec, replace(evening.table, account=account.id))

    def change(asked: TableStep) -> Change:
        made = step(table, asked, evening.setup, NOW, bytes(range(32)))
        return Change(None, made.record, made)

    floor = await open_floor(store)
    seat = await floor.sit("anna")
    first, second = change(TableStep(ShuffleSabot())), change(TableStep(Stand(Standing.PAUSED)))
    assert await store.write([first]) == [WriteResult.DONE]
    records = await all_records(store)
    assert await store.write([second]) == [WriteResult.STALE]
    assert await all_records(store) == records
    # Also in a batch, whose other changes are written.
    beside = floor.step(seat, carte())
    assert await store.write([beside, second]) == [WriteResult.DONE, WriteResult.STALE]
    assert len(await all_records(store)) == len(records) + 1
    assert first.table is not None
    assert [kept for _, kept in await store.tables()] == [first.table.table]
