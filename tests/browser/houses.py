"""Houses for browsers to visit: one in a thread, one that can be killed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from puntobanco.server.house.clock import Clock
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.store.interface import Role
from tests.browser.haste import found_at
from tests.browser.luck import Luck
from tests.conftest import SEALING_KEY
from tests.haste import HastyClock, HastyHouse
from tests.server.visitors import PASSWORD

SESAME = "lungolago di sera"  # of everybody who works there
SECONDS = 20  # at most, for a house to open, or anything on the page to appear


async def _all_cut(loop: asyncio.AbstractEventLoop) -> None:
    """A line that was closed just now is gone some turns later; one that nobody reads any more
    would never be."""
    lines: Any = loop
    async with asyncio.timeout(SECONDS):
        while any(each._sock is not None for each in list(lines._transports.values())):
            await asyncio.sleep(0.02)
            for each in list(lines._transports.values()):
                if not each.is_closing():
                    each.abort()


@contextmanager
def open_house(
    database: Path,
    clock: Clock | None = None,
    luck: Luck | None = None,
    tables: Path | None = None,
    operator: str = "",
    staff: Mapping[str, Role] | None = None,
) -> Iterator[str]:
    """The address of a house that is open, in a thread of its own; who works there can sign in.

    Without a clock of its own it can be hurried.
    """
    settings = Settings(
        database=str(database), sealing_key=SEALING_KEY.hex(), tables=str(tables or "")
    )
    opened, loop = threading.Event(), asyncio.new_event_loop()
    closing, hasty = asyncio.Event(), HastyClock()
    address = ""

    async def serve() -> None:
        nonlocal address
        async with serving(settings, clock or hasty) as (desk, base):
            if luck is not None:
                luck.sit(desk.floor)
            if operator:
                await desk.credentials.register(operator, PASSWORD, "here", Role.OPERATOR)
            for name, role in (staff or {}).items():
                await desk.credentials.register(name, SESAME, "", role)
            address = base
            with found_at(address, HastyHouse(desk, hasty, loop)):
                opened.set()
                await closing.wait()
        await _all_cut(loop)

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert opened.wait(SECONDS)
        yield address
    finally:
        loop.call_soon_threadsafe(closing.set)
        thread.join()
        loop.close()


class MortalHouse:
    """A process of its own, on one port and one database for all its lives."""

    def __init__(self, database: Path, source: Path | None = None) -> None:
        self.source = source  # of the program, where it isn't this one
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._database = database
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        # The script itself may not be on the path of whoever runs the tests.
        program = "from puntobanco.cli import main; main()"
        words = ["serve", "--port", str(self.port), "--database", str(self._database)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, *words, "--log", "warning"],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **self._environment()},
        )
        assert self._process.stderr is not None
        assert self.address in self._process.stderr.readline()

    def _environment(self) -> dict[str, str]:
        key = {"PUNTOBANCO_SEALING_KEY": SEALING_KEY.hex()}
        return key if self.source is None else key | {"PYTHONPATH": str(self.source)}

    def kill(self) -> None:
        """As a power cut does."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()
        self._process = None
