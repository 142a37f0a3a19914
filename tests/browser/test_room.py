"""Tests of the layout of every kind of table, at every size.

One page per table is resized. A credit of 10,000.00, chips on every spot and long sums are there,
and nothing moves from one state of a table to the next. Two tables are measured in every language,
since they have all words; the others in one of the two with the longest.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from puntobanco.game.coup import Coup, Outcome
from puntobanco.game.roads import RoadResult
from puntobanco.table.shared.scoreboard import roads_of
from tests.browser.chosen_coups import CoupChooser
from tests.browser.chosen_house import PACE, chooser, house
from tests.browser.chosen_sabots import KNOWN_SEED, SabotChooser, tie
from tests.browser.conftest import DESKTOP
from tests.browser.page_actions import bring, expect_table, guest_button
from tests.browser.page_checks import await_layout
from tests.browser.room import SHAPES, SIZES, Places, faults_at
from tests.browser.test_accessibility import LANGUAGES, set_language
from tests.browser.test_live_table import wait_for_stage

__all__ = ["chooser", "house"]  # fixtures

TABLES: Final = f"""
[[tables]]
name = "live"
house = "live-mini"
title = "Il tavolo del lungolago"
lines = true
betting_s = 60
{PACE}

[[tables]]
name = "film"
house = "live-mini"
title = "Il tavolo filmato"
betting_s = 60
video = {{ kind = "whep", address = "http://127.0.0.1:9/film" }}
{PACE}

[[tables]]
name = "campione"
house = "campione"
{PACE}

[[tables]]
name = "st-moritz"
house = "st-moritz"
boxes = 9
{PACE}
"""
MANY: Final = 20  # bets of a sheet that doesn't exist yet
STREAK: Final = 23
DISCS: Final = "svg.big g"
NOTE: Final = """Il tavolo chiude alle 23:30 per la pulizia del tappeto. Poi si gioca al tavolo \
accanto, con gli stessi limiti e lo stesso sabot. Grazie della pazienza, e buona serata a tutti."""
# Boxes are measured, not looked at: what only costs paint is left out.
UNPAINTED: Final = """() => {
  const plain = new CSSStyleSheet();
  plain.replaceSync(`*, *::before, *::after {
    background-image: none !important; box-shadow: none !important; filter: none !important;
  }`);
  document.adoptedStyleSheets = [plain];
}"""


@pytest.fixture
def visitor(browser: Browser, house: str) -> Iterator[Page]:
    with browser.new_context(**DESKTOP) as context:
        context.add_init_script(f"({KNOWN_SEED})()")
        page = context.new_page()
        page.goto(house)
        page.evaluate(UNPAINTED)
        yield page


def long_coup(coup: Coup) -> bool:
    """Six cards and a pair of Punto, so that the longest sums are paid."""
    first, second, *_ = coup.punto
    return len(coup.cards) == 6 and first.rank == second.rank


def stake_everywhere(page: Page, chip: int) -> None:
    page.locator("label:has(input[name=chip])").nth(chip).click()
    for each in page.locator("button[data-bet]").all():
        each.click()


def sit_privately(page: Page, title: str) -> None:
    guest_button(page, title).click()
    bring(page, "10000")
    expect_table(page)


def sit_at(page: Page, table: str) -> None:
    page.locator(f"[data-table={table}] button.first").click()
    bring(page, "10000")
    wait_for_stage(page, "betting")


def expect_no_faults(page: Page, places: Places, *languages: str) -> None:
    for language in languages:
        set_language(page, language)
        assert faults_at(SIZES, page, places) == {}, language


def stake_too_much(page: Page) -> None:
    """Stake until the house's limit is shown in a message over the table."""
    page.set_viewport_size(DESKTOP["viewport"])
    page.locator("label:has(input[name=chip])").last.click()
    while not page.locator(".notice").count():
        page.locator("button[data-bet=punto]").click()
        await_layout(page)


