"""Tests of taking chips off: by mouse, by a long press, and by a mode for single taps."""

import re

from playwright.sync_api import CDPSession, Page, expect

from tests.browser.page_actions import bet, expect_stake, sit_down, spot

LONG_MS = 700


def test_a_tap_beside_the_menu_closes_it_and_adds_no_chip(phone: Page) -> None:
    """A dialog opened from the menu returns the focus to it."""
    sit_down(phone)
    menu = phone.get_by_role("button", name="Menu")
    menu.tap()
    phone.get_by_role("button", name="Cronologia", exact=True).tap()
    expect(phone.get_by_role("dialog")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(menu).to_be_focused()
    menu.tap()
    expect(phone.get_by_role("button", name="Regole")).to_be_visible()
    box = spot(phone, "punto").bounding_box()
    assert box
    phone.touchscreen.tap(box["x"] + 20, box["y"] + 40)
    expect(phone.get_by_role("button", name="Regole")).to_be_hidden()
    expect(phone.get_by_test_id("on-cloth")).to_have_text(re.compile(r"^0,00"))
    phone.touchscreen.tap(box["x"] + 20, box["y"] + 40)
    expect(phone.get_by_test_id("on-cloth")).to_have_text(re.compile(r"^1,00"))


def test_right_click_and_shift_click_take_one_chip_off(lobby_page: Page) -> None:
    page = lobby_page
    sit_down(page)
    bet(page, "punto", "punto", "punto")
    spot(page, "punto").click(button="right")
    expect_stake(page, "punto", "2,00")
    spot(page, "punto").click(modifiers=["Shift"])
    expect_stake(page, "punto", "1,00")
    spot(page, "punto").click(modifiers=["Shift"])
    expect_stake(page, "punto", "")


def touch(session: CDPSession, kind: str, x: float, y: float) -> None:
    points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle_of_spot(page: Page, name: str) -> tuple[float, float]:
    spot(page, name).scroll_into_view_if_needed()
    box = spot(page, name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_takes_chips_off_by_a_long_press_or_in_the_removal_mode(phone: Page) -> None:
    """«Posizionare il dito sulla puntata desiderata e poi alzare il dito.»"""
    sit_down(phone)
    session, (x, y) = phone.context.new_cdp_session(phone), middle_of_spot(phone, "punto")

    # A finger held on a spot without chips adds one when it is lifted.
    touch(session, "touchStart", x, y)
    phone.wait_for_timeout(LONG_MS)
    expect_stake(phone, "punto", "")
    touch(session, "touchEnd", x, y)
    expect_stake(phone, "punto", "1,00")
    phone.get_by_role("button", name="Annulla", exact=True).tap()  # «cliccare sul tasto "Annulla"»
    expect_stake(phone, "punto", "")
    expect(phone.get_by_test_id("on-cloth")).to_have_text(re.compile(r"^0,00"))

    # A long press takes one chip off, and adds none.
    spot(phone, "punto").tap()
    spot(phone, "punto").tap()
    expect_stake(phone, "punto", "2,00")
    touch(session, "touchStart", x, y)
    phone.wait_for_timeout(LONG_MS)
    expect_stake(phone, "punto", "1,00")  # while the finger is still down
    touch(session, "touchEnd", x, y)
    phone.wait_for_timeout(100)
    expect_stake(phone, "punto", "1,00")
    spot(phone, "punto").tap()
    expect_stake(phone, "punto", "2,00")

    # A finger that slides away does nothing, after a short and after a long time.
    for held in (0, LONG_MS):
        touch(session, "touchStart", x, y)
        for step in range(1, 9):
            touch(session, "touchMove", x, y - 12 * step)
        phone.wait_for_timeout(held)
        touch(session, "touchEnd", x, y)
        phone.wait_for_timeout(50)
        expect_stake(phone, "punto", "2,00")

    # In the removal mode, taps take chips off.
    spot(phone, "banco").tap()
    spot(phone, "banco").tap()
    minus = phone.get_by_role("button", name="Togli fiches")
    minus.tap()
    expect(minus).to_have_attribute("aria-pressed", "true")
    spot(phone, "banco").tap()
    expect_stake(phone, "banco", "1,00")
    minus.tap()
    spot(phone, "banco").tap()
    expect_stake(phone, "banco", "2,00")
