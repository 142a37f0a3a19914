"""Takes the pictures of docs/pictures from a real house with a real browser: `make screenshots`."""

import io
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from rich.console import Console

from puntobanco.store.interface import Role
from tests.browser.chromium import launch
from tests.browser.houses import open_house
from tests.browser.staff import Pages, expect_demand, press_commands, scan, start_betting, tap
from tests.browser.test_land_tables import Finger, other_players

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SHARP: Final = 1.5  # device pixels per pixel
MOST_TRIES: Final = 60
SHARED_TRIES: Final = 40  # a try takes some seconds
EARLIER_COUPS: Final = 8  # so that the roads are not empty
LIVE: Final = """
[[tables]]
name = "lungolago"
house = "live-mini"
title = "Lungolago"
betting_s = 3
pace = { mixing = 400, opening = 400, burn = 300, first_card = 100, card = 60, result = 3500 }
"""
LAND: Final = """
[[tables]]
name = "campione"
house = "campione"
pace = { mixing = 400, opening = 400, burn = 200, betting = 8000, first_card = 100, card = 60 }

[[tables]]
name = "moritz"
house = "st-moritz"
croupier = "person"
cards = "croupier"
stakes = "keyed"
pace = { result = 100 }
"""
# Earlier coups of the evening: four cards each, as a scanner types them.
COUPS: Final = """
KH 9C 8D 2S, 4H 9D KC QS, 9H 3C KD 4S, 2C 8H 5D KS, TH 9S 6C JD, 8C 5H KH 2D, 9C 4D TS 3H,
KD 8S 7H QC, 3D 9H 4C TS, 8D 8C KS TD, JH 7C 9D AS, 6S 9C 2H KD, QD 8H 7S JC, 5C 9S 3H QH
"""


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    staff = {"carla": Role.CROUPIER}
    with (
        tempfile.TemporaryDirectory() as directory,
        open_house(Path(directory) / "live.db", tables=_write_tables(directory, LIVE)) as address,
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        _take_shared_table(browser, address)  # first, so that the lobby has something to show
        _take_desktop(browser, address)
        _take_phone(browser, address)
        tables = _write_tables(directory, LAND)
        with open_house(Path(directory) / "land.db", tables=tables, staff=staff) as land:
            _take_boxes(browser, land)
            _take_squeeze(browser, land)
            _take_console(browser, land)


def _write_tables(directory: str, tables: str) -> Path:
    file = Path(directory) / "tables.toml"
    file.write_text(tables, encoding="utf-8")
    return file


def _take_desktop(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=DESK, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    _sit_down(page)
    _play_until_won(page, ("punto", "banco", "egalite"))
    _take_picture(page, "table")
    page.keyboard.press("h")
    page.locator("dialog[open] [data-card], dialog[open] svg").first.wait_for()
    _take_picture(page, "history")
    context.close()


def _take_phone(browser: Browser, address: str) -> None:
    context = _phone_context(browser)
    page = context.new_page()
    page.goto(address)
    _sit_down(page)
    _play_until_won(page, ("banco", "egalite"))
    _take_picture(page, "phone")
    context.close()


def _phone_context(browser: Browser) -> BrowserContext:
    return browser.new_context(
        viewport=PHONE,
        device_scale_factor=SHARP,
        is_mobile=True,
        has_touch=True,
        locale="it-IT",
        reduced_motion="reduce",
    )


def _take_shared_table(browser: Browser, address: str) -> None:
    """One shared table, on a desktop and on a phone, some coups into its sabot."""
    desk = browser.new_context(viewport=DESK, locale="en-GB", reduced_motion="reduce")
    phone = _phone_context(browser)
    pages = [context.new_page() for context in (desk, phone)]
    for page in pages:
        page.goto(address)
        page.locator("[data-table=lungolago] button.first").click()
        _bring(page, "10000")
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
            is_worth_it = coup >= EARLIER_COUPS and page.locator("[data-end=won]").count()
            if name not in taken and is_worth_it:
                _take_picture(page, name)
                taken.add(name)
        if len(taken) == len(pages):
            break
    else:
        raise SystemExit("no coup of the shared table was worth a picture; try again")
    with browser.new_page(viewport=DESK, locale="en-GB", reduced_motion="reduce") as page:
        page.goto(address)
        page.locator("[data-table=lungolago]").wait_for()
        _take_picture(page, "lobby")
    desk.close()
    phone.close()


def _take_boxes(browser: Browser, address: str) -> None:
    """Campione, seen by a player in a box; three others share a box and hold Punta's cards."""
    context = browser.new_context(viewport=DESK, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    with other_players(address, "campione", 3, 2_000, 3):
        page.goto(address)
        _bet_from_box(page, 5, ("banco", "egalite"))
        page.locator("[data-holder=punto]").wait_for()
        _take_picture(page, "land")
    context.close()


def _take_squeeze(browser: Browser, address: str) -> None:
    context = _phone_context(browser)
    page = context.new_page()
    page.goto(address)
    _bet_from_box(page, 2, ("punto",))
    page.locator("dialog[data-squeeze]").wait_for()
    Finger(page).lift(1, 0.65)
    _take_picture(page, "squeeze")
    context.close()


def _bring(page: Page, amount: str) -> None:
    page.locator("dialog input[name=amount]").fill(amount)
    page.locator("dialog button.first").click()


def _bet_from_box(page: Page, box: int, bets: tuple[str, ...]) -> None:
    page.locator("[data-table=campione] button.first").click()
    _bring(page, "10000")
    page.locator(f"[data-box='{box}']").click()
    page.locator(f"[data-box='{box}'][aria-pressed=true]").wait_for()
    page.locator(".hands[data-stage=betting]").wait_for()
    for bet in bets:
        page.locator(f"button[data-bet={bet}]").click()
    page.locator(".rack button.first").click()
    page.locator("[data-confirmed]").first.wait_for()


def _take_console(browser: Browser, address: str) -> None:
    """St. Moritz with real cards and chips: a coup half read in, on the console and the display."""
    still = {"locale": "it-IT", "reduced_motion": "reduce"}
    pages = Pages(browser, {**still, "device_scale_factor": 0.5}, address)
    phone = {"viewport": PHONE, "device_scale_factor": SHARP, "is_mobile": True, "has_touch": True}
    carla = pages.console("carla", page=pages.new(**phone))
    display = pages.display(language="en")
    start_betting(carla)
    for coup in COUPS.split(","):
        press_commands(carla, "close_betting")
        expect_demand(carla, "Una carta per Punto")
        scan(carla, *coup.split())
        press_commands(carla, "announce", "open_betting")
    for box, bet, cents in ((2, "punto", 10_000), (3, "banco", 50_000), (6, "egalite", 2_500)):
        carla.locator(f"[data-box='{box}']").click()
        carla.locator(f"dialog label.{bet}").click()
        carla.locator(f"[data-chip='{cents}']").click()
        carla.locator("dialog button.first").click()
        carla.get_by_role("dialog", name=f"Casella {box + 1}").wait_for()
        carla.keyboard.press("Escape")  # it has moved on to the next box
        carla.locator("dialog").wait_for(state="detached")
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    tap(carla, "4h", "5c", "Kd", "2s")
    expect_demand(carla, "Una carta per Punto")
    _take_picture(carla, "console")
    display.locator("[data-side=banco] [data-card='2s']").wait_for()
    _take_picture(display, "display")


def _sit_down(page: Page) -> None:
    house = page.locator("article").filter(has=page.get_by_role("heading", name="Punto e Banco"))
    house.first.locator("button.first").first.click()
    _bring(page, "1000")
    page.locator("button[data-bet=punto]").wait_for()


def _play_until_won(page: Page, bets: tuple[str, ...]) -> None:
    """Play until a coup has six cards and a winning bet."""
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


def _take_picture(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").save(PICTURES / f"{name}.png", optimize=True)
    Console().print(f"docs/pictures/{name}.png")


if __name__ == "__main__":
    main()
