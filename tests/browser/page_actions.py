"""Actions on the page that many tests need."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.houses import SECONDS

BETS = ("punto", "banco", "egalite")
CONFIRM = re.compile("^(Carte|Conferma puntate)")  # the books' labels


def guest_button(page: Page, title: str = "Punto e Banco") -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    house = page.get_by_role("article").filter(has=heading)
    return house.get_by_role("button", name="Gioca come ospite")


def sit_down(page: Page, title: str = "Punto e Banco") -> None:
    """Sit down as a guest, with 1000.00."""
    guest_button(page, title).click()
    bring(page, "1000")
    expect_table(page)


def bring(page: Page, amount: str = "") -> None:
    """Sit down with this amount, or with the one that the page proposes."""
    if amount:
        page.locator("dialog input[name=amount]").fill(amount)
    page.locator("dialog button.first").click()


def expect_table(page: Page) -> None:
    expect(page.locator("button[data-bet=punto]")).to_be_visible()
    expect(page.locator("[data-link]")).to_have_count(0)


def spot(page: Page, name: str) -> Locator:
    return page.locator(f"button[data-bet={name}]")


def bet(page: Page, *bets: str) -> None:
    for each in bets or BETS:
        spot(page, each).click()


def confirm(page: Page) -> None:
    page.get_by_role("button", name=CONFIRM).click()


def expect_stake(page: Page, name: str, amount: str) -> None:
    """Expect this stake on the spot: "3,00", or "" for none."""
    money = spot(page, name).locator("b")
    if amount:
        expect(money).to_have_text(re.compile(rf"^{amount}\s"))
    else:
        expect(money).to_have_count(0)


def cents(money: str) -> int:
    return int(re.sub(r"\D", "", money))


def wait_until(
    page: Page, happened: Callable[[], object], *, run_ms: int = 0, pause_ms: int = 5
) -> None:
    """Wait until something has happened. After each pause the page's clock goes on by `run_ms`."""
    for _ in range(SECONDS * 1000 // pause_ms):
        if happened():
            return
        page.wait_for_timeout(pause_ms)
        if run_ms:
            page.clock.run_for(run_ms)
    raise AssertionError(f"it has not happened after {SECONDS} s")
