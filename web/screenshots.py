"""Takes the pictures of docs/pictures from a real house with a real browser: `make screenshots`."""

import shutil
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from rich.console import Console

from tests.browser.conftest import ARGUMENTS
from tests.browser.houses import open_house

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
MOST_TRIES: Final = 60
SHARED_TRIES: Final = 40  # each takes some seconds
WARM: Final = 8  # coups, until there is something to see on the roads
LIVE: Final = """
[[tables]]
name = "lungolago"
house = "live-mini"
title = "Lungolago"
betting_s = 3
pace = { mixing = 400, opening = 400, burn = 300, first_card = 100, card = 60, result = 3500 }
"""


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    chromium = shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as directory,
        open_house(Path(directory) / "house.db", tables=_tables(directory)) as address,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS) as browser,
    ):
        _desk(browser, address)
        _phone(browser, address)
        _live(browser, address)


def _tables(directory: str) -> Path:
    file = Path(directory) / "tables.toml"
    file.write_text(LIVE, encoding="utf-8")
    return file


def _desk(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=DESK, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    page.locator("article").first.wait_for()
    _take(page, "lobby")
    _sit_down(page)
    _play_until_won(page, ("punto", "banco", "egalite"))
    _take(page, "table")
    page.keyboard.press("h")
    page.locator("dialog[open] [data-card], dialog[open] svg").first.wait_for()
    _take(page, "history")
    context.close()


def _phone(browser: Browser, address: str) -> None:
    context = _phones(browser)
    page = context.new_page()
    page.goto(address)
    _sit_down(page)
    _play_until_won(page, ("banco", "egalite"))
    _take(page, "phone")
    context.close()


def _phones(browser: Browser) -> BrowserContext:
    return browser.new_context(
        viewport=PHONE,
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        locale="it-IT",
        reduced_motion="reduce",
    )


def _live(browser: Browser, address: str) -> None:
    """One shared table, from a desk and from a phone, a while after its sabot was opened."""
    desk = browser.new_context(viewport=DESK, locale="en-GB", reduced_motion="reduce")
    phone = _phones(browser)
    pages = [context.new_page() for context in (desk, phone)]
    for page in pages:
        page.goto(address)
        page.locator("[data-table=lungolago] button.first").click()
        page.locator(".hands[data-stage]").wait_for()
    taken: set[str] = set()
    for coup in range(SHARED_TRIES):
        for page, bets in zip(pages, (("punto", "grande"), ("banco", "egalite")), strict=True):
            page.locator(".hands[data-stage=betting]").wait_for()
            for bet in bets:
                page.locator(f"button[data-bet={bet}]").click()
            page.locator(".rack button.first").click()
            page.locator("[data-confirmed]").first.wait_for()
        for page, name in zip(pages, ("live", "live-phone"), strict=True):
            page.locator("[data-paid]").first.wait_for()
            is_worth_it = coup >= WARM and page.locator("[data-end=won]").count()
            if name not in taken and is_worth_it:
                _take(page, name)
                taken.add(name)
        if len(taken) == len(pages):
            break
    else:
        raise SystemExit("no coup of the shared table was worth a picture; try again")
    desk.close()
    phone.close()


def _sit_down(page: Page) -> None:
    house = page.locator("article").filter(has=page.get_by_role("heading", name="Punto e Banco"))
    house.first.get_by_role("button").first.click()
    page.locator("button[data-bet=punto]").wait_for()


def _play_until_won(page: Page, bets: tuple[str, ...]) -> None:
    """A coup worth a picture: six cards, and a bet that wins."""
    for _ in range(MOST_TRIES):
        page.locator("label:has(input[name=chip])").nth(3).click()
        for bet in bets:
            page.locator(f"button[data-bet={bet}]").click()
        page.locator(".rack button.first").click()
        page.locator("[data-phase=paid]").wait_for()
        won = page.locator("[data-end=won]").count()
        if won and page.locator("[data-side] [data-card]").count() == 6:
            page.wait_for_timeout(1200)
            return
    raise SystemExit("no coup was worth a picture; try again")


def _take(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=PICTURES / f"{name}.png")
    Console().print(f"docs/pictures/{name}.png")


if __name__ == "__main__":
    main()
