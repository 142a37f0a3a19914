"""The page in a real browser: come as a guest, bet, see the coup paid, leave."""

import re

from playwright.sync_api import Page, expect

from tests.browser.guests import BETS, bet


def test_a_guest_bets_and_is_paid(at_the_door: Page) -> None:
    page = at_the_door
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Punto e Banco"))
    card.get_by_role("button", name="Gioca come ospite").first.click()
    credit = page.get_by_test_id("credit")
    expect(credit).to_have_text(re.compile(r"^1\.?000,00\sFUN$"))

    bet(page)  # one of the three wins
    page.get_by_role("button", name="Carte").click()
    for each in BETS:
        expect(page.locator(f"[data-paid={each}]")).to_contain_text("Rientro")

    page.get_by_role("button", name="Ripeti").click()
    page.get_by_role("button", name="Carte").click()
    expect(page.locator("[data-paid=punto]")).to_be_visible()

    before = credit.text_content() or ""
    page.get_by_role("button", name="Incassa ed esci").click()
    expect(page.locator("[data-farewell=cash_out]")).to_contain_text(before)


def test_whoever_reloads_comes_back_to_their_chips(page: Page, house: str) -> None:
    heard: list[str] = []
    page.on(
        "websocket", lambda line: line.on("framereceived", lambda said: heard.append(str(said)))
    )
    page.goto(house)
    page.get_by_role("button", name="Gioca come ospite").first.click()
    page.locator("button[data-bet=punto]").click()
    stake = page.locator("button[data-bet=punto] b")
    expect(stake).to_have_text(re.compile(r"^1,00"))
    while not any('"placed"' in said for said in heard):
        page.wait_for_timeout(10)
    page.reload()
    page.get_by_role("button", name="Torna al tavolo").click()
    expect(stake).to_have_text(re.compile(r"^1,00"))
