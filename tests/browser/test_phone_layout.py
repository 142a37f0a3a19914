"""Tests of the layout on a phone: what fits, what stays in view, and what must not move."""

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.page_actions import (
    confirm,
    expect_stake,
    guest_button,
    sit_down,
    spot,
)

# The cumulative layout shift: the share of the window that moved, times the distance.
LAYOUT_SHIFT = """() => new Promise(done => new PerformanceObserver(list => done(
  list.getEntries().reduce((sum, each) => sum + each.value, 0)
)).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""
LATE_MS = 5_000  # longer than the lobby waits for all sheets
HEIGHT = "document.documentElement.scrollHeight"


def phone_page(
    browser: Browser,
    house: str,
    size: tuple[int, int],
    *,
    moving: bool = False,
    late: bool = False,
) -> Page:
    """A page on a phone, in the lobby unless `late`."""
    context = browser.new_context(
        **PHONE
        | {"viewport": {"width": size[0], "height": size[1]}, "locale": "it-IT"}
        | {"reduced_motion": "no-preference" if moving else "reduce"}
    )
    page = context.new_page()
    if not late:
        page.goto(house)
    return page


def test_nothing_moves_while_the_lobby_loads(browser: Browser, house: str) -> None:
    """Also when the fonts arrive last, as on a slow line."""
    page = phone_page(browser, house, (390, 844), late=True)
    fonts: list[Route] = []
    page.route("**/*.woff2", lambda route: fonts.append(route))
    page.goto(house, wait_until="commit")
    expect(page.get_by_role("article").first).to_be_visible()
    page.wait_for_timeout(500)
    assert len(fonts) == 2
    for each in fonts:
        each.continue_()
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(500)
    assert page.evaluate(LAYOUT_SHIFT) < 0.02
    page.context.close()


def test_a_button_does_not_move_while_it_is_pressed(browser: Browser, house: str) -> None:
    """The lobby shows tables before their sheets arrive. If a sheet arrives during a press, the
    press is still a click."""
    page = phone_page(browser, house, (390, 844), late=True)
    held: list[Route] = []
    page.route("**/api/houses/*", lambda route: held.append(route))
    page.clock.install()
    page.goto(house)
    expect(page.locator("[data-lobby=loading]")).to_have_count(1)
    page.clock.fast_forward(LATE_MS)
    button = guest_button(page)
    button.hover()
    page.mouse.down()
    for each in held:
        each.continue_()
    expect(page.get_by_role("article").first).not_to_contain_text("…")
    page.mouse.up()
    page.unroute_all()
    expect(page.locator("dialog input[name=amount]")).to_be_visible()
    page.context.close()


def test_hands_scroll_into_view_and_points_appear_when_cards_are_face_up(
    browser: Browser, house: str
) -> None:
    """On a small phone; the names of cards appear with the points."""
    page = phone_page(browser, house, (320, 568), moving=True)
    sit_down(page, "Baccarat For Fun")
    spot(page, "piccolo").tap()
    page.evaluate(f"scrollTo(0, {HEIGHT})")
    confirm(page)
    first = page.locator("[data-card]").first
    expect(first).to_have_attribute("aria-label", "carta coperta")
    assert page.locator("[data-points=punto]").inner_text() == "–"
    expect(first).to_be_visible()
    expect(page.locator("[data-side=punto] .cards")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-points=punto]")).not_to_have_text("–")
    assert " di " in (first.get_attribute("aria-label") or "")
    page.context.close()


def test_a_refused_stake_names_the_spot_and_its_limit(browser: Browser, house: str) -> None:
    page = phone_page(browser, house, (390, 844))
    sit_down(page, "Punto e Banco (Egalité)")
    spot(page, "punto_pair").tap()
    expect_stake(page, "punto_pair", "0,50")  # one of the first chips reaches the minimum
    page.locator("label:has(input[name=chip])").last.tap()
    spot(page, "punto_pair").tap()
    expect(page.get_by_role("alert")).to_contain_text("Punto pair: al massimo 50,00")
    expect(spot(page, "punto_pair")).to_have_attribute("data-refused", "true")
    page.locator("label:has(input[name=chip])").first.tap()
    spot(page, "banco").tap()
    expect(spot(page, "banco")).to_contain_text("min. 0,50")
    expect(page.locator(".rack button.first")).to_have_attribute("aria-disabled", "true")
    page.context.close()
