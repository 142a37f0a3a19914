"""Cards in hand with our sabot, on a console, a display and at a player's box."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.house_time import clock_stopped, end_holding_time
from tests.browser.page_checks import PageCheck, check_page, check_page_as_is
from tests.browser.staff import Pages, expect_demand, pages, press_commands

__all__ = ["check_page", "check_page_as_is", "pages"]  # fixtures

SIDES = "punto", "banco"
PARTS = "section[data-side=punto], section[data-side=banco], .said, .first, .derived"


def test_cards_in_hand_are_shown_with_their_holder_and_the_time_left(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """In the first coup nobody holds cards, in the second one the player at box 4 does."""
    carla = pages.console("carla", "campione", page=pages.new(**PHONE))
    display = pages.display("campione")
    player = pages.player("Campione", size="phone")
    press_commands(carla, "take")
    expect(display.locator("[data-mode=in-hand]")).to_have_text("Carte in mano")
    check_page_as_is(display, "display-in-hand", with_axe=False)
    cards_are_drawn_face_down_called_and_turned(carla, display, check_page, check_page_as_is)
    player.clock.install()
    player.locator("[data-box='4']").click()
    expect(player.locator("[data-box='4']")).to_have_attribute("aria-pressed", "true")
    press_commands(carla, "open_betting")
    player.locator("button[data-bet=punto]").click()
    player.get_by_role("button", name=re.compile("Conferma")).click()
    expect(player.locator("[data-confirmed=punto]")).to_be_visible()
    press_commands(carla, "close_betting", "draw", "draw", "draw", "draw")
    the_holder_has_some_time(carla, player, display, check_page, check_page_as_is)
    end_holding_time(carla, player)
    over = "Il tempo è scaduto: tocca al croupier."
    expect(player.locator("dialog header")).to_contain_text(over)
    expect(carla.locator(".told")).to_have_text("Il tempo è scaduto: tocca a voi.")
    expect(carla.locator("[data-time]")).to_have_count(0)
    check_page(carla, "time-over")
    check_page(player, "time-over-for-the-holder")
    player.keyboard.press("Escape")
    expect(player.locator(".voice")).to_contain_text(f"Parla tu: carta o resto? {over}")
    check_page(player, "time-over-laid", with_axe=False)


def cards_are_drawn_face_down_called_and_turned(
    carla: Page, display: Page, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    press_commands(carla, "open_betting", "close_betting", "draw", "draw", "draw", "draw")
    expect(display.locator("[data-card='??']")).to_have_count(4)
    check_page_as_is(display, "display-face-down")
    check_page(carla, "face-down", with_axe=False)
    for _ in range(6):
        expect(carla.locator(".main button")).not_to_have_count(0)
        step = carla.locator(".main button").first.get_attribute("data-do")
        if step == "announce":
            break
        press_commands(carla, str(step))
        carla.wait_for_timeout(150)
    press_commands(carla, "announce")
    expect(display.locator("[data-voice]")).to_have_text(re.compile("vince|patta"))


def the_holder_has_some_time(
    carla: Page,
    player: Page,
    display: Page,
    check_page: PageCheck,
    check_page_as_is: PageCheck,
) -> None:
    """The display names the box; console and holder also see the time left."""
    expect_demand(carla, "Punta è in mano alla casella 4")
    expect(carla.locator("[data-time]")).to_have_text(re.compile(r"^ancora (1?\d|20) second[oi]$"))
    with clock_stopped(carla):
        expect(player.locator("dialog [data-left]")).to_be_visible()
        check_page(carla, "holders-time", with_axe=False)
        expect(display.locator("[data-holder=punto]")).to_have_text("Punta: casella 4")
        expect(display.locator("[data-holder=banco]")).to_have_count(0)
        expect(display.locator("[data-voice]")).to_have_text("Casella 4 parla: carta o resto?")
        tops = [display.locator(f"[data-side={side}] h2").bounding_box() for side in SIDES]
        assert tops[0]
        assert tops[1]
        assert tops[0]["y"] == tops[1]["y"]
        check_page_as_is(display, "display-holder")
        expect_visible_and_apart(display, PARTS)
        display.set_viewport_size({"width": 1080, "height": 1920})  # an upright screen
        check_page_as_is(display, "display-holder-upright", with_axe=False)
        expect_visible_and_apart(display, PARTS)


def expect_visible_and_apart(page: Page, selector: str) -> None:
    """Expect all five parts within the window, and none over another."""
    boxes = [each.bounding_box() for each in page.locator(selector).all()]
    there = [(b["x"], b["y"], b["x"] + b["width"], b["y"] + b["height"]) for b in boxes if b]
    assert len(there) == len(boxes) == 5
    width, height = page.evaluate("[innerWidth, innerHeight]")
    for x, y, right, low in there:
        assert x >= 0
        assert y >= 0
        assert right <= width
        assert low <= height
    for n, (x, y, right, low) in enumerate(there):
        for left, top, end, bottom in there[n + 1 :]:
            assert x >= end - 1 or left >= right - 1 or y >= bottom - 1 or top >= low - 1
