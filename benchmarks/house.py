"""The house end to end: bet, durable, answer, over real sockets, a core to the server alone."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.row import Row
from tests.databases import postgres

PLAYERS = 512
IDLE = 5_000
SECONDS = 6
PACE = 8_000
CALM_PACE = 2_000
DEAF = 4
UNLIMITED = """
[limits]
messages_per_second = 1000000
connections_per_address = 100000
guests_per_minute = 1000000
requests_per_second = 1000000
"""


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as directory, postgres() as server:
        file = str(Path(directory) / "house.db")
        with serving(directory, file) as (address, process):
            started = _seconds_to_start(directory)
            alone = played(address, 1, 3)
            saturated = played(address, PLAYERS, SECONDS)
            paced = played(address, PLAYERS, SECONDS, PACE)
            quiet = played(address, 64, SECONDS, CALM_PACE)
            beside_deaf = played(address, 64, SECONDS, CALM_PACE, DEAF)
        with serving(directory, str(Path(directory) / "idle.db")) as (address, process):
            idle = _bytes_per_connection(address, process)
        with serving(directory, server.new_database()) as (address, _):
            postgres_coups = played(address, PLAYERS, SECONDS)["coups_per_second"]
    one = alone["median_ms"]
    coups = saturated["coups_per_second"]
    late = paced["p99_ms"]
    beside = f"one player alone: {alone['coups_per_second']:,.0f}/s"
    ratio = coups / alone["coups_per_second"]
    return [
        Row("end to end, 512 players, SQLite", f"{coups:,.0f}/s", "≥ 12,000/s", beside, ratio),
        Row(
            f"paced at {PACE:,}/s, p99",
            f"{late:.1f} ms",
            "≤ 20 ms",
            f"of {paced['coups_per_second']:,.0f}/s; median {paced['median_ms']:.1f} ms",
            20 / late,
        ),
        Row(
            f"the same beside {DEAF} who never read, at {CALM_PACE:,}/s",
            f"{beside_deaf['p99_ms']:.1f} ms",
            "no change",
            f"without them {quiet['p99_ms']:.1f} ms",
            quiet["p99_ms"] / beside_deaf["p99_ms"],
        ),
        Row("one player alone, median", f"{one:.2f} ms", "≤ 1 ms", beside, 1 / one),
        Row(
            "end to end, 512 players, PostgreSQL",
            f"{postgres_coups:,.0f}/s",
            "≥ 10,000/s",
            f"SQLite: {coups:,.0f}/s",
            postgres_coups / coups,
        ),
        Row(
            f"{IDLE:,} idle connections, each",
            f"{idle / 1024:.1f} KB",
            "≤ 15 KB",
            "the target",
            15 * 1024 / idle,
        ),
        Row("serve, until it answers", f"{started:.2f} s", "≤ 2 s", "the target", 2 / started),
    ]


@contextlib.contextmanager
def serving(
    directory: str, database: str, tables: str = ""
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server on the first core; with these shared tables, if any are named."""
    settings = Path(directory) / "settings.toml"
    named = ""
    if tables:
        (Path(directory) / "tables.toml").write_text(tables, encoding="utf-8")
        named = f'tables = "{directory}/tables.toml"\n'
    settings.write_text(named + UNLIMITED, encoding="utf-8")
    command = [sys.executable, "-m", "puntobanco", "serve", "--port", "0", "--log", "warning"]
    environment = os.environ | {"PUNTOBANCO_SEALING_KEY": "00" * 32}
    with subprocess.Popen(
        [*command, "--database", database, "--settings", str(settings)],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}),
    ) as process:
        try:
            said = process.stderr.readline() if process.stderr else ""
            yield said.split()[-1], process
        finally:
            process.terminate()
            process.communicate(timeout=30)


@contextlib.contextmanager
def crowd(address: str, players: int, seconds: float, rate: float, deaf: int = 0) -> Iterator[Any]:
    """Players on the last core."""
    arguments = [address, str(players), str(seconds), str(rate), str(deaf)]
    with beside("benchmarks.players", *arguments) as said:
        yield said


@contextlib.contextmanager
def beside(module: str, *arguments: str) -> Iterator[Any]:
    """A crowd of some kind on the last core, once it is seated."""
    with subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {max(os.sched_getaffinity(0))}),
    ) as process:
        try:
            if process.stdout is None or process.stdout.readline() != "seated\n":
                raise RuntimeError("nobody sat down")
            yield process.stdout
        finally:
            process.communicate(timeout=60)


def played(
    address: str, players: int, seconds: float, rate: float = 0, deaf: int = 0
) -> dict[str, float]:
    with crowd(address, players, seconds, rate, deaf) as said:
        figures: dict[str, float] = json.loads(said.readline())
    return figures


def _bytes_per_connection(address: str, process: subprocess.Popen[str]) -> float:
    with crowd(address, 8, 0, 0):
        before = _resident(process.pid)
        with crowd(address, IDLE, 0, 0):
            return (_resident(process.pid) - before) / IDLE


def _resident(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _seconds_to_start(directory: str) -> float:
    began = time.perf_counter()
    with serving(directory, str(Path(directory) / "start.db")):
        return time.perf_counter() - began
