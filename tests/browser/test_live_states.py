"""A shared table that is not simply open: come to midway, cut off, paused, closed, held aslant."""

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
from tests.browser.haste import hurried
from tests.browser.houses import SECONDS, open_house
from tests.browser.looks import DESK, SIZES, Look, is_whole, look
from tests.browser.test_every_state import Lines, lines
from tests.browser.test_live_table import confirm, go, lay, paid, stage
from tests.server.visitors import PASSWORD

__all__ = ["lines", "look"]  # fixtures

CALM = """
[[tables]]
name = "svelto"
house = "live-mini"
title = "Il tavolo svelto"
betting_s = 20
pace = { mixing = 60000, opening = 60000, burn = 60000, first_card = 600, card = 800, \
result = 60000 }
"""
OPERATOR = "the-cashier"
# How many cards lie there, and where the cloth is, in every frame: a glitch is seen by nobody else.
WATCH = """() => {
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

Say = Callable[..., None]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    tables = tmp_path / "tables.toml"
    tables.write_text(CALM)
    with open_house(tmp_path / "house.db", tables=tables, operator=OPERATOR) as address:
        yield address


@pytest.fixture
def context(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    with browser.new_context(**browser_context_args) as opened:
        yield opened


@pytest.fixture
def visitor(context: BrowserContext, house: str, lines: Lines) -> Page:
    page = context.new_page()
    page.set_default_timeout(SECONDS * 1000)
    page.route_web_socket(re.compile("/ws"), lines.meet)
    page.goto(house)
    return page


@pytest.fixture
def say(house: str) -> Say:
    """What the operator says of the table."""
    token = post(house, "/api/tokens", {"name": OPERATOR, "password": PASSWORD})["token"]

    def say(standing: str, note: str = "") -> None:
        path, told = "/api/operator/tables/svelto/standing", {"standing": standing, "note": note}
        assert post(house, path, told, token)["standing"] == standing

    return say


def post(house: str, path: str, body: object, token: str = "") -> dict[str, Any]:
    """On a line of its own, which is closed before the house is."""
    headers = {"Content-Type": "application/json"}
    with closing(HTTPConnection(house.removeprefix("http://"))) as line:
        line.request(
            "POST",
            path,
            json.dumps(body),
            headers | ({"Authorization": f"Bearer {token}"} if token else {}),
        )
        answer: dict[str, Any] = json.loads(line.getresponse().read())
    return answer


def test_who_joins_mid_coup_sees_the_cards_waits_and_bets_on_the_next(
    visitor: Page,
    house: str,
    browser: Browser,
    browser_context_args: dict[str, Any],
    look: Look,
) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    lay(page, "punto")
    confirm(page)
    with browser.new_context(**(browser_context_args | SIZES["phone"])) as other:
        second = other.new_page()
        second.goto(house)
        expect(second.locator("[data-table=svelto]")).to_be_visible()
        stage(page, "dealing")
        go(second, "Gioca come ospite")
        expect(second.locator(".hands[data-stage=dealing]")).to_be_visible()
        expect(second.locator(".voice")).to_contain_text("Il colpo è in corso")
        expect(second.locator("[data-side] [data-card]").first).to_be_visible()
        expect(second.locator("button[data-bet=punto]")).to_have_attribute("aria-disabled", "true")
        confirming = second.get_by_role("button", name="Conferma puntate")
        expect(confirming).to_have_attribute("aria-disabled", "true")
        look(second, "waiting", whole=True)
        stage(second, "betting")
        expect(second.locator(".voice")).not_to_contain_text("Il colpo è in corso")
        lay(second, "banco")
        confirm(second)
        expect(second.locator("[data-confirmed=banco]")).to_be_visible()
        everybody = page.locator("button[data-bet=banco] .all")
        expect(everybody).to_contain_text("1 giocatore")
        look(page, "everybody")


def cloths(page: Page) -> list[float]:
    """How far down the cloth lies, at a desk and on a phone."""
    tops = []
    for shape in SIZES.values():
        page.set_viewport_size(shape["viewport"])
        tops.append(page.locator(".cloth").evaluate("it => it.getBoundingClientRect().top"))
    page.set_viewport_size(DESK)
    return tops


def test_a_line_cut_while_betting_leaves_everything_where_it_is(
    visitor: Page, lines: Lines, look: Look
) -> None:
    """And invites nobody to bet."""
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    lay(page, "punto")
    confirm(page)
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    expect(page.locator("[data-left]")).to_be_visible()
    before = cloths(page)
    page.evaluate(WATCH)
    page.context.set_offline(True)
    lines[-1].close(code=CloseCode.RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    expect(page.locator(".hands[data-lost]")).to_be_visible()
    expect(page.locator("[data-left]")).to_have_count(0)
    expect(page.locator(".voice")).to_contain_text("La linea è caduta")
    expect(page.locator(".voice")).not_to_contain_text("Fate il vostro gioco")
    look(page, "cut", whole=True)
    assert cloths(page) == pytest.approx(before, abs=1)
    page.context.set_offline(False)
    expect(page.locator("[data-link]")).to_have_count(0)
    expect(page.locator(".hands[data-lost]")).to_have_count(0)
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    paid(page, "punto")
    expect(page.get_by_text("Le fiches non confermate")).to_have_count(0)
    frames = page.evaluate("window.frames_")
    tops = {top for stage, _, top, width in frames if stage == "betting" and width == DESK["width"]}
    assert len(tops) == 1, f"the cloth moved: {tops}"


def test_a_line_cut_while_the_cards_come_loses_none_of_them(visitor: Page, lines: Lines) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    lay(page, "banco")
    confirm(page)
    expect(page.locator("[data-confirmed=banco]")).to_be_visible()
    stage(page, "dealing")
    expect(page.locator("[data-side] [data-card]")).to_have_count(2)
    page.evaluate(WATCH)
    lines[-1].close(code=CloseCode.RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-link]")).to_have_count(0)
    expect(page.locator("[data-paid=banco]")).to_be_visible()
    counts = [
        cards
        for stage, cards, *_ in page.evaluate("window.frames_")
        if stage in ("dealing", "paying", "paid")
    ]
    assert counts == sorted(counts), "a card that lay there was gone for a moment"
    assert counts[-1] >= 4


def test_a_paused_table_finishes_its_coup_says_so_and_goes_on(
    visitor: Page, house: str, context: BrowserContext, say: Say, look: Look
) -> None:
    """And why, in the operator's words, at the table and in the lobby."""
    page, why = visitor, "Cambio del croupier: si riprende alle 21."
    expect(page.locator("[data-table=svelto] [data-badge]")).to_have_text("Dal vivo")
    go(page, "Gioca come ospite")
    stage(page, "betting")
    say("paused")
    standing, note = page.locator("[data-standing=paused]"), page.locator("[data-note]")
    expect(standing).to_contain_text("Dopo questo colpo")
    expect(note).to_have_count(0)
    lay(page, "punto")
    confirm(page)
    paid(page, "punto")
    stage(page, "paid")
    expect(page.locator(".voice")).to_contain_text("Il tavolo è in pausa")
    expect(standing).to_contain_text("Si riprende")
    look(page, "paused", whole=True)
    say("paused", why)
    expect(note).to_have_text(f"Nota della casa: {why}")
    look(page, "noted", whole=True)
    with hurried(page, Stage.BETTING):  # its time is over, and nothing comes of it
        page.wait_for_timeout(1000)
    stage(page, "paid")
    expect(page.locator("button[data-bet=punto]")).to_have_attribute("aria-disabled", "true")
    other = context.new_page()
    other.goto(house)
    card = other.locator("[data-table=svelto]")
    expect(card.locator("[data-badge]")).to_have_text("In pausa")
    expect(card.locator("[data-note]")).to_contain_text(why)
    expect(card.get_by_text("Dal vivo")).to_have_count(0)
    look(other, "lobby-noted")
    say("open")
    expect(card.locator("[data-badge]")).to_have_text("Dal vivo")
    expect(card.locator("[data-note]")).to_have_count(0)
    stage(page, "betting")
    expect(page.locator("[data-standing]")).to_have_count(0)
    expect(note).to_have_count(0)


