"""Houses that are hurried from a page, by whose address they are found."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Page

from puntobanco.wire.stream import Stage
from tests.haste import HastyHouse

_OPEN: Final[dict[str, HastyHouse]] = {}


@contextmanager
def found_at(address: str, house: HastyHouse) -> Iterator[None]:
    _OPEN[address] = house
    try:
        yield
    finally:
        del _OPEN[address]


@contextmanager
def hurried(page: Page, to: Stage, *, in_hand: bool = False) -> Iterator[None]:
    """While the block waits for its table to come to this stage, nothing takes its time, but for
    cards in somebody's hand. Seconds left are no more to be read off the page, whose clock doesn't
    jump.
    """
    house = _house_of(page)
    # Nobody waits for it: lines that are cut or held by the test are served by this thread.
    hurrying = asyncio.run_coroutine_threadsafe(house.hurry(to, in_hand=in_hand), house.loop)
    try:
        yield
    finally:
        hurrying.cancel()


@contextmanager
def standing_still(page: Page) -> Iterator[None]:
    """Whoever holds cards has all the time that the block takes, on the busiest machine."""
    clock = _house_of(page).clock
    clock.stop()
    try:
        yield
    finally:
        clock.go_on()


def end_holding(*pages: Page) -> None:
    """The time of whoever holds cards is over, at the house and on pages with installed clocks."""
    house = _house_of(pages[0])
    left = asyncio.run_coroutine_threadsafe(house.end_holding(), house.loop).result()
    for page in pages:
        page.clock.fast_forward(left)


def _house_of(page: Page) -> HastyHouse:
    parts = urlsplit(page.url)
    return _OPEN[f"{parts.scheme}://{parts.netloc}"]
