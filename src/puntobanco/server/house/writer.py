"""The writer of a process: changes that arrive while the disk is busy form the next batch."""

import asyncio
import logging
import time
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, Protocol

from puntobanco.errors import Refusal, StoreHalted
from puntobanco.server.house.logs import cause_of
from puntobanco.store.interface import Store, WriteResult
from puntobanco.table.recording import Change

MOST_IN_A_BATCH: Final = 256
BATCH_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 10.0)

log = logging.getLogger("puntobanco.writer")


class Job(Protocol):
    """A change to be written, and the callback for its result."""

    def draw(self) -> None:
        """Draw the cards it needs, if it needs any."""
        ...

    def make(self) -> Change | None:
        """The change; None if there is nothing to write."""
        ...

    def written(self, change: Change, result: WriteResult | Refusal) -> None: ...


class Writer:
    """An idle writer starts in the loop's next iteration; it doesn't wait for a batch to fill.

    Jobs submitted in one iteration are made in the next one: first the cards of all jobs, then
    all changes, because similar work in a row runs faster. No task or future belongs to a change,
    so a client that disconnects can't cancel one.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._submitted: list[Job] = []
        self._pending: list[tuple[Change, Job]] = []
        self._running: asyncio.Task[None] | None = None
        self.batches = 0
        self.seconds = 0.0  # all batches together
        self.within = [0] * len(BATCH_SECONDS)  # batches by duration, as in BATCH_SECONDS
        self.halted = asyncio.Event()

    def submit(self, job: Job) -> None:
        if not self._submitted:
            asyncio.get_running_loop().call_soon(self._make_all)
        self._submitted.append(job)

    def _make_all(self) -> None:
        submitted, self._submitted = self._submitted, []
        for job in submitted:
            job.draw()
        for job in submitted:
            change = job.make()
            if change is not None:
                self._pending.append((change, job))
        if self._pending and self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())

    @property
    def waiting(self) -> int:
        return len(self._submitted) + len(self._pending)

    async def finish(self) -> None:
        """Wait until all that was submitted is durable."""
        while self._submitted or self._running is not None:
            await (asyncio.sleep(0) if self._running is None else asyncio.shield(self._running))

    async def _run(self) -> None:
        try:
            while self._pending:
                batch, self._pending = (
                    self._pending[:MOST_IN_A_BATCH],
                    self._pending[MOST_IN_A_BATCH:],
                )
                began = time.perf_counter()
                results = await self._write([change for change, _ in batch])
                self._count(time.perf_counter() - began)
                for (change, job), result in zip(batch, results, strict=True):
                    try:
                        job.written(change, result)
                    except Exception:  # one failing callback must not affect the others
                        log.exception("callback of a written change failed")
        finally:
            self._running = None

    def _count(self, seconds: float) -> None:
        self.batches += 1
        self.seconds += seconds
        index = bisect_left(BATCH_SECONDS, seconds)
        if index < len(BATCH_SECONDS):
            self.within[index] += 1

    async def _write(self, changes: list[Change]) -> Sequence[WriteResult | Refusal]:
        try:
            return await self._store.write(changes)
        except StoreHalted as refusal:
            log.error("not committed", extra={"why": cause_of(refusal)})
            self.halted.set()
            return [refusal] * len(changes)
        except Refusal as refusal:
            why = {"code": refusal.code, "why": cause_of(refusal)}
            log.error("not written", extra={"changes": len(changes), **why})
            return [refusal] * len(changes)
        except Exception:  # a bug: only the next start can tell what is on the disk
            log.exception("unexpected error in the store")
            self.halted.set()
            return [StoreHalted()] * len(changes)
