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
from puntobanco.wire.stream import Stage, TableView

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
            waits = [each.view.until or 0 for each in tables if _is_mere_wait(each.view)]
            self._put_forward(max(waits, default=0))
            for each in tables:
                each.look()
            await asyncio.sleep(_BETWEEN_LOOKS_S)

    @property
    def _tables(self) -> list[LiveTable]:
        return list(self.desk.floor.tables.live.values())

    async def end_holding(self) -> int:
        """So many milliseconds were left to whoever holds cards."""
        held = [each for each in self._tables if each.view.holders]
        left = self._put_forward(max(each.view.until or 0 for each in held))
        for each in held:
            each.look()
        return left

    def _put_forward(self, moment: int) -> int:
        jump = max(0, moment - self.clock.now())
        self.clock.ahead += jump
        for each in self.desk.sockets.open:
            line: Any = each
            line._heard += jump  # a clock that jumps is no silence on the line
        return jump


def _is_mere_wait(view: TableView) -> bool:
    """Nothing happens before its time is over, but for cards that nobody holds."""
    is_dealt = view.stage is Stage.DEALING and not view.holders
    return is_dealt or view.stage in (Stage.BETTING, Stage.PAID)


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
    """While the block waits for its table to come to this stage, nothing takes its time, but for
    cards in somebody's hand. Seconds left are no more to be read off the page, whose clock doesn't
    jump.
    """
    house = _house_of(page)
    # Nobody waits for it: lines that are cut or held by the test are served by this thread.
    hurrying = asyncio.run_coroutine_threadsafe(house.hurry(to), house.loop)
    try:
        yield
    finally:
        hurrying.cancel()


def end_holding(*pages: Page) -> None:
    """The time of whoever holds cards is over, at the house and on pages with installed clocks."""
    house = _house_of(pages[0])
    left = asyncio.run_coroutine_threadsafe(house.end_holding(), house.loop).result()
    for page in pages:
        page.clock.fast_forward(left)


def _house_of(page: Page) -> HastyHouse:
    parts = urlsplit(page.url)
    return _OPEN[f"{parts.scheme}://{parts.netloc}"]
