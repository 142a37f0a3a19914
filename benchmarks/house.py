"""The server end to end over real sockets, from the bet to the durable answer.

The house, its players and pgbench with its clients may all use every core.
"""

import contextlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO

from benchmarks.row import Row, Work
from benchmarks.store import Pgbench
from tests.databases import postgres

PLAYERS = 512
IDLE = 5_000
SECONDS = 6
CALM_PACE = 2_000
DEAF = 4
UNLIMITED = """
[limits]
messages_per_second = 1000000
connections_per_address = 100000
guests_per_minute = 1000000
requests_per_second = 1000000
"""


def end_to_end() -> Iterator[Row]:
    """For each database: full speed, half of it, and the speed of a server without a game."""
    with tempfile.TemporaryDirectory() as directory, postgres() as server:
        pgbench = Pgbench(server)
        for name, target, new_database in (
            ("SQLite", "≥ 3 ×", partial(_new_file, directory)),
            ("PostgreSQL", "≥ 3 ×", server.new_database),
        ):
            with serving(directory, new_database()) as (address, _):
                most = played(address, PLAYERS, SECONDS)["coups_per_second"]
                half = played(address, PLAYERS, SECONDS, most / 2)
            with reference(new_database()) as address:
                possible = played(address, PLAYERS, SECONDS)["coups_per_second"]
            theirs = pgbench.per_second()
            beside = f"pgbench TPC-B: {theirs:,.0f}/s"
            yield Row(
                f"private coup end to end, {name}",
                f"{most:,.0f}/s",
                target,
                beside,
                most / theirs,
            )
            yield Row(
                f"one row and one answer, no game, {name}",
                f"{possible:,.0f}/s",
                "",
                f"{beside}; the house does {most / possible:.0%} of this",
                possible / theirs,
            )
            yield Row(
                f"private coup at half that rate, p99, {name}",
                f"{half['p99_ms']:.1f} ms",
                "≤ 20 ms",
                f"{half['coups_per_second']:,.0f}/s; median {half['median_ms']:.1f} ms",
                20 / half["p99_ms"],
            )


def one_player() -> Iterator[Row]:
    with _house() as (_, address, _):
        alone = played(address, 1, 3)
    yield Row(
        "one player alone, median",
        f"{alone['median_ms']:.2f} ms",
        "≤ 1 ms",
        f"{alone['coups_per_second']:,.0f}/s",
        1 / alone["median_ms"],
    )


def deaf() -> Iterator[Row]:
    with _house() as (_, address, _):
        quiet = played(address, 64, SECONDS, CALM_PACE)["p99_ms"]
        beside = played(address, 64, SECONDS, CALM_PACE, DEAF)["p99_ms"]
    yield Row(
        f"p99 beside {DEAF} who never read, at {CALM_PACE:,}/s",
        f"{beside:.1f} ms",
        "no change",
        f"without them {quiet:.1f} ms",
        quiet / beside,
    )


def idle() -> Iterator[Row]:
    with _house() as (_, address, process):
        each = _bytes_per_connection(address, process)
    yield Row(
        f"{IDLE:,} idle connections, each",
        f"{each / 1024:.1f} KB",
        "≤ 15 KB",
        "the target",
        15 * 1024 / each,
    )


def start() -> Iterator[Row]:
    """Another house runs already, so the program's files are in the cache."""
    with _house() as (directory, _, _):
        began = time.perf_counter()
        with serving(directory, str(Path(directory) / "start.db")):
            seconds = time.perf_counter() - began
    yield Row("serve, until it answers", f"{seconds:.2f} s", "≤ 2 s", "the target", 2 / seconds)


def _new_file(directory: str) -> str:
    return str(Path(directory) / f"{secrets.token_hex(4)}.db")


@contextlib.contextmanager
def _house() -> Iterator[tuple[str, str, subprocess.Popen[str]]]:
    """A house on SQLite: its folder, address and process."""
    with (
        tempfile.TemporaryDirectory() as directory,
        serving(directory, str(Path(directory) / "house.db")) as (address, process),
    ):
        yield directory, address, process


@contextlib.contextmanager
def serving(
    directory: str, database: str, tables: str = ""
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A house with these shared tables, if any."""
    settings = Path(directory) / "settings.toml"
    named = ""
    if tables:
        (Path(directory) / "tables.toml").write_text(tables, encoding="utf-8")
        named = f'tables = "{directory}/tables.toml"\n'
    settings.write_text(named + UNLIMITED, encoding="utf-8")
    command = ["puntobanco", "serve", "--port", "0", "--log", "warning"]
    with _server(*command, "--database", database, "--settings", str(settings)) as started:
        yield started


@contextlib.contextmanager
def reference(database: str) -> Iterator[str]:
    """The address of the reference server, which plays no game."""
    with _server("benchmarks.reference", database) as (address, _):
        yield address


@contextlib.contextmanager
def _server(module: str, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server; its address is the last word of its first line of output."""
    with subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PUNTOBANCO_SEALING_KEY": "00" * 32},
    ) as process:
        try:
            said = process.stderr.readline() if process.stderr else ""
            address = said.split()[-1] if said.strip() else ""
            if not address.startswith(("http:", "ws:")):
                process.wait(30)  # `communicate` would lose what is already in the reader's buffer
                said += process.stderr.read() if process.stderr else ""
                print(said, file=sys.stderr)
                raise RuntimeError(f"{module} did not start: {(said.splitlines() or [''])[-1]}")
            yield address, process
        finally:
            process.terminate()
            process.communicate(timeout=30)


@contextlib.contextmanager
def crowd(
    address: str, players: int, seconds: float, rate: float, deaf: int = 0
) -> Iterator[IO[str]]:
    arguments = [address, str(players), str(seconds), str(rate), str(deaf)]
    with beside("benchmarks.players", *arguments) as said:
        yield said


@contextlib.contextmanager
def beside(module: str, *arguments: str) -> Iterator[IO[str]]:
    """A crowd of clients, after all are seated."""
    with subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
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
        return figures(said)


def figures(said: IO[str]) -> dict[str, float]:
    """The figures that a crowd prints at its end."""
    line = said.readline()
    if not line:
        raise RuntimeError("the crowd went away without its figures")
    found: dict[str, float] = json.loads(line)
    return found


def _bytes_per_connection(address: str, process: subprocess.Popen[str]) -> float:
    with crowd(address, 8, 0, 0):
        before = _resident(process.pid)
        with crowd(address, IDLE, 0, 0):
            return (_resident(process.pid) - before) / IDLE


def _resident(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


WORKS: tuple[Work, ...] = (end_to_end, one_player, deaf, idle, start)
