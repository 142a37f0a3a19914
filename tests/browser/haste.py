"""A house whose clock is put forward where a test would do nothing but wait."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Page

from puntobanco.server.clock import SteadyClock
from puntobanco.server.live_table import LiveTable
from puntobanco.server.routes.desk import Desk
from puntobanco.wire.stream import Stage

# Nothing happens here before the time is over; elsewhere cards come, or somebody holds them.
_MERE_WAITS: Final = {Stage.BETTING, Stage.PAID}
_BETWEEN_LOOKS_S: Final = 0.02


class HastyClock:
    """As steady as a house's own, but for the jumps it is told to make."""

    def __init__(self) -> None:
        self._steady, self.ahead = SteadyClock(), 0

    def now(self) -> int:
        return self._steady.now() + self.ahead


@dataclass(frozen=True, slots=True)
class HastyHouse:
    """As long as it is open, it is found by its address."""

    desk: Desk
    clock: HastyClock
    loop: asyncio.AbstractEventLoop

    async def hurry(self, to: Stage) -> None:
        """Only where somebody is, or has left stakes; never further than to this stage."""
        while True:
            tables = [each for each in self._tables if each.here.anybody or each.seats]
            if any(each.view.stage is to for each in tables):
                return
            waiting = [each.view for each in tables if each.view.stage in _MERE_WAITS]
            self._put_forward(max((view.until or 0 for view in waiting), default=0))
            for each in tables:
                each.look()
            await asyncio.sleep(_BETWEEN_LOOKS_S)

    @property
    def _tables(self) -> list[LiveTable]:
        return list(self.desk.floor.tables.live.values())

    def _put_forward(self, moment: int) -> None:
        jump = max(0, moment - self.clock.now())
        self.clock.ahead += jump
        for each in self.desk.sockets.open:
            line: Any = each
            line._heard += jump  # a clock that jumps is no silence on the line


_OPEN: Final[dict[str, HastyHouse]] = {}


@contextmanager
def found_at(address: str, house: HastyHouse) -> Iterator[None]:
    _OPEN[address] = house
    try:
        yield
    finally:
        del _OPEN[address]


@contextmanager
def hurried(page: Page, to: Stage) -> Iterator[None]:
    """While the block waits for its table to come to this stage, no betting takes its time, and no
    paid coup. Seconds left are no more to be read off the page: its own clock doesn't jump.
    """
    parts = urlsplit(page.url)
    house = _OPEN[f"{parts.scheme}://{parts.netloc}"]
    # Nobody waits for it: lines that are cut or held by the test are served by this thread.
    hurrying = asyncio.run_coroutine_threadsafe(house.hurry(to), house.loop)
    try:
        yield
    finally:
        hurrying.cancel()
