"""Tests of a live table joined during a coup, disconnected, paused or closed, and its layout."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, expect

from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.stream import Stage
from tests.browser.house_time import hurry_to
from tests.browser.houses import SECONDS, open_house
from tests.browser.page_actions import bring
from tests.browser.page_checks import DESK, SIZES, PageCheck, check_page, fits_height
from tests.browser.test_accessibility import Connections, connections
from tests.browser.test_live_table import (
    confirm,
    expect_paid,
    open_table,
    put_chips,
    wait_for_stage,
)
from tests.server.visitors import PASSWORD

__all__ = ["check_page", "connections"]  # fixtures

TABLES = """
[[tables]]
name = "svelto"
house = "live-mini"
title = "Il tavolo svelto"
betting_s = 20
pace = { mixing = 60000, opening = 60000, burn = 60000, first_card = 600, card = 800, \
result = 60000 }
"""
OPERATOR = "the-cashier"
# Records the number of cards and the position of the cloth in every frame, to find short glitches.
RECORD_FRAMES = """() => {
  window.frames_ = [];
  const note = () => {
    const cloth = document.querySelector(".cloth")?.getBoundingClientRect();
    const stage = document.querySelector(".hands")?.dataset.stage;
    const cards = document.querySelectorAll("[data-side] [data-card]").length;
    window.frames_.push([stage, cards, cloth ? Math.round(cloth.top) : null, innerWidth]);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""

SetStanding = Callable[..., None]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    tables = tmp_path / "tables.toml"
    tables.write_text(TABLES)
    with open_house(tmp_path / "house.db", tables=tables, operator=OPERATOR) as address:
        yield address


@pytest.fixture
def context(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    with browser.new_context(**browser_context_args) as opened:
        yield opened


@pytest.fixture
def visitor(context: BrowserContext, house: str, connections: Connections) -> Page:
    page = context.new_page()
    page.set_default_timeout(SECONDS * 1000)
    page.route_web_socket(re.compile("/ws"), connections.connect)
    page.goto(house)
    return page


@pytest.fixture
def set_standing(house: str) -> SetStanding:
    """Sets the table's standing as its operator."""
    token = post(house, "/api/tokens", {"name": OPERATOR, "password": PASSWORD})["token"]

    def set_standing(standing: str, note: str = "") -> None:
        path, told = "/api/operator/tables/svelto/standing", {"standing": standing, "note": note}
        assert post(house, path, told, token)["standing"] == standing

    return set_standing


def post(house: str, path: str, body: object, token: str = "") -> dict[str, Any]:
    """Send a request on its own connection, which is closed at once."""
    headers = {"Content-Type": "application/json"}
    with closing(HTTPConnection(house.removeprefix("http://"))) as connection:
        connection.request(
            "POST",
            path,
            json.dumps(body),
            headers | ({"Authorization": f"Bearer {token}"} if token else {}),
        )
        answer: dict[str, Any] = json.loads(connection.getresponse().read())
    return answer


def test_a_player_who_joins_during_a_coup_sees_the_cards_and_bets_on_the_next(
    visitor: Page,
    house: str,
    browser: Browser,
    browser_context_args: dict[str, Any],
    check_page: PageCheck,
) -> None:
    page = visitor
    open_table(page, "Gioca come ospite")
    wait_for_stage(page, "betting")
    put_chips(page, "punto")
    confirm(page)
    with browser.new_context(**(browser_context_args | SIZES["phone"])) as other:
        second = other.new_page()
        second.goto(house)
        expect(second.locator("[data-table=svelto]")).to_be_visible()
        wait_for_stage(page, "dealing")
        open_table(second, "Gioca come ospite")
        expect(second.locator(".hands[data-stage=dealing]")).to_be_visible()
        expect(second.locator(".voice")).to_contain_text("Il colpo è in corso")
        expect(second.locator("[data-side] [data-card]").first).to_be_visible()
        expect(second.locator("button[data-bet=punto]")).to_have_attribute("aria-disabled", "true")
        confirming = second.get_by_role("button", name="Conferma puntate")
        expect(confirming).to_have_attribute("aria-disabled", "true")
        check_page(second, "waiting", no_scrolling=True)
        wait_for_stage(second, "betting")
        expect(second.locator(".voice")).not_to_contain_text("Il colpo è in corso")
        put_chips(second, "banco")
        confirm(second)
        expect(second.locator("[data-confirmed=banco]")).to_be_visible()
        everybody = page.locator("button[data-bet=banco] .all")
        expect(everybody).to_contain_text("1 giocatore")
        check_page(page, "everybody")


def cloth_tops(page: Page) -> list[float]:
    """The vertical position of the cloth, on a desktop and on a phone."""
    tops = []
    for shape in SIZES.values():
        page.set_viewport_size(shape["viewport"])
        tops.append(page.locator(".cloth").evaluate("it => it.getBoundingClientRect().top"))
    page.set_viewport_size(DESK)
    return tops


def test_a_lost_connection_moves_nothing_on_the_page_and_loses_no_card(
    visitor: Page, connections: Connections, check_page: PageCheck
) -> None:
    """During the betting, and while cards are dealt; no invitation to bet while disconnected."""
    page = visitor
    open_table(page, "Gioca come ospite")
    wait_for_stage(page, "betting")
    put_chips(page, "punto")
    confirm(page)
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    expect(page.locator("[data-left]")).to_be_visible()
    before = cloth_tops(page)
    page.evaluate(RECORD_FRAMES)
    page.context.set_offline(True)
    connections[-1].close(code=CloseCode.RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    expect(page.locator(".hands[data-lost]")).to_be_visible()
    expect(page.locator("[data-left]")).to_have_count(0)
    expect(page.locator("[data-link=reconnecting]")).to_contain_text("Connessione persa")
    expect(page.locator(".voice")).to_have_text(re.compile("^Le puntate confermate valgono"))
    check_page(page, "cut", no_scrolling=True)
    assert cloth_tops(page) == pytest.approx(before, abs=1)
    page.context.set_offline(False)
    expect(page.locator("[data-link]")).to_have_count(0)
    expect(page.locator(".hands[data-lost]")).to_have_count(0)
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    expect_paid(page, "punto")
    expect(page.get_by_text("Le fiches non confermate")).to_have_count(0)
    frames = page.evaluate("window.frames_")
    tops = {top for shown, _, top, width in frames if shown == "betting" and width == DESK["width"]}
    assert len(tops) == 1, f"the cloth moved: {tops}"

    # While cards are dealt.
    wait_for_stage(page, "betting")
    put_chips(page, "banco")
    confirm(page)
    expect(page.locator("[data-confirmed=banco]")).to_be_visible()
    wait_for_stage(page, "dealing")
    expect(page.locator("[data-side] [data-card]")).to_have_count(2)
    page.evaluate("window.frames_ = []")
    connections[-1].close(code=CloseCode.RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-link]")).to_have_count(0)
    expect(page.locator("[data-paid=banco]")).to_be_visible()
    counts = [
        cards
        for shown, cards, *_ in page.evaluate("window.frames_")
        if shown in ("dealing", "paying", "paid")
    ]
    assert counts == sorted(counts), "a card disappeared for a moment"
    assert counts[-1] >= 4


def test_a_table_is_mixed_paused_reopened_and_closed(
    visitor: Page,
    house: str,
    context: BrowserContext,
    set_standing: SetStanding,
    check_page: PageCheck,
) -> None:
    """A paused or closed table finishes its coup; at the table and in the lobby, a paused one shows
    the operator's reason. A closed table returns the credit.
    """
    page, why = visitor, "Cambio del croupier: si riprende alle 21."
    expect(page.locator("[data-table=svelto] [data-badge]")).to_have_text("Dal vivo")
    open_table(page, "Gioca come ospite")

    # A single player's mixing is over at once; its steps are shown during the burn and after.
    wait_for_stage(page, "burning")
    expect(page.locator(".mixing li.done")).to_have_count(4)
    expect(page.locator(".mixing [data-card]")).to_be_visible()
    wait_for_stage(page, "betting")
    ordered = page.locator("[data-ordered]")
    expect(ordered).to_have_text(
        re.compile("mescolato da un giocatore, ordine fissato: [0-9a-f]{8}")
    )

    set_standing("paused")
    standing, note = page.locator("[data-standing=paused]"), page.locator("[data-note]")
    expect(standing).to_contain_text("Dopo questo colpo")
    expect(note).to_have_count(0)
    put_chips(page, "punto")
    confirm(page)
    expect_paid(page, "punto")
    wait_for_stage(page, "paid")
    expect(page.locator(".voice")).to_contain_text("Il tavolo è in pausa")
    expect(standing).to_contain_text("Si riprende")
    check_page(page, "paused", no_scrolling=True)
    set_standing("paused", why)
    expect(note).to_have_text(f"Nota della casa: {why}")
    check_page(page, "noted", no_scrolling=True)
    with hurry_to(page, Stage.BETTING):  # no new betting while the table is paused
        page.wait_for_timeout(1000)
    wait_for_stage(page, "paid")
    expect(page.locator("button[data-bet=punto]")).to_have_attribute("aria-disabled", "true")
    other = context.new_page()
    other.goto(house)
    card = other.locator("[data-table=svelto]")
    expect(card.locator("[data-badge]")).to_have_text("In pausa")
    expect(card.locator("[data-note]")).to_contain_text(why)
    expect(card.get_by_text("Dal vivo")).to_have_count(0)
    check_page(other, "lobby-noted")
    set_standing("open")
    expect(card.locator("[data-badge]")).to_have_text("Dal vivo")
    expect(card.locator("[data-note]")).to_have_count(0)
    wait_for_stage(page, "betting")
    expect(page.locator("[data-standing]")).to_have_count(0)
    expect(note).to_have_count(0)
    expect(ordered).to_have_count(0)

    set_standing("closed")
    expect(page.locator("[data-standing=closed]")).to_contain_text("Dopo questo colpo")
    wait_for_stage(page, "dealing")
    wait_for_stage(page, "paid")
    wait_for_stage(page, "resting")
    expect(page.locator(".voice")).to_contain_text("Il tavolo è chiuso")
    expect(page.get_by_role("button", name="Verifica il sabot 1")).to_be_visible()
    check_page(page, "closed", no_scrolling=True)
    leave = page.get_by_role("button", name="Incassa ed esci")
    expect(leave).to_have_class(re.compile(r"\bfirst\b"))
    leave.click()
    expect(page.locator("[data-farewell=cash_out]")).to_be_visible()


LEAST_SIDE = """tags => Math.min(...tags.flatMap(tag => {
  const { width, height } = tag.getBoundingClientRect();
  return [width, height];
}))"""
NEEDED = ".cloth, .clock, .rack, [data-testid=credit], .rack button.first, [data-draft]"


def test_cards_and_roads_are_large_enough_to_be_read_despite_a_long_title(
    browser: Browser, tmp_path: Path, browser_context_args: dict[str, Any]
) -> None:
    """On phones in portrait and landscape, on the smallest phone, and on a desktop."""
    title = "Il grande tavolo del lungolago, riservato agli ospiti della sala verde e azzurra"
    tables = tmp_path / "long.toml"
    tables.write_text(TABLES.replace("Il tavolo svelto", title))
    with (
        open_house(tmp_path / "long.db", tables=tables) as house,
        browser.new_context(**(browser_context_args | SIZES["phone"])) as context,
    ):
        page = context.new_page()
        page.goto(house)
        page.locator("[data-table=svelto] button.first").click()
        bring(page, "1000")
        wait_for_stage(page, "betting")
        put_chips(page, "punto")
        for width, height in ((390, 844), (844, 390), (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            place = box_of(page.locator(".place").first)
            assert (round(place["width"]), round(place["height"])) >= (50, 70)
            assert bead_size(page) >= 11.5
            rack = page.locator(".rack button, .rack label:has(input[name=chip])")
            assert rack.evaluate_all(LEAST_SIDE) >= 43.9
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            if width > 320:
                expect_room(page)
            if width > height:  # in landscape, everything needed fits on the screen
                for each in page.locator(NEEDED).all():
                    assert box_of(each)["y"] >= 0
                    assert box_of(each)["y"] + box_of(each)["height"] <= height
        page.set_viewport_size(DESK)
        assert bead_size(page) >= 16
        assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]
        expect_room(page)
        for name in ("Indietro", "Eliminare", "Ripeti", "Raddoppia"):
            assert box_of(page.locator(".rack .name", has_text=name))["width"] > 20, name
        assert page.evaluate(CARDS_ABOVE_TEXT), "moving cards must pass above the text"


def expect_room(page: Page) -> None:
    """Expect that nothing scrolls, the roads are in view, and the header is low and not crowded."""
    assert fits_height(page)
    expect(page.locator(".roads")).to_be_in_viewport(ratio=1)
    assert box_of(page.locator("header"))["height"] <= 68
    ways = [box_of(each) for each in page.locator("header nav button:visible").all()]
    for one, other in pairwise(ways):
        assert one["x"] + one["width"] <= other["x"] + 0.5


CARDS_ABOVE_TEXT = """() => {
  const [hand, said] = [".hand", ".said"].map(each => document.querySelector(each));
  const z = each => Number(getComputedStyle(each).zIndex) || 0;
  return z(hand) > z(said);
}"""


def box_of(each: Locator) -> FloatRect:
    box = each.bounding_box()
    assert box is not None
    return box


def bead_size(page: Page) -> float:
    """The side of a bead plate's cell, in pixels."""
    width: float = page.locator("svg.bead").evaluate(
        "svg => 10 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
    )
    return width
