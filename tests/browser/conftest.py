"""A house on a free port, and Debian's Chromium before it."""

import asyncio
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from tests.conftest import SEALING_KEY

SECONDS = 10  # for anything on the page to appear

# No sandbox for root, and nobody called but the house.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Stopped behind every module: its loop would be in the way of asynchronous tests."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    with playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS) as launched:
        yield launched


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return {"viewport": {"width": 1280, "height": 800}, "locale": "it-IT"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    """The address of a house that is open, in a thread of its own."""
    settings = Settings(database=str(tmp_path / "house.db"), sealing_key=SEALING_KEY.hex())
    opened, loop = threading.Event(), asyncio.new_event_loop()
    closing = asyncio.Event()
    address = ""

    async def serve() -> None:
        nonlocal address
        async with serving(settings) as (_, base):
            address = base
            opened.set()
            await closing.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert opened.wait(SECONDS)
        yield address
    finally:
        loop.call_soon_threadsafe(closing.set)
        thread.join()
        loop.close()


@pytest.fixture
def at_the_door(page: Page, house: str) -> Iterator[Page]:
    """The page, opened; whatever its console complains of fails the test."""
    complaints: list[str] = []
    page.set_default_timeout(SECONDS * 1000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.goto(house)
    yield page
    assert complaints == []
