"""Pages of croupiers, managers, displays and players, and the tables that staff run."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from puntobanco.store.interface import Role
from tests.browser.conftest import is_complaint
from tests.browser.houses import SECONDS, STAFF_PASSWORD, open_house
from tests.browser.page_checks import SIZES

STAFF = {"carla": Role.CROUPIER, "dino": Role.CROUPIER, "mara": Role.MANAGER}
OPERATOR = "olga"
TABLES = """
[[tables]]
name = "moritz"
house = "st-moritz"
title = "St. Moritz 1"
croupier = "person"
cards = "croupier"
pace = { result = 100 }

[[tables]]
name = "fiches"
house = "st-moritz"
title = "St. Moritz 2"
croupier = "person"
cards = "croupier"
stakes = "keyed"
boxes = 9
pace = { result = 100 }

[[tables]]
name = "campione"
house = "campione"
title = "Campione"
croupier = "person"
pace = { mixing = 60000, opening = 60000, burn = 9, card = 20, turn = 20, result = 100, \
absent = 400 }

[[tables]]
name = "lago"
house = "campione"
title = "Sul lago"
croupier = "person"
cards = "croupier"
"""
GUARD_MS = 600  # for so long a button whose meaning has changed takes no tap
MOMENT_MS = 1_000  # the same card scanned again within this time is asked about
LATER_S = 10  # more than a slow machine needs to say its time and hear of it
_PRESS = """keys => keys.forEach(key => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))"""
DISPLAY = {"viewport": {"width": 1920, "height": 1080}}


@contextmanager
def open_land_house(folder: Path, more: str = "") -> Iterator[str]:
    """Open a house with these tables, and perhaps more."""
    tables = folder / "tables.toml"
    tables.write_text(TABLES + more)
    with open_house(folder / "house.db", tables=tables, operator=OPERATOR, staff=STAFF) as address:
        yield address


class Pages:
    """All pages at one house, each in its own browser context."""

    def __init__(self, browser: Browser, arguments: dict[str, Any], house: str) -> None:
        self._browser, self._arguments, self.house = browser, arguments, house
        self.complaints: list[str] = []

    def new(self, **more: Any) -> Page:
        page = self._browser.new_context(**(self._arguments | more)).new_page()
        page.set_default_timeout(SECONDS * 1000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if is_complaint(said) else None,
        )
        return page

    def console(self, who: str, table: str = "moritz", page: Page | None = None) -> Page:
        """Sign in and open the table's console."""
        page = page or self.new()
        page.clock.install()
        page.goto(f"{self.house}/#/console/{table}")
        sign_in(page, who)
        expect(page.locator(".console[data-link=here]")).to_be_visible()
        return page

    def display(
        self, table: str = "moritz", language: str = "it", page: Page | None = None
    ) -> Page:
        page = page or self.new(**DISPLAY)
        page.goto(f"{self.house}/#/display/{table}/{language}")
        expect(page.locator(".display[data-link=here]")).to_be_visible()
        return page

    def player(self, title: str, size: str = "desk", page: Page | None = None) -> Page:
        page = page or self.new(**SIZES[size])
        page.goto(self.house)
        card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=title))
        card.get_by_role("button", name="Gioca come ospite").click()
        expect(page.locator(".hands[data-stage]")).to_be_visible()
        return page


_SLOW_LINE = """
window.delay = 0;
window.WebSocket = class extends WebSocket {
  set onmessage(hear) { super.onmessage = told => setTimeout(() => hear(told), window.delay); }
};"""


class SlowLine:
    """A page that hears everything later, each message after the same time."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.add_init_script(_SLOW_LINE)

    def delay(self, ms: int) -> None:
        self._page.evaluate("ms => { window.delay = ms }", ms)


class DelayedConnection:
    """The sockets of a page, on which messages of the house can be held back."""

    def __init__(self, page: Page) -> None:
        self.holds, self.kept = False, list[str | bytes]()
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/ws"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()
        self.sockets.append(socket)
        house.on_message(lambda told: self.kept.append(told) if self.holds else socket.send(told))

    def release_one(self) -> None:
        self.sockets[-1].send(self.kept.pop(0))

    def release(self) -> None:
        self.holds = False
        while self.kept:
            self.release_one()


def sign_in(page: Page, who: str, password: str = STAFF_PASSWORD) -> None:
    page.get_by_label("Nome").fill(who)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Accedi").click()


def command_button(page: Page, name: str) -> Locator:
    return page.locator(f"[data-do='{name}']")


def press_commands(page: Page, *names: str, is_sure: bool = True) -> None:
    for name in names:
        command_button(page, name).wait_for()
        page.clock.fast_forward(GUARD_MS)
        expect(page.locator("[data-free=true]")).to_be_visible()
        command_button(page, name).click()
        if name == "new_sabot" and is_sure:
            page.locator("[data-sure]").wait_for()
            page.clock.fast_forward(GUARD_MS)
            page.locator("[data-sure]").click()
            expect(page.locator("[data-stage=burning]")).to_be_visible()
            expect(page.get_by_role("dialog")).to_have_count(0)  # it would take a scanned card


def scan(page: Page, *codes: str) -> None:
    """Read codes with a scanner; between two equal ones there is a moment."""
    before = ""
    for code in codes:
        if code == before:
            page.clock.fast_forward(MOMENT_MS)
        before = code
        page.evaluate(_PRESS, [*code, "Enter"])


def scan_keys(page: Page, *codes: str) -> None:
    """The same with real keys, which also do what the browser does with them."""
    with page_clock_stopped(page):  # a slow machine makes no difference
        for code in codes:
            page.keyboard.type(code)
            page.keyboard.press("Enter")


@contextmanager
def page_clock_stopped(page: Page) -> Iterator[None]:
    """Stop the installed clock of a page, some seconds later; buttons are ready then."""
    at = page.evaluate("Date.now()") / 1000 + LATER_S
    page.clock.pause_at(datetime.fromtimestamp(at, UTC))
    yield
    page.clock.resume()


def tap(page: Page, *cards: str) -> None:
    """Tap cards such as "4h" on the pad. Half a card would be dropped after two seconds."""
    for card in cards:
        rank = page.locator(f"[data-rank='{card[0]}']")
        # The answer to the card before must be here: timers that it starts would wait for ever.
        expect(rank).to_have_attribute("aria-disabled", "false")
        with page_clock_stopped(page):
            rank.click()
            page.locator(f"[data-suit='{card[1]}']").click()


def expect_demand(page: Page, words: str) -> None:
    expect(page.locator("[data-demand]")).to_have_text(words)


def expect_cards(page: Page, side: str, *names: str) -> None:
    shown = page.locator(f"[data-side={side}] [data-card]")
    expect(shown).to_have_count(len(names))
    for place, name in enumerate(names):
        expect(shown.nth(place)).to_have_attribute("data-card", name)


def expect_points(page: Page, punto: int, banco: int) -> None:
    expect(page.locator("[data-points=punto]")).to_have_text(str(punto))
    expect(page.locator("[data-points=banco]")).to_have_text(str(banco))


def start_betting(page: Page) -> None:
    """Take the table, start a sabot and open the betting."""
    press_commands(page, "take", "new_sabot")
    scan(page, "2C")  # the first card: two more are burned
    press_commands(page, "open_betting")
    expect(command_button(page, "close_betting")).to_be_visible()
