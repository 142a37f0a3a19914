"""The pit board on a tablet: a manager sees a call, pauses a table and sets its limits."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.houses import STAFF_PASSWORD
from tests.browser.page_checks import axe_violations
from tests.browser.staff import (
    LOCK_MS,
    Pages,
    call_manager,
    open_land_house,
    press_commands,
    sign_in,
)

SIZES = (1024, 768), (768, 1024), (390, 844)
COUNT_CHIMES = """() => {
  window.chimes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.chimes += 1; start.apply(this, at); };
}"""


@pytest.fixture
def pages(
    browser: Browser, browser_context_args: dict[str, Any], tmp_path: Path
) -> Iterator[Pages]:
    with open_land_house(tmp_path) as address:
        opened = Pages(browser, browser_context_args, address)
        yield opened
        assert opened.complaints == []
        for context in list(browser.contexts):
            context.close()


def check_sizes(page: Page, name: str) -> None:
    """Axe finds nothing, and nothing is wider than the window."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
    assert axe_violations(page) == [], name


def test_a_manager_sees_a_call_and_sets_tables_from_the_board(pages: Pages) -> None:
    mara = pages.new(timezone_id="America/New_York")
    mara.clock.install()
    mara.goto(f"{pages.house}/floor")
    sign_in(mara, "mara")
    moritz, fiches = (mara.locator(f"[data-table={name}]") for name in ("moritz", "fiches"))
    expect(moritz.locator("[data-croupier]")).to_have_text("nessuno")
    mara.evaluate(COUNT_CHIMES)
    carla = pages.console("carla", "fiches")
    press_commands(carla, "take", "new_sabot")
    call_manager(carla, "Contestazione")
    expect(fiches.locator("[data-called]")).to_contain_text("da carla")
    expect(mara.locator("[data-table]").first).to_have_attribute("data-table", "fiches")
    expect(fiches.locator("[data-croupier]")).to_contain_text("carla")
    assert mara.evaluate("window.chimes") == 2  # one call, two notes

    moritz.locator("[data-do=paused]").click()
    mara.get_by_role("button", name="Si cambiano le carte").click()
    mara.get_by_role("dialog").get_by_role("button", name="Pausa").click()
    expect(moritz).to_have_attribute("data-standing", "paused")
    expect(moritz).to_contain_text("Si cambiano le carte")
    with mara.expect_response("**/api/floor") as board:
        pass
    paused = next(each for each in board.value.json() if each["table"]["name"] == "moritz")
    at = datetime.fromtimestamp(paused["stood_at"] / 1000, UTC)  # the casino's time
    expect(moritz.locator(".standing")).to_contain_text(f"mara, {at:%H:%M}")
    expect(mara.locator("[data-zone]")).to_have_text("Orari del casinò: UTC")

    fiches.locator("[data-do=limits]").click()
    expect(mara.get_by_role("dialog")).to_have_accessible_name("St. Moritz 2 (fiches): Limiti")
    expect(mara.get_by_role("dialog")).to_contain_text("multipli di 5")
    highest = mara.get_by_label("Banco, massimo")
    highest.fill("103")
    mara.get_by_role("button", name="Salva").click()
    assert highest.evaluate("field => field.validationMessage") == "multipli di 5"
    highest.fill("100")
    mara.get_by_label("per colpo, in tutto").fill("200")
    check_sizes(mara, "limits")
    mara.get_by_role("button", name="Salva").click()
    expect(fiches.locator("[data-coming]")).to_contain_text("dal prossimo sabot: 5–200")
    expect(fiches.locator("[data-coming] [data-bet=banco]")).to_have_text("Banco 10–100")
    press_commands(carla, "new_sabot")
    expect(fiches.locator("[data-coming]")).to_have_count(0)
    expect(fiches.locator("[data-limits]")).to_contain_text("200")
    expect(fiches.locator("[data-limits] [data-bet=banco]")).to_have_text("Banco 10–100")
    for language in ("it", "en", "fr", "de"):
        mara.get_by_role("button", name=language, exact=True).click()
        expect(mara.locator("html")).to_have_attribute("lang", language)
        check_sizes(mara, f"board-{language}")

    with mara.expect_response("**/api/floor"):  # which doesn't keep it open
        mara.clock.fast_forward(LOCK_MS - 10_000)
    mara.clock.fast_forward(10_000)
    expect(mara.locator("[data-do]")).to_have_count(0)  # it shows the tables, and sets none
    expect(fiches.locator("[data-croupier]")).to_contain_text("carla")
    check_sizes(mara, "locked")
    mara.reload()  # now it shows none, either
    expect(mara.locator("input[name=name]")).to_have_value("mara")
    expect(mara.locator("html")).to_have_attribute("lang", "de")  # as it was chosen
    expect(fiches).to_have_count(0)
    mara.locator("input[name=password]").fill(STAFF_PASSWORD)
    mara.locator("form button.first").click()
    expect(fiches.locator("[data-do=closed]")).to_be_visible()
