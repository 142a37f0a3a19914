"""Hurry or stop the time of the house that a page is connected to."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Page

from puntobanco.wire.stream import Stage
from tests.skipping_clock import SkippingHouse

_OPEN: Final[dict[str, SkippingHouse]] = {}


@contextmanager
def register_house(address: str, house: SkippingHouse) -> Iterator[None]:
    _OPEN[address] = house
    try:
        yield
    finally:
        del _OPEN[address]


@contextmanager
def hurry_to(page: Page, to: Stage, *, in_hand: bool = False) -> Iterator[None]:
    """Let the table reach this stage without waiting, while the block runs.

    Cards in hand keep their time unless `in_hand` is set. The page's own clock doesn't jump, so
    the seconds that it shows are wrong afterwards.
    """
    house = _house_of(page)
    # Not awaited here: this thread may also have to serve connections that the test intercepts.
    hurrying = asyncio.run_coroutine_threadsafe(house.skip_to(to, in_hand=in_hand), house.loop)
    try:
        yield
    finally:
        hurrying.cancel()


@contextmanager
def clock_stopped(page: Page) -> Iterator[None]:
    """Stop the house's clock during the block, so that a holder's time can't run out."""
    clock = _house_of(page).clock
    clock.stop()
    try:
        yield
    finally:
        clock.go_on()


def end_holding_time(*pages: Page) -> None:
    """End the holder's time, at the house and on pages with installed clocks."""
    house = _house_of(pages[0])
    left = asyncio.run_coroutine_threadsafe(house.end_holding(), house.loop).result()
    for page in pages:
        page.clock.fast_forward(left)


def _house_of(page: Page) -> SkippingHouse:
    parts = urlsplit(page.url)
    return _OPEN[f"{parts.scheme}://{parts.netloc}"]
