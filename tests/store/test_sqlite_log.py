"""SQLite's write-ahead log starts over regularly, and grows only during a long read."""

from pathlib import Path

import apsw
import pytest

from puntobanco.store import sqlite
from puntobanco.store.interface import WriteResult
from puntobanco.store.sealing import Sealer
from puntobanco.store.sqlite import SqliteStore
from puntobanco.table.seat import Seat
from tests.store.guests import Floor, carte, open_floor

pytestmark = pytest.mark.anyio


class Playing:
    """A player who plays many coups and measures the length of the log."""

    def __init__(self, store: SqliteStore, floor: Floor, seat: Seat) -> None:
        self.store, self.floor, self.seat = store, floor, seat

    async def play(self, coups: int) -> int:
        """Play, and return the greatest number of pages in the log."""
        longest = 0
        for _ in range(coups):
            change = self.floor.step(self.seat, carte())
            assert await self.store.write([change]) == [WriteResult.DONE]
            assert change.seat is not None
            self.seat = change.seat
            longest = max(longest, self.store._pages)
        return longest


async def test_the_log_starts_over(
    tmp_path: Path, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_PAGES_TO_CHECKPOINT", 20)
    monkeypatch.setattr(sqlite, "_PAGES_TO_RESTART", 100)
    file = str(tmp_path / "house.db")
    store = await SqliteStore.open(file, sealer)
    floor = await open_floor(store)
    anna = Playing(store, floor, await floor.sit("anna", 10**9, 10**8))
    assert await anna.play(200) < 200
    reader = apsw.Connection(file)
    reader.execute("BEGIN; SELECT count(*) FROM record").fetchall()
    assert await anna.play(100) > 500  # pages that are being read must be kept
    reader.execute("COMMIT")
    await anna.play(100)
    assert await anna.play(100) < 200
    await store.close()


async def test_closing_while_a_batch_is_being_written(tmp_path: Path, sealer: Sealer) -> None:
    """No checkpoint is started meanwhile."""
    store = await SqliteStore.open(str(tmp_path / "house.db"), sealer)
    floor = await open_floor(store)
    anna = Playing(store, floor, await floor.sit("anna", 10**9, 10**8))
    store._move_at = 0
    await anna.play(1)
    await store.close()
    assert store._checkpoint is None
