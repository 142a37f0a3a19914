"""The page for those who don't see it, and on the smallest screen."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.guests import bet, sit_down


def complaints(page: Page) -> list[str]:
    found = Axe().run(page)
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found.response["violations"]]


def test_nothing_hinders_a_screen_reader(at_the_door: Page) -> None:
    expect(at_the_door.get_by_role("article").first).to_be_visible()
    assert complaints(at_the_door) == []
    sit_down(at_the_door)
    bet(at_the_door)
    at_the_door.locator("button", has_text=re.compile("^(Carte|Conferma puntate)$")).click()
    expect(at_the_door.locator("[data-paid=punto]")).to_be_visible()
    assert complaints(at_the_door) == []


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
