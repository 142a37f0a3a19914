"""Plays on a disk whose power is cut: everything acknowledged must still be there."""

import asyncio
import contextlib
import logging
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import apsw

from puntobanco.errors import StoreRefused
from puntobanco.houses import house
from puntobanco.store import sqlite
from puntobanco.store.interface import WriteResult
from puntobanco.store.sealing import Sealer
from puntobanco.store.sqlite import SqliteStore
from puntobanco.table.recording import Change
from puntobanco.table.seat import Seat, SeatPhase
from puntobanco.wire.requests import CashOut, Open, TopUp
from tests.faults.disk import Disk
from tests.faults.history import FAST_FILES
from tests.faults.violation import expect
from tests.faults.witness import SqliteBooks, Witness
from tests.store.guests import Floor, carte, new_key, open_floor

CUTS_OF_A_HOUSE: Final = 40
SEALER: Final = Sealer(bytes(range(32)))


class CarelessStore(SqliteStore):
    """A broken store, with a weaker `synchronous`, that acknowledges unsynced commits."""

    synchronous = "off"

    def _connect(self) -> apsw.Connection:
        connection = super()._connect()
        connection.pragma("synchronous", self.synchronous)
        return connection


class NormalStore(CarelessStore):
    synchronous = "normal"


class Acknowledged:
    """What the store acknowledged: the texts of records by account and key."""

    def __init__(self) -> None:
        self.bodies: dict[tuple[int, str], bytes] = {}

    def copy(self) -> "Acknowledged":
        other = Acknowledged()
        other.bodies |= self.bodies
        return other

    def of(self, change: Change) -> None:
        if change.record is not None:
            self.bodies[change.record.account, change.record.key] = change.record.body

    def check(self, file: str, vfs: str | None) -> None:
        """Check that everything acknowledged is there unchanged, and the books are right."""
        books = SqliteBooks(file, SEALER, vfs)
        try:
            witness = Witness(books, {"punto-e-banco": house("punto-e-banco").sheet})
            witness.audit()
        finally:
            books.close()
        for place, body in self.bodies.items():
            there = witness.keyed.get(place)
            expect(there is not None, f"acknowledged and lost: {place}")
            expect(there is not None and there.body == body, f"acknowledged but changed: {place}")


@contextlib.contextmanager
def checkpoints_often(pages: int) -> Iterator[None]:
    """Move the log after so many pages; stores on a broken disk log nothing meanwhile."""
    usual = sqlite._PAGES_TO_CHECKPOINT
    sqlite._PAGES_TO_CHECKPOINT = pages  # type: ignore[misc]
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        sqlite._PAGES_TO_CHECKPOINT = usual  # type: ignore[misc]


class PowerCuts:
    """Runs houses one after another, each through several power cuts."""

    def __init__(self, seed: int, store_type: type[SqliteStore] = SqliteStore) -> None:
        self._random = Random(seed)
        self._store_type = store_type
        self.disk = Disk()
        self.cuts = 0
        self.coups = 0

    def run(self, cuts: int) -> None:
        with checkpoints_often(30):  # so that some power cuts happen during one
            while self.cuts < cuts:
                root = Path(tempfile.mkdtemp(prefix="power-", dir=FAST_FILES))
                try:
                    asyncio.run(self._one_house(root, min(CUTS_OF_A_HOUSE, cuts - self.cuts)))
                finally:
                    shutil.rmtree(root)

    async def _one_house(self, root: Path, cuts: int) -> None:
        acknowledged = Acknowledged()
        directory = root / "0"
        directory.mkdir()
        for n in range(1, cuts + 1):
            self.disk.plug_in()
            store = self._store_type(f"{directory}/house.db", SEALER, vfs=self.disk.vfs_name)
            at = self._random.choice((10**9, self._random.randrange(1, 60)))
            self.disk.trouble = lambda _what, _file, calls, at=at: (  # type: ignore[misc]
                apsw.IOError("there is no power") if calls >= at else None
            )
            with contextlib.suppress(StoreRefused):
                await self._play(store, acknowledged)
            after = root / f"{n}"
            self.disk.cut_power(directory, after, self._random)
            await abandon(store)
            shutil.rmtree(directory)
            directory = after
            self.cuts += 1
            self.disk.plug_in()
            acknowledged.check(f"{directory}/house.db", self.disk.vfs_name)

    async def _play(self, store: SqliteStore, acknowledged: Acknowledged) -> None:
        """Commit a few batches, and note what the store acknowledges."""
        floor = await open_floor(store)
        seats = await self._seats(floor, acknowledged)
        for _ in range(self._random.randrange(1, 12)):
            changes = [self._change(floor, seat) for seat in seats.values()]
            outcomes = await store.write(changes)
            for change, outcome in zip(changes, outcomes, strict=True):
                if outcome is WriteResult.DONE and change.seat is not None:
                    acknowledged.of(change)
                    seats[change.seat.id] = change.seat
                    self.coups += 1

    async def _seats(self, floor: Floor, acknowledged: Acknowledged) -> dict[int, Seat]:
        seats = {seat.id: seat for seat in await floor.store.all_seats()}
        if not seats:
            for _ in range(3):
                account = await floor.account(new_key(), 0)
                deposit = floor.deposit(account, 10**7, new_key())
                await floor.store.write([deposit])
                acknowledged.of(deposit)
                seat = await floor.seat(account)
                seats[seat.id] = seat
        return seats

    def _change(self, floor: Floor, seat: Seat) -> Change:
        if seat.view.phase is SeatPhase.FREE:
            return floor.step(seat, Open(new_key(), 1_000))
        if seat.view.credit < 100:
            return floor.step(seat, TopUp(new_key(), 1_000))
        if self._random.random() < 0.1:
            return floor.step(seat, CashOut(new_key()))
        return floor.step(seat, carte())


async def abandon(store: SqliteStore) -> None:
    """End the process after a power cut: whatever it still tries fails."""
    connections: tuple[Any, ...] = (
        store._reader,
        store._lister,
        store._checkpointer,
        store._writer,
    )
    if store._checkpoint is not None:
        await asyncio.wait([store._checkpoint])
    for threads in (store._listing, store._threads):
        threads.shutdown()
    for connection in connections:
        try:
            connection.close()
        except apsw.Error:
            connection.close(force=True)
