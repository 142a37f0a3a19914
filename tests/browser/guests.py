"""What tests in the browser do again and again."""

from playwright.sync_api import Page, expect

BETS = ("punto", "banco", "egalite")


def sit_down(page: Page) -> None:
    """One click, and at the table."""
    page.get_by_role("button", name="Gioca come ospite").first.click()
    expect(page.locator("button[data-bet=punto]")).to_be_visible()
    expect(page.locator("[data-link]")).to_have_count(0)


def bet(page: Page, *bets: str) -> None:
    for each in bets or BETS:
        page.locator(f"button[data-bet={each}]").click()
