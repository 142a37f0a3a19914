"""Tests of the warning and the end after 20 minutes of inactivity, with simulated clocks."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.houses import open_house
from tests.browser.page_actions import bet, sit_down
from tests.server.visitors import VirtualClock

UNTIL_WARNING_MS = (1_200 - 60) * 1000
MINUTE_MS = 60_000


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def idle_page(
    page: Page, tmp_path: Path, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Page]:
    """A page at a table: the house uses `clock`, and the page's own clock is paused."""
    # Otherwise the jump of the clock would look like a silent connection.
    monkeypatch.setattr("puntobanco.server.sockets.table_socket._GONE_AFTER_S", 10**6)
    with open_house(tmp_path / "house.db", clock) as address:
        page.clock.install(time=clock.at / 1000)
        page.goto(address)
        sit_down(page)
        page.clock.pause_at(clock.at / 1000 + 60)
        yield page


def test_a_warning_comes_in_time_and_then_the_session_is_closed(
    idle_page: Page, clock: VirtualClock
) -> None:
    """One click prolongs the session, and so does a chip; the returned amount is shown."""
    clock.at += UNTIL_WARNING_MS
    warning = idle_page.locator("[data-warning]")
    expect(warning.get_by_role("alert")).to_contain_text("Ci sei ancora?")
    expect(warning.locator("[data-countdown]")).to_have_text("1:00")
    said = warning.get_by_role("alert").inner_text()
    idle_page.clock.run_for(15_000)
    expect(warning.locator("[data-countdown]")).to_have_text("0:45")
    assert warning.get_by_role("alert").inner_text() == said  # announced once, not every second
    warning.get_by_role("button", name="Rimango").click()
    expect(warning).to_have_count(0)
    clock.at += MINUTE_MS
    idle_page.clock.run_for(MINUTE_MS)
    expect(idle_page.locator("button[data-bet=punto]")).to_be_visible()

    clock.at += UNTIL_WARNING_MS - MINUTE_MS
    expect(idle_page.locator("[data-warning]")).to_be_visible()
    bet(idle_page, "punto")
    expect(idle_page.locator("[data-warning]")).to_have_count(0)

    clock.at += UNTIL_WARNING_MS
    expect(idle_page.locator("[data-warning]")).to_be_visible()
    clock.at += MINUTE_MS
    farewell = idle_page.locator("[data-farewell=inactivity]")
    expect(farewell).to_contain_text(re.compile(r"1\.?000,00\sFUN"))
