"""A house killed in the middle of a coup: every bet is still paid."""

import asyncio

import msgspec
import pytest

from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Query, Stored
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.seat import SeatPhase
from puntobanco.wire.messages import Closed, Paid, Reason
from puntobanco.wire.stream import Stage
from tests.audit.live_night import LiveNight, begin
from tests.audit.night import SHEETS, audit, failing
from tests.seat_kinds import shared
from tests.store_contents import all_accounts

pytestmark = pytest.mark.anyio


def is_of(stored: Stored, event: RecordKind) -> bool:
    return stored.record.event is event


@pytest.mark.parametrize("cards", [0, 1, 4])
async def test_killed_while_cards_are_out_and_nobody_comes_back(
    cards: int, database: str, sealer: Sealer
) -> None:
    """The cards are the same, the bet is paid once, and the session closes after 3 minutes."""
    store = await open_store(database, sealer)
    night = await begin(store, "anna")
    await night.mix("anna")
    await night.stage(Stage.BETTING)
    await night.bet("anna", punto=1_000, banco_pair=200)
    await night.until(
        lambda: night.table.view.stage is Stage.DEALING and len(night.table.view.cards) >= 2 * cards
    )
    before, anna = night.table.view, night.seats["anna"].seat
    # Killed: no connection is closed, and nothing more is sent or written.
    night.table.stop()
    kept = await store.seat(anna.id)
    await store.close()
    assert kept is not None
    assert (kept.lost, shared(kept).view.stakes) == (
        None,
        shared(anna).view.stakes,
    )  # as if Anna were still connected

    store = await open_store(database, sealer)
    floor = Floor(store, SHEETS, night.clock)
    await floor.start()
    again = LiveNight(floor, night.clock, floor.tables.runners["live-mini"])
    assert again.table.view.fixed == before.fixed
    await again.stage(Stage.PAID)
    assert again.table.view.cards.startswith(before.cards)
    assert not again.table.here.players
    records = await store.history(Query(anna.account, 100))
    (paid,) = [
        msgspec.json.decode(each.record.body, type=Paid)
        for each in records
        if is_of(each, RecordKind.PAID)
    ]
    assert (paid.number, paid.staked, paid.cards) == (before.coup, 1_200, again.table.view.cards)
    assert paid.credit == anna.view.credit + paid.returned

    night.clock.at += 181_000
    floor.sweep()
    seat = await store.seat(anna.id)
    async with asyncio.timeout(10):
        while seat is None or seat.view.phase is not SeatPhase.FREE:
            await asyncio.sleep(0.005)
            seat = await store.seat(anna.id)
    (closed,) = [
        msgspec.json.decode(each.record.body, type=Closed)
        for each in await store.history(Query(anna.account, 100))
        if is_of(each, RecordKind.CLOSED)
    ]
    assert (closed.reason, closed.credited) == (Reason.DISCONNECTED, paid.credit)
    assert sum(each.balance for each in await all_accounts(store)) == 0
    await floor.stop()
    await store.close()
    report = await audit(database)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]
