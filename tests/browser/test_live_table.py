"""Tests of a live table: mixing, bets, payments, watching and roads."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from puntobanco.wire.stream import Stage
from tests.browser.conftest import is_complaint
from tests.browser.house_time import hurry_to
from tests.browser.houses import SECONDS, open_house
from tests.browser.page_actions import bring
from tests.browser.page_checks import PageCheck, check_page

__all__ = ["check_page"]  # a fixture

# Long times, so that checks are never interrupted and a slow browser can still take part in the
# mixing. The tests hurry the house instead of waiting.
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
    """A page in the lobby; errors and warnings in its console fail the test."""
    page, complaints = context.new_page(), list[str]()
    page.set_default_timeout(SECONDS * 1000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
    page.goto(house)
    yield page
    assert complaints == []


def open_table(page: Page, way: str) -> None:
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=TITLE))
    card.get_by_role("button", name=way).click()
    if way in ("Gioca come ospite", "Jouer en invité"):
        bring(page, "10000")
    expect(page.locator(".hands[data-stage]")).to_be_visible()


def wait_for_stage(page: Page, name: str) -> None:
    """Wait for a stage; some take only half a second."""
    there = page.locator(f".hands[data-stage={name}]")
    if not there.is_visible():
        with hurry_to(page, Stage(name)):
            there.wait_for(timeout=SECONDS * 1000)


def put_chips(page: Page, *bets: str) -> None:
    for bet in bets:
        page.locator(f"button[data-bet={bet}]").click()


def confirm(page: Page) -> None:
    page.get_by_role("button", name="Conferma puntate").click()
    expect(page.locator("[data-draft]")).to_have_count(0)


def expect_paid(page: Page, *bets: str) -> None:
    """Expect payments on these bets and on no others."""
    with hurry_to(page, Stage.PAID):
        for bet in bets:
            expect(page.locator(f"[data-paid={bet}]")).to_be_visible()
    expect(page.locator("[data-paid]")).to_have_count(len(bets))


def test_a_coup_from_the_lobby_to_the_payment_and_the_history(
    visitor: Page, check_page: PageCheck
) -> None:
    """The browser takes part in the mixing; the clock ends the betting; every bet is paid."""
    page = visitor
    expect(page.locator("[data-table=svelto]")).to_be_visible()
    check_page(page, "lobby")
    open_table(page, "Gioca come ospite")
    wait_for_stage(page, "betting")
    check_page(page, "betting")
    seconds = re.compile("^([1-9]|1[0-9]|20)$")
    expect(page.locator("[data-left]")).to_have_attribute("data-left", seconds)
    credit, in_play, on_cloth, result = (
        page.get_by_test_id(each) for each in ("credit", "in-play", "on-cloth", "result")
    )
    put_chips(page, "punto", "banco", "egalite", "grande")
    expect(page.locator("[data-draft]")).to_have_count(4)
    expect(in_play).to_have_text("0,00")
    expect(on_cloth).to_have_text(re.compile(r"4,00\s*Da confermare\s*\?"))
    expect(credit).to_have_text(re.compile(r"^10\.000,00\s"))
    check_page(page, "drafts")
    confirm(page)
    expect(page.locator("[data-confirmed]")).to_have_count(4)
    check_page(page, "confirmed")
    expect(page.locator("[data-draft]")).to_have_count(0)
    expect(on_cloth).to_have_text("0,00")
    expect(in_play).to_have_text("4,00")
    expect(credit).to_have_text(re.compile(r"^9\.996,00\s"))
    noted = page.evaluate(
        "Object.entries(localStorage).find(([k]) => k.startsWith('puntobanco.seen.svelto'))[1]"
    )
    assert '"seed"' in noted, "this browser has not taken part in the mixing"
    assert '"fixed"' in noted
    assert '"hashes"' in noted
    wait_for_stage(page, "dealing")
    expect(page.locator("button[data-bet=punto]")).to_have_attribute("aria-disabled", "true")
    check_page(page, "dealing")
    expect_paid(page, "punto", "banco", "egalite", "grande")
    expect(page.locator(".voice")).to_contain_text(re.compile("vince|patta"))
    expect(page.locator(".voice [data-net]")).to_have_text(re.compile(r"^([+−]\d+|0),\d\d$"))
    expect(page.locator("[data-won]").first).to_be_visible()
    net = page.locator(".voice [data-net]").inner_text()
    check_page(page, "paid")
    wait_for_stage(page, "betting")
    expect(page.locator("[data-paid], [data-won], [data-net]")).to_have_count(0)
    expect(result).to_have_text(net)
    page.keyboard.press("a")  # the same bets, confirmed
    expect(page.locator("[data-confirmed]")).to_have_count(4)

    page.keyboard.press("h")
    expect(page.locator("[data-event=bet]")).to_have_count(2)
    check_page(page, "history")
    page.get_by_role("button", name=re.compile("^Verifica: Colpo")).click()
    expect(page.get_by_text("Questo sabot è ancora in gioco")).to_be_visible()


def test_chips_are_confirmed_by_a_key_or_automatically_or_are_returned(
    visitor: Page, check_page: PageCheck
) -> None:
    """In three coups; the roads of the first two are shown as a table."""
    page = visitor
    open_table(page, "Gioca come ospite")
    wait_for_stage(page, "betting")
    credit = page.get_by_test_id("credit")

    # Unconfirmed chips are returned, and can be repeated. The rest of the coup is skipped.
    put_chips(page, "banco")
    page.emulate_media(reduced_motion="no-preference")
    wait_for_stage(page, "dealing")
    expect(page.get_by_text("Le fiches non confermate")).to_be_visible()
    expect(credit).to_have_text(re.compile(r"^10\.000,00\s"))
    page.get_by_role("button", name="Salta").click()
    expect(page.get_by_role("button", name="Salta")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")

    # New chips on a confirmed bet can be taken off and cleared.
    wait_for_stage(page, "paid")
    wait_for_stage(page, "betting")
    expect(page.get_by_role("button", name=re.compile("^Rigioca.*1,00"))).to_be_enabled()
    put_chips(page, "punto", "punto")
    page.keyboard.press("c")
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    put_chips(page, "punto", "banco")
    page.locator("button[data-bet=punto]").click(modifiers=["Shift"])
    expect(page.locator("[data-draft=punto]")).to_have_count(0)
    page.get_by_role("button", name="Eliminare").click()
    expect(page.locator("[data-draft]")).to_have_count(0)
    expect(page.locator("button[data-bet=punto] b.firm")).to_contain_text("2,00")
    expect_paid(page, "punto")

    page.get_by_role("button", name="Come tabella").click()
    table = page.locator("table[data-road=bead_plate]")
    expect(
        table.locator("tbody td").filter(has_text=re.compile("Giocatore|Banco|Pari"))
    ).to_have_count(2)
    check_page(page, "roads")

    # Automatic confirmation confirms the chips.
    with page.expect_websocket() as socket:
        page.reload()
    wait_for_stage(page, "betting")
    page.get_by_role("switch", name="Conferma automatica").click()
    expect(page.get_by_role("switch", name="Conferma automatica")).to_be_checked()
    with socket.value.expect_event("framereceived", lambda told: '"placed"' in str(told)):
        put_chips(page, "banco")
    expect(page.locator("[data-draft=banco]")).to_be_visible()
    expect_paid(page, "banco")


def test_an_exhibition_is_watched_and_ends_when_a_player_sits_down(
    visitor: Page, check_page: PageCheck
) -> None:
    """The new player gets a new sabot, and the old one can be verified."""
    page = visitor
    open_table(page, "Guarda")
    with hurry_to(page, Stage.DEALING):  # without players nobody mixes
        expect(page.locator("[data-exhibition]")).to_be_visible()
    check_page(page, "exhibition")
    expect(page.get_by_test_id("credit")).to_have_count(0)
    page.get_by_role("button", name="Gioca come ospite").click()
    bring(page)
    wait_for_stage(page, "betting")
    expect(page.locator("[data-exhibition]")).to_have_count(0)
    page.get_by_role("button", name="Verifica il sabot 1").click()
    expect(page.locator(".whole[data-verdict=holds]")).to_be_visible()
    check_page(page, "verified")


def test_a_seat_is_kept_after_a_reload_and_can_move_to_another_window(
    visitor: Page, context: BrowserContext
) -> None:
    """The sheet's letters stand on the spots, on the roads, and on the roads in the lobby."""
    page = visitor
    open_table(page, "Gioca come ospite")
    wait_for_stage(page, "betting")
    page.reload()
    wait_for_stage(page, "betting")
    put_chips(page, "punto")
    confirm(page)
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    wait_for_stage(page, "paid")
    wait_for_stage(page, "betting")
    spots = page.locator("button[data-bet].main .letter").all_text_contents()
    assert spots == ["G", "=", "B"]
    expect(page.locator("svg.bead text")).to_have_count(1)
    (here,) = page.locator("svg.bead text").all_text_contents()
    second = context.new_page()
    second.goto(page.url)
    expect(second.locator("[data-table=svelto] .plate i").first).to_have_text(here)
    assert here in spots
    second.get_by_role("button", name="Torna al tavolo").click()
    expect(page.locator("[data-link=elsewhere]")).to_be_visible()