def test_a_closed_table_gives_the_credit_back(visitor: Page, say: Say, look: Look) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    say("closed")
    expect(page.locator("[data-standing=closed]")).to_contain_text("Dopo questo colpo")
    stage(page, "dealing")
    stage(page, "paid")
    stage(page, "resting")
    expect(page.locator(".voice")).to_contain_text("Il tavolo è chiuso")
    expect(page.get_by_role("button", name="Verifica il sabot 1")).to_be_visible()
    look(page, "closed", whole=True)
    leave = page.get_by_role("button", name="Incassa ed esci")
    expect(leave).to_have_class(re.compile(r"\bfirst\b"))
    leave.click()
    expect(page.locator("[data-farewell=cash_out]")).to_be_visible()


def test_one_letter_for_one_thing(visitor: Page, house: str, context: BrowserContext) -> None:
    """As the sheet calls it: on the spots, on the roads, and on the roads of the lobby."""
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "paid")
    stage(page, "betting")
    spots = page.locator("button[data-bet].main .letter").all_text_contents()
    assert spots == ["G", "=", "B"]
    expect(page.locator("svg.bead text")).to_have_count(1)
    (here,) = page.locator("svg.bead text").all_text_contents()
    other = context.new_page()
    other.goto(house)
    there = other.locator("[data-table=svelto] .plate i").first
    expect(there).to_have_text(here)
    assert here in spots


