"""Tests of a real sabot at Campione that is dealt face down: console, player and display."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, WebSocket, expect

from tests.browser.conftest import PHONE
from tests.browser.page_checks import PageCheck, check_page, check_page_as_is
from tests.browser.staff import (
    DISPLAY,
    GUARD_MS,
    Pages,
    expect_cards,
    expect_demand,
    expect_points,
    open_land_house,
    press_commands,
    scan,
    scan_keys,
    start_betting,
    tap,
)

__all__ = ["check_page", "check_page_as_is"]  # fixtures

COVERED = """
[[tables]]
name = "coperte"
house = "campione"
title = "Carte coperte"
croupier = "person"
cards = "croupier"
reading = "leaving"
pace = { result = 100 }
"""
AGAINST = "Resto. Contro la regola: vale la regola."


@pytest.fixture
def pages(
    browser: Browser, browser_context_args: dict[str, Any], tmp_path: Path
) -> Iterator[Pages]:
    with open_land_house(tmp_path, COVERED) as house:
        opened = Pages(browser, browser_context_args, house)
        yield opened
        assert opened.complaints == []
        for context in list(browser.contexts):
            context.close()


class Overheard:
    """Everything that the house tells some pages, by sockets and by HTTP."""

    def __init__(self, *pages: Page) -> None:
        self._frames: list[str | bytes] = []
        self._answers: list[Response] = []
        for page in pages:
            page.on("websocket", self._listen)
            page.on("response", lambda answer: self._answers.append(answer))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._frames.append(frame))

    def tells(self, *cards: str) -> list[str]:
        """The cards that were told."""
        bodies = [each.body() for each in self._answers if "/api/tables/" in each.url]
        told = repr((self._frames, bodies))
        assert '"type":"card"' in told
        return [card for card in cards if card in told]


def stake_on_punta(page: Page) -> None:
    page.locator("[data-box='4']").click()
    expect(page.locator("[data-box='4']")).to_have_attribute("aria-pressed", "true")
    page.locator("button[data-bet=punto]").click()
    page.get_by_role("button", name=re.compile("Conferma")).click()
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()


def expect_four_backs(*pages: Page) -> None:
    for page in pages:
        for side in ("punto", "banco"):
            expect_cards(page, side, "??", "??")


def test_no_face_is_told_before_its_card_is_turned(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """A whole coup; the player at Punta stands with three, against the rule."""
    carla, player, display = pages.new(**PHONE), pages.new(), pages.new(**DISPLAY)
    heard = Overheard(carla, player, display)
    pages.console("carla", "coperte", page=carla)
    start_betting(carla)
    pages.player("Carte coperte", page=player)
    stake_on_punta(player)
    pages.display("coperte", page=display)
    everybody = carla, player, display
    press_commands(carla, "close_betting")
    scan(carla, "7H", "3S", "6H", "4S")
    expect_four_backs(*everybody)
    expect_demand(carla, "Punta parla: Carta o Resto")
    expect(display.locator("[data-voice]")).to_contain_text("carta o resto?")
    assert heard.tells("7h", "3s", "6h", "4s") == []
    check_page(carla, "covered-call")
    press_commands(carla, "resto")
    for page in everybody:
        expect(page.locator("[data-news=against]")).to_have_text(AGAINST)
    check_page(player, "covered-against")
    check_page_as_is(display, "display-against")
    expect_demand(carla, "Si scoprono le carte di Banco")
    press_commands(carla, "turn")
    for page in everybody:
        expect_cards(page, "banco", "3s", "4s")
        expect_cards(page, "punto", "??", "??")
    expect_demand(carla, "Una carta per Punta")
    tap(carla, "8h")
    for page in everybody:
        expect_cards(page, "punto", "??", "??", "??")
    assert heard.tells("7h", "6h", "8h") == []
    check_page(carla, "covered-third")
    press_commands(carla, "turn")
    for page in everybody:
        expect_cards(page, "punto", "7h", "6h", "8h")
    assert heard.tells("7h3s6h4s8h") == ["7h3s6h4s8h"]
    press_commands(carla, "announce")
    expect_points(player, 1, 7)
    expect(display.locator("[data-voice]")).to_contain_text("vince Banco")


def test_the_console_asks_about_a_card_that_lies_face_down_without_naming_it(
    pages: Pages, check_page: PageCheck
) -> None:
    carla = pages.console("carla", "coperte", page=pages.new(**PHONE))
    start_betting(carla)
    press_commands(carla, "close_betting")
    scan_keys(carla, "7H", "7H", "3S")  # in one moment
    expect_cards(carla, "punto", "??")
    told = carla.locator("[data-told]")
    expect(told).to_have_attribute("data-told", "console/twice")
    expect(told).to_have_text("Di nuovo la stessa carta: è una seconda? Da rileggere: una carta.")
    expect(carla.locator("[data-insist]")).to_have_text("È una seconda carta")
    for name in ("7", "Sette", "sette", "3", "Tre", "tre"):
        expect(carla.locator(".answers, [data-told]").filter(has_text=name)).to_have_count(0)
    check_page(carla, "covered-twice")
    carla.locator("[data-again]").click()
    expect(told).to_have_text("Una carta non è stata letta. Da rileggere: una carta.")
    scan(carla, "3S")
    expect_cards(carla, "banco", "??")
    expect(told).to_have_text("")


def test_cards_are_read_hand_by_hand_as_they_are_turned(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    carla = pages.console("carla", "lago", page=pages.new(**PHONE))
    start_betting(carla)
    player, display = pages.player("Sul lago", size="phone"), pages.display("lago")
    stake_on_punta(player)
    everybody = carla, player, display
    press_commands(carla, "close_betting")
    expect_four_backs(*everybody)
    expect_demand(carla, "Punta parla: Carta o Resto")
    for line in (display.locator("[data-voice]"), player.locator(".voice")):
        expect(line).to_contain_text("carta o resto?")
    check_page(carla, "turned-call")
    press_commands(carla, "carta")
    expect(display.locator("[data-voice]")).to_contain_text("Punta: Carta.")
    expect(player.locator(".voice")).to_contain_text("Carta.")
    expect_demand(carla, "Si scoprono le carte di Banco")
    scan(carla, "3S")
    for page in everybody:
        expect_cards(page, "banco", "3s", "??")
        expect_cards(page, "punto", "??", "??")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-turning=punto]").click()  # Punta's cards are shown already
    expect_demand(carla, "Si scoprono le carte di Punta")
    check_page(carla, "turned-side")
    tap(carla, "9h", "6h")
    for page in everybody:
        expect_cards(page, "punto", "9h", "6h")
    carla.locator("[data-correct='1']").click()  # while one of Banco's lies face down
    check_page(carla, "turned-correct")
    scan(carla, "7H")
    carla.get_by_role("button", name="Letta male").click()
    for page in everybody:
        expect_cards(page, "punto", "7h", "6h")
    expect(player.locator("[data-points=banco]")).to_have_text("–")
    check_page(player, "turned-player")
    check_page_as_is(display, "display-turned")
    scan(carla, "4S")
    expect_demand(carla, "Una carta per Punta")
    scan(carla, "8H")
    press_commands(carla, "announce")
    expect_points(display, 1, 7)
    for page in everybody:
        expect(page.locator("[data-news=against]")).to_have_count(0)
