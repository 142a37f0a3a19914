"""Pages of croupiers, managers, displays and players, and the tables that staff run."""

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from puntobanco.store.interface import Role
from tests.browser.conftest import is_complaint
from tests.browser.houses import SECONDS, STAFF_PASSWORD, open_house
from tests.browser.page_actions import bring
from tests.browser.page_checks import SIZES
from tests.server.visitors import PASSWORD

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
LOCK_MS = 5 * 60_000  # after this time without input a page of the staff locks
LATER_S = 10  # more than a slow machine needs to say its time and hear of it
_PRESS = """keys => keys.forEach(key => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))"""
# Once in a tab: a page that is signed out or locked stays so when it is loaded again.
_SIGNED_IN = """if (!sessionStorage.getItem("signed in")) {
  sessionStorage.setItem("signed in", "once");
  sessionStorage.setItem("puntobanco.staff", TOKEN);
}"""
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
        """Open the table's console; its croupier or manager has signed in already."""
        page = page or self.new()
        page.clock.install()
        page.add_init_script(_SIGNED_IN.replace("TOKEN", json.dumps(sign_in_at(self.house, who))))
        page.goto(f"{self.house}/#/console/{table}")
        expect(page.locator(".console[data-link=here]")).to_be_visible()
        return page

    def betting(self, who: str, table: str = "moritz", page: Page | None = None) -> Page:
        """Open a console after its croupier has started a sabot and opened the betting."""
        start_betting_without_page(self.house, who, table)
        page = self.console(who, table, page)
        expect(command_button(page, "close_betting")).to_be_visible()
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
        bring(page, "10000")
        expect(page.locator(".hands[data-stage]")).to_be_visible()
        return page


@contextmanager
def open_pages(browser: Browser, arguments: dict[str, Any], house: str) -> Iterator[Pages]:
    """Open pages at a house. Errors and warnings in a page's console fail the test."""
    opened = Pages(browser, arguments, house)
    yield opened
    assert opened.complaints == []
    for context in list(browser.contexts):
        context.close()


@pytest.fixture
def pages(
    browser: Browser, browser_context_args: dict[str, Any], tmp_path: Path
) -> Iterator[Pages]:
    """Pages at a house of their own."""
    with (
        open_land_house(tmp_path) as house,
        open_pages(browser, browser_context_args, house) as opened,
    ):
        yield opened


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
    """The sockets of a page: the house's messages can be held back, the page's can be lost."""

    def __init__(self, page: Page) -> None:
        self.holds, self.kept = False, list[str | bytes]()
        self.loses = False  # what the page says
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/ws"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()
        self.sockets.append(socket)
        house.on_message(lambda told: self.kept.append(told) if self.holds else socket.send(told))
        socket.on_message(lambda said: None if self.loses else house.send(said))

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


def post(house: str, path: str, body: object = None, token: str = "") -> dict[str, Any]:
    """Send a request on its own connection, which is closed at once."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    with closing(HTTPConnection(house.removeprefix("http://"))) as connection:
        connection.request("POST", path, None if body is None else json.dumps(body), headers)
        answer: dict[str, Any] = json.loads(connection.getresponse().read())
    return answer


def sign_in_at(house: str, who: str, password: str = STAFF_PASSWORD) -> str:
    """Sign in without a page; returns the token."""
    return str(post(house, "/api/tokens", {"name": who, "password": password})["token"])


class _Console(WSListener):
    """A console without a page."""

    def __init__(self) -> None:
        self._heard = asyncio.Queue[Any]()
        self._transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._heard.put_nowait(json.loads(frame.get_payload_as_bytes()))

    def say(self, **said: Any) -> None:
        self._transport.send(WSMsgType.TEXT, json.dumps(said).encode())

    async def until_it_can(self, name: str) -> int:
        """Wait until this command is possible; returns the offset of the table."""
        while True:
            told = await asyncio.wait_for(self._heard.get(), SECONDS)
            if told["type"] == "console" and name in told["can"]:
                return int(told["offset"])

    def close(self) -> None:
        self._transport.disconnect()


async def _start_betting(house: str, path: str) -> None:
    origin = {"Origin": house}
    _, console = await ws_connect(_Console, f"ws{house[4:]}{path}", extra_headers=origin)
    assert isinstance(console, _Console)
    console.say(type="hello")
    # The first card: two more are burned.
    for name, more in (("take", {}), ("new_sabot", {}), ("read", {"card": "2c"})):
        console.say(type=name, seen=await console.until_it_can(name), **more)
    console.say(type="open_betting", seen=await console.until_it_can("open_betting"))
    await console.until_it_can("close_betting")
    console.close()


def start_betting_without_page(house: str, who: str, table: str) -> None:
    """Take the table, start a sabot and open the betting, in no time."""
    path = post(house, f"/api/tables/{table}/console", token=sign_in_at(house, who))["path"]
    with ThreadPoolExecutor(1) as thread:  # the event loop of this one belongs to Playwright
        thread.submit(asyncio.run, _start_betting(house, path)).result()


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


def is_free(page: Page) -> bool:
    """Whether the buttons of a console work: the answer to its last command is there."""
    return page.locator(".console[data-link=here] [data-free=true]").count() > 0


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


def call_manager(page: Page, why: str) -> None:
    press_commands(page, "call_manager")
    page.get_by_role("button", name=why).click()  # which sends it


def set_standing(house: str, standing: str, note: str = "", table: str = "moritz") -> None:
    """The operator opens, pauses or closes a table."""
    token = sign_in_at(house, OPERATOR, PASSWORD)
    path, told = f"/api/operator/tables/{table}/standing", {"standing": standing, "note": note}
    assert post(house, path, told, token)["standing"] == standing


def edges(each: Locator) -> tuple[float, float, float, float]:
    box = each.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def start_betting(page: Page) -> None:
    """Take the table, start a sabot and open the betting."""
    press_commands(page, "take", "new_sabot")
    scan(page, "2C")  # the first card: two more are burned
    press_commands(page, "open_betting")
    expect(command_button(page, "close_betting")).to_be_visible()
