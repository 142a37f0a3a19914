"""Fixtures: a house on a free port, and pages in Debian's Chromium."""

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

from tests.browser.chosen_coups import CoupChooser
from tests.browser.chromium import launch
from tests.browser.click_log import describe_clicks, record_clicks, take_closed_logs
from tests.browser.houses import SECONDS, open_house
from tests.cheap_passwords import hash_cheaply

hash_cheaply()

# A service worker would fetch the whole page in advance; most tests need none.
NO_SERVICE_WORKER: dict[str, Any] = {"service_workers": "block"}
PHONE: dict[str, Any] = {
    **NO_SERVICE_WORKER,
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1,  # a real phone has 3, which would be slow here
    "is_mobile": True,
    "has_touch": True,
}

# A desktop window without animations, so that everything is shown at once.
DESKTOP: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "it-IT",
    "reduced_motion": "reduce",
    **NO_SERVICE_WORKER,
}

expect.set_options(timeout=SECONDS * 1000)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Stopped after this folder: its event loop would disturb asynchronous tests."""
    with sync_playwright() as started:
        yield started


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the clicks that the pages received to the report of a failed test."""
    report = yield
    closed = take_closed_logs()
    opened = getattr(item, "funcargs", {}).get("browser")
    if report.failed and report.when == "call" and isinstance(opened, Browser):
        pages = [page for context in opened.contexts for page in context.pages]
        report.sections.append(("clicks", "\n".join([closed, *map(describe_clicks, pages)])))
    return report


@pytest.fixture(scope="package")
def launched(playwright: Playwright) -> Iterator[Browser]:
    with launch(playwright) as launched:
        open_context = launched.new_context

        def new_context(**given: Any) -> BrowserContext:
            context = open_context(**given)
            record_clicks(context)
            return context

        launched.new_context = new_context  # type: ignore[method-assign]
        yield launched


@pytest.fixture(scope="module")
def browser(launched: Browser) -> Iterator[Browser]:
    """The same browser for every module, without the pages of the module before."""
    yield launched
    for context in launched.contexts:
        context.close()


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return DESKTOP


@pytest.fixture(scope="module")
def chooser() -> CoupChooser:
    """Chooses the coups at `house`."""
    return CoupChooser()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chooser: CoupChooser) -> Iterator[str]:
    """The address of an open house; every test plays as a new guest."""
    with open_house(tmp_path_factory.mktemp("house") / "house.db", chooser=chooser) as address:
        yield address


@pytest.fixture
def phone(browser: Browser, house: str, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A page in the lobby, on a phone."""
    with browser.new_context(**(browser_context_args | PHONE)) as context:
        page = context.new_page()
        page.goto(house)
        yield page


def is_complaint(said: ConsoleMessage) -> bool:
    """Refusals of the house and requests blocked by Playwright are no errors of the page."""
    if said.text.endswith("registration blocked by Playwright"):
        return False
    return said.type in ("error", "warning") and "/api/" not in said.location["url"]


@pytest.fixture
def lobby_page(page: Page, house: str) -> Iterator[Page]:
    """A page in the lobby; errors and warnings in its console fail the test."""
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
