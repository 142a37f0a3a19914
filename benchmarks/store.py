"""How many coups per second the stores make durable, compared with pgbench."""

import asyncio
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row, Work
from puntobanco.store.interface import WriteResult
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.recording import Change
from tests.databases import Server, postgres
from tests.seat_kinds import private
from tests.store.guests import carte, open_floor

SEATS = 512
ROUNDS = 60
BATCH = 256  # the largest batch of the server's writer
SECONDS = 5  # of pgbench


def durable() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as directory, postgres() as server:
        databases = {
            "SQLite": (str(Path(directory) / "house.db"), "≥ 10 ×"),
            "PostgreSQL": (server.new_database(), "≥ 6 ×"),
        }
        pgbench = Pgbench(server)
        for name, (database, target) in databases.items():
            ours = asyncio.run(coups_per_second(database))
            theirs = pgbench.per_second()
            reference = f"pgbench TPC-B: {theirs:,.0f}/s"
            yield Row(f"durable coups, {name}", f"{ours:,.0f}/s", target, reference, ours / theirs)


async def coups_per_second(database: str) -> float:
    store = await open_store(database, Sealer(bytes(32)))
    floor = await open_floor(store)
    seats = [await floor.sit(f"player {n}", 10**9, 10**8) for n in range(SEATS)]
    batches: list[list[Change]] = []
    for _ in range(ROUNDS):  # dealt beforehand, so that only writing is measured
        changes = [floor.step(seat, carte()) for seat in seats]
        seats = [private(change.seat) for change in changes]
        batches += [changes[start : start + BATCH] for start in range(0, SEATS, BATCH)]
    began = time.perf_counter()
    for batch in batches:
        if set(await store.write(batch)) != {WriteResult.DONE}:
            raise RuntimeError("a coup was refused")
    seconds = time.perf_counter() - began
    await store.close()
    return SEATS * ROUNDS / seconds


class Pgbench:
    """TPC-B with 16 clients, each with its own branch, on this server.

    The machine may have other load, so each of our measurements is between two runs of pgbench.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._run("-i", "-q", "-s", "16")
        self._last = self._measure()

    def per_second(self) -> float:
        """Transactions per second, the mean of the last run and a new one."""
        before, self._last = self._last, self._measure()
        return (before + self._last) / 2

    def _measure(self) -> float:
        told = self._run("-c", "16", "-j", "2", "-T", str(SECONDS))
        found = re.search(r"tps = ([\d.]+)", told)
        if found is None:
            raise RuntimeError(told)
        return float(found[1])

    def _run(self, *options: str) -> str:
        where = ["-h", str(self._server.directory), "-U", "postgres", "postgres"]
        return subprocess.run(
            [self._server.programs / "pgbench", *options, *where],
            check=True,
            capture_output=True,
            text=True,
            cwd=self._server.directory,
        ).stdout


WORKS: tuple[Work, ...] = (durable,)
