"""Buttons of a console do one thing, however they are tapped."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.conftest import PHONE
from tests.browser.console_evening import DOUBLE_TAPS
from tests.browser.house_time import end_holding_time
from tests.browser.houses import open_house
from tests.browser.page_actions import bring, wait_until
from tests.browser.staff import GUARD_MS, STAFF, Pages, is_free, press_commands, scan
from tests.recount import points

TABLES: Final = """
[[tables]]
name = "campione"
house = "campione"
title = "Campione"
croupier = "person"
pace = { mixing = 60000, opening = 60000, burn = 0, card = 0, turn = 0, result = 0 }

[[tables]]
name = "moritz"
house = "st-moritz"
title = "St. Moritz"
croupier = "person"
faces = "down"
pace = { mixing = 60000, opening = 60000, burn = 0, card = 0, turn = 0, result = 0 }

[[tables]]
name = "coperte"
house = "st-moritz"
title = "Carte coperte"
croupier = "person"
cards = "croupier"
stakes = "keyed"
faces = "down"
reading = "leaving"
boxes = 9
pace = { result = 0 }
"""
NAMES: Final = {"carta": "speak", "resto": "speak"}  # the command of a button, if not its own name


@pytest.fixture
def pages(
    browser: Browser, browser_context_args: dict[str, Any], tmp_path: Path
) -> Iterator[Pages]:
    tables = tmp_path / "tables.toml"
    tables.write_text(TABLES)
    with open_house(tmp_path / "house.db", tables=tables, staff=STAFF) as house:
        opened = Pages(browser, browser_context_args, house)
        yield opened
        assert opened.complaints == []
        for context in list(browser.contexts):
            context.close()


class DoubleTaps:
    """A croupier who taps every button twice."""

    def __init__(self, pages: Pages) -> None:
        self._sent, self._heard = list[str](), list[str]()  # by the console, to it
        self._tapped: list[str] = []
        self.carla = pages.new(**PHONE)
        self.carla.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._sent.append(json.loads(frame)["type"]))
        socket.on("framereceived", lambda frame: self._heard.append(json.loads(frame)["type"]))

    def stop_clock(self) -> None:
        self.carla.evaluate(
            "() => { window.taps = 0; addEventListener('click', () => window.taps++, true) }"
        )
        self.carla.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))

    def tap_twice(self, name: str, ms: int, place: str = ".main") -> None:
        """The page's clock stands still, so that the second tap comes after `ms`."""
        carla, heard = self.carla, len(self._heard)
        button = carla.locator(f"{place} [data-do='{name}']")
        button.wait_for()
        carla.clock.run_for(GUARD_MS)
        said = f"after {self._sent}"
        expect(carla.locator("[data-free=true]"), said).to_be_visible()
        box = button.bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self._tap(*middle)
        wait_until(carla, lambda: "console" in self._heard[heard:])  # the table has gone on
        carla.clock.run_for(ms)
        self._tap(*middle)
        wait_until(carla, lambda: is_free(carla), run_ms=GUARD_MS)  # the page shows the next step
        self._tapped.append(NAMES.get(name, name))

    def _tap(self, x: float, y: float) -> None:
        """Tap, and wait until the page has processed it, before its clock goes on."""
        taps = self.carla.evaluate("window.taps")
        self.carla.mouse.click(x, y)
        wait_until(self.carla, lambda: self.carla.evaluate("window.taps") > taps)


class OurSabot(DoubleTaps):
    """The same with our own sabot, and a player who holds cards and stays silent."""

    def __init__(self, pages: Pages, table: str, title: str) -> None:
        super().__init__(pages)
        self._held = ""  # Punto's cards
        pages.console("carla", table, page=self.carla)
        self._player = pages.new()
        self._player.on("websocket", lambda ws: ws.on("framereceived", self._tells))
        sit_down(self._player, pages.house, title)
        press_commands(self.carla, "take")
        self.carla.locator(".main [data-do=open_betting]").wait_for()
        self.stop_clock()

    def _tells(self, frame: str | bytes) -> None:
        told = json.loads(frame)
        if told["type"] == "held" and told["side"] == "punto":
            self._held = told["cards"]

    def coup(self, ms: int) -> set[str]:
        """Play a coup; return the buttons that were tapped."""
        carla, player = self.carla, self._player
        taps = ["open_betting"]
        self.tap_twice("open_betting", ms)
        player.locator("button[data-bet=punto]").click()
        player.get_by_role("button", name=re.compile("Conferma|Carte")).first.click()
        expect(player.locator("[data-confirmed=punto]")).to_be_visible()
        self.tap_twice("close_betting", ms)
        while taps[-1] != "announce":
            step, holds = carla.locator(".main button"), carla.get_by_text("è in mano")
            expect(step.or_(holds).first).to_be_visible()
            if not step.count():
                end_holding_time(carla, player)
            expect(step.first).to_be_visible()
            name = str(step.first.get_attribute("data-do"))
            if name in NAMES:
                held = [self._held[n : n + 2] for n in range(0, len(self._held), 2)]
                name = "carta" if points(held) <= 5 else "resto"
            taps.append(name)
            self.tap_twice(name, ms)
        carla.locator(".main [data-do=open_betting]").wait_for()
        assert self._sent == ["hello", "take", *self._tapped]
        return {*taps}


class RealSabot(DoubleTaps):
    """The same with real cards that lie face down, and real chips."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        pages.betting("carla", "coperte", page=self.carla)
        self.stop_clock()

    def coup(self, ms: int) -> None:
        """Reopen the betting before the first card, and turn Banco's cards before Punto's."""
        began, buttons = len(self._sent), [("close_betting", ".main"), ("reopen_betting", ".aside")]
        for name, place in [*buttons, buttons[0]]:
            self.tap_twice(name, ms, place)
        scan(self.carla, "4H", "9C", "KD", "KS")
        for name, place in (("turn-first", ".aside"), ("turn", ".main"), ("announce", ".main")):
            self.tap_twice(name, ms, place)
        assert self.carla.get_by_role("dialog").count() == 0
        self.tap_twice("open_betting", ms)
        assert self._sent[began:] == [
            *("close_betting", "reopen_betting", "close_betting"),
            *("read", "read", "read", "read", "turn", "turn", "announce", "open_betting"),
        ]


def sit_down(page: Page, house: str, title: str) -> None:
    page.clock.install()
    page.goto(house)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=title))
    card.get_by_role("button", name="Gioca come ospite").click()
    bring(page, "1000")
    page.locator("[data-box='4']").click()
    expect(page.locator("[data-box='4']")).to_have_attribute("aria-pressed", "true")


def test_two_taps_do_one_thing_with_our_sabot(pages: Pages) -> None:
    """At Campione Punta's player is silent, so that the croupier speaks and turns the cards."""
    tapped: set[str] = set()
    campione = OurSabot(pages, "campione", "Campione")
    for ms in DOUBLE_TAPS:
        tapped |= campione.coup(ms)
    assert tapped >= {"open_betting", "draw", "turn", "announce"}
    assert tapped & {"carta", "resto"}


def test_two_taps_do_one_thing_with_cards_in_hand(pages: Pages) -> None:
    tapped = OurSabot(pages, "moritz", "St. Moritz").coup(200)
    assert tapped == {"open_betting", "draw", "turn", "announce"}


def test_two_taps_do_one_thing_with_real_cards_face_down(pages: Pages) -> None:
    """Also the small buttons beside the large one, which go away when they are tapped."""
    moritz = RealSabot(pages)
    for ms in DOUBLE_TAPS:
        moritz.coup(ms)
