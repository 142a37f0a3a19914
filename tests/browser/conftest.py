"""A house on a free port, and Debian's Chromium before it."""

import shutil
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.browser.houses import SECONDS, open_house
from tests.browser.luck import Luck
from tests.browser.presses import last_words, told, witness

# No sandbox for root, nobody called but the house, and no renderer for an address bar that nobody
# sees, which costs more than a page of ours.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "SpareRendererForSitePerProcess",
]

# A service worker fetches the whole shell for the next time: most pages here have none.
UNKEPT: dict[str, Any] = {"service_workers": "block"}
PHONE: dict[str, Any] = {
    **UNKEPT,
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1,  # a real one has three, and a processor for them
    "is_mobile": True,
    "has_touch": True,
}

expect.set_options(timeout=SECONDS * 1000)


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Stopped behind every module: its loop would be in the way of asynchronous tests."""
    with sync_playwright() as started:
        yield started


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What the pages have heard of clicks goes with the report of a test that fails."""
    report = yield
    words = last_words()
    opened = getattr(item, "funcargs", {}).get("browser")
    if report.failed and report.when == "call" and isinstance(opened, Browser):
        pages = [page for context in opened.contexts for page in context.pages]
        report.sections.append(("presses", "\n".join([words, *map(told, pages)])))
    return report


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    with playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS) as launched:
        open_context = launched.new_context

        def new_context(**given: Any) -> BrowserContext:
            context = open_context(**given)
            witness(context)
            return context

        launched.new_context = new_context  # type: ignore[method-assign]
        yield launched


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """A desk, and nothing that moves: what is to be seen is seen at once."""
    return {
        "viewport": {"width": 1280, "height": 800},
        "locale": "it-IT",
        "reduced_motion": "reduce",
        **UNKEPT,
    }


@pytest.fixture(scope="module")
def luck() -> Luck:
    """Of whoever plays at `house`."""
    return Luck()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, luck: Luck) -> Iterator[str]:
    """The address of a house that is open: every test comes as a guest of its own."""
    with open_house(tmp_path_factory.mktemp("house") / "house.db", luck=luck) as address:
        yield address


@pytest.fixture
def phone(browser: Browser, house: str, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """The same page, on a phone."""
    with browser.new_context(**(browser_context_args | PHONE)) as context:
        page = context.new_page()
        page.goto(house)
        yield page


def is_complaint(said: ConsoleMessage) -> bool:
    """Chromium notes what the house refuses, Playwright what it blocks: no fault of the page."""
    if said.text.endswith("registration blocked by Playwright"):
        return False
    return said.type in ("error", "warning") and "/api/" not in said.location["url"]


@pytest.fixture
def at_the_door(page: Page, house: str) -> Iterator[Page]:
    """The page, opened; whatever its console complains of fails the test."""
    complaints: list[str] = []
    page.set_default_timeout(SECONDS * 1000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if is_complaint(said) else None,
    )
    page.goto(house)
    yield page
    assert complaints == []
