"""The house is killed in mid-coup, and starts again on the same database and port."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.guests import at_the_table, bet, cents, confirm, sit_down
from tests.browser.houses import MortalHouse


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[MortalHouse]:
    house = MortalHouse(tmp_path / "house.db")
    house.start()
    try:
        yield house
    finally:
        house.kill()


def test_killed_while_the_cards_are_out(
    browser: Browser, mortal: MortalHouse, browser_context_args: dict[str, Any]
) -> None:
    moving = browser_context_args | {"reduced_motion": "no-preference"}
    with browser.new_context(**moving) as context:
        page = context.new_page()
        page.goto(mortal.address)
        sit_down(page)
        before = cents(page.get_by_test_id("credit").inner_text())
        bet(page)
        confirm(page)
        expect(page.locator("[data-card]")).to_have_count(2)
        mortal.kill()
        expect(page.locator("[data-phase=dealing]")).to_be_visible()
        expect(page.locator("[data-link=reconnecting]")).to_be_visible()
        expect(page.locator("[data-phase=paid]")).to_be_visible()  # they are dealt to the end
        mortal.start()
        at_the_table(page)
        expect(page.locator("[data-card]").nth(3)).to_be_visible()
        assert cents(page.get_by_test_id("credit").inner_text()) == before - 300 + returned(page)
        bet(page, "punto")
        confirm(page)
        expect(page.locator("[data-phase=dealing]")).to_be_visible()


def returned(page: Page) -> int:
    """What the spots say came back, all in all."""
    paid = [
        page.locator(f"[data-paid={each}]").inner_text() for each in ("punto", "banco", "egalite")
    ]
    return sum(cents(each) for each in paid if not each.startswith("Persa"))


def test_the_coup_is_there_after_all_and_paid_once(page: Page, mortal: MortalHouse) -> None:
    """It was bet and dealt, and the answer is lost with the house. A bet that was lost with its
    line is sent again in test_the_line.py."""
    cut = False
    lost: list[str | bytes] = []
    placed: list[str | bytes] = []  # what says that all chips have arrived

    def meet(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda said: lost.append(said) if cut else tell(line, said))

    def tell(line: WebSocketRoute, said: str | bytes) -> None:
        if '"staked":300' in str(said):
            placed.append(said)
        line.send(said)

    page.route_web_socket(re.compile("/ws"), meet)
    page.goto(mortal.address)
    sit_down(page)
    before = cents(page.get_by_test_id("credit").inner_text())
    bet(page)
    expect(page.get_by_test_id("staked")).to_have_text(re.compile(r"^3,00"))
    while not placed:
        page.wait_for_timeout(10)
    cut = True
    confirm(page)
    while not any('"coup"' in str(each) for each in lost):
        page.wait_for_timeout(10)
    mortal.kill()
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    cut = False
    mortal.start()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    at_the_table(page)
    assert cents(page.get_by_test_id("credit").inner_text()) == before - 300 + returned(page)
