"""Everything the page can show: looked at, and read by axe, at a desk and on a phone."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from puntobanco.wire.close_codes import CloseCode
from tests.browser.conftest import PHONE, UNKEPT
from tests.browser.guests import at_the_table, bet, confirm, sit_down
from tests.browser.looks import Look, look, look_once
from tests.browser.luck import Luck, six_cards, tie

__all__ = ["look", "look_once"]  # fixtures

MOST_RESTING_MS = 700  # until the last card lies there, and the last chip


class Lines(list[WebSocketRoute]):
    """To the house, all of them, to be talked into and cut."""

    def meet(self, line: WebSocketRoute) -> None:
        line.connect_to_server()
        self.append(line)

    def say(self, **told: object) -> None:
        self[-1].send(json.dumps(told))


@pytest.fixture
def lines() -> Lines:
    return Lines()


@pytest.fixture
def visitor(
    browser: Browser, house: str, browser_context_args: dict[str, Any], lines: Lines
) -> Iterator[Page]:
    """On a phone, whose menu is one more thing to open."""
    with browser.new_context(**(browser_context_args | PHONE)) as context:
        page = context.new_page()
        page.route_web_socket(re.compile("/ws"), lines.meet)
        page.goto(house)
        expect(page.get_by_role("article").first).to_be_visible()
        yield page


def press(page: Page, name: str, exact: bool = True) -> None:
    """By its name; on a phone some stand in the menu."""
    button = page.get_by_role("button", name=name, exact=exact, include_hidden=True).first
    button.wait_for(state="attached")
    if not button.is_visible():
        page.locator("button[popovertarget]:visible").click()
    button.click()


def shut(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_before_the_table_and_at_the_desk(visitor: Page, look: Look) -> None:
    page = visitor
    look(page, "lobby")
    for window in ("Accedi", "Impostazioni", "Regole", "Registrati"):
        press(page, window)
        expect(page.get_by_role("dialog")).to_be_visible()
        look(page, window.lower())
        if window != "Registrati":
            shut(page)
    page.get_by_label("Nome").fill("b")
    page.get_by_label("Password").fill("lungolago")
    page.get_by_role("dialog").get_by_role("button", name="Registrati", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    look(page, "refused")
    page.get_by_label("Nome").fill("beatrice")
    page.get_by_role("dialog").get_by_role("button", name="Registrati", exact=True).click()
    press(page, "beatrice", exact=False)
    expect(page.get_by_text("Omaggio della casa")).to_be_visible()
    look(page, "account")
    shut(page)
    heading = page.get_by_role("heading", name="Punto e Banco", exact=True)
    card = page.get_by_role("article").filter(has=heading)
    card.get_by_role("button", name="Siediti al tavolo").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, "sit")
    page.get_by_role("dialog").get_by_role("button", name="Siediti al tavolo").click()
    at_the_table(page)


def test_at_the_table(visitor: Page, look: Look, luck: Luck) -> None:
    page = visitor
    sit_down(page)
    look(page, "welcome")
    bet(page)
    look(page, "chips")
    luck.bring(page, six_cards)
    confirm(page)
    expect(page.locator("[data-phase=paid]")).to_be_visible()
    page.get_by_text("Perché?").click()
    page.wait_for_timeout(MOST_RESTING_MS)
    look(page, "six-cards")
    page.get_by_text("Perché?").click()

    press(page, "Ripeti")
    luck.bring(page, tie)
    confirm(page)
    expect(page.locator("[data-end=pushed]")).to_have_count(2)
    look(page, "tie")

    press(page, "Verifica")
    expect(page.locator("[data-step]")).to_have_count(17)
    look(page, "verification")
    shut(page)
    for window in ("Regole", "Versa", "Impostazioni"):
        press(page, window)
        expect(page.get_by_role("dialog")).to_be_visible()
        look(page, f"table-{window.lower()}")
        shut(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, "help")
    shut(page)

    press(page, "Cronologia")
    expect(page.locator("[data-record]")).to_have_count(2)
    look(page, "cronologia")
    page.get_by_role("button", name="Rivedi: Colpo 1").click()
    expect(page.locator("[data-replay='1'], [data-replay]")).not_to_have_count(0)
    page.wait_for_timeout(MOST_RESTING_MS)
    look(page, "replay")
    press(page, "Torna al tavolo")

    press(page, "Incassa ed esci")
    expect(page.locator("[data-farewell=cash_out]")).to_be_visible()
    look(page, "farewell")


def test_while_the_cards_come(
    browser: Browser,
    house: str,
    browser_context_args: dict[str, Any],
    look_once: Look,
    luck: Luck,
) -> None:
    """In one size: whatever moves would have to find its place anew in another."""
    moving = browser_context_args | PHONE | {"reduced_motion": "no-preference"}
    with browser.new_context(**moving) as context:
        page = context.new_page()
        page.goto(house)
        sit_down(page)
        luck.bring(page, six_cards)
        bet(page)
        confirm(page)
        expect(page.locator("[data-card]")).to_have_count(3)
        look_once(page, "dealing")
        expect(page.locator("[data-phase=paid]")).to_be_visible()
        page.wait_for_timeout(MOST_RESTING_MS)
        look_once(page, "paid")


def test_when_the_line_or_the_hour_fails(visitor: Page, look: Look, lines: Lines) -> None:
    page = visitor
    page.clock.install()
    sit_down(page)
    lines.say(type="warning", closes_in_ms=60_000)
    expect(page.locator("[data-warning]")).to_be_visible()
    look(page, "warning")
    bet(page, "punto")  # which is an answer to it
    expect(page.locator("[data-warning]")).to_be_hidden()

    page.route("**/api/houses/*", lambda route: route.abort())
    lines[-1].close(code=CloseCode.RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator(".voice")).to_have_text("")  # who can't be heard isn't asked to bet
    look(page, "reconnecting")
    page.clock.fast_forward("03:10")
    expect(page.locator("[data-link=gave-up]")).to_be_visible()
    look(page, "gave-up")
    page.unroute("**/api/houses/*")
    press(page, "Riprova")
    at_the_table(page)

    lines[-1].close(code=CloseCode.TAKEN_OVER)
    expect(page.locator("[data-link=elsewhere]")).to_be_visible()
    look(page, "elsewhere")
    press(page, "Alla sala")
    page.get_by_role("button", name="Torna al tavolo").click()
    at_the_table(page)

    lines[-1].close(code=CloseCode.TOO_FAST)
    expect(page.locator("[data-link=shut-out]")).to_be_visible()
    look(page, "shut-out")


SCREENS = ((320, 568), (390, 844), (844, 390), (1280, 800))
TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll("body *")]
  .filter(each => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
  .filter(each => each === document.documentElement
    || ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
  .map(each => each.outerHTML.slice(0, 80))"""


