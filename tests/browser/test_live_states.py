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
from playwright.sync_api import Browser, BrowserContext, Page, expect

from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.stream import Stage
from tests.browser.haste import hurried
from tests.browser.houses import SECONDS, open_house
from tests.browser.test_every_state import SIZES, Lines, Look, lines, look, size
from tests.browser.test_live_table import confirm, go, lay, paid, stage
from tests.server.visitors import PASSWORD

__all__ = ["lines", "look", "size"]  # fixtures

CALM = """
[[tables]]
name = "svelto"
house = "live-mini"
title = "Il tavolo svelto"
betting_s = 20
pace = { mixing = 9000, opening = 9000, burn = 500, first_card = 600, card = 800, result = 9000 }
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

Say = Callable[..., None]


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
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    paid(page, "punto")
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
    paid(page, "punto")
    stage(page, "paid")
    expect(page.locator(".voice")).to_contain_text("Il tavolo è in pausa")
    expect(standing).to_contain_text("Si riprende")
    look(page, "paused")
    assert is_whole(page)
    with hurried(page, Stage.BETTING):  # its time is over, and nothing comes of it
        page.wait_for_timeout(1000)
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
    leave = page.get_by_role("button", name="Incassa ed esci")
    expect(leave).to_have_class(re.compile(r"\bfirst\b"))
    leave.click()
    expect(page.locator("[data-farewell=cash_out]")).to_be_visible()


def test_why_a_table_pauses_is_said_at_the_table_and_in_the_lobby(
    visitor: Page, house: str, context: BrowserContext, say: Say, look: Look
) -> None:
    page, why = visitor, "Cambio del croupier: si riprende alle 21."
    card = page.locator("[data-table=svelto]")
    expect(card.locator("[data-badge]")).to_have_text("Dal vivo")
    go(page, "Gioca come ospite")
    stage(page, "betting")
    say("paused", why)
    expect(page.locator("[data-note]")).to_have_text(f"Nota della casa: {why}")
    stage(page, "paid")
    expect(page.locator("[data-note]")).to_contain_text(why)
    look(page, "noted")
    assert is_whole(page)
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
    expect(page.locator("[data-note]")).to_have_count(0)


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


@pytest.mark.parametrize("phone", [(390, 844), (844, 390), (320, 640)])
def test_cards_and_roads_are_large_enough_to_be_read(
    browser: Browser, house: str, browser_context_args: dict[str, Any], phone: tuple[int, int]
) -> None:
    width, height = phone
    sized = SIZES["phone"] | {"viewport": {"width": width, "height": height}}
    with browser.new_context(**(browser_context_args | sized)) as context:
        page = context.new_page()
        page.goto(house)
        go(page, "Gioca come ospite")
        stage(page, "betting")
        lay(page, "punto")
        place = page.locator(".place").first.bounding_box()
        assert place is not None
        assert (round(place["width"]), round(place["height"])) >= (50, 70)
        assert cell(page) >= 11.5
        for each in page.locator(".rack button, .rack label:has(input[name=chip])").all():
            box = each.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 43.9
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if phone != (320, 640):
            assert is_whole(page)
            expect(page.locator(".roads")).to_be_in_viewport(ratio=1)


def test_roads_are_large_enough_to_be_read_at_a_desk(
    browser: Browser, house: str, browser_context_args: dict[str, Any]
) -> None:
    with browser.new_context(**browser_context_args) as context:
        page = context.new_page()
        page.goto(house)
        go(page, "Gioca come ospite")
        stage(page, "betting")
        assert cell(page) >= 16
        assert is_whole(page)


def cell(page: Page) -> float:
    """The side of a bead's square, in pixels."""
    width: float = page.locator("svg.bead").evaluate(
        "svg => 10 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
    )
    return width


def test_the_mixing_stays_to_be_read(visitor: Page, look: Look) -> None:
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


def test_a_cut_line_invites_nobody_to_bet(visitor: Page, lines: Lines, look: Look) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    expect(page.locator("[data-left]")).to_be_visible()
    cloth = page.locator(".cloth").bounding_box()
    page.context.set_offline(True)
    lines[-1].close(code=1011, reason="cut")
    expect(page.locator(".hands[data-lost]")).to_be_visible()
    expect(page.locator("[data-left]")).to_have_count(0)
    expect(page.locator(".voice")).to_contain_text("La linea è caduta")
    expect(page.locator(".voice")).not_to_contain_text("Fate il vostro gioco")
    look(page, "lost")
    after = page.locator(".cloth").bounding_box()
    assert cloth is not None
    assert after is not None
    assert after["y"] == pytest.approx(cloth["y"], abs=1)
    page.context.set_offline(False)
    expect(page.locator(".hands[data-lost]")).to_have_count(0)


@pytest.mark.parametrize("at", [(1280, 800), (390, 844), (844, 390)])
def test_a_long_title_takes_nothing_of_the_table(
    browser: Browser, tmp_path: Path, browser_context_args: dict[str, Any], at: tuple[int, int]
) -> None:
    title = "Il grande tavolo del lungolago, riservato agli ospiti della sala verde e azzurra"
    tables = tmp_path / "long.toml"
    tables.write_text(CALM.replace("Il tavolo svelto", title))
    viewport = {"viewport": {"width": at[0], "height": at[1]}}
    with (
        open_house(tmp_path / "long.db", tables=tables) as house,
        browser.new_context(**(browser_context_args | viewport)) as context,
    ):
        page = context.new_page()
        page.goto(house)
        page.locator("[data-table=svelto] button.first").click()
        stage(page, "betting")
        assert is_whole(page)
        expect(page.locator(".roads")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= at[0]
        bar = page.locator("header").bounding_box()
        assert bar is not None
        assert bar["height"] <= 68
        words = [each.bounding_box() for each in page.locator("header nav button:visible").all()]
        for one, other in pairwise([each for each in words if each is not None]):
            assert one["x"] + one["width"] <= other["x"] + 0.5


def test_what_flies_passes_over_what_is_written(visitor: Page) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    above = """() => {
      const [hand, said] = [".hand", ".said"].map(each => document.querySelector(each));
      const z = each => Number(getComputedStyle(each).zIndex) || 0;
      return z(hand) > z(said);
    }"""
    assert page.evaluate(above)


def test_every_deed_has_its_name_at_a_desk(
    browser: Browser, house: str, browser_context_args: dict[str, Any]
) -> None:
    with browser.new_context(**browser_context_args) as context:
        page = context.new_page()
        page.goto(house)
        go(page, "Gioca come ospite")
        for name in ("Indietro", "Eliminare", "Ripeti", "Raddoppia"):
            box = page.locator(".rack .name", has_text=name).bounding_box()
            assert box is not None
            assert box["width"] > 20, name


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
        expect(page.get_by_role("region", name="Le strade")).to_be_in_viewport(ratio=1)