@pytest.mark.parametrize("chooser", [CoupChooser()], ids=["chosen"])
@pytest.mark.parametrize(
    ("title", "languages"),
    [("Baccarat For Fun", LANGUAGES), ("Punto e Banco (Egalité)", ["fr"])],
    ids=["ten-bets", "one-deck"],
)
def test_a_private_table_fits_everywhere_and_nothing_moves(
    visitor: Page, chooser: CoupChooser, title: str, languages: list[str]
) -> None:
    """Before the first bet, with a result, and with a message."""
    page, places = visitor, Places()
    sit_privately(page, title)
    set_language(page, languages[-1])
    assert faults_at(SHAPES, page, places) == {}
    chooser.choose_next(page, long_coup)
    stake_everywhere(page, chip=2)
    page.locator(".rack button.first").click()
    expect(page.locator("[data-side] [data-card]")).to_have_count(6)
    expect(page.locator("[data-paid]").first).to_be_visible()
    expect_no_faults(page, places, *languages)
    stake_too_much(page)
    assert faults_at(SHAPES, page, places) == {}


@pytest.mark.parametrize("chooser", [SabotChooser(long_coup)], ids=["chosen"])
def test_a_live_table_fits_everywhere_and_nothing_moves(
    visitor: Page, chooser: SabotChooser
) -> None:
    """With confirmed and unconfirmed chips, messages, a result, and an operator's long note."""
    page, places = visitor, Places()
    page.route_web_socket("**/ws*", lambda socket: _change_view(socket, note=NOTE))
    sit_at(page, "live")
    stake_everywhere(page, chip=3)
    page.keyboard.press("c")
    expect(page.locator("[data-draft]")).to_have_count(0)
    stake_everywhere(page, chip=2)
    expect_no_faults(page, places, *LANGUAGES)
    stake_too_much(page)
    assert faults_at(SHAPES, page, places) == {}
    page.locator(".notice button").last.click()
    page.locator(".automatic").click()
    expect(page.locator(".explained")).to_be_visible()
    assert faults_at(SHAPES, page, places) == {}
    wait_for_stage(page, "paid")
    expect(page.locator(".again")).to_be_visible()
    expect_no_faults(page, places, "fr")


@pytest.mark.parametrize(
    ("table", "language"), [("campione", "fr"), ("st-moritz", "de")], ids=["campione", "st-moritz"]
)
def test_a_land_table_fits_everywhere_and_nothing_moves(
    visitor: Page, table: str, language: str
) -> None:
    """With confirmed and unconfirmed chips, and with a message."""
    page, places = visitor, Places()
    sit_at(page, table)
    page.locator("[data-box='3']").click()
    stake_everywhere(page, chip=1)
    page.keyboard.press("c")
    expect(page.locator("[data-draft]")).to_have_count(0)
    stake_everywhere(page, chip=1)
    expect_no_faults(page, places, language)
    stake_too_much(page)
    assert faults_at(SHAPES, page, places) == {}


@pytest.mark.parametrize("chooser", [SabotChooser(tie)], ids=["tie"])
def test_nothing_moves_when_stakes_stay_on_the_cloth_and_a_tip_is_offered(
    visitor: Page, chooser: SabotChooser
) -> None:
    page, places = visitor, Places()
    sit_at(page, "st-moritz")
    page.locator("[data-box='3']").click()
    set_language(page, "de")
    assert faults_at(SHAPES, page, places) == {}
    stake_everywhere(page, chip=1)
    page.keyboard.press("c")
    wait_for_stage(page, "paid")
    expect(page.locator("[data-withdraw=all]")).to_be_visible()
    expect(page.locator("[data-tip]").first).to_be_visible()
    assert faults_at(SIZES, page, places) == {}
    page.locator("[data-withdraw=all]").click()
    expect(page.locator("[data-left-on-cloth]")).to_have_count(0)
    expect(page.locator("[data-tip]").first).to_be_visible()
    assert faults_at(SHAPES, page, places) == {}


@pytest.mark.parametrize("chooser", [SabotChooser(long_coup)], ids=["chosen"])
def test_a_filmed_table_fits_everywhere(visitor: Page, chooser: SabotChooser) -> None:
    """The camera never answers; the page is only told that its first picture is there."""
    page, places = visitor, Places()
    page.route("http://127.0.0.1:9/film", lambda route: None)
    sit_at(page, "film")
    page.locator("video").dispatch_event("loadeddata")
    expect(page.locator("figure.video")).to_be_visible()
    stake_everywhere(page, chip=3)
    expect_no_faults(page, places, "de")
    page.keyboard.press("c")
    wait_for_stage(page, "paid")
    assert faults_at(SHAPES, page, places) == {}


