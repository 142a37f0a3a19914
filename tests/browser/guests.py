"""What tests in the browser do again and again."""

import re

from playwright.sync_api import Locator, Page, expect

BETS = ("punto", "banco", "egalite")
CONFIRM = re.compile("^(Carte|Conferma puntate)$")  # as the books print it


def guest_button(page: Page, title: str = "Punto e Banco") -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    house = page.get_by_role("article").filter(has=heading)
    return house.get_by_role("button", name="Gioca come ospite")


def sit_down(page: Page, title: str = "Punto e Banco") -> None:
    """One click, and at the table."""
    guest_button(page, title).click()
    at_the_table(page)


def at_the_table(page: Page) -> None:
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
    """As it stands on the spot: "3,00", or nothing."""
    money = spot(page, name).locator("b")
    if amount:
        expect(money).to_have_text(re.compile(rf"^{amount}\s"))
    else:
        expect(money).to_have_count(0)


def cents(money: str) -> int:
    return int(re.sub(r"\D", "", money))
