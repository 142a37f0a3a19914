"""Tests of every state of the page with axe, in the size of a desktop and a phone."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from puntobanco.wire.close_codes import CloseCode
from tests.browser.chosen_coups import CoupChooser, six_cards, tie
from tests.browser.conftest import DESKTOP, NO_SERVICE_WORKER, PHONE
from tests.browser.page_actions import bet, bring, confirm, expect_table, sit_down
from tests.browser.page_checks import (
    PageCheck,
    await_layout,
    check_page_as_is,
    check_page_in_full,
)

__all__ = ["check_page_as_is", "check_page_in_full"]  # fixtures

MOST_RESTING_MS = 700  # until the last card and chip have stopped moving
# What lies under the guide: cards, spots, chips, buttons, or the croupier's line with the net.
COVERED_BY_GUIDE: Final = """() => {
  const guide = document.querySelector("[data-guide]");
  const { left, top, right, bottom } = guide.getBoundingClientRect();
  const covers = it => {
    const box = it.getBoundingClientRect();
    return Math.min(right, box.right) - Math.max(left, box.left) > 1
      && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
  };
  const read = ".turn, .place, .voice, [data-bet], .rack button, .rack label, .table > header";
  return [...document.querySelectorAll(read)].filter(covers).map(it => it.outerHTML.slice(0, 80));
}"""


class Connections(list[WebSocketRoute]):
    """All sockets between page and house; a test can send messages on them and close them."""

    def connect(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        self.append(socket)

    def send(self, **told: object) -> None:
        self[-1].send(json.dumps(told))


@pytest.fixture
def connections() -> Connections:
    return Connections()


@pytest.fixture
def visitor(
    browser: Browser, house: str, browser_context_args: dict[str, Any], connections: Connections
) -> Iterator[Page]:
    """A page on a phone, where the menu has to be opened."""
    with browser.new_context(**(browser_context_args | PHONE)) as context:
        page = context.new_page()
        page.route_web_socket(re.compile("/ws"), connections.connect)
        page.goto(house)
        expect(page.get_by_role("article").first).to_be_visible()
        expect(page.locator("[data-lobby=loading]")).to_have_count(0)
        yield page


def press_button(page: Page, name: str, exact: bool = True) -> None:
    """Press a button by its name; on a phone, open the menu first if the button is there."""
    button = page.get_by_role("button", name=name, exact=exact, include_hidden=True).first
    button.wait_for(state="attached")
    if not button.is_visible():
        page.locator("button[popovertarget]:visible").click()
    button.click()


def close_dialog(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_lobby_dialogs_and_desk_are_accessible(
    visitor: Page, check_page_in_full: PageCheck
) -> None:
    page = visitor
    check_page_in_full(page, "lobby")
    for window in ("Accedi", "Impostazioni", "Regole, Punto e Banco", "Registrati"):
        press_button(page, window)
        expect(page.get_by_role("dialog")).to_be_visible()
        check_page_in_full(page, window.lower().replace(": ", "-"))
        if window != "Registrati":
            close_dialog(page)
    page.get_by_label("Nome").fill("b")
    page.get_by_label("Password").fill("lungolago")
    page.get_by_role("dialog").get_by_role("button", name="Registrati", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    check_page_in_full(page, "refused")
    page.get_by_label("Nome").fill("beatrice")
    page.get_by_role("dialog").get_by_role("button", name="Registrati", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    press_button(page, "beatrice", exact=False)
    expect(page.get_by_text("Omaggio della casa")).to_be_visible()
    check_page_in_full(page, "account")
    page.get_by_role("button", name="Password e dispositivi").click()
    expect(page.get_by_text("questo dispositivo")).to_be_visible()
    check_page_in_full(page, "logins")
    close_dialog(page)
    heading = page.get_by_role("heading", name="Punto e Banco", exact=True)
    card = page.get_by_role("article").filter(has=heading)
    card.get_by_role("button", name="Siediti al tavolo").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_page_in_full(page, "sit")
    page.get_by_role("dialog").get_by_role("button", name="Siediti al tavolo").click()
    expect_table(page)


def test_a_private_table_is_accessible_in_every_state(
    visitor: Page,
    check_page_in_full: PageCheck,
    check_page_as_is: PageCheck,
    chooser: CoupChooser,
) -> None:
    page = visitor
    page.emulate_media(reduced_motion="no-preference")
    check_page_in_full(page, "lobby")
    page.get_by_role("button", name="Un colpo guidato").click()
    bring(page, "1000")
    expect_table(page)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title("Punto e Banco (Egalité) · Punto Banco")
    expect(page.locator("[data-guide=chip]")).to_be_visible()
    check_page_in_full(page, "welcome")
    bet(page)
    expect(page.locator("[data-guide=deal]")).to_be_visible()
    check_page_in_full(page, "chips")
    chooser.choose_next(page, six_cards)
    confirm(page)
    expect(page.locator("[data-card]")).to_have_count(3)
    check_page_as_is(page, "dealing")  # in another size, moving cards would be placed anew
    expect(page.locator("[data-phase=paid]")).to_be_visible()
    page.wait_for_timeout(MOST_RESTING_MS)
    for step in ("points", "rule", "result"):
        expect(page.locator(f"[data-guide={step}]")).to_be_visible()
        check_page_in_full(page, step)
        page.set_viewport_size(DESKTOP["viewport"])
        await_layout(page)
        assert page.evaluate(COVERED_BY_GUIDE) == []
        page.set_viewport_size(PHONE["viewport"])
        page.keyboard.press("Enter")
    expect(page.locator("[data-guide]")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_text("Perché?").click()
    check_page_in_full(page, "six-cards")
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect_table(page)

    press_button(page, "Ripeti")
    chooser.choose_next(page, tie)
    confirm(page)
    expect(page.locator("[data-end=pushed]")).to_have_count(2)
    check_page_in_full(page, "tie")

    press_button(page, "✓ verificato")
    expect(page.locator("[data-step]")).to_have_count(17)
    check_page_in_full(page, "verification")
    close_dialog(page)
    press_button(page, "Aggiungi credito")  # the other dialogs are the lobby's
    expect(page.get_by_role("dialog")).to_be_visible()
    check_page_in_full(page, "versa")
    close_dialog(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    check_page_in_full(page, "help")
    close_dialog(page)

    press_button(page, "Cronologia")
    expect(page.locator("[data-record]")).to_have_count(2)
    check_page_in_full(page, "cronologia")
    press_button(page, "Risultati")
    expect(page.locator("[data-row]")).to_have_count(1)
    check_page_in_full(page, "risultati")
    press_button(page, "Colpi")
    page.get_by_role("button", name="Rivedi: Colpo 1").click()
    expect(page.locator("[data-replay='1'], [data-replay]")).not_to_have_count(0)
    page.wait_for_timeout(MOST_RESTING_MS)
    check_page_in_full(page, "replay")
    press_button(page, "Torna al tavolo")

    press_button(page, "Incassa ed esci")
    expect(page.locator("[data-farewell=cash_out]")).to_be_visible()
    check_page_in_full(page, "farewell")


def test_warnings_and_lost_connections_are_accessible(
    visitor: Page, check_page_in_full: PageCheck, connections: Connections
) -> None:
    page = visitor
    page.clock.install()
    sit_down(page)
    connections.send(type="warning", closes_in_ms=60_000)
    expect(page.locator("[data-warning]")).to_be_visible()
    check_page_in_full(page, "warning")
    bet(page, "punto")  # an action, which ends the warning
    expect(page.locator("[data-warning]")).to_be_hidden()

    page.route("**/api/houses/*", lambda route: route.abort())
    connections[-1].close(code=CloseCode.RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator(".voice")).to_have_text("")  # no invitation to bet while disconnected
    check_page_in_full(page, "reconnecting")
    page.clock.fast_forward("03:10")
    expect(page.locator("[data-link=gave-up]")).to_be_visible()
    check_page_in_full(page, "gave-up")
    page.unroute("**/api/houses/*")
    press_button(page, "Riprova")
    expect_table(page)

    connections[-1].close(code=CloseCode.TAKEN_OVER)
    expect(page.locator("[data-link=elsewhere]")).to_be_visible()
    check_page_in_full(page, "elsewhere")
    press_button(page, "Torna in sala")
    page.get_by_role("button", name="Torna al tavolo").click()
    expect_table(page)

    connections[-1].close(code=CloseCode.TOO_FAST)
    expect(page.locator("[data-link=shut-out]")).to_be_visible()
    check_page_in_full(page, "shut-out")


SCREENS = ((320, 568), (390, 844), (844, 390), (1280, 800))
# The roads are a strip to swipe.
TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll("body *:not(.roads *)")]
  .filter(each => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
  .filter(each => each === document.documentElement
    || ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
  .map(each => each.outerHTML.slice(0, 80))"""


