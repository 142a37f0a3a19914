"""Repairs at the console, with the taps that each of them takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.page_checks import PageCheck, check_page
from tests.browser.staff import (
    Pages,
    command_button,
    expect_cards,
    open_land_house,
    page_clock_stopped,
    press_commands,
    scan,
    start_betting,
    tap,
)

__all__ = ["check_page"]  # a fixture

MOST_TAPS = 4


@pytest.fixture
def pages(
    browser: Browser, browser_context_args: dict[str, Any], tmp_path: Path
) -> Iterator[Pages]:
    with open_land_house(tmp_path) as house:
        opened = Pages(browser, browser_context_args, house)
        yield opened
        assert opened.complaints == []
        for context in list(browser.contexts):
            context.close()


@contextmanager
def few_taps(page: Page) -> Iterator[None]:
    """Count the taps of a repair, which ends when its dialog closes."""
    expect(page.locator("[data-free=true]")).to_be_visible()
    page.evaluate("() => { window.taps = 0; onpointerdown = () => { window.taps++ } }")
    yield
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert 0 < page.evaluate("window.taps") <= MOST_TAPS


def reason(page: Page, words: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=words, exact=True).click()


def test_every_repair_takes_at_most_four_taps(pages: Pages, check_page: PageCheck) -> None:
    mara = pages.console("mara", "fiches", page=pages.new(**PHONE))
    dialog = mara.get_by_role("dialog")
    start_betting(mara)
    mara.locator("[data-box='1']").click()
    dialog.locator("[data-chip='1000']").click()
    dialog.locator("[data-key-in]").click()
    expect(dialog).to_have_count(0)
    press_commands(mara, "close_betting")
    tap(mara, "4h", "4h", "5c", "Kd")
    expect_cards(mara, "banco", "4h", "Kd")
    with few_taps(mara):  # a card that was read twice
        mara.locator("[data-correct='2']").click()
        dialog.locator("[data-repair=delete]").click()
        reason(mara, "Letta due volte")
    expect_cards(mara, "punto", "4h", "Kd")
    with few_taps(mara):  # two in the wrong order
        mara.locator("[data-correct='1']").click()
        dialog.locator("[data-repair=swap]").click()
        check_page(mara, "swap")
        dialog.locator("label:has([value='2'])").click()
        reason(mara, "Ordine sbagliato")
    expect_cards(mara, "punto", "5c", "Kd")
    with few_taps(mara):  # a misread one
        mara.locator("[data-correct='3']").click()
        dialog.locator(".pad").wait_for()
        with page_clock_stopped(mara):
            dialog.locator("[data-rank='9']").click()
            dialog.locator("[data-suit='d']").click()
        reason(mara, "Letta male")
    expect_cards(mara, "punto", "5c", "9d")
    with few_taps(mara):  # a stake, after rien ne va plus
        mara.locator("[data-box='1']").click()
        dialog.get_by_role("button", name="Svuota").click()
        dialog.locator("[data-chip='10000']").click()
        reason(mara, "Registrata male")
    scan(mara, "KS", "2C", "3H")
    expect_cards(mara, "banco", "4h", "Ks", "3h")
    press_commands(mara, "announce")
    expect(mara.locator("[data-due='1'] .takes b")).to_have_text("100")
    mara.locator("[data-due='1']").click()  # taken in
    press_commands(mara, "open_betting")
    with few_taps(mara):  # the result, until the next betting closes
        command_button(mara, "reverse").click()
        reason(mara, "Carta letta male")
    expect(mara.locator("[data-news=reversed]")).to_be_visible()
    display = pages.display("fiches")
    expect_cards(display, "banco", "4h", "Ks", "3h")
    with few_taps(mara):
        mara.locator("[data-correct='6']").click()
        scan(mara, "AH")
        reason(mara, "Letta male")
    expect_cards(mara, "banco", "4h", "Ks", "Ah")
    press_commands(mara, "announce")
    due = mara.locator("[data-due='1']")
    expect(due).to_have_accessible_name("Casella 1: Punto 100 +100 in tutto: paga 100 paga 200")
    expect(mara.locator("[data-again-made]")).to_contain_text("Quello che resta")
    expect(mara.locator("[data-group=pays] h2")).to_have_text("Da pagare 200,00")
    expect(mara.locator("[data-net]")).to_have_text("Netto −200,00")
    expect(due).to_have_attribute("aria-pressed", "false")  # not done yet
    check_page(mara, "paid-again")
