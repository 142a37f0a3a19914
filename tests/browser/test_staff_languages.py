"""Every page and dialog of the staff, in the other languages, with axe."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.houses import STAFF_PASSWORD
from tests.browser.page_checks import PageCheck, check_page_as_is
from tests.browser.staff import (
    GUARD_MS,
    Pages,
    command_button,
    expect_points,
    open_land_house,
    press_commands,
    scan,
)

__all__ = ["check_page_as_is"]  # a fixture

LANGUAGES = "en", "fr", "de"  # the other tests check the same in Italian


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


class InAllLanguages:
    """A manager at a console on a phone, where every language has to find room."""

    def __init__(self, page: Page, check: PageCheck) -> None:
        self._page, self._check = page, check

    def check(self, name: str, language: str) -> None:
        expect(self._page.locator("html")).to_have_attribute("lang", language)
        self._check(self._page, f"{language}-{name}")

    def dialog(self, name: str, language: str, *clicks: str) -> None:
        """Open a dialog, check it, and leave it."""
        for selector in clicks:
            self._page.locator(selector).wait_for()
            self._page.clock.fast_forward(GUARD_MS)
            expect(self._page.locator("[data-free=true]").or_(self._dialog).first).to_be_visible()
            self._page.locator(selector).click()
        expect(self._dialog).to_be_visible()
        self.check(name, language)
        self._page.keyboard.press("Escape")
        expect(self._dialog).to_have_count(0)

    @property
    def _dialog(self) -> Any:
        return self._page.get_by_role("dialog")

    def speak(self, language: str) -> None:
        self._page.locator("header .menu").click()
        self._page.locator(f"nav button[lang={language}]").click()
        self.check("menu", language)
        self._page.keyboard.press("Escape")
        expect(self._dialog).to_have_count(0)


def test_every_staff_page_speaks_every_language(pages: Pages, check_page_as_is: PageCheck) -> None:
    mara = pages.new(**PHONE)
    mara.clock.install()
    mara.goto(f"{pages.house}/#/console/fiches")
    staff = InAllLanguages(mara, check_page_as_is)
    for language in LANGUAGES:
        mara.get_by_role("button", name=language, exact=True).click()
        staff.check("entrance", language)
    mara.locator("[name=name]").fill("mara")
    mara.locator("[name=password]").fill(STAFF_PASSWORD)
    mara.locator("form button.first").click()
    press_commands(mara, "take", "new_sabot")
    scan(mara, "2C")
    for language in LANGUAGES:
        staff.speak(language)
        staff.dialog("new-sabot", language, "[data-do=new_sabot]")
        play_a_coup(mara, pages, staff, check_page_as_is, language)


def play_a_coup(
    mara: Page, pages: Pages, staff: InAllLanguages, check: PageCheck, language: str
) -> None:
    press_commands(mara, "open_betting")
    mara.locator("button[data-box='3']").wait_for()
    mara.clock.fast_forward(GUARD_MS)  # news of the last coup may just have gone above the boxes
    mara.locator("button[data-box='3']").click()
    mara.locator("dialog [data-chip='10000']").click()
    mara.locator("dialog [data-chip='10000']").click()
    staff.check("key-in", language)
    mara.locator("dialog [data-key-in]").click()
    expect(mara.get_by_role("dialog")).to_have_count(0)
    press_commands(mara, "close_betting")
    scan(mara, "4H", "5C", "KD", "2S")
    expect_points(mara, 4, 7)
    display = pages.display("fiches", language)
    expect_points(display, 4, 7)
    expect(display.locator("html")).to_have_attribute("lang", language)
    check(display, f"{language}-display")
    display.close()
    staff.check("dealing", language)
    staff.dialog("correct", language, "[data-correct='1']")
    staff.dialog("swap", language, "[data-correct='1']", "[data-repair=swap]")
    staff.dialog("amend", language, "[data-box='3']")
    staff.dialog("void", language, "[data-do=void]")
    staff.dialog("call", language, "[data-do=call_manager]")
    staff.dialog("leave", language, "[data-do=leave]")
    scan(mara, "TS")
    press_commands(mara, "announce")
    expect(mara.locator("[data-due='3']")).to_be_visible()
    staff.check("due", language)
    staff.dialog("reverse", language, "[data-do=reverse]")
    expect(command_button(mara, "open_betting")).to_be_visible()


def test_the_cash_sheet_speaks_every_language(pages: Pages, check_page_as_is: PageCheck) -> None:
    mara = pages.console("mara", "fiches", page=pages.new(**PHONE))
    staff = InAllLanguages(mara, check_page_as_is)
    for n, language in enumerate(LANGUAGES):
        staff.speak(language)
        mara.locator("header .menu").click()
        mara.locator("button.cash").click()
        mara.locator(f"[data-write={'count' if n else 'opening'}]").click()
        mara.locator("[name=amount]").fill("10000")
        mara.locator("form button.first").click()
        expect(mara.locator("[data-line]")).to_have_count(n + 1)
        staff.check("cash", language)
        mara.locator("a[href='#/console/fiches']").click()
        expect(mara.locator(".console[data-link=here]")).to_be_visible()