@pytest.mark.parametrize(("table", "language"), [("live", "fr"), ("st-moritz", "de")])
def test_a_table_fits_everywhere_for_lookers_on(visitor: Page, table: str, language: str) -> None:
    page = visitor
    page.locator(f"[data-table={table}]").get_by_role("button", name="Guarda").click()
    expect(page.locator(".rack.watching")).to_be_visible()
    set_language(page, language)
    assert faults_at(SHAPES, page, Places()) == {}


def with_many_bets(route: Route) -> None:
    """The sheet of a house with as many bets as the cloth has to take."""
    response = route.fetch()
    told = response.json()
    bets = told["sheet"]["bets"]
    for number in range(MANY - len(bets)):
        label = f"Naturale {number} del Giocatore"
        bets[f"more_{number}"] = bets["grande"] | {"label": label}
    route.fulfill(response=response, json=told)


def test_twenty_bets_fit_on_a_laptop_and_scroll_between_hands_and_rack_on_a_phone(
    visitor: Page,
) -> None:
    page = visitor
    page.route("**/api/houses/for-fun", with_many_bets)
    page.reload()
    sit_privately(page, "Baccarat For Fun")
    expect(page.locator("button[data-bet]")).to_have_count(MANY)
    assert faults_at(SIZES, page, Places()) == {}
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("button[data-bet]").last).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 360, "height": 800})
    page.locator("button[data-bet]").last.scroll_into_view_if_needed()
    expect(page.locator("button[data-bet]").last).to_be_in_viewport(ratio=0.99)
    expect(page.locator("[data-side=punto] .cards")).to_be_in_viewport(ratio=1)
    expect(page.locator(".rack")).to_be_in_viewport(ratio=1)


def cell_of(page: Page, road: str = "bead") -> float:
    """The side of a road's cell, in pixels."""
    side: float = page.locator(f"svg.{road}").evaluate(
        "svg => 10 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
    )
    return side


def card_width(page: Page) -> float:
    width: float = page.locator("[data-side] .place").first.evaluate("it => it.clientWidth + 3")
    return width


def test_cards_and_roads_take_the_room(visitor: Page) -> None:
    """The sizes of cards and cells of the roads at some windows, in pixels."""
    page = visitor
    sit_at(page, "live")
    least: dict[tuple[int, int], tuple[int, int]] = {
        (360, 800): (50, 16),
        (390, 844): (50, 16),
        (844, 390): (50, 12),
        (768, 1024): (110, 16),
        (834, 1194): (110, 16),
        (1280, 800): (80, 16),
        (1920, 1080): (150, 24),
    }
    for (width, height), (card, cell) in least.items():
        page.set_viewport_size({"width": width, "height": height})
        await_layout(page)
        assert card_width(page) >= card, (width, height)
        assert cell_of(page) >= cell, (width, height)


def long_streak() -> Any:
    """The roads after one coup of Punto and many of Banco."""
    played = [Outcome.PUNTO] + [Outcome.BANCO] * STREAK
    return msgspec.to_builtins(roads_of([RoadResult(outcome) for outcome in played]))


def test_the_newest_column_of_a_long_streak_is_in_sight(visitor: Page) -> None:
    """The dragon tail: after six coups the streak turns to the right, along the lowest row."""
    page, roads = visitor, long_streak()
    page.route_web_socket("**/ws*", lambda socket: _change_view(socket, roads=roads))
    sit_at(page, "live")
    wait_for_stage(page, "paid")
    expect(page.locator(DISCS)).to_have_count(1 + STREAK)
    assert page.locator(DISCS).evaluate_all(PLACES)[-3:] == [[16, 5], [17, 5], [18, 5]]
    for width, height in ((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator("svg.big").scroll_into_view_if_needed()
        expect(page.locator(DISCS).last).to_be_in_viewport(ratio=0.99)


PLACES: Final = """discs => discs.map(each => {
  const { e, f } = each.transform.baseVal[0].matrix;
  return [e / 10, f / 10];
})"""


def _change_view(socket: Any, **changed: Any) -> None:
    """Tell the page a view of the table with these fields, whenever the house tells one."""
    server = socket.connect_to_server()

    def to_page(told: str) -> None:
        message = msgspec.json.decode(told)
        if "roads" in message:
            message |= changed
        socket.send(msgspec.json.encode(message).decode())

    server.on_message(to_page)
