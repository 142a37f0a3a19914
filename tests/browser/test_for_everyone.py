"""The page for those who don't see it, and in their language."""

import re

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import UNKEPT
from tests.browser.guests import sit_down

RESTART, TOO_FAST = 1012, 4009


def test_a_line_that_is_lost_is_heard(phone: Page) -> None:
    lines: list[WebSocketRoute] = []

    def meet(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    phone.route_web_socket(re.compile("/ws"), meet)
    sit_down(phone)
    phone.route("**/api/houses/*", lambda route: route.abort())
    lines[0].close(code=RESTART)
    expect(phone.locator("[data-link=reconnecting]")).to_be_visible()
    expect(phone.get_by_role("status").filter(has_text="Connessione persa")).to_have_count(1)
    phone.unroute_all()
    expect(phone.get_by_role("status").filter(has_text="Di nuovo al tavolo.")).to_have_count(1)
    lines[-1].close(code=TOO_FAST)
    expect(phone.get_by_role("alert")).to_contain_text("La connessione è stata chiusa.")


def test_the_page_speaks_the_browsers_language(browser: Browser, house: str) -> None:
    """Which one that is stands in web/tests/kept.test.ts."""
    with browser.new_context(locale="de-AT", **UNKEPT) as context:
        page = context.new_page()
        page.goto(house)
        expect(page.get_by_role("button", name="Als Gast spielen").first).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "de")
