"""The page in a real browser: come as a guest, bet, see the coup paid, leave."""

import re

from playwright.sync_api import Page, expect

from tests.browser.guests import bet, confirm, expect_stake, sit_down


def test_a_guest_bets_and_is_paid(at_the_door: Page) -> None:
    page = at_the_door
    sit_down(page)
    credit = page.get_by_test_id("credit")
    expect(credit).to_have_text(re.compile(r"^1\.?000,00\sFUN$"))

    bet(page)  # one of the three wins
    confirm(page)
    expect(page.locator("[data-paid]", has_text="Rientro").first).to_be_visible()

    page.get_by_role("button", name="Ripeti").click()
    confirm(page)
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
    sit_down(page)
    bet(page, "punto")
    expect_stake(page, "punto", "1,00")
    while not any('"placed"' in said for said in heard):
        page.wait_for_timeout(10)
    page.reload()
    page.get_by_role("button", name="Torna al tavolo").click()
    expect_stake(page, "punto", "1,00")
