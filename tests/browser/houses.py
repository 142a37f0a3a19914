"""Houses for the browser tests: in a thread, or in a process that can be killed."""

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
from tests.browser.chosen_coups import CoupChooser
from tests.browser.house_time import register_house
from tests.conftest import SEALING_KEY
from tests.server.visitors import PASSWORD
from tests.skipping_clock import SkippingClock, SkippingHouse

STAFF_PASSWORD = "lungolago di sera"  # noqa: S105
SECONDS = 20  # the longest wait for a house to open or for anything to appear


async def _close_connections(loop: asyncio.AbstractEventLoop) -> None:
    """Abort all connections and wait until they are gone, some turns of the loop later."""
    connections: Any = loop
    async with asyncio.timeout(SECONDS):
        while any(each._sock is not None for each in list(connections._transports.values())):
            await asyncio.sleep(0.02)
            for each in list(connections._transports.values()):
                if not each.is_closing():
                    each.abort()


@contextmanager
def open_house(
    database: Path,
    clock: Clock | None = None,
    chooser: CoupChooser | None = None,
    tables: Path | None = None,
    operator: str = "",
    staff: Mapping[str, Role] | None = None,
) -> Iterator[str]:
    """Open a house in its own thread, with its operator and staff; yields its address.

    Unless a clock is given, its time can be hurried.
    """
    settings = Settings(
        database=str(database), sealing_key=SEALING_KEY.hex(), tables=str(tables or "")
    )
    opened, loop = threading.Event(), asyncio.new_event_loop()
    closing, skipping = asyncio.Event(), SkippingClock()
    address = ""

    async def serve() -> None:
        nonlocal address
        async with serving(settings, clock or skipping) as (desk, base):
            if chooser is not None:
                chooser.attach(desk.floor)
            if operator:
                await desk.credentials.register(operator, PASSWORD, "here", Role.OPERATOR)
            for name, role in (staff or {}).items():
                await desk.credentials.register(name, STAFF_PASSWORD, "", role)
            address = base
            with register_house(address, SkippingHouse(desk, skipping, loop)):
                opened.set()
                await closing.wait()
        await _close_connections(loop)

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert opened.wait(SECONDS)
        yield address
    finally:
        loop.call_soon_threadsafe(closing.set)
        thread.join()
        loop.close()


class HouseProcess:
    """A house in its own process, which can be killed and started again on the same port."""

    def __init__(
        self,
        database: Path | str,
        source: Path | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.source = source  # another version of the program, if not None
        self._settings = settings or {}  # more of them, as environment variables
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._database = database
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        # The script `puntobanco` may not be on the path.
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
        key = {"PUNTOBANCO_SEALING_KEY": SEALING_KEY.hex(), **self._settings}
        return key if self.source is None else key | {"PYTHONPATH": str(self.source)}

    def kill(self) -> None:
        """Kill the process, as in a power cut."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()
        self._process = None
