"""Tests of a coup at every house with private tables, on a desktop and on a phone."""

from playwright.sync_api import Page, expect

from tests.browser.page_actions import CONFIRM, bring, cents, confirm, expect_table, sit_down, spot

HOUSES = {
    "Punto e Banco": ["punto", "banco", "egalite", "punto_pair", "banco_pair"],
    "Punto e Banco (Egalité)": ["punto", "banco", "egalite", "punto_pair", "banco_pair"],
    "Baccarat For Fun": [
        *["punto", "banco", "egalite", "punto_pair", "banco_pair"],
        *["either_pair", "perfect_pair", "grande", "piccolo"],
    ],
}
FIRST = "Punto e Banco"
CHIP = 2  # the third chip, which reaches every minimum


def returned(page: Page, bets: list[str]) -> int:
    """The sum of what the spots show as returned."""
    said = [page.locator(f"[data-paid={each}]").inner_text() for each in bets]
    return sum(cents(each) for each in said if not each.startswith("Persa"))


def expect_paid(page: Page, bets: list[str], before: int, staked: int) -> None:
    for each in bets:
        expect(page.locator(f"[data-paid={each}]")).to_be_visible()
    credit = cents(page.get_by_test_id("credit").inner_text())
    net = int(page.locator(".voice [data-net]").get_attribute("data-net") or "")
    assert staked > 0
    assert credit == before + net == before - staked + returned(page, bets)
    assert page.locator("[data-won]").count() > 0
    assert page.locator("[data-card]").count() in (4, 5, 6)


def test_every_house_can_be_played_with_a_mouse(lobby_page: Page) -> None:
    """As the same guest, from one house to the next."""
    page = lobby_page
    for title, bets in HOUSES.items():
        if title == FIRST:
            sit_down(page, title)
        else:
            sit_with_credit(page, title)
        before = cents(page.get_by_test_id("credit").inner_text())
        assert page.locator("button[data-bet]").count() == len(bets)
        page.locator("label:has(input[name=chip])").nth(CHIP).click()
        for each in bets:
            spot(page, each).click()
        staked = cents(page.get_by_test_id("on-cloth").inner_text())
        confirm(page)
        expect_paid(page, bets, before, staked)
        page.get_by_role("button", name="Ripeti").click()
        confirm(page)
        expect(page.locator("[data-paid=punto]")).to_be_visible()
        page.get_by_role("button", name="Incassa ed esci").click()
        expect(page.locator("[data-farewell=cash_out]")).to_be_visible()


def sit_with_credit(page: Page, title: str) -> None:
    """Sit down as a guest who exists already."""
    heading = page.get_by_role("heading", name=title, exact=True)
    card = page.get_by_role("article").filter(has=heading)
    card.get_by_role("button", name="Siediti al tavolo").click()
    bring(page, "1000")
    expect_table(page)


def test_a_house_can_be_played_with_taps(phone: Page) -> None:
    bets = HOUSES[FIRST]
    sit_down(phone, FIRST)
    before = cents(phone.get_by_test_id("credit").inner_text())
    phone.locator("label:has(input[name=chip])").nth(CHIP).tap()
    for each in bets:
        spot(phone, each).tap()
    staked = cents(phone.get_by_test_id("on-cloth").inner_text())
    phone.get_by_role("button", name=CONFIRM).tap()
    expect_paid(phone, bets, before, staked)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
