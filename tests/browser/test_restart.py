"""The house is killed in mid-coup, and starts again on the same database and port."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

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


@pytest.mark.parametrize("heard", [True, False], ids=["bet arrived", "bet lost"])
def test_the_coup_is_there_after_all_and_paid_once(
    page: Page, mortal: MortalHouse, *, heard: bool
) -> None:
    cut = False
    lost: list[str | bytes] = []

    def meet(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda said: server.send(said) if heard or not cut else lost.append(said))
        server.on_message(lambda said: lost.append(said) if cut else line.send(said))

    page.route_web_socket(re.compile("/ws"), meet)
    page.goto(mortal.address)
    sit_down(page)
    before = cents(page.get_by_test_id("credit").inner_text())
    bet(page)
    expect(page.get_by_test_id("staked")).to_have_text(re.compile(r"^3,00"))
    page.wait_for_timeout(100)  # the chips are told
    cut = True
    confirm(page)
    while not lost:
        page.wait_for_timeout(10)
    mortal.kill()
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    cut = False
    mortal.start()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    at_the_table(page)
    paid = [
        page.locator(f"[data-paid={each}]").inner_text() for each in ("punto", "banco", "egalite")
    ]
    returned = sum(cents(each) for each in paid if not each.startswith("Persa"))
    assert cents(page.get_by_test_id("credit").inner_text()) == before - 300 + returned
