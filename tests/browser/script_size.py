"""How much JavaScript a new player's browser fetches until the first coup is paid."""

import gzip
from collections.abc import Iterable
from urllib.parse import urlparse

from playwright.sync_api import Browser, expect

import hatch_build
from tests.browser.page_actions import bring, spot

FETCHED = "() => performance.getEntriesByType('resource').map(each => each.name)"


def fetched_script_bytes(browser: Browser, address: str, locale: str) -> int:
    """The compressed size of all fetched scripts, without a service worker."""
    with browser.new_context(
        locale=locale, reduced_motion="reduce", service_workers="block"
    ) as context:
        page = context.new_page()
        page.goto(address)
        page.locator("article:not([data-table]) button.first").first.click()
        bring(page)
        expect(spot(page, "punto")).to_be_enabled()
        spot(page, "punto").click()
        page.locator(".rack button.first").click()
        expect(page.locator("[data-paid=punto]")).to_be_visible()
        return script_bytes(page.evaluate(FETCHED))


def script_bytes(fetched: Iterable[str]) -> int:
    """The compressed size of all scripts among these addresses."""
    paths = {urlparse(name).path.lstrip("/") for name in fetched}
    scripts = [hatch_build.PAGE / path for path in paths if path.endswith(".js")]
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in scripts)
