"""Tests of a house that is killed during a coup and starts again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.houses import HouseProcess
from tests.browser.page_actions import bet, cents, confirm, expect_table, sit_down, wait_until


@pytest.fixture
def house_process(tmp_path: Path) -> Iterator[HouseProcess]:
    house = HouseProcess(tmp_path / "house.db")
    house.start()
    try:
        yield house
    finally:
        house.kill()


def test_a_house_killed_during_a_coup_pays_it_once(page: Page, house_process: HouseProcess) -> None:
    """Killed before its answer, and while cards are dealt.

    A bet that never reached the house is tested in test_connection.py.
    """
    cut = False
    lost: list[str | bytes] = []
    placed: list[str | bytes] = []  # the message that all chips have arrived

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda said: lost.append(said) if cut else tell(socket, said))

    def tell(socket: WebSocketRoute, said: str | bytes) -> None:
        if '"staked":300' in str(said):
            placed.append(said)
        socket.send(said)

    page.route_web_socket(re.compile("/ws"), connect)
    page.goto(house_process.address)
    sit_down(page)
    before = cents(page.get_by_test_id("credit").inner_text())
    bet(page)
    expect(page.get_by_test_id("on-cloth")).to_have_text("3,00")
    wait_until(page, lambda: placed)
    cut = True
    confirm(page)
    wait_until(page, lambda: any('"coup"' in str(each) for each in lost))
    house_process.kill()
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    cut = False
    house_process.start()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect_table(page)
    assert cents(page.get_by_test_id("credit").inner_text()) == before - 300 + returned(page)

    # While cards are dealt.
    page.emulate_media(reduced_motion="no-preference")
    before = cents(page.get_by_test_id("credit").inner_text())
    bet(page)
    expect(page.locator("[data-paid]")).to_have_count(0)
    confirm(page)
    expect(page.locator("[data-card]")).to_have_count(2)
    house_process.kill()
    expect(page.locator("[data-phase=dealing]")).to_be_visible()
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    # All cards are dealt all the same.
    expect(page.locator("[data-phase=paid]")).to_be_visible()
    house_process.start()
    expect_table(page)
    expect(page.locator("[data-card]").nth(3)).to_be_visible()
    assert cents(page.get_by_test_id("credit").inner_text()) == before - 300 + returned(page)
    bet(page, "punto")
    confirm(page)
    expect(page.locator("[data-phase=dealing]")).to_be_visible()


def returned(page: Page) -> int:
    """The sum of what the spots show as returned."""
    paid = [
        page.locator(f"[data-paid={each}]").inner_text() for each in ("punto", "banco", "egalite")
    ]
    return sum(cents(each) for each in paid if not each.startswith("Persa"))
