"""The page for those who don't see it, and on the smallest screen."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.guests import bet, confirm, sit_down

RESTART, TOO_FAST = 1012, 4009


def complaints(page: Page) -> list[str]:
    found = Axe().run(page)
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found.response["violations"]]


def test_nothing_hinders_a_screen_reader(at_the_door: Page) -> None:
    expect(at_the_door.get_by_role("article").first).to_be_visible()
    assert complaints(at_the_door) == []
    sit_down(at_the_door)
    bet(at_the_door)
    confirm(at_the_door)
    expect(at_the_door.locator("[data-paid=punto]")).to_be_visible()
    assert complaints(at_the_door) == []


def test_nor_does_a_line_that_is_lost(phone: Page) -> None:
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
    assert complaints(phone) == []
    phone.unroute_all()
    expect(phone.get_by_role("status").filter(has_text="Di nuovo al tavolo.")).to_have_count(1)
    lines[-1].close(code=TOO_FAST)
    expect(phone.get_by_role("alert")).to_contain_text("La connessione è stata chiusa.")
    assert complaints(phone) == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (320, 568)])
def test_nothing_scrolls_sideways_on_a_phone(
    browser: Browser, house: str, width: int, height: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=3,
        is_mobile=True,
        has_touch=True,
        locale="it-IT",
    )
    page = context.new_page()
    page.goto(house)
    sit_down(page)
    page.locator("button[data-bet=punto]").tap()
    expect(page.locator("button[data-bet=punto] b")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("it-CH", "Gioca come ospite"),
        ("de-AT", "Als Gast spielen"),
        ("fr-FR", "Jouer en invité"),
        ("en-GB", "Play as a guest"),
    ],
)
def test_the_page_speaks_the_browsers_language(
    browser: Browser, house: str, locale: str, words: str
) -> None:
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(house)
    expect(page.get_by_role("button", name=words).first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    context.close()
