"""A session ends at its deadline, even if the server has not closed it yet."""

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from puntobanco.errors import NoSession, NotPlayable, StoreFailed
from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Store, WriteResult
from puntobanco.table.recording import Change
from puntobanco.table.seat import SeatPhase
from puntobanco.wire.requests import CashOut, Open, Stay
from tests.audit.live_night import ManualClock, RecordingConnection
from tests.audit.night import SHEETS, audit, carte, failing, key, sit
from tests.seat_kinds import seat_at

pytestmark = pytest.mark.anyio
HOUSE = "punto-e-banco"
SHEET = SHEETS[HOUSE]
MINUTE = 60_000


async def test_bets_after_the_20_minutes_are_refused(store: Store) -> None:
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    live = await sit(floor, "anna")
    await floor.take_over(live, RecordingConnection())
    dealt = carte(punto=200)
    answer = await floor.ask(live, dealt)
    clock.at += 20 * MINUTE - 1
    last = await floor.ask(live, carte(punto=200))
    clock.at += 20 * MINUTE
    for asked in (carte(punto=200), CashOut(key())):
        with pytest.raises(NoSession):
            await floor.ask(live, asked)
    assert await floor.ask(live, dealt) == answer != last  # a known key gets the same answer
    floor.sweep()
    await floor.writer.finish()
    assert live.seat.view.credit == 0
    await floor.stop()


async def test_a_request_in_time_keeps_the_session_though_its_closing_is_queued(
    store: Store,
) -> None:
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    live = await sit(floor, "anna")
    await floor.take_over(live, RecordingConnection())
    clock.at += 20 * MINUTE - 1
    staying = asyncio.create_task(floor.ask(live, Stay()))
    await asyncio.sleep(0)  # queued, but not done yet
    clock.at += 1
    floor.sweep()
    await staying
    await floor.writer.finish()
    assert live.seat.view.phase is SeatPhase.OPEN
    await floor.stop()


async def test_reconnecting_after_the_3_minutes_is_refused(store: Store) -> None:
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    live = await sit(floor, "anna")
    screen = RecordingConnection()
    generation = await floor.take_over(live, screen)
    floor.lost(live, screen, generation)
    await floor.writer.finish()
    clock.at += 3 * MINUTE
    with pytest.raises(NoSession):
        await floor.take_over(live, RecordingConnection())
    await floor.stop()


async def test_a_removed_house_pays_out_its_open_sessions(store: Store, database: str) -> None:
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    live = await sit(floor, "anna")
    await floor.ask(live, carte(punto=200))
    account = await store.account(live.seat.account)
    assert account is not None
    await floor.stop()
    without = {name: sheet for name, sheet in SHEETS.items() if name != HOUSE}
    floor = Floor(store, without, clock)
    await floor.start()
    again = await floor.seat_runner(live.seat.id)
    assert again is not None
    await floor.ask(again, CashOut(key()))
    with pytest.raises(NotPlayable):
        await seat_at(floor, account, HOUSE)
    await floor.stop()
    assert failing(await audit(database)) == {}


class FullOnce:
    """A disk that is full when the first commitment is to be retired."""

    def __init__(self, store: Store) -> None:
        self._write, self.failed = store.write, False

    async def write(self, changes: Sequence[Change]) -> Sequence[WriteResult]:
        retires = any(each.record and each.record.event is RecordKind.RETIRED for each in changes)
        if retires and not self.failed:
            self.failed = True
            raise StoreFailed(why="FullError")
        return await self._write(changes)


async def test_a_commitment_is_retired_only_once(
    store: Store, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the seat was unloaded and loaded again while the disk was full."""
    monkeypatch.setattr("puntobanco.server.seats.floor._AGAIN_S", 0.05)
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    live = await sit(floor, "anna")
    await floor.ask(live, CashOut(key()))
    account = await store.account(live.seat.account)
    assert account is not None
    await floor.stop()
    disk = FullOnce(store)
    monkeypatch.setattr(store, "write", disk.write)
    times = replace(SHEET.times, inactivity_s=SHEET.times.inactivity_s - 60)
    floor = Floor(store, SHEETS | {HOUSE: replace(SHEET, times=times)}, clock)
    forgotten = await floor.seat_runner(live.seat.id)
    await floor.writer.finish()
    assert disk.failed
    clock.at += 250
    floor.sweep()
    awake = await seat_at(floor, account, HOUSE)
    assert awake is not forgotten
    await floor.ask(awake, Open(key(), 1_000))
    committed = awake.seat.next.commitment
    await asyncio.sleep(0.1)
    await floor.writer.finish()
    assert awake.seat.next.commitment == committed
    stored = await store.seat(awake.seat.id)
    assert stored is not None
    assert stored.next.commitment == committed
    await floor.stop()
    assert failing(await audit(database)) == {}
