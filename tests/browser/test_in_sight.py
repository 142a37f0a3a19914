"""Nothing is dealt or paid out of sight, and nothing is told before its card is seen."""

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.guests import (
    at_the_table,
    confirm,
    expect_stake,
    guest_button,
    sit_down,
    spot,
)
from tests.browser.test_every_state import LANGUAGES, speak

ALL_NINE = (
    *("punto", "banco", "egalite", "punto_pair", "banco_pair"),
    *("either_pair", "perfect_pair", "grande", "piccolo"),
)
# As browsers count it: the share of the window that moved, times how far.
MOVED = """() => new Promise(done => new PerformanceObserver(list => done(
  list.getEntries().reduce((sum, each) => sum + each.value, 0)
)).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""
LATE_MS = 5_000  # longer than a lobby waits for all of it
HEIGHT = "document.documentElement.scrollHeight"


def on_a_phone(
    browser: Browser,
    house: str,
    size: tuple[int, int],
    *,
    moving: bool = False,
    late: bool = False,
) -> Page:
    """At the door, unless they come later."""
    context = browser.new_context(
        **PHONE
        | {"viewport": {"width": size[0], "height": size[1]}, "locale": "it-IT"}
        | {"reduced_motion": "no-preference" if moving else "reduce"}
    )
    page = context.new_page()
    if not late:
        page.goto(house)
    return page


def test_nothing_moves_while_the_lobby_fills(browser: Browser, house: str) -> None:
    page = on_a_phone(browser, house, (390, 844))
    expect(page.get_by_role("article").first).to_be_visible()
    page.wait_for_timeout(500)
    assert page.evaluate(MOVED) < 0.1  # letters may, when their own font arrives
    page.context.close()


def test_no_button_moves_from_under_a_finger(browser: Browser, house: str) -> None:
    """A house that has kept the page waiting shows its tables without their sheets; when those
    arrive while somebody presses, the press is still a click."""
    page = on_a_phone(browser, house, (390, 844), late=True)
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
    at_the_table(page)
    page.context.close()


def test_nine_bets_fit_a_phone(browser: Browser, house: str) -> None:
    """Held upright and aslant, in every language."""
    page = on_a_phone(browser, house, (390, 844))
    sit_down(page, "Baccarat For Fun")
    for each in ALL_NINE:
        spot(page, each).tap()
    page.locator(".rack button.first").tap()
    expect(page.locator("[data-paid=piccolo]")).to_be_visible()
    for language in LANGUAGES:
        speak(page, language)
        for width, height in ((390, 844), (360, 800), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(HEIGHT) <= height, language
            card = page.locator("[data-card]").first.bounding_box()
            assert card is not None
            assert card["width"] >= 43
    page.context.close()


def test_the_hands_come_into_view_where_the_page_must_scroll(browser: Browser, house: str) -> None:
    page = on_a_phone(browser, house, (320, 568), moving=True)
    sit_down(page, "Baccarat For Fun")
    spot(page, "piccolo").tap()
    page.evaluate(f"scrollTo(0, {HEIGHT})")
    confirm(page)
    expect(page.locator("[data-card]").first).to_be_visible()
    expect(page.locator("[data-side=punto] .cards")).to_be_in_viewport(ratio=1)
    page.context.close()


def test_points_and_names_wait_for_the_faces(browser: Browser, house: str) -> None:
    page = on_a_phone(browser, house, (390, 844), moving=True)
    sit_down(page)
    spot(page, "punto").tap()
    confirm(page)
    first = page.locator("[data-card]").first
    expect(first).to_have_attribute("aria-label", "carta coperta")
    assert page.locator("[data-points=punto]").inner_text() == "–"
    expect(page.locator("[data-points=punto]")).not_to_have_text("–")
    assert " di " in (first.get_attribute("aria-label") or "")
    page.context.close()


def test_a_limit_is_named_with_its_spot(browser: Browser, house: str) -> None:
    page = on_a_phone(browser, house, (390, 844))
    sit_down(page, "Punto e Banco (Egalité)")
    spot(page, "punto_pair").tap()
    expect_stake(page, "punto_pair", "0,50")  # one of the first chip is enough
    page.locator("label:has(input[name=chip])").last.tap()
    spot(page, "punto_pair").tap()
    expect(page.get_by_role("alert")).to_contain_text("Punto pair: al massimo 50,00")
    expect(spot(page, "punto_pair")).to_have_attribute("data-refused", "true")
    page.locator("label:has(input[name=chip])").first.tap()
    spot(page, "banco").tap()
    expect(spot(page, "banco")).to_contain_text("min. 0,50")
    expect(page.locator(".rack button.first")).to_have_attribute("aria-disabled", "true")
    page.context.close()
