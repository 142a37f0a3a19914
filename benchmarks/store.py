"""How many coups a second the stores make durable, beside what pgbench does on the same server."""

import asyncio
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.row import Row
from puntobanco.store.interface import Outcome
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.recorded import Change
from tests.databases import NOBODY, PROGRAMS, Server, postgres
from tests.kinds import private
from tests.store.guests import carte, open_floor

SEATS = 512
ROUNDS = 60
BATCH = 256  # what the server's writer takes at most
SECONDS = 5  # of pgbench


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as directory, postgres() as server:
        sqlite = asyncio.run(coups_per_second(str(Path(directory) / "house.db")))
        theirs = pgbench(server)
        ours = asyncio.run(coups_per_second(server.new_database()))
        theirs = (theirs + pgbench(server)) / 2  # before and after: the machine isn't ours alone
    reference = f"pgbench TPC-B: {theirs:,.0f}/s"
    return [
        Row("durable coups, SQLite", f"{sqlite:,.0f}/s", "≥ 25,000/s", reference, sqlite / theirs),
        Row("durable coups, PostgreSQL", f"{ours:,.0f}/s", "≥ 4 ×", reference, ours / theirs),
    ]


async def coups_per_second(database: str) -> float:
    store = await open_store(database, Sealer(bytes(32)))
    floor = await open_floor(store)
    seats = [await floor.sit(f"player {n}", 10**9, 10**8) for n in range(SEATS)]
    batches: list[list[Change]] = []
    for _ in range(ROUNDS):  # dealt beforehand: only keeping them is measured
        changes = [floor.step(seat, carte()) for seat in seats]
        seats = [private(change.seat) for change in changes]
        batches += [changes[start : start + BATCH] for start in range(0, SEATS, BATCH)]
    began = time.perf_counter()
    for batch in batches:
        if set(await store.write(batch)) != {Outcome.DONE}:
            raise RuntimeError("a coup was refused")
    seconds = time.perf_counter() - began
    await store.close()
    return SEATS * ROUNDS / seconds


def pgbench(server: Server) -> float:
    """Transactions a second of TPC-B, 16 clients, one row of a branch to each."""
    where = ["-h", str(server.directory), "-U", "postgres", "postgres"]
    user = NOBODY if os.geteuid() == 0 else None
    for options in (["-i", "-q", "-s", "16"], ["-c", "16", "-j", "2", "-T", str(SECONDS)]):
        told = subprocess.run(
            [PROGRAMS / "pgbench", *options, *where],
            check=True,
            capture_output=True,
            text=True,
            cwd=server.directory,
            user=user,
        ).stdout
    found = re.search(r"tps = ([\d.]+)", told)
    if found is None:
        raise RuntimeError(told)
    return float(found[1])