LANGUAGES = ("it", "en", "de", "fr")


def speak(page: Page, language: str) -> None:
    """At a table, from the settings."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("[data-way=settings]").click()
    page.get_by_role("dialog").locator(f"label[lang={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    shut(page)


def test_six_cards_and_long_words_scroll_nothing_sideways(
    browser: Browser, house: str, luck: Luck
) -> None:
    with browser.new_context(locale="it-IT", reduced_motion="reduce", **UNKEPT) as context:
        page = context.new_page()
        page.goto(house)
        sit_down(page, "Baccarat For Fun")
        luck.bring(page, six_cards)
        page.locator("label:has(input[name=chip])").nth(2).click()
        for spot in page.locator("button[data-bet]").all():
            spot.click()
        page.locator(".rack button.first").click()
        expect(page.locator("[data-side] [data-card]")).to_have_count(6)
        for language in LANGUAGES:
            speak(page, language)
            page.locator("button[aria-controls][aria-expanded]").click()  # why they were drawn
            expect(page.locator(".why")).to_be_visible()
            for state in (None, "h", "?"):
                if state:
                    page.keyboard.press(state)
                    expect(page.get_by_role("dialog")).to_be_visible()
                for width, height in SCREENS:
                    page.set_viewport_size({"width": width, "height": height})
                    page.wait_for_timeout(100)  # until everything has found its place
                    found = page.evaluate(TOO_WIDE)
                    assert found == [], f"{language}, {state} at {width} × {height}"
                if state:
                    shut(page)
