"""Tests of announcements to screen readers, and of the page's language."""

import re

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import NO_SERVICE_WORKER
from tests.browser.page_actions import sit_down

RESTART, TOO_FAST = 1012, 4009


def test_a_lost_connection_is_announced(phone: Page) -> None:
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    phone.route_web_socket(re.compile("/ws"), connect)
    sit_down(phone)
    phone.route("**/api/houses/*", lambda route: route.abort())
    sockets[0].close(code=RESTART)
    expect(phone.locator("[data-link=reconnecting]")).to_be_visible()
    expect(phone.get_by_role("status").filter(has_text="Connessione persa")).to_have_count(1)
    phone.unroute_all()
    expect(phone.get_by_role("status").filter(has_text="Di nuovo al tavolo.")).to_have_count(1)
    sockets[-1].close(code=TOO_FAST)
    expect(phone.get_by_role("alert")).to_contain_text("La connessione è stata chiusa.")


def test_the_page_is_in_the_browsers_language(browser: Browser, house: str) -> None:
    """How the language is chosen is tested in web/tests/storage.test.ts."""
    with browser.new_context(locale="de-AT", **NO_SERVICE_WORKER) as context:
        page = context.new_page()
        page.goto(house)
        expect(page.get_by_role("button", name="Als Gast spielen").first).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "de")