NEEDED = ".cloth, .clock, .rack, [data-testid=credit], .rack button.first, [data-draft]"


def test_cards_and_roads_are_large_enough_to_be_read(
    browser: Browser, house: str, browser_context_args: dict[str, Any]
) -> None:
    """On phones, one of them held aslant and one of the smallest, and at a desk."""
    with browser.new_context(**(browser_context_args | SIZES["phone"])) as context:
        page = context.new_page()
        page.goto(house)
        go(page, "Gioca come ospite")
        stage(page, "betting")
        lay(page, "punto")
        for width, height in ((390, 844), (844, 390), (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            place = box_of(page.locator(".place").first)
            assert (round(place["width"]), round(place["height"])) >= (50, 70)
            assert cell(page) >= 11.5
            for each in page.locator(".rack button, .rack label:has(input[name=chip])").all():
                assert min(box_of(each)["width"], box_of(each)["height"]) >= 43.9
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            if width > 320:
                assert is_whole(page)
                expect(page.locator(".roads")).to_be_in_viewport(ratio=1)
            if width > height:  # all that is needed is on one screen
                for each in page.locator(NEEDED).all():
                    assert box_of(each)["y"] >= 0
                    assert box_of(each)["y"] + box_of(each)["height"] <= height
        page.set_viewport_size(DESK)
        assert cell(page) >= 16
        assert is_whole(page)
        for name in ("Indietro", "Eliminare", "Ripeti", "Raddoppia"):
            assert box_of(page.locator(".rack .name", has_text=name))["width"] > 20, name
        assert page.evaluate(ABOVE), "what flies passes over what is written"


ABOVE = """() => {
  const [hand, said] = [".hand", ".said"].map(each => document.querySelector(each));
  const z = each => Number(getComputedStyle(each).zIndex) || 0;
  return z(hand) > z(said);
}"""


def box_of(each: Locator) -> FloatRect:
    box = each.bounding_box()
    assert box is not None
    return box


def cell(page: Page) -> float:
    """The side of a bead's square, in pixels."""
    width: float = page.locator("svg.bead").evaluate(
        "svg => 10 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
    )
    return width


def test_the_mixing_stays_to_be_read(visitor: Page) -> None:
    """A lone player's is over at once: its steps stay beside the burn, and then in a line."""
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "burning")
    expect(page.locator(".mixing li.done")).to_have_count(4)
    expect(page.locator(".mixing [data-card]")).to_be_visible()
    stage(page, "betting")
    ordered = page.locator("[data-ordered]")
    expect(ordered).to_have_text(
        re.compile("mescolato da un giocatore, ordine fissato: [0-9a-f]{8}")
    )
    stage(page, "paid")
    stage(page, "betting")
    expect(ordered).to_have_count(0)


def test_the_stake_is_what_is_confirmed_and_the_rest_stands_beside_it(visitor: Page) -> None:
    page = visitor
    credit, staked, draft = (page.get_by_test_id(each) for each in ("credit", "staked", "draft"))
    go(page, "Gioca come ospite")
    stage(page, "betting")
    lay(page, "punto", "banco")
    expect(staked).to_have_text(re.compile(r"^0,00\s"))
    expect(draft).to_have_text(re.compile(r"Da confermare\s*\+ 2,00"))
    expect(credit).to_have_text(re.compile(r"^10\.000,00\s"))
    confirm(page)
    expect(draft).to_have_count(0)
    expect(staked).to_have_text(re.compile(r"^2,00\s"))
    expect(credit).to_have_text(re.compile(r"^9\.998,00\s"))


def test_a_long_title_takes_nothing_of_the_table(
    browser: Browser, tmp_path: Path, browser_context_args: dict[str, Any]
) -> None:
    title = "Il grande tavolo del lungolago, riservato agli ospiti della sala verde e azzurra"
    tables = tmp_path / "long.toml"
    tables.write_text(CALM.replace("Il tavolo svelto", title))
    with (
        open_house(tmp_path / "long.db", tables=tables) as house,
        browser.new_context(**browser_context_args) as context,
    ):
        page = context.new_page()
        page.goto(house)
        page.locator("[data-table=svelto] button.first").click()
        stage(page, "betting")
        for width, height in ((1280, 800), (390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            assert is_whole(page)
            expect(page.locator(".roads")).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert box_of(page.locator("header"))["height"] <= 68
            ways = [box_of(each) for each in page.locator("header nav button:visible").all()]
            for one, other in pairwise(ways):
                assert one["x"] + one["width"] <= other["x"] + 0.5
