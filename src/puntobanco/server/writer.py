"""One writer to a process: what gathers while the disk is busy becomes the next batch."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from puntobanco.errors import Refusal, StoreHalted
from puntobanco.store.interface import Outcome, Store
from puntobanco.table.steps import Change

MOST_IN_A_BATCH: Final = 256

log = logging.getLogger("puntobanco.writer")

Make = Callable[[], Change | None]  # None: there is nothing to write after all
Done = Callable[[Change, Outcome | Refusal], None]


class Writer:
    """Nothing waits for a batch to fill: an idle writer starts at the loop's next turn.

    What is asked for in one turn is made in the next, one change right after another, also while
    the disk is busy: work of one kind done in a row is less work for the machine. No task or
    future belongs to a change, so nobody who goes away can cancel one.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: list[tuple[Make, Done]] = []
        self._pending: list[tuple[Change, Done]] = []
        self._running: asyncio.Task[None] | None = None
        self.batches = 0
        self.halted = asyncio.Event()

    def submit(self, make: Make, done: Done) -> None:
        if not self._asked:
            asyncio.get_running_loop().call_soon(self._make_all)
        self._asked.append((make, done))

    def _make_all(self) -> None:
        asked, self._asked = self._asked, []
        for make, done in asked:
            change = make()
            if change is not None:
                self._pending.append((change, done))
        if self._pending and self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())

    @property
    def waiting(self) -> int:
        return len(self._asked) + len(self._pending)

    async def finish(self) -> None:
        """Wait until all that was submitted is durable."""
        while self._asked or self._running is not None:
            await (asyncio.sleep(0) if self._running is None else asyncio.shield(self._running))

    async def _run(self) -> None:
        try:
            while self._pending:
                batch, self._pending = (
                    self._pending[:MOST_IN_A_BATCH],
                    self._pending[MOST_IN_A_BATCH:],
                )
                outcomes = await self._write([change for change, _ in batch])
                self.batches += 1
                for (change, done), outcome in zip(batch, outcomes, strict=True):
                    try:
                        done(change, outcome)
                    except Exception:  # one caller's trouble is not the next one's
                        log.exception("a change was written, but not told")
        finally:
            self._running = None

    async def _write(self, changes: list[Change]) -> Sequence[Outcome | Refusal]:
        try:
            return await self._store.write(changes)
        except StoreHalted as refusal:
            self.halted.set()
            return [refusal] * len(changes)
        except Refusal as refusal:
            log.error("not written", extra={"changes": len(changes), "code": refusal.code})
            return [refusal] * len(changes)
        except Exception:  # a bug: whether anything is on the disk only the next start can tell
            log.exception("the store failed in a way nobody has thought of")
            self.halted.set()
            return [StoreHalted()] * len(changes)
