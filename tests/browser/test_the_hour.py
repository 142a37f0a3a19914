"""Twenty minutes without an action, in a few seconds: the house's clock and the page's are ours."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.guests import bet, sit_down
from tests.browser.houses import open_house
from tests.server.visitors import VirtualClock

TO_THE_WARNING = (1_200 - 60) * 1000
MINUTE = 60_000


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def late(
    page: Page, tmp_path: Path, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Page]:
    """At a table whose house goes by `clock`, with a page whose time stands still."""
    # A clock that jumps is no silence on the line.
    monkeypatch.setattr("puntobanco.server.sockets.table_socket._GONE_AFTER_S", 10**6)
    with open_house(tmp_path / "house.db", clock) as address:
        page.clock.install(time=clock.at / 1000)
        page.goto(address)
        sit_down(page)
        page.clock.pause_at(clock.at / 1000 + 60)
        yield page


def test_warned_in_time_and_extended_by_one_click(late: Page, clock: VirtualClock) -> None:
    clock.at += TO_THE_WARNING
    warning = late.locator("[data-warning]")
    expect(warning.get_by_role("alert")).to_contain_text("Ci sei ancora?")
    expect(warning.locator("[data-countdown]")).to_have_text("1:00")
    said = warning.get_by_role("alert").inner_text()
    late.clock.run_for(15_000)
    expect(warning.locator("[data-countdown]")).to_have_text("0:45")
    assert warning.get_by_role("alert").inner_text() == said  # heard once, not every second
    warning.get_by_role("button", name="Rimango").click()
    expect(warning).to_have_count(0)
    clock.at += MINUTE
    late.clock.run_for(MINUTE)
    expect(late.locator("button[data-bet=punto]")).to_be_visible()


def test_a_chip_extends_it_too(late: Page, clock: VirtualClock) -> None:
    clock.at += TO_THE_WARNING
    expect(late.locator("[data-warning]")).to_be_visible()
    bet(late, "punto")
    expect(late.locator("[data-warning]")).to_have_count(0)


def test_closed_with_the_amount_that_went_back(late: Page, clock: VirtualClock) -> None:
    clock.at += TO_THE_WARNING
    expect(late.locator("[data-warning]")).to_be_visible()
    clock.at += MINUTE
    farewell = late.locator("[data-farewell=inactivity]")
    expect(farewell).to_contain_text(re.compile(r"1\.?000,00\sFUN"))
