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

Done = Callable[[Outcome | Refusal], None]


class Writer:
    """Nothing waits for a batch to fill: an idle writer starts at the loop's next turn.

    Whoever is to be told is called back after the commit. No task or future belongs to a change,
    so nobody who goes away can cancel one.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: list[tuple[Change, Done]] = []
        self._running: asyncio.Task[None] | None = None
        self.batches = 0
        self.halted = asyncio.Event()

    def submit(self, change: Change, done: Done) -> None:
        self._pending.append((change, done))
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())

    @property
    def waiting(self) -> int:
        return len(self._pending)

    async def finish(self) -> None:
        """Wait until all that was submitted is durable."""
        while self._running is not None:
            await asyncio.shield(self._running)

    async def _run(self) -> None:
        try:
            while self._pending:
                batch, self._pending = (
                    self._pending[:MOST_IN_A_BATCH],
                    self._pending[MOST_IN_A_BATCH:],
                )
                outcomes = await self._write([change for change, _ in batch])
                self.batches += 1
                for (_, done), outcome in zip(batch, outcomes, strict=True):
                    try:
                        done(outcome)
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
