"""A whole evening without a mouse."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.guests import at_the_table, expect_stake, guest_button, spot


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, there: Locator) -> None:
    """From stop to stop, as somebody who sees no screen would."""
    for _ in range(60):
        press(page, "Tab")
        if there.evaluate("there => there === document.activeElement"):
            return
    raise AssertionError("no way to get there")


def sit_down(page: Page) -> None:
    expect(guest_button(page)).to_be_visible()
    tab_to(page, guest_button(page))
    press(page, "Enter")
    at_the_table(page)


def test_a_whole_game_by_keyboard_alone(at_the_door: Page) -> None:
    page = at_the_door
    sit_down(page)

    press(page, "ArrowDown")  # onto the cloth
    expect(spot(page, "punto_pair")).to_be_focused()
    press(page, "ArrowRight")
    expect(spot(page, "punto")).to_be_focused()
    press(page, "2", "Enter", "Space", "Enter")  # chips of five
    expect_stake(page, "punto", "15,00")
    press(page, "Shift+Enter")
    expect_stake(page, "punto", "10,00")
    press(page, "-")
    expect_stake(page, "punto", "5,00")
    press(page, "ArrowRight", "Enter")
    expect_stake(page, "egalite", "5,00")
    press(page, "ArrowRight", "1", "Enter")
    expect_stake(page, "banco", "1,00")
    press(page, "ArrowLeft")
    expect(spot(page, "egalite")).to_be_focused()
    press(page, "Backspace")
    expect_stake(page, "banco", "")
    press(page, "d")
    expect_stake(page, "punto", "10,00")

    voice = page.locator(".voice[role=status]")
    press(page, "i")
    expect(voice).to_contain_text(re.compile(r"Puntata 20,00.*Credito 1\.?000,00"))
    press(page, "c")
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect(voice).to_contain_text(re.compile(r"Rientro \d+,\d\d.*Credito"))
    expect(spot(page, "egalite")).to_be_focused()  # whoever was there still is

    press(page, "r")
    expect_stake(page, "egalite", "10,00")
    press(page, "Delete")
    expect_stake(page, "egalite", "")
    press(page, "s")
    expect(page.get_by_role("button", name="Suono")).to_have_attribute("aria-pressed", "true")
    credit = page.get_by_test_id("credit").inner_text()
    tab_to(page, page.get_by_role("button", name="Incassa ed esci"))
    press(page, "Enter")
    expect(page.locator("[data-farewell=cash_out]")).to_contain_text(credit)


def test_letters_are_nobodys_with_a_dialog_open_or_ctrl(at_the_door: Page) -> None:
    page = at_the_door
    sit_down(page)
    press(page, "ArrowDown", "ArrowRight", "Enter", "h")
    expect(page.get_by_role("dialog")).to_be_visible()
    press(page, "d", "Backspace", "c")
    press(page, "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect_stake(page, "punto", "1,00")
    press(page, "Control+d")
    expect_stake(page, "punto", "1,00")


def test_a_spot_says_its_name_its_odds_and_the_stake(at_the_door: Page) -> None:
    page = at_the_door
    sit_down(page)
    press(page, "ArrowDown", "ArrowRight", "Enter")
    expect(
        page.get_by_role("button", name=re.compile(r"^Punto 1:1 .*Puntata 1,00\sFUN$"))
    ).to_be_focused()