LANGUAGES = ("it", "en", "de", "fr")


def set_language(page: Page, language: str) -> None:
    """Choose a language in the settings, at a table."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("[data-way=settings]").click()
    page.get_by_role("dialog").locator(f"label[lang={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    close_dialog(page)


def test_nothing_scrolls_sideways_with_six_cards_and_long_words(
    browser: Browser, house: str, chooser: CoupChooser
) -> None:
    with browser.new_context(
        locale="it-IT", reduced_motion="reduce", **NO_SERVICE_WORKER
    ) as context:
        page = context.new_page()
        page.goto(house)
        sit_down(page, "Baccarat For Fun")
        chooser.choose_next(page, six_cards)
        page.locator("label:has(input[name=chip])").nth(2).click()
        for spot in page.locator("button[data-bet]").all():
            spot.click()
        page.locator(".rack button.first").click()
        expect(page.locator("[data-side] [data-card]")).to_have_count(6)
        for language in LANGUAGES:
            set_language(page, language)
            # Shows why cards were drawn.
            page.locator("button[aria-controls][aria-expanded]").click()
            expect(page.locator(".why")).to_be_visible()
            for state in (None, "h", "?"):
                if state:
                    page.keyboard.press(state)
                    expect(page.get_by_role("dialog")).to_be_visible()
                for width, height in SCREENS:
                    page.set_viewport_size({"width": width, "height": height})
                    await_layout(page)
                    found = page.evaluate(TOO_WIDE)
                    assert found == [], f"{language}, {state} at {width} × {height}"
                if state:
                    close_dialog(page)
