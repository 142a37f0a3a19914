"""Tests of playing with the keyboard alone."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.page_actions import expect_stake, expect_table, guest_button, spot


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, there: Locator) -> None:
    """Press Tab until this element has the focus."""
    for _ in range(60):
        press(page, "Tab")
        if there.evaluate("there => there === document.activeElement"):
            return
    raise AssertionError("Tab doesn't lead to this element")


def sit_down(page: Page) -> None:
    expect(guest_button(page)).to_be_visible()
    tab_to(page, guest_button(page))
    press(page, "Enter")
    expect(page.locator("dialog button.first")).to_be_focused()
    press(page, "Enter")  # with the amount that is proposed
    expect_table(page)


def test_a_whole_session_by_keyboard_alone(lobby_page: Page) -> None:
    page = lobby_page
    sit_down(page)

    expect(page.get_by_role("heading", level=1)).to_be_focused()
    press(page, "c")
    expect(page.locator(".voice")).to_contain_text("Sul tappeto non ci sono fiches.")
    press(page, "ArrowDown")  # to the cloth
    expect(spot(page, "punto_pair")).to_be_focused()
    press(page, "ArrowRight")
    expect(spot(page, "punto")).to_be_focused()
    press(page, "2", "Enter", "Space", "Enter")  # three chips of 5.00
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
    expect(voice).to_contain_text(re.compile(r"Sul tappeto 20,00.*In gioco 0,00.*Credito 100,00"))
    press(page, "c")
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect(voice).to_contain_text(re.compile(r"(Vinti|Persi) \d+,\d\d.*Credito|In pari.*Credito"))
    expect(spot(page, "egalite")).to_be_focused()  # the focus hasn't moved

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


def test_letter_keys_do_nothing_in_a_dialog_or_with_ctrl(lobby_page: Page) -> None:
    """The accessible name of a spot has its bet, odds and stake."""
    page = lobby_page
    sit_down(page)
    press(page, "ArrowDown", "ArrowRight", "Enter")
    expect(
        page.get_by_role("button", name=re.compile(r"^Punto 1 a 1 .*Puntata 1,00\sFUN$"))
    ).to_be_focused()
    press(page, "h")
    expect(page.get_by_role("dialog")).to_be_visible()
    press(page, "d", "Backspace", "c")
    press(page, "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect_stake(page, "punto", "1,00")
    press(page, "Control+d")
    expect_stake(page, "punto", "1,00")
