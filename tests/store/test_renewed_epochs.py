"""A new epoch is higher than any epoch that a table has used."""

import pytest

from puntobanco.errors import OldEpoch
from puntobanco.store.open import open_store
from puntobanco.store.renewal import renew
from puntobanco.store.sealing import Sealer
from puntobanco.store.shared_renewal import renew_shared
from tests.audit.live_night import begin
from tests.store.guests import house_seed

pytestmark = pytest.mark.anyio
LATER = 1_800_000_900_000


async def test_an_epoch_used_by_a_table_is_not_used_again(database: str, sealer: Sealer) -> None:
    """Nobody has a seat there, so only the table has the epoch."""
    store = await open_store(database, sealer)
    await (await begin(store)).floor.stop()
    await renew_shared(store, 9, LATER)
    ((_, table),) = await store.tables()
    assert (store.epoch, table.view.epoch) == (1, 9)
    for used in (8, 9):
        with pytest.raises(OldEpoch):
            await renew(store, LATER, house_seed, epoch=used)
    renewed = await renew(store, 0, house_seed)
    ((_, table),) = await store.tables()
    assert (renewed.epoch, table.view.epoch) == (10, 10)
    await store.close()
