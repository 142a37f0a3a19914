"""A shared table in a real browser: mixed, bet on, paid, looked on at; at a desk and on a phone."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from puntobanco.wire.stream import Stage
from tests.browser.conftest import is_complaint
from tests.browser.haste import hurried
from tests.browser.houses import SECONDS, open_house
from tests.browser.looks import Look, look

__all__ = ["look"]  # a fixture

# Nobody waits for the end of a betting, or of a paid coup: a look has all the time it takes. Nor
# does a mixing end before a browser has taken part in it, however busy the machine is.
TABLES = """
[[tables]]
name = "svelto"
house = "live-mini"
title = "Il tavolo svelto"
betting_s = 20
pace = { mixing = 60000, opening = 60000, burn = 500, first_card = 300, card = 150, \
result = 60000 }
"""
TITLE = "Il tavolo svelto"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    tables = tmp_path / "tables.toml"
    tables.write_text(TABLES)
    with open_house(tmp_path / "house.db", tables=tables) as address:
        yield address


@pytest.fixture
def context(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    with browser.new_context(**browser_context_args) as opened:
        yield opened


@pytest.fixture
def visitor(context: BrowserContext, house: str) -> Iterator[Page]:
    """Whatever the console complains of fails the test."""
    page, complaints = context.new_page(), list[str]()
    page.set_default_timeout(SECONDS * 1000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
    page.goto(house)
    yield page
    assert complaints == []


def go(page: Page, way: str) -> None:
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=TITLE))
    card.get_by_role("button", name=way).click()
    expect(page.locator(".hands[data-stage]")).to_be_visible()


def stage(page: Page, name: str) -> None:
    """Looked for in every frame: some are over in half a second."""
    there = page.locator(f".hands[data-stage={name}]")
    if not there.is_visible():
        with hurried(page, Stage(name)):
            there.wait_for(timeout=SECONDS * 1000)


def lay(page: Page, *bets: str) -> None:
    for bet in bets:
        page.locator(f"button[data-bet={bet}]").click()


def confirm(page: Page) -> None:
    page.get_by_role("button", name="Conferma puntate").click()
    expect(page.locator("[data-draft]")).to_have_count(0)


def paid(page: Page, *bets: str) -> None:
    """What is confirmed by now; and nothing else."""
    with hurried(page, Stage.PAID):
        for bet in bets:
            expect(page.locator(f"[data-paid={bet}]")).to_be_visible()
    expect(page.locator("[data-paid]")).to_have_count(len(bets))


def test_a_coup_from_the_lobby_to_the_payment(visitor: Page, look: Look) -> None:
    """Mixed by this browser, confirmed, dealt by the clock, paid per bet."""
    page = visitor
    expect(page.locator("[data-table=svelto]")).to_be_visible()
    look(page, "lobby")
    go(page, "Gioca come ospite")
    stage(page, "betting")
    look(page, "betting")
    seconds = re.compile("^([1-9]|1[0-9]|20)$")
    expect(page.locator("[data-left]")).to_have_attribute("data-left", seconds)
    lay(page, "punto", "banco", "egalite", "grande")
    expect(page.locator("[data-draft]")).to_have_count(4)
    look(page, "drafts")
    confirm(page)
    expect(page.locator("[data-confirmed]")).to_have_count(4)
    look(page, "confirmed")
    expect(page.locator("[data-draft]")).to_have_count(0)
    expect(page.get_by_test_id("credit")).to_have_text(re.compile(r"^9\.996,00\s"))
    noted = page.evaluate(
        "Object.entries(localStorage).find(([k]) => k.startsWith('puntobanco.seen.svelto'))[1]"
    )
    assert '"seed"' in noted, "this browser has mixed"
    assert '"fixed"' in noted
    assert '"hashes"' in noted
    stage(page, "dealing")
    expect(page.locator("button[data-bet=punto]")).to_have_attribute("aria-disabled", "true")
    look(page, "dealing")
    paid(page, "punto", "banco", "egalite", "grande")
    expect(page.locator(".voice")).to_contain_text(re.compile("vince|Patta"))
    look(page, "paid")
    stage(page, "betting")
    expect(page.locator("[data-paid]")).to_have_count(0)


def test_further_bets_taking_off_and_clearing(visitor: Page) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    lay(page, "punto", "punto")
    page.keyboard.press("c")
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    lay(page, "punto", "banco")
    page.locator("button[data-bet=punto]").click(modifiers=["Shift"])
    expect(page.locator("[data-draft=punto]")).to_have_count(0)
    page.get_by_role("button", name="Eliminare").click()
    expect(page.locator("[data-draft]")).to_have_count(0)
    expect(page.locator("button[data-bet=punto] b.firm")).to_contain_text("2,00")
    paid(page, "punto")


def test_chips_are_confirmed_by_themselves(visitor: Page) -> None:
    page = visitor
    with page.expect_websocket() as line:
        go(page, "Gioca come ospite")
    stage(page, "betting")
    page.get_by_role("switch", name="Conferma automatica").click()
    expect(page.get_by_role("switch", name="Conferma automatica")).to_be_checked()
    with line.value.expect_event("framereceived", lambda told: '"placed"' in str(told)):
        lay(page, "banco")
    expect(page.locator("[data-draft=banco]")).to_be_visible()
    paid(page, "banco")


def test_chips_that_are_not_confirmed_come_back(visitor: Page) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    lay(page, "banco")
    stage(page, "dealing")
    expect(page.get_by_text("Le fiches non confermate")).to_be_visible()
    expect(page.get_by_test_id("credit")).to_have_text(re.compile(r"^10\.000,00\s"))


def test_looking_on_and_an_exhibition(visitor: Page, look: Look) -> None:
    """Nobody mixes, so nobody bets; who sits down gets a new sabot, and the old one is proved."""
    page = visitor
    go(page, "Guarda")
    with hurried(page, Stage.DEALING):  # nobody is there to mix
        expect(page.locator("[data-exhibition]")).to_be_visible()
    look(page, "exhibition")
    expect(page.get_by_test_id("credit")).to_have_count(0)
    page.get_by_role("button", name="Gioca come ospite").click()
    stage(page, "betting")
    expect(page.locator("[data-exhibition]")).to_have_count(0)
    page.get_by_role("button", name="Verifica il sabot 1").click()
    expect(page.locator(".whole[data-verdict=holds]")).to_be_visible()
    look(page, "verified")


def test_the_cronologia_has_what_was_paid(visitor: Page, look: Look) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    lay(page, "punto")
    confirm(page)
    paid(page, "punto")
    page.keyboard.press("h")
    expect(page.locator("[data-event=bet]")).to_be_visible()
    look(page, "history")
    page.get_by_role("button", name=re.compile("^Verifica: Colpo")).click()
    expect(page.get_by_text("Questo sabot è ancora in gioco")).to_be_visible()


def test_roads_are_drawn_and_can_be_read(visitor: Page, look: Look) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    for _ in range(2):
        stage(page, "dealing")
        stage(page, "paid")
    page.get_by_role("button", name="Come tabella").click()
    table = page.locator("table[data-road=bead_plate]")
    expect(
        table.locator("tbody td").filter(has_text=re.compile("Giocatore|Banco|Pari"))
    ).to_have_count(2)
    look(page, "roads")


def test_a_lost_line_is_found_again(visitor: Page, context: BrowserContext) -> None:
    page = visitor
    go(page, "Gioca come ospite")
    stage(page, "betting")
    page.reload()
    stage(page, "betting")
    lay(page, "punto")
    confirm(page)
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    second = context.new_page()
    second.goto(page.url)
    second.get_by_role("button", name="Torna al tavolo").click()
    expect(page.locator("[data-link=elsewhere]")).to_be_visible()
