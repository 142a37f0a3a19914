"""Plays on a disk that fails at some call: a change is never half done."""

import asyncio
import shutil
import tempfile
from pathlib import Path
from random import Random
from typing import Final

import apsw

from puntobanco.errors import StoreHalted, StoreRefused
from puntobanco.store.sqlite import SqliteStore
from tests.faults.disk import copied_files
from tests.faults.history import FAST_FILES
from tests.faults.power import SEALER, Acknowledged, PowerCuts, abandon, checkpoints_often
from tests.faults.violation import expect

ERRORS: Final[tuple[type[apsw.Error], ...]] = (apsw.IOError, apsw.FullError)


class FailingDiskRuns(PowerCuts):
    """A house on a disk whose n-th call fails, once or from then on."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.halted = self.refused = 0

    def fail_at(self, call: int, error: type[apsw.Error], lasting: bool) -> None:
        root = Path(tempfile.mkdtemp(prefix="bad-disk-", dir=FAST_FILES))
        try:
            with checkpoints_often(10):
                asyncio.run(self._house(root, call, error, lasting))
        finally:
            shutil.rmtree(root)

    async def _house(self, root: Path, call: int, error: type[apsw.Error], lasting: bool) -> None:
        acknowledged = Acknowledged()
        directory = root / "0"
        directory.mkdir()
        self.disk.plug_in()
        store = SqliteStore(f"{directory}/house.db", SEALER, vfs=self.disk.vfs_name)
        self.disk.plug_in()

        def trouble(_what: str, _file: str, calls: int) -> Exception | None:
            return error("injected") if calls == call or (lasting and calls > call) else None

        self.disk.trouble = trouble
        for _ in range(3):  # a refused player tries again
            try:
                await self._play(store, acknowledged)
            except StoreHalted:
                expect(not await store.is_alive(), "halted, and says it is alive")
                self.halted += 1
            except StoreRefused:
                self.refused += 1
        await self._check(store, acknowledged, root, directory)

    async def _check(
        self, store: SqliteStore, acknowledged: Acknowledged, root: Path, directory: Path
    ) -> None:
        """Check the files after a kill and after a power cut, and that the house opens again."""
        killed, cut = root / "killed", root / "cut"
        copied_files(directory, killed)
        self.disk.cut_power(directory, cut, self._random)
        await abandon(store)
        self.disk.plug_in()
        for after in (killed, cut):
            since = acknowledged.copy()
            since.check(f"{after}/house.db", None)
            again = SqliteStore(f"{after}/house.db", SEALER)
            await self._play(again, since)
            await again.close()
            since.check(f"{after}/house.db", None)


def fail_everywhere(calls: range, seed: int = 1) -> FailingDiskRuns:
    """Try every error at every call of a range, both once and permanently."""
    disk = FailingDiskRuns(seed)
    random = Random(seed)
    for call in calls:
        disk.fail_at(call, random.choice(ERRORS), lasting=random.random() < 0.5)
    return disk
