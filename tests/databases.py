"""A real PostgreSQL server for tests, out of a wheel."""

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path

import asyncpg

from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from tests.postgres_programs import (
    GROUPS,
    USER,
    is_reachable,
    reachable_programs,
    temporary_folders,
    wheel,
)

NOT_DURABLE = ("fsync=off", "full_page_writes=off")  # faster; only a power cut differs
MEMORY = Path("/dev/shm")  # noqa: S108  # only temporary test files go there
MUCH_MEMORY = 2**31  # bytes; a server whose databases are dropped needs a tenth of it


class Server:
    """A PostgreSQL server in its own directory, listening on a socket there."""

    def __init__(self, programs: Path, directory: Path, settings: tuple[str, ...]) -> None:
        self.programs, self.directory, self._settings = programs, directory, settings
        self._numbers = count(1)

    def start(self) -> None:
        options = [option for each in self._settings for option in ("-c", each)]
        listen = ["-c", "listen_addresses=", "-k", f"{self.directory}"]
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.directory / "data", *listen, *options],
                stdout=log,
                stderr=log,
                cwd=self.directory,
                user=USER,
                group=USER,
                extra_groups=GROUPS,
            )
        for _ in range(600):
            if asyncio.run(self.is_up()):
                return
            time.sleep(0.05)
        raise RuntimeError((self.directory / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop the server: SIGTERM waits for open connections, SIGINT cuts them."""
        self._process.send_signal(how)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def address(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.directory}"

    def new_database(self, template: str = "template1") -> str:
        """Create an empty database and return its address; FILE_COPY is faster than the log."""
        name = f"house_{next(self._numbers)}"
        create = f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"
        asyncio.run(execute(self.address("postgres"), create))
        return self.address(name)

    def new_house(self) -> str:
        """Copy a database with empty tables, which is faster than creating the tables."""
        return self.new_database(database_name(self._with_tables))

    @cached_property
    def _with_tables(self) -> str:
        address = self.new_database()
        asyncio.run(open_and_close(address))
        return address

    def drop(self, address: str) -> None:
        """Drop a database, even if somebody is still connected to it."""
        drop = f"DROP DATABASE IF EXISTS {database_name(address)} WITH (FORCE)"
        asyncio.run(execute(self.address("postgres"), drop))

    async def is_up(self) -> bool:
        try:
            await execute(self.address("postgres"), "SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True


def database_name(address: str) -> str:
    return address.split("/")[3].partition("?")[0]


async def open_and_close(address: str) -> None:
    store = await open_store(address, Sealer(bytes(32)))
    await store.close()


async def execute(address: str, sql: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


def in_memory() -> Path | None:
    """A folder in memory, if there is room: a database is created there ten times faster."""
    if MEMORY.is_dir() and is_reachable(MEMORY) and shutil.disk_usage(MEMORY).free > MUCH_MEMORY:
        return MEMORY
    return None


@contextmanager
def postgres(
    *settings: str, parent: Path | None = None, installed: Path | None = None
) -> Iterator[Server]:
    """Run a server during the block; `installed` is the folder of its wheel."""
    place = parent or temporary_folders()[0]
    with (
        reachable_programs(installed or wheel()) as programs,
        tempfile.TemporaryDirectory(prefix="puntobanco-", dir=place) as name,
    ):
        directory = Path(name)
        if USER is not None:
            os.chown(directory, USER, USER)
        subprocess.run(
            [
                *(programs / "initdb", "-D", directory / "data", "-U", "postgres", "-A", "trust"),
                *("-N", "-E", "UTF8", "--no-locale"),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=directory,
            user=USER,
            group=USER,
            extra_groups=GROUPS,
        )
        server = Server(programs, directory, settings)
        try:
            server.start()
            yield server
        finally:
            server.stop(signal.SIGQUIT)  # at once: nothing has to be saved
