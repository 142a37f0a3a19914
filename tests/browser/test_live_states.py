"""A shared table that is not simply open: come to midway, cut off, paused, closed, held aslant."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from puntobanco.wire.close_codes import CloseCode
from tests.browser.houses import SECONDS, open_house
from tests.browser.test_every_state import SIZES, Lines, Look, lines, look, size
from tests.browser.test_live_table import confirm, go, lay, stage
from tests.server.visitors import PASSWORD

__all__ = ["lines", "look", "size"]  # fixtures

CALM = """
[[tables]]
name = "svelto"
house = "live-mini"
title = "Il tavolo svelto"
betting_s = 4
pace = { mixing = 600, opening = 600, burn = 500, first_card = 600, card = 800, result = 1500 }
"""
OPERATOR = "the-cashier"
ASLANT: dict[str, Any] = {
    "viewport": {"width": 844, "height": 390},
    "is_mobile": True,
    "has_touch": True,
}
# How many cards lie there, and where the cloth is, in every frame: a glitch is seen by nobody else.
WATCH = """() => {
  window.frames_ = [];
  const note = () => {
    const cloth = document.querySelector(".cloth")?.getBoundingClientRect();
    const stage = document.querySelector(".hands")?.dataset.stage;
    const cards = document.querySelectorAll("[data-side] [data-card]").length;
    window.frames_.push([stage, cards, cloth ? Math.round(cloth.top) : null]);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""

Say = Callable[[str], None]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    tables = tmp_path / "tables.toml"
    tables.write_text(CALM)
    with open_house(tmp_path / "house.db", tables=tables, operator=OPERATOR) as address:
        yield address


@pytest.fixture
def context(
    browser: Browser, browser_context_args: dict[str, Any], size: str
) -> Iterator[BrowserContext]:
    with browser.new_context(**(browser_context_args | SIZES[size])) as opened:
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

    def say(standing: str) -> None:
        path, told = "/api/operator/tables/svelto/standing", {"standing": standing, "note": ""}
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


def is_whole(page: Page) -> bool:
    """Nothing to scroll to."""
    return bool(page.evaluate("document.documentElement.scrollHeight <= innerHeight"))


def test_who_joins_mid_coup_sees_the_cards_waits_and_bets_on_the_next(
    visitor: Page,
    house: str,
    browser: Browser,
    browser_context_args: dict[str, Any],
    size: str,
    look: Look,
) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    lay(page, "punto")
    confirm(page)
    with browser.new_context(**(browser_context_args | SIZES[size])) as other:
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
        look(second, "waiting")
        assert is_whole(second)
        stage(second, "betting")
        expect(second.locator(".voice")).not_to_contain_text("Il colpo è in corso")
        lay(second, "banco")
        confirm(second)
        expect(second.locator("[data-confirmed=banco]")).to_be_visible()


def test_a_line_cut_while_betting_leaves_everything_where_it_is(
    visitor: Page, lines: Lines, look: Look
) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    lay(page, "punto")
    confirm(page)
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    page.evaluate(WATCH)
    page.route("**/api/tables/*", lambda route: route.abort())
    lines[-1].close(code=CloseCode.RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    look(page, "cut")
    assert is_whole(page)
    page.unroute("**/api/tables/*")
    expect(page.locator("[data-link]")).to_have_count(0)
    expect(page.locator("[data-confirmed=punto], [data-paid=punto]").first).to_be_visible()
    expect(page.locator("[data-paid=punto]")).to_have_count(1)
    expect(page.get_by_text("Le fiches non confermate")).to_have_count(0)
    tops = {top for stage, _, top in page.evaluate("window.frames_") if stage == "betting"}
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
        for stage, cards, _ in page.evaluate("window.frames_")
        if stage in ("dealing", "paying", "paid")
    ]
    assert counts == sorted(counts), "a card that lay there was gone for a moment"
    assert counts[-1] >= 4


def test_a_paused_table_finishes_its_coup_says_so_and_goes_on(
    visitor: Page, say: Say, look: Look
) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    say("paused")
    standing = page.locator("[data-standing=paused]")
    expect(standing).to_contain_text("Dopo questo colpo")
    lay(page, "punto")
    confirm(page)
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    stage(page, "paid")
    expect(page.locator(".voice")).to_contain_text("Il tavolo è in pausa")
    expect(standing).to_contain_text("Si riprende")
    look(page, "paused")
    assert is_whole(page)
    page.wait_for_timeout(2500)
    stage(page, "paid")
    expect(page.locator("button[data-bet=punto]")).to_have_attribute("aria-disabled", "true")
    say("open")
    stage(page, "betting")
    expect(page.locator("[data-standing]")).to_have_count(0)


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
    look(page, "closed")
    assert is_whole(page)
    page.get_by_role("button", name="Incassa ed esci").click()
    expect(page.locator("[data-farewell=cash_out]")).to_be_visible()


def test_held_aslant_all_that_is_needed_is_on_one_screen(
    browser: Browser, house: str, browser_context_args: dict[str, Any]
) -> None:
    with browser.new_context(**(browser_context_args | ASLANT)) as context:
        page = context.new_page()
        page.goto(house)
        go(page, "Gioca come ospite")
        stage(page, "betting")
        lay(page, "punto")
        assert is_whole(page)
        needed = ".cloth, .clock, .rack, [data-testid=credit], .rack button.first, [data-draft]"
        for each in page.locator(needed).all():
            box = each.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 390
        roads = page.get_by_role("region", name="Le strade")
        expect(roads).to_be_hidden()
        page.get_by_role("button", name="Le strade").click()
        expect(roads).to_be_visible()
        page.keyboard.press("Escape")
        expect(roads).to_be_hidden()
