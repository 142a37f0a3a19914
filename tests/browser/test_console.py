"""Tests of the console, with a scanner, players and a display."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, WebSocket, expect

from tests.browser.conftest import PHONE
from tests.browser.house_time import clock_stopped, end_holding_time
from tests.browser.houses import STAFF_PASSWORD
from tests.browser.page_checks import DESK, PageCheck, check_page, check_page_as_is
from tests.browser.staff import (
    GUARD_MS,
    OPERATOR,
    DelayedConnection,
    Pages,
    SlowLine,
    command_button,
    expect_cards,
    expect_demand,
    expect_points,
    open_land_house,
    page_clock_stopped,
    press_commands,
    scan,
    scan_keys,
    sign_in,
    start_betting,
    tap,
)
from tests.browser.test_live_table_states import post
from tests.server.visitors import PASSWORD

__all__ = ["check_page", "check_page_as_is"]  # fixtures

SIDES = "punto", "banco"
TABLES_EVERY_MS = 3_000  # how often a manager's page asks for all tables
LOCK_MS = 5 * 60_000  # without input
HALF_MS = 2_000  # after this time half a card is dropped
TABLET: ViewportSize = {"width": 820, "height": 1180}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    with open_land_house(tmp_path) as address:
        yield address


@pytest.fixture
def pages(browser: Browser, browser_context_args: dict[str, Any], house: str) -> Iterator[Pages]:
    """Errors and warnings in a page's console fail the test."""
    opened = Pages(browser, browser_context_args, house)
    yield opened
    assert opened.complaints == []
    for context in list(browser.contexts):
        context.close()


def test_a_croupier_reads_a_coup_in_and_a_player_is_paid(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """By pad and by scanner, with a display."""
    carla = pages.new(**PHONE)
    carla.goto(f"{pages.house}/#/console/moritz")
    expect(carla.get_by_role("heading", name="Console del croupier")).to_be_visible()
    check_page(carla, "door")
    pages.console("carla", page=carla)
    expect_demand(carla, "Il tavolo è senza croupier")
    check_page(carla, "nobody")
    start_betting(carla)
    player = pages.player("St. Moritz 1")
    player.locator("button[data-bet=punto]").click()
    player.get_by_role("button", name=re.compile("Carte|Conferma")).first.click()
    expect(player.locator("[data-confirmed=punto]")).to_be_visible()
    display = pages.display()
    expect(display.locator("[data-voice]")).to_have_text("Fate il vostro gioco.")
    expect(display.locator("[data-table=moritz]")).to_have_text("Tavolo moritz")
    expect(display.locator("[data-sabot='1']")).to_be_visible()
    # The second of nine, as this is the first coup.
    expect(display.locator("[data-notice]")).to_contain_text("Le carte devono rimanere sul tavolo")
    check_page_as_is(display, "display-betting")
    check_page(carla, "betting")
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    tap(carla, "4h")
    expect_demand(carla, "Una carta per Banco")
    tap(carla, "5c")
    check_page(carla, "pad")
    scan(carla, "KD", "2S")
    expect_demand(carla, "Una carta per Punto")
    expect_points(carla, 4, 7)
    expect_points(display, 4, 7)
    expect(display.locator("[data-voice]")).to_have_text("Punto 4, Banco 7.")
    scan(carla, "10s")
    expect_demand(carla, "Annunciate i due punti")
    expect_cards(carla, "punto", "4h", "Kd", "Ts")
    expect_cards(display, "banco", "5c", "2s")
    expect(player.locator("[data-side=punto] [data-card]")).to_have_count(3)
    check_page(carla, "complete")
    press_commands(carla, "announce")
    told = "Punto 4, Banco 7: vince Banco."
    expect(carla.locator("[data-voice]")).to_have_text(told)
    expect(display.locator("[data-voice]")).to_have_text(told)
    expect(player.locator(".voice")).to_contain_text("vince Banco")
    expect(player.locator("[data-paid=punto]")).to_be_visible()
    check_page(carla, "paid")
    check_page_as_is(display, "display-paid")
    assert display.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert display.locator("button, a, input").count() == 0


def test_a_scanner_works_whatever_has_the_focus(pages: Pages) -> None:
    """Its Enter presses no button, and an invalid or unwanted code changes nothing."""
    carla = pages.console("carla")
    start_betting(carla)
    scan_keys(carla, "KH")
    expect(carla.locator("[data-told='console/no-card-now']")).to_be_visible()
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    command_button(carla, "leave").focus()
    scan_keys(carla, "kh", "ts", "AC", "9d")  # faster than the house answers
    expect_cards(carla, "punto", "Kh", "Ac")
    expect_cards(carla, "banco", "Ts", "9d")
    scan_keys(carla, "14X")
    expect(carla.locator("[data-told='console/no-card']")).to_contain_text("14X")
    expect(carla.locator("[data-runs=me]")).to_be_visible()
    expect_points(carla, 1, 9)


def test_a_scanner_never_submits_a_text(pages: Pages, check_page: PageCheck) -> None:
    """Only the button submits it; a card scanned meanwhile is listed as not read."""
    mara = pages.console("mara", page=pages.new(**PHONE))
    start_betting(mara)
    press_commands(mara, "close_betting")
    expect_demand(mara, "Una carta per Punto")
    dialog, told = mara.get_by_role("dialog"), "Una carta non è stata letta. Da rileggere: "
    press_commands(mara, "void")
    field = dialog.get_by_label("Perché?")
    field.fill("una carta")
    field.press("Enter")
    scan_keys(mara, "4H")
    expect(dialog.get_by_role("alert")).to_have_text(f"{told}quattro di cuori.")
    expect(field).to_have_value("una carta")
    dialog.locator("button.first").focus()
    scan_keys(mara, "10S")
    expect(dialog.get_by_role("alert")).to_have_text(f"{told}quattro di cuori, dieci di picche.")
    check_page(mara, "not-read")
    mara.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(mara.locator("[data-told='console/not-read']")).to_contain_text("quattro di cuori")
    expect_demand(mara, "Una carta per Punto")
    scan_keys(mara, "4H")
    expect_demand(mara, "Una carta per Banco")
    expect(mara.locator("[data-told='']")).to_have_count(1)
    mara.locator("[data-correct='1']").click()
    field.fill("un sei")
    scan_keys(mara, "6H")  # in a correction, the scanned card is the new card
    expect(field).to_have_value("un sei")
    expect_cards(mara, "punto", "4h")
    dialog.locator("button.first").focus()
    mara.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect_cards(mara, "punto", "6h")


def test_an_excess_card_and_a_misread_card_are_handled(pages: Pages, check_page: PageCheck) -> None:
    carla = pages.console("carla", page=pages.new(**PHONE))
    start_betting(carla)
    display = pages.display()
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "4H", "5C", "KD", "2S", "2D")
    expect_demand(carla, "Annunciate i due punti")
    press_commands(carla, "too-many")
    tap(carla, "9c")
    expect(carla.locator("[data-aside='9c']")).to_be_visible()
    expect(carla.locator("[data-news=aside]")).to_have_text("Di troppo, bruciata: nove di fiori.")
    expect(display.locator("[data-news=aside]")).to_contain_text("nove di fiori")
    carla.locator("[data-correct='6']").click()  # a card that was set aside can be corrected, too
    dialog = carla.get_by_role("dialog", name="Correggi")
    scan(carla, "8C")
    expect(dialog.get_by_label("Perché?")).to_have_value("")
    expect(dialog.locator("button.first")).to_be_disabled()  # the croupier has to choose a reason
    dialog.get_by_role("button", name="Letta male").click()  # which sends it
    expect(dialog).to_have_count(0)
    expect(carla.locator("[data-aside='8c']")).to_be_visible()
    carla.locator("[data-correct='1']").click()
    scan(carla, "6H")  # the four was a six: Punto stands, so the 2 is an excess card
    dialog.get_by_label("Perché?").fill("Era un sei")
    check_page(carla, "correct")
    dialog.locator("button.first").click()
    expect(dialog).to_have_count(0)
    expect_points(carla, 6, 7)
    expect_cards(carla, "punto", "6h", "Kd")
    expect(carla.locator("[data-aside='2d8c']")).to_be_visible()  # in the order of the sabot
    expect(carla.locator("[data-news=corrected]").last).to_contain_text("sei di cuori")
    check_page(carla, "corrected")
    press_commands(carla, "announce")
    expect(carla.locator("[data-voice]")).to_have_text("Punto 6, Banco 7: vince Banco.")


def test_a_manager_declares_a_coup_void(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    carla, mara = pages.console("carla"), pages.console("mara", page=pages.new(**PHONE))
    start_betting(carla)
    display, player = pages.display(), pages.player("St. Moritz 1")
    player.locator("button[data-bet=punto]").click()
    player.get_by_role("button", name=re.compile("Carte|Conferma")).first.click()
    expect(player.locator("[data-confirmed=punto]")).to_be_visible()
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "4H")
    expect(command_button(carla, "void")).to_have_count(0)
    press_commands(carla, "call_manager")
    carla.get_by_label("Che cosa serve?").fill("Di chi è questa posta?")
    carla.get_by_role("dialog").locator("button.first").click()
    expect(display.locator("[data-manager]")).to_be_visible()
    expect(mara.locator("[data-news=called]")).to_contain_text("Di chi è questa posta?")
    check_page_as_is(display, "display-manager")
    check_page(mara, "called")
    press_commands(mara, "decide")
    expect(mara.get_by_label("Qual è la decisione?")).to_be_visible()
    mara.get_by_role("button", name="La posta è tornata al cliente").click()
    mara.get_by_role("dialog").locator("button.first").click()
    expect(carla.locator("[data-news=decided]")).to_be_visible()
    expect(display.locator("[data-manager]")).to_have_count(0)
    press_commands(mara, "void")
    mara.get_by_role("button", name="Sabot caduto").click()
    check_page(mara, "void")
    mara.get_by_role("dialog").locator("button.first").click()
    expect_demand(carla, "Colpo nullo: le poste tornano")
    expect(display.locator("[data-voice]")).to_have_text("Colpo nullo: le poste tornano")
    expect(player.locator(".voice")).to_contain_text("Il colpo è nullo")
    expect(player.locator("[data-news=void]")).to_have_text("Motivo: Sabot caduto")
    expect(player.locator("[data-confirmed]")).to_have_count(0)
    expect(player.locator("button[data-bet=punto] .all")).to_have_text("")
    expect(player.get_by_test_id("credit")).to_have_text(re.compile(r"^10\.000,00\s"))
    check_page_as_is(display, "display-void")
    press_commands(carla, "open_betting")
    expect(display.locator("[data-voice]")).to_have_text("Fate il vostro gioco.")


def test_a_player_calls_the_manager(pages: Pages, check_page: PageCheck) -> None:
    """From the page, without giving a reason; the page also shows the decision."""
    carla, mara = pages.console("carla"), pages.console("mara")
    start_betting(carla)
    player = pages.player("St. Moritz 1", size="phone")
    player.locator("[data-box='4']").click()
    expect(player.locator("[data-box='4']")).to_have_attribute("aria-pressed", "true")
    player.get_by_role("button", name="Menu").click()
    player.get_by_role("button", name="Responsabile").click()
    dialog = player.get_by_role("dialog", name="Chiama il responsabile")
    check_page(player, "call-manager")
    dialog.locator("button.first").click()
    expect(dialog).to_have_count(0)
    told = re.compile(r"^\s*Casella 4 chiama il responsabile\s*$")
    for page in (player, carla, mara):
        expect(page.locator("[data-news=called]")).to_have_text(told)
    check_page(player, "called")
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "4H", "5C", "KD", "2S", "2D")
    expect_demand(carla, "Annunciate i due punti")
    carla.locator("[data-correct='1']").click()
    scan(carla, "6H")
    carla.get_by_role("button", name="Letta male").click()
    expect(player.locator("[data-news=corrected]")).to_contain_text("sei di cuori, non quattro")
    expect(player.locator("[data-side=punto] [data-card='6h']")).to_be_visible()
    check_page(player, "corrected")
    press_commands(mara, "decide")
    mara.get_by_role("button", name="Il colpo vale").click()
    mara.get_by_role("dialog").locator("button.first").click()
    expect(player.locator("[data-news=decided]")).to_have_text("Deciso: Il colpo vale")
    expect(carla.locator("[data-news=called]")).to_have_count(0)
    press_commands(carla, "announce", "open_betting")
    expect_demand(carla, "Si punta")
    for page in (player, carla, mara):  # the call is not shown in the next coup
        expect(page.locator("[data-news]")).to_have_count(0)


def test_a_manager_sees_calls_from_other_tables(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """In the list of tables, and at the console of another table with a link."""
    carla = pages.console("carla", "campione")
    mara = pages.new(**PHONE)
    mara.goto(f"{pages.house}/#/console")
    sign_in(mara, "mara")
    campione = mara.locator("[href='#/console/campione']")
    expect(campione).to_be_visible()
    expect(mara.locator("[data-calls]")).to_have_count(0)
    check_page(mara, "nobody-calls")
    call_manager(carla, "Contestazione")
    expect(campione.locator("[data-calls]")).to_have_text("Chiamano il responsabile")
    expect(mara.locator("[data-calls]")).to_have_count(1)
    check_page(mara, "calls-in-the-list")
    mara.set_viewport_size({"width": 320, "height": 844})  # the limits still form one column
    assert len(set(mara.evaluate(RIGHT_EDGES))) == 1
    check_page_as_is(mara, "calls-in-a-narrow-list")
    mara.set_viewport_size(DESK)
    mara.locator("[href='#/console/moritz']").click()
    elsewhere = mara.locator(".elsewhere [data-calls=campione]")
    expect(elsewhere).to_have_text("Campione (campione): chiamano il responsabile")
    expect(elsewhere).to_have_attribute("href", "#/console/campione")
    check_page(mara, "calls-elsewhere")
    press_commands(mara, "take")
    expect(mara.locator("[data-runs=me]")).to_be_visible()
    expect(mara.locator("p[data-calls=campione]")).to_be_visible()  # no link while running a table
    press_commands(mara, "leave")
    expect(elsewhere).to_have_attribute("href", "#/console/campione")  # the link is back
    elsewhere.click()
    # Also shown on pages that are opened after the call.
    told = "Carla chiama il responsabile: Contestazione"
    expect(mara.locator("[data-news=called]")).to_have_text(told)
    sign = pages.display("campione").locator("[data-manager]")
    expect(sign).to_have_attribute("aria-label", "Il responsabile di sala è stato chiamato.")
    expect(sign).to_have_text("")  # guests see a sign without words
    # The call is at this table now.
    expect(mara.locator(".elsewhere [data-calls]")).to_have_count(0)
    press_commands(mara, "decide")
    mara.get_by_role("button", name="Il colpo vale").click()
    mara.get_by_role("dialog").locator("button.first").click()
    mara.goto(f"{pages.house}/#/console/moritz")
    expect(mara.locator(".console[data-link=here]")).to_be_visible()
    expect(mara.locator("[data-calls]")).to_have_count(0)
    call_manager(carla, "Serve un cambio")
    expect(mara.locator(".elsewhere [data-calls=campione]")).to_be_visible()


RIGHT_EDGES = """() => [...document.querySelectorAll(".tables a > span")].map(
  each => Math.round(each.getBoundingClientRect().right))"""


def call_manager(page: Page, why: str) -> None:
    press_commands(page, "call_manager")
    page.get_by_role("button", name=why).click()
    page.get_by_role("dialog").locator("button.first").click()


def test_of_two_simultaneous_commands_one_is_refused(pages: Pages) -> None:
    one, other = pages.new(), pages.new()
    connection = DelayedConnection(other)
    pages.console("carla", page=one)
    pages.console("carla", page=other)
    start_betting(one)
    expect(command_button(other, "close_betting")).to_be_visible()
    press_commands(one, "close_betting")
    expect_demand(other, "Una carta per Punto")
    connection.holds = True
    tap(one, "4h")
    tap(other, "5c")  # the table has moved on
    expect_demand(one, "Una carta per Banco")
    other.wait_for_timeout(300)
    connection.release()
    expect(other.locator("[data-told='table/moved-on']")).to_be_visible()
    expect_demand(other, "Una carta per Banco")
    expect_cards(other, "punto", "4h")
    tap(other, "5c")
    expect_cards(one, "banco", "5c")


def test_another_croupier_can_take_over_during_a_coup(pages: Pages) -> None:
    """Handing over asks first while cards are out, and so does a manager's taking."""
    carla, dino = pages.console("carla"), pages.console("dino")
    start_betting(carla)
    expect(dino.locator("[data-runs=other]")).to_have_text("Dirige Carla.")
    expect(command_button(dino, "take")).to_have_count(0)
    expect(command_button(dino, "close_betting")).to_have_count(0)
    press_commands(carla, "leave")  # without a question: no card and no stake is out
    expect(carla.locator("[data-runs=nobody]")).to_be_visible()
    press_commands(carla, "take", "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "8H", "5C")
    expect_cards(dino, "banco", "5c")
    press_commands(carla, "leave")
    expect(carla.get_by_role("dialog")).to_contain_text("Ci sono carte")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-sure]").click()
    expect(dino.locator("[data-runs=nobody]")).to_be_visible()
    press_commands(dino, "take")
    expect_demand(dino, "Una carta per Punto")
    expect(carla.locator("[data-runs=other]")).to_have_text("Dirige Dino.")
    scan(dino, "KD", "2S")
    mara = pages.console("mara")
    question = mara.get_by_role("dialog", name="Prendi il tavolo")
    press_commands(mara, "take")
    expect(question).to_contain_text("Ci sono carte")
    mara.get_by_role("button", name="Indietro").click()
    press_commands(dino, "announce")  # he still runs the table
    expect(dino.locator("[data-voice]")).to_have_text("Punto 8, Banco 7: vince Punto.")
    press_commands(mara, "take")
    expect(question).to_have_count(0)  # nothing is out any more
    expect(dino.locator("[data-runs=other]")).to_have_text("Dirige Mara.")


def test_a_croupier_can_insist_on_a_card_that_the_sabot_cannot_hold(
    pages: Pages, check_page: PageCheck
) -> None:
    """A seventh king of hearts, since an earlier one was misread; also in a correction."""
    carla = pages.console("carla", page=pages.new(**PHONE))
    read_six_kings(carla)
    scan(carla, "KH")
    told = carla.locator("[data-told='cards/not-in-sabot']")
    expect(told).to_contain_text("troppe volte")
    check_page(carla, "not-in-sabot")
    carla.get_by_role("button", name="È questa carta: re di cuori").click()
    expect_demand(carla, "Una carta per Banco")
    expect_cards(carla, "punto", "Kh")
    expect(told).to_have_count(0)
    carla.locator("[data-correct='1']").click()
    scan(carla, "9D")
    carla.get_by_role("dialog").get_by_role("button", name="Letta male").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    expect_cards(carla, "punto", "9d")
    carla.locator("[data-correct='1']").click()
    scan(carla, "KH")
    carla.get_by_role("dialog").get_by_role("button", name="Letta male").click()
    expect(carla.get_by_role("alert")).to_contain_text("troppe volte")
    check_page(carla, "correct-not-in-sabot")
    carla.get_by_role("button", name="È questa carta: re di cuori").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    expect_cards(carla, "punto", "Kh")


def test_only_the_refused_card_of_a_correction_can_be_insisted_on(pages: Pages) -> None:
    """Not a card that was read in, not a card chosen later, and not in another coup."""
    mara = pages.console("mara")
    read_six_kings(mara)
    scan(mara, "9D", "KH")
    insists = mara.locator("[data-insist]")
    expect(insists).to_have_text("È questa carta: re di cuori")
    mara.locator("[data-correct='1']").click()
    dialog = mara.get_by_role("dialog", name="Correggi")
    expect(dialog).to_be_visible()
    expect(insists).to_have_count(0)
    # The refusal of the card read in is not shown here.
    expect(dialog.get_by_role("alert")).to_have_count(0)
    scan(mara, "KH")
    expect(insists).to_have_count(0)
    dialog.get_by_role("button", name="Letta male").click()
    dialog.locator("button.first").click()
    expect(insists).to_have_text("È questa carta: re di cuori")
    with page_clock_stopped(mara):
        dialog.locator("[data-rank='8']").click()
        dialog.locator("[data-suit='c']").click()  # chosen after the scanned card
    expect(insists).to_have_count(0)
    expect(dialog.get_by_role("alert")).to_have_count(0)
    scan(mara, "KH")
    expect(insists).to_have_text("È questa carta: re di cuori")
    scan(mara, "8C")
    dialog.locator("button.first").click()
    expect(dialog).to_have_count(0)
    expect_cards(mara, "punto", "8c")
    scan(mara, "KH")
    expect(insists).to_be_visible()
    press_commands(mara, "void")
    mara.get_by_role("button", name="Sabot caduto").click()
    mara.get_by_role("dialog").locator("button.first").click()
    expect_demand(mara, "Colpo nullo: le poste tornano")
    expect(insists).to_have_count(0)
    expect(mara.locator("[data-told='']")).to_have_count(1)


def read_six_kings(page: Page) -> None:
    """Play a coup with all six kings of hearts, up to the first card of the next coup."""
    start_betting(page)
    press_commands(page, "close_betting")
    expect_demand(page, "Una carta per Punto")
    scan(page, "KH", "KH", "KH", "KH", "KH", "KH")
    press_commands(page, "announce")
    press_commands(page, "open_betting")
    press_commands(page, "close_betting")
    expect_demand(page, "Una carta per Punto")


def test_stakes_are_keyed_in_and_paid_box_by_box(pages: Pages, check_page: PageCheck) -> None:
    carla = pages.console("carla", "fiches", page=pages.new(**PHONE))
    start_betting(carla)
    expect_demand(carla, "Si punta: registrate le poste")

    def key_in(box: int, *chips: tuple[str, int]) -> None:
        carla.locator(f"[data-box='{box}']").click()
        carla.get_by_role("dialog").wait_for()
        carla.clock.fast_forward(GUARD_MS)
        for bet, cents in chips:
            carla.locator(f"dialog label.{bet}").click()
            carla.locator(f"[data-chip='{cents}']").click()

    key_in(3, ("banco", 10_000), ("banco", 10_000))
    carla.get_by_role("button", name="Togli").click()
    check_page(carla, "key-in")
    carla.get_by_label("Giocatore 2").click()  # keys in the first player's stakes
    expect(carla.locator("[data-place='1']")).to_contain_text("100")
    carla.locator("dialog label.punto").click()
    carla.locator("[data-chip='1000']").click()
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    expect(carla.locator("[data-box='3']")).to_contain_text("100")
    expect(carla.locator("[data-box='3'] [data-players='2']")).to_be_visible()
    key_in(1, ("punto", 500))
    carla.get_by_role("button", name="Registra").click()
    alert = carla.get_by_role("dialog", name="Casella 1").get_by_role("alert")
    expect(alert).to_contain_text("Casella 1: ")
    expect(alert).to_contain_text("minimo")
    check_page(carla, "refused")
    carla.clock.fast_forward(GUARD_MS)
    carla.get_by_role("button", name="Indietro").click()  # it asks
    expect(carla.get_by_role("button", name="Non registrare")).to_be_visible()
    check_page(carla, "give-up")
    carla.clock.fast_forward(GUARD_MS)
    carla.get_by_role("button", name="Non registrare").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    key_in(1, ("punto", 500))
    expect(carla.get_by_role("alert")).to_have_count(0)
    carla.locator("[data-chip='500']").click()
    carla.locator("dialog label.egalite").click()
    carla.locator("[data-chip='500']").click()
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    key_in(0, ("banco", 10_000))  # a player who stands
    expect(carla.get_by_role("dialog", name="In piedi")).to_be_visible()
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    check_page(carla, "keyed")
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "4H", "9C", "KD", "KS")
    press_commands(carla, "announce")
    expect_demand(carla, "Ritirate e pagate")
    expect(carla.locator("[data-due='3'][data-place='1']")).to_contain_text("paga 95")
    expect(carla.locator("[data-due='3'][data-place='2']")).to_contain_text("ritira 10")
    expect(carla.locator("[data-due='1']")).to_contain_text("ritira 15")
    expect(carla.locator("[data-due='0']")).to_contain_text("In piedi")
    carla.locator("[data-due='1']").click()
    expect(carla.locator("[data-due='1']")).to_have_attribute("aria-pressed", "true")
    check_page(carla, "due")
    expect(carla.locator("[data-group=takes] h2")).to_have_text("Da ritirare 25")
    expect(carla.locator("[data-group=pays] h2")).to_have_text("Da pagare 190")
    expect(carla.locator("[data-net]")).to_have_text("Netto −165")
    boxes = [carla.locator(f"[data-group={group}] [data-due]") for group in ("takes", "pays")]
    assert [[each.get_attribute("data-due") for each in of.all()] for of in boxes] == [
        ["1", "3"],
        ["3", "0"],
    ]
    expect(boxes[0].last).to_have_accessible_name("Casella 3, posto 2: Punto 10 – ritira 10")
    expect(boxes[1].last).to_have_accessible_name("In piedi: Banco 100 +95 paga 95")
    press_commands(carla, "new_sabot", is_sure=False)
    expect(carla.get_by_role("dialog")).to_contain_text("non contano più")
    check_page(carla, "another-sabot")
    carla.get_by_role("button", name="Indietro").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    press_commands(carla, "new_sabot")
    expect(carla.get_by_role("dialog")).to_have_count(0)
    expect(carla.locator("[data-stage=burning]")).to_be_visible()
    expect(carla.locator("[data-due]")).to_have_count(4)  # unpaid amounts are still due
    expect(carla.locator("[data-due='1']")).to_have_attribute("aria-pressed", "true")


def test_the_cut_card_is_announced_when_it_appears(pages: Pages, check_page: PageCheck) -> None:
    """At a real cloth: to onlookers, on the display and to screen readers. Its coup is the last."""
    carla = pages.console("carla", "fiches", page=pages.new(**PHONE))
    start_betting(carla)
    display, watcher = pages.display("fiches"), pages.new()
    watcher.goto(pages.house)
    watcher.locator("[data-table=fiches]").get_by_role("button", name="Guarda").click()
    press_commands(carla, "close_betting")
    scan(carla, "4H", "9C")
    press_commands(carla, "cut_card")
    told = "È uscito il divisore: le carte saranno mescolate prima della mano successiva."
    for page in (display, watcher):  # before the coup goes on
        expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    last_coup = carla.get_by_text("Divisore uscito: ultimo colpo.")
    expect(last_coup).to_be_visible()
    check_page(carla, "cut-card")
    scan(carla, "KD", "KS")
    press_commands(carla, "announce")
    expect(last_coup).to_be_visible()
    expect(watcher.get_by_role("status").filter(has_text=told)).to_be_visible()
    expect(command_button(carla, "open_betting")).to_have_count(0)
    press_commands(carla, "new_sabot", is_sure=False)
    dialog = carla.get_by_role("dialog", name="Sabot nuovo")
    expect(dialog).not_to_contain_text("non contano più")  # it is time for another one
    dialog.get_by_label("Tagliato da").fill("Casella 3")
    check_page(carla, "new-sabot")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-sure]").click()
    expect_demand(carla, "Scoprite la prima carta")
    expect(last_coup).to_have_count(0)
    for page in (display, watcher):
        expect(page.get_by_role("status").filter(has_text=told)).to_have_count(0)
    scan(carla, "7D")
    expect_demand(carla, "Bruciate 7 carte")
    check_page(carla, "burn")
    carla.locator("[data-correct='1']").click()
    scan(carla, "QD")  # it was a picture: the sheet has the number
    carla.get_by_role("dialog").get_by_role("button", name="Letta male").click()
    expect_demand(carla, "Bruciate 10 carte")


def test_a_double_tap_does_one_thing(pages: Pages, check_page: PageCheck) -> None:
    """The page's clock stands still, so that the second tap comes as soon as it says."""
    carla = pages.new(**PHONE)
    sent: list[str] = []
    carla.on("websocket", lambda ws: ws.on("framesent", lambda said: sent.append(str(said))))
    pages.console("carla", "fiches", page=carla)
    carla.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))

    def tap_twice(name: str, ms: int) -> None:
        place = ".aside" if name == "leave" else ".main"
        button = carla.locator(f"{place} [data-do='{name}']")
        button.wait_for()
        carla.clock.run_for(GUARD_MS)
        expect(carla.locator("[data-free=true]")).to_be_visible()
        x, y, right, low = edges(button)
        for _ in range(2):
            carla.mouse.click((x + right) / 2, (y + low) / 2)
            expect(button).to_have_count(0)  # now there is another one
            carla.clock.run_for(ms)

    commands = ["open_betting", "close_betting", "announce", "leave", "take"]
    tap_twice("take", 50)
    carla.locator(".main [data-do='new_sabot']").wait_for()
    carla.clock.run_for(GUARD_MS)
    carla.locator(".main [data-do='new_sabot']").click()  # it asks who has shuffled and cut
    carla.clock.run_for(GUARD_MS)
    carla.locator("[data-sure]").click()
    expect_demand(carla, "Scoprite la prima carta")
    scan(carla, "2C")
    for ms in (50, 100, 200, 350, 500):
        for name in commands[:2]:
            tap_twice(name, ms)
        expect_demand(carla, "Una carta per Punto")
        expect(carla.locator(".pad [aria-pressed=true]")).to_have_count(0)
        scan(carla, "8H", "9C", "KD", "KS")
        for name in commands[2:]:
            tap_twice(name, ms)
    reads = ["read"] * 4
    once = [*commands[:2], *reads, *commands[2:]]
    said = [json.loads(each)["type"] for each in sent]
    assert said == ["hello", "take", "new_sabot", "read", *once * 5]


def test_a_slip_is_put_right(pages: Pages, check_page: PageCheck) -> None:
    carla = pages.console("carla", "fiches", page=pages.new(**PHONE))
    start_betting(carla)
    key_in_one(carla, 3, "banco", 10_000)
    press_commands(carla, "close_betting", "reopen_betting")
    expect_demand(carla, "Si punta: registrate le poste")
    expect(carla.locator("[data-box='3']")).to_contain_text("100")
    press_commands(carla, "close_betting")
    key_in_one(carla, 1, "punto", 10_000)  # it lay there before the close
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-rank='2']").click()
    scan(carla, "8H")
    expect_cards(carla, "punto", "8h")
    expect(carla.locator(".pad [aria-pressed=true]")).to_have_count(0)  # half a card is dropped
    carla.locator("[data-rank='2']").click()
    expect(carla.locator("[data-rank='2'][aria-pressed=true]")).to_be_visible()
    carla.clock.fast_forward(HALF_MS)
    expect(carla.locator(".pad [aria-pressed=true]")).to_have_count(0)
    scan(carla, "5C")
    carla.keyboard.type("5C")
    carla.keyboard.press("Enter")
    expect(carla.locator("[data-told='console/twice']")).to_be_visible()
    check_page(carla, "twice")
    carla.get_by_role("button", name="Letta due volte").click()
    expect(carla.locator("[data-told='']")).to_have_count(1)
    scan(carla, "KD", "2S")
    press_commands(carla, "announce", "open_betting")
    carla.locator("[data-owed] summary").click()
    expect(carla.locator("[data-due='3']")).to_contain_text("ritira 100")
    check_page(carla, "owed")


def test_nine_boxes_are_keyed_in_with_few_taps(pages: Pages, check_page: PageCheck) -> None:
    carla = pages.console("carla", "fiches", page=pages.new(**PHONE))
    start_betting(carla)
    taps = 0

    def tap_on(selector: str) -> None:
        nonlocal taps
        carla.locator(selector).wait_for()
        carla.clock.fast_forward(GUARD_MS)
        carla.locator(selector).click()
        taps += 1

    tap_on("[data-box='1']")
    for box in range(1, 10):
        expect(carla.get_by_role("dialog", name=f"Casella {box}")).to_be_visible()
        tap_on(f"dialog label.{'banco' if box % 2 else 'punto'}")
        tap_on("[data-chip='10000']")
        if box == 2:
            check_page(carla, "onward")
        tap_on("[data-onward]" if box < 9 else "[data-key-in]")
    expect(carla.get_by_role("dialog")).to_have_count(0)
    assert taps <= 30
    press_commands(carla, "close_betting")
    scan(carla, "8H", "9C", "KD", "KS")
    press_commands(carla, "announce", "open_betting")
    taps = 0
    tap_on("[data-repeat]")
    expect(carla.locator("[data-box].full")).to_have_count(9)
    assert taps <= 3
    expect(carla.locator("[data-repeat]")).to_have_count(0)
    tap_on("[data-box='1']")
    carla.locator("[data-amount]").fill("1.000")  # a thousand, or one?
    carla.clock.fast_forward(GUARD_MS)
    expect(carla.get_by_role("alert")).to_contain_text("Non è un importo")
    for button in ("[data-onward]", "[data-key-in]", "[data-chip='10000']"):
        expect(carla.locator(button)).to_be_disabled()
    check_page(carla, "not-an-amount")
    carla.locator("[data-amount]").fill("150")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-amount]").press("Enter")
    expect(carla.get_by_role("dialog", name="Casella 2")).to_be_visible()
    carla.keyboard.press("Escape")
    expect(carla.locator("[data-box='1']")).to_contain_text("150")


@pytest.mark.parametrize("ms", [0, 900])
def test_amounts_are_typed_whatever_the_delay(pages: Pages, check_page: PageCheck, ms: int) -> None:
    """From box to box with Enter, on a line that needs so long for an answer."""
    carla = pages.new()
    line = SlowLine(carla)
    pages.console("carla", "fiches", page=carla)
    start_betting(carla)
    line.delay(ms)
    carla.locator("[data-box='1']").click()
    amounts = ["100", "20", "3", "40", "50", "60", "70", "80", "90"]  # one is below the minimum
    for box, amount in enumerate(amounts, 1):
        expect(carla.get_by_role("dialog", name=f"Casella {box}")).to_be_visible()
        carla.keyboard.type(amount)
        carla.keyboard.press("Enter")
    check_page(carla, "typed-ahead")
    if ms:
        expect(carla.locator("[data-box='9'].coming")).to_have_count(1)  # nothing waited for it
    carla.keyboard.press("Escape")  # nobody stands
    dialog = carla.get_by_role("dialog", name="Casella 3")
    expect(dialog.get_by_role("alert")).to_contain_text("Casella 3: ", timeout=2_000 + 12 * ms)
    expect(dialog.locator("label.punto")).to_contain_text("3")
    carla.keyboard.type("30")  # replaces it
    carla.clock.fast_forward(GUARD_MS)
    dialog.locator("[data-key-in]").click()
    expect(dialog).to_have_count(0)
    amounts[2] = "30"
    for box, amount in enumerate(amounts, 1):
        expect(carla.locator(f"[data-box='{box}'] .stakes b")).to_have_text(amount)
    expect(carla.locator(".coming")).to_have_count(0, timeout=2_000 + 12 * ms)
    expect(carla.locator("[data-unkeyed], .unkeyed")).to_have_count(0)


def test_nothing_that_was_typed_is_dropped_without_a_question(pages: Pages) -> None:
    carla = pages.console("carla", "fiches", page=pages.new(**PHONE))
    start_betting(carla)
    carla.locator("[data-box='3']").click()
    dialog = carla.get_by_role("dialog")
    dialog.locator("[data-amount]").fill("50")
    for _ in range(3):  # a browser closes a dialog at the second one by itself
        carla.keyboard.press("Escape")
    expect(dialog.get_by_role("alert")).to_contain_text("non sono registrate")
    expect(dialog.locator("[data-amount]")).to_have_value("50")
    dialog.get_by_role("alert").get_by_role("button", name="Registra", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(carla.locator("[data-box='3']")).to_contain_text("50")
    expect(carla.locator("[data-box='3']")).to_have_accessible_name("Casella 3: Punto 50")
    expect(carla.locator("[data-box='4']")).to_have_accessible_name("Casella 4: vuota")


def test_typed_stakes_survive_a_lost_connection(pages: Pages) -> None:
    """Also while the house has not said yet what is possible."""
    carla = pages.new(**PHONE)
    line = DelayedConnection(carla)
    pages.console("carla", "fiches", page=carla)
    start_betting(carla)
    carla.locator("[data-box='3']").click()
    amount = carla.get_by_role("dialog", name="Casella 3").locator("[data-amount]")
    amount.fill("50")
    line.holds, sockets = True, len(line.sockets)
    line.sockets[-1].close(code=1012)
    expect(carla.locator(".console[data-link=lost]")).to_be_visible()
    while not line.kept:  # what the house answers to the new connection
        carla.clock.fast_forward(1_000)
        carla.wait_for_timeout(50)
    assert len(line.sockets) > sockets
    line.release_one()
    expect(carla.locator(".console[data-link=here]")).to_be_visible()
    expect(amount).to_have_value("50")
    line.release()
    expect(carla.locator("[data-free=true]")).to_have_count(1)
    expect(amount).to_have_value("50")
    carla.locator("[data-key-in]").click()
    expect(carla.locator("[data-box='3']:not(.coming) .stakes b")).to_have_text("50")


def test_typed_stakes_are_named_when_their_dialog_has_to_close(pages: Pages) -> None:
    """A manager takes the table meanwhile, and hands it over again."""
    carla = pages.console("carla", "fiches", page=pages.new(**PHONE))
    start_betting(carla)
    carla.locator("[data-box='3']").click()
    dialog = carla.get_by_role("dialog", name="Casella 3")
    dialog.locator("[data-amount]").fill("50")
    mara = pages.console("mara", "fiches", page=pages.new(**PHONE))
    press_commands(mara, "take")
    expect(dialog).to_have_count(0)
    expect(carla.locator("[data-unkeyed='3']")).to_have_text("Casella 3: Non registrata.")
    press_commands(mara, "leave")
    mara.locator("[data-sure]").or_(mara.locator("[data-do=take]")).first.wait_for()
    press_commands(carla, "take")
    expect(dialog.locator("label.punto")).to_contain_text("50")  # it comes back
    carla.clock.fast_forward(GUARD_MS)
    dialog.locator("[data-key-in]").click()
    expect(carla.locator("[data-box='3']:not(.coming) .stakes b")).to_have_text("50")
    expect(carla.locator("[data-unkeyed]")).to_have_count(0)


@pytest.mark.parametrize("ms", [50, 200, 500])
def test_a_second_tap_in_a_dialog_does_nothing_beneath_it(pages: Pages, ms: int) -> None:
    """The page's clock stands still, so that the second tap comes after `ms`."""
    carla = pages.new(**PHONE)
    sent: list[str] = []
    carla.on("websocket", lambda ws: ws.on("framesent", lambda said: sent.append(str(said))))
    pages.console("carla", "fiches", page=carla)
    start_betting(carla)
    carla.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    dialog = carla.get_by_role("dialog")
    expect(carla.locator("[data-box='1']")).to_be_visible()

    def tap_twice(button: Locator) -> None:
        button.scroll_into_view_if_needed()
        x, y, right, low = edges(button)
        carla.clock.run_for(GUARD_MS)
        for _ in range(2):
            carla.mouse.click((x + right) / 2, (y + low) / 2)
            carla.clock.run_for(ms)
        carla.clock.run_for(GUARD_MS)

    for box in range(1, 10):  # opened and left: whatever lies beneath
        tap_twice(carla.locator(f"[data-box='{box}']"))
        expect(carla.get_by_role("dialog", name=f"Casella {box}")).to_be_visible()
        expect(dialog.locator("[data-key-in] b")).to_have_text("0")  # no chip was laid
        tap_twice(dialog.get_by_role("button", name="Indietro"))
        expect(dialog).to_have_count(0)
    carla.locator("[data-box='1']").click()
    carla.clock.run_for(GUARD_MS)
    dialog.locator("[data-chip='10000']").click()
    tap_twice(dialog.locator("[data-onward]"))
    expect(carla.get_by_role("dialog", name="Casella 2")).to_be_visible()
    dialog.locator("[data-chip='10000']").click()
    tap_twice(dialog.get_by_role("button", name="Indietro"))
    expect(dialog.get_by_role("alert")).to_be_visible()  # asked once, not answered
    tap_twice(dialog.locator("[data-key-in]"))
    expect(dialog).to_have_count(0)
    for name in ("close_betting", "announce", "open_betting"):
        tap_twice(carla.locator(f".main [data-do={name}]"))
        if name == "close_betting":
            expect_demand(carla, "Una carta per Punto")
            carla.keyboard.type("8H\n8H\n")
            tap_twice(carla.locator("[data-again]"))
            expect(carla.locator("[data-told='']")).to_have_count(1)
            expect_cards(carla, "punto", "8h")
            scan(carla, "9C", "KD", "KS")
            expect_cards(carla, "banco", "9c", "Ks")
        expect(carla.locator(f".main [data-do={name}]")).to_have_count(0)
    tap_twice(carla.locator("[data-repeat]"))
    expect(carla.locator("[data-box].full:not(.coming)")).to_have_count(2)
    expect(dialog).to_have_count(0)
    tap_twice(carla.locator("[data-do=cut_card]"))
    expect(carla.locator("[data-do=take_back_cut_card]")).to_be_visible()
    tap_twice(carla.locator("[data-do=take_back_cut_card]"))
    expect(carla.locator("[data-do=cut_card]")).to_be_visible()
    tap_twice(carla.locator("[data-do=leave]"))
    expect(dialog).to_be_visible()  # it asks, as stakes are out
    tap_twice(dialog.locator("[data-sure]"))
    expect(dialog).to_have_count(0)
    said = [json.loads(each)["type"] for each in sent]
    keyed, cut = ["key_in", "key_in"], ["cut_card", "take_back_cut_card"]
    coup = ["close_betting", *["read"] * 4, "announce", "open_betting"]
    start = ["hello", "take", "new_sabot", "read", "open_betting"]
    assert said == [*start, *keyed, *coup, *keyed, *cut, "leave"]


def key_in_one(page: Page, box: int, bet: str, cents: int) -> None:
    page.locator(f"[data-box='{box}']").click()
    page.get_by_role("dialog").wait_for()
    page.clock.fast_forward(GUARD_MS)
    page.locator(f"dialog label.{bet}").click()
    page.locator(f"[data-chip='{cents}']").click()
    page.get_by_role("button", name="Registra").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def set_standing(house: str, standing: str, note: str = "") -> None:
    """The operator opens, pauses or closes the table `moritz`."""
    token = post(house, "/api/tokens", {"name": OPERATOR, "password": PASSWORD})["token"]
    path, told = "/api/operator/tables/moritz/standing", {"standing": standing, "note": note}
    assert post(house, path, told, token)["standing"] == standing


def open_cash_sheet(console: Page) -> Page:
    console.get_by_role("button", name="Menu").click()
    console.get_by_role("button", name="Foglio di cassa").click()
    expect(console.get_by_label("Importo")).to_be_visible()
    return console


def write_line(page: Page, kind: str, amount: str, note: str = "") -> None:
    page.locator(f"[data-write={kind}]").click()
    page.locator("[name=amount]").fill(amount)
    page.locator("[name=note]").fill(note)
    page.locator("form.unprinted .first").click()


def test_the_cash_sheet_balances_or_names_the_difference(
    pages: Pages, check_page: PageCheck
) -> None:
    """The manager signs on the croupier's device, and the croupier keeps the table."""
    carla = pages.console("carla", "fiches", page=pages.new(viewport=DESK))
    press_commands(carla, "take")
    expect(carla.locator("[data-runs=me]")).to_be_visible()
    sockets: list[WebSocket] = []
    carla.on("websocket", lambda socket: sockets.append(socket))
    open_cash_sheet(carla)
    write_line(carla, "opening", "10000")
    expect(carla.locator("[data-line='1']")).to_contain_text("manca")
    write_line(carla, "closing", "10000")
    expect(carla.get_by_role("alert")).to_contain_text("controfirmate")
    carla.get_by_role("button", name="Controfirma 1").click()
    dialog = carla.get_by_role("dialog", name="Seconda firma: 1")
    signs = re.compile(r"Dotazione iniziale di 10\.000,00.FUN, riga scritta da carla, \d\d:\d\d")
    expect(dialog.locator("[data-signs]")).to_have_text(signs)
    check_page(carla, "second-signature")
    for password, told in (("not hers", "Nome e password"), (STAFF_PASSWORD, "")):
        dialog.get_by_label("Nome").fill("mara")
        dialog.get_by_label("Password").fill(password)
        dialog.get_by_role("button", name="Controfirma").click()
        if told:
            expect(dialog.get_by_role("alert")).to_contain_text(told)
    expect(dialog).to_have_count(0)
    expect(carla.locator("[data-line='1']")).to_contain_text("mara")
    mara = post(pages.house, "/api/tokens", {"name": "mara", "password": STAFF_PASSWORD})["token"]
    drop = {"key": "the-drop-of-tonight", "kind": "drop", "amount": 50_050}
    post(pages.house, "/api/tables/fiches/cash", drop, mara)
    carla.get_by_role("link", name="Alla console").click()
    expect(carla.locator("[data-runs=me]")).to_be_visible()
    assert sockets == []  # the console was connected all the time
    carla.goto(f"{pages.house}/#/cash/fiches")
    carla.get_by_role("button", name="Controfirma 2").click()
    expect(carla.locator("[data-line='2']")).to_contain_text("carla")  # she is still signed in
    carla.route("**/fiches/cash", lambda route: (route.fetch(), route.abort()), times=1)
    for amount, told in (("5", "non risponde"), ("6", "Un tentativo precedente"), ("6", "")):
        write_line(carla, "tip", amount)  # the first answer is lost
        alert = carla.get_by_role("alert")
        expect(alert).to_have_count(1 if told else 0)
        if told:
            expect(alert).to_contain_text(told)
    for line, amount in ((3, "5,00"), (4, "6,00")):
        expect(carla.locator(f"[data-line='{line}']")).to_contain_text(amount)
    write_line(carla, "closing", "9500")
    expect(carla.locator("[data-difference='50']")).to_contain_text("0,50")
    check_page(carla, "cash-sheet")
    write_line(carla, "closing", "9499,50", "contato di nuovo")
    expect(carla.locator("[data-difference='0']")).to_contain_text("quadra al centesimo")
    replaced = carla.locator("[data-line='5']")
    expect(replaced).to_contain_text("sostituita dalla n. 6")
    expect(replaced.get_by_role("button")).to_have_count(0)
    write_line(carla, "fill", "0")
    expect(carla.get_by_role("alert")).to_contain_text("0,00 non cambia nulla")
    with carla.expect_download() as csv:
        carla.get_by_role("button", name="CSV").click()
    rows = csv.value.path().read_text().splitlines()
    assert any(row.startswith("balance difference,,,0,") for row in rows)
    carla.emulate_media(media="print")
    expect(carla.get_by_role("button")).to_have_count(0)
    expect(carla.get_by_text("Firma", exact=True)).to_have_count(2)
    written = next(row.split(",")[2] for row in rows if row.startswith("opening,"))
    today = datetime.fromisoformat(written).strftime("%d/%m/%Y")
    expect(carla.locator("header")).to_contain_text(f"aperto il {today}")
    expect(carla.locator("header")).to_contain_text("St. Moritz 2 fiches")
    expect(carla.locator("[data-line='1']")).to_contain_text(today)


def test_the_cash_sheet_is_a_page_of_its_own(pages: Pages, check_page: PageCheck) -> None:
    """It offers the log-in, and locks; without a name it lists the tables with real chips."""
    carla = pages.new(**PHONE)
    carla.clock.install()
    carla.goto(f"{pages.house}/#/cash")
    post(pages.house, "/api/people", {"name": "anna", "password": "lungolago"})
    sign_in(carla, "anna", "lungolago")
    expect(carla.get_by_role("alert")).to_have_text("È per croupier e responsabili.")
    check_page(carla, "cash-entrance")
    sign_in(carla, "carla")
    expect(carla.get_by_role("link")).to_have_accessible_name("St. Moritz 2 fiches")
    check_page(carla, "cash-tables")
    carla.get_by_role("button", name="de", exact=True).click()
    expect(carla.locator("html")).to_have_attribute("lang", "de")
    carla.get_by_role("link").click()  # loads the page again
    expect(carla.get_by_role("button", name="Zeile schreiben")).to_be_visible()
    write_line(carla, "opening", "10000")
    expect(carla.locator("[data-line='1']")).to_contain_text("10.000,00")
    carla.locator("[data-write=tip]").click()
    carla.locator("[name=amount]").fill("12,5")
    carla.locator("[name=note]").fill("Box 3")
    carla.clock.fast_forward(LOCK_MS)
    expect(carla.locator("[name=name]")).to_have_value("carla")
    expect(carla.locator("[data-line], [name=amount]")).to_have_count(0)
    unlock(carla)
    expect(carla.locator("[data-line='1']")).to_be_visible()
    expect(carla.locator("[data-write=tip]")).to_have_attribute("aria-pressed", "true")
    expect(carla.locator("[name=amount]")).to_have_value("12,5")
    expect(carla.locator("[name=note]")).to_have_value("Box 3")
    other = pages.new()
    other.goto(f"{pages.house}/#/cash/fiches")
    sign_in(other, "mara")
    expect(other.locator("[data-line='1']")).to_be_visible()


def unlock(page: Page) -> None:
    page.locator("[name=password]").fill(STAFF_PASSWORD)
    page.locator("form .first").click()


def test_the_cash_sheet_comes_back_with_the_line(pages: Pages) -> None:
    """A page that is loaded while the house can't be reached asks again, locked or not."""
    carla = pages.new()
    carla.clock.install()
    carla.goto(f"{pages.house}/#/cash")
    sign_in(carla, "carla")
    expect(carla.get_by_role("link")).to_be_visible()
    offline = "La casa non risponde"
    for path in ("api/tables", "api/tables/fiches/cash", "api/me"):
        if path.endswith("cash"):
            carla.goto(f"{pages.house}/#/cash/fiches")
        elif path.endswith("me"):
            carla.clock.fast_forward(LOCK_MS)
            expect(carla.locator("[name=password]")).to_be_visible()
        carla.route(f"**/{path}", lambda route: route.abort())
        carla.reload()
        expect(carla.get_by_role("alert")).to_contain_text(offline)
        carla.unroute(f"**/{path}")
        carla.clock.fast_forward(3_000)
        expect(carla.get_by_role("alert").filter(has_text=offline)).to_have_count(0)
    unlock(carla)
    expect(carla.locator("[data-write=opening]")).to_be_visible()


def test_the_display_shows_cards_in_hand(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """Campione with our sabot: cards are drawn face down, called and turned."""
    carla = pages.console("carla", "campione", page=pages.new(**PHONE))
    display = pages.display("campione")
    player = pages.player("Campione")
    press_commands(carla, "take")
    expect(display.locator("[data-mode=in-hand]")).to_have_text("Carte in mano")
    expect(pages.display("moritz").locator("[data-mode=up]")).to_have_text("Carte scoperte")
    check_page_as_is(display, "display-in-hand")
    press_commands(carla, "open_betting", "close_betting")
    for _ in range(4):
        press_commands(carla, "draw")
    expect(display.locator("[data-card='??']")).to_have_count(4)
    check_page_as_is(display, "display-face-down")
    check_page(carla, "face-down")
    for _ in range(6):
        expect(carla.locator(".main button")).not_to_have_count(0)
        step = carla.locator(".main button").first.get_attribute("data-do")
        if step == "announce":
            break
        press_commands(carla, str(step))
        carla.wait_for_timeout(150)
    press_commands(carla, "announce")
    expect(display.locator("[data-voice]")).to_have_text(re.compile("vince|Patta"))
    player.close()


def test_display_console_and_player_show_whose_turn_it_is_and_the_time_left(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """The display shows the holder's box and a clock; console and holder see the time left, and
    then that it is the croupier's turn."""
    carla = pages.console("carla", "campione", page=pages.new(**PHONE))
    player, display = pages.player("Campione", size="phone"), pages.display("campione")
    for page in (carla, player):
        page.clock.install()
    press_commands(carla, "take")
    player.locator("[data-box='4']").click()
    expect(player.locator("[data-box='4']")).to_have_attribute("aria-pressed", "true")
    press_commands(carla, "open_betting")
    player.locator("button[data-bet=punto]").click()
    player.get_by_role("button", name=re.compile("Conferma")).click()
    expect(player.locator("[data-confirmed=punto]")).to_be_visible()
    press_commands(carla, "close_betting", "draw", "draw", "draw", "draw")
    expect_demand(carla, "Punta è in mano alla casella 4")
    expect(carla.locator("[data-time]")).to_have_text(re.compile(r"^ancora (1?\d|20) second[oi]$"))
    with clock_stopped(carla):
        expect(player.locator("dialog [data-left]")).to_be_visible()
        check_page(carla, "holders-time")
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
        check_page_as_is(display, "display-holder-upright")
        expect_visible_and_apart(display, PARTS)
    end_holding_time(carla, player)
    over = "Il tempo è scaduto: tocca al croupier."
    expect(player.locator("dialog header")).to_contain_text(over)
    expect(carla.locator(".told")).to_have_text("Il tempo è scaduto: tocca a voi.")
    expect(carla.locator("[data-time]")).to_have_count(0)
    check_page(carla, "time-over")
    check_page(player, "time-over-for-the-holder")
    player.keyboard.press("Escape")
    expect(player.locator(".voice")).to_contain_text(f"Parli tu: carta o resto? {over}")
    check_page(player, "time-over-laid")


PARTS = "section[data-side=punto], section[data-side=banco], .said, .first, .derived"


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


def test_players_see_that_no_croupier_is_there(pages: Pages, check_page: PageCheck) -> None:
    carla, player = pages.console("carla"), pages.player("St. Moritz 1", size="phone")
    display = pages.display()
    for page in (player, display):
        expect(page.get_by_text("Il tavolo aspetta un croupier.").first).to_be_visible()
    press_commands(carla, "take", "new_sabot")
    expect(player.locator(".voice")).to_contain_text("Un nuovo sabot di carte vere.")
    for page in (player, display):
        expect(page.locator("[data-mixing]")).to_have_count(0)  # it has no commitment
    check_page(player, "real-sabot")
    scan(carla, "2C")
    expect(player.locator(".voice")).to_contain_text("Prima carta: due di fiori.")
    press_commands(carla, "open_betting")
    expect(display.locator("[data-no-croupier]")).to_have_count(0)
    expect(player.locator(".voice")).to_contain_text("Fate il vostro gioco")
    expect(player.locator("[data-no-croupier]")).to_have_count(0)
    expect(player.locator("[data-sabot]")).to_have_count(1)
    expect(player.locator("[data-cards-left]")).to_have_count(0)  # unknown in a real sabot
    press_commands(carla, "leave")
    expect(player.locator(".voice")).to_contain_text("Il tavolo aspetta un croupier.")
    expect(player.locator("[data-no-croupier]")).to_be_visible()
    expect(display.locator("[data-no-croupier]")).to_be_visible()
    check_page(player, "no-croupier")
    press_commands(carla, "take", "close_betting")
    scan(carla, "4H")
    press_commands(carla, "leave")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-sure]").click()
    expect(player.locator("[data-no-croupier]")).to_have_text("Il tavolo aspetta un croupier.")


OVERLAPS = """() => {
  const box = each => each.getBoundingClientRect();
  const boxes = ".display > header, [data-side] > *, .middle, .said > *, section .first, .notice";
  const there = [...document.querySelectorAll(boxes)].filter(each => box(each).height > 0);
  const meet = (one, other) => one.top < other.bottom - 1 && other.top < one.bottom - 1
    && one.left < other.right - 1 && other.left < one.right - 1;
  return there.flatMap((one, n) => there.slice(n + 1)
    .filter(other => meet(box(one), box(other)))
    .map(other => `${one.className} ${one.tagName}, ${other.className} ${other.tagName}`));
}"""


def test_the_display_has_room_for_several_notices(pages: Pages) -> None:
    """A pause with a long reason, and the cut card, in landscape and portrait."""
    carla, display = pages.console("carla"), pages.display()
    start_betting(carla)
    set_standing(pages.house, "paused", "Si cambiano le carte e si lava il tappeto. " * 4)
    press_commands(carla, "close_betting", "cut_card")
    scan(carla, "4H", "KS", "5D", "QC")
    press_commands(carla, "announce")
    expect(display.locator("[data-voice]")).to_contain_text("vince Punto")
    expect(display.locator("[data-cut]")).to_be_visible()
    for width, height in ((1920, 1080), (1280, 720), (1080, 1920)):
        display.set_viewport_size({"width": width, "height": height})
        assert display.evaluate(OVERLAPS) == [], (width, height)
        card = display.locator("[data-side=punto] .cards [role=img]").first
        wide = card.evaluate("each => each.getBoundingClientRect().width")
        assert wide > 0.04 * width


def test_console_and_display_show_a_pause_and_its_reason(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """During the last coup, after it, and in the list of tables."""
    carla = pages.console("carla", page=pages.new(**PHONE))
    player = pages.player("St. Moritz 1", size="phone")
    start_betting(carla)
    display = pages.display()
    set_standing(pages.house, "paused", "Si cambiano le carte.")
    shown = display.locator("[data-standing=paused]")
    expect(shown).to_have_text("Dopo questo colpo il tavolo va in pausa. Si cambiano le carte.")
    expect(carla.locator("[data-standing=paused]")).to_contain_text("Dopo questo colpo")
    expect(carla.locator("[data-note]")).to_contain_text("Si cambiano le carte.")
    check_page(carla, "pausing")
    press_commands(carla, "close_betting")
    scan(carla, "4H", "KS", "5D", "QC")
    press_commands(carla, "announce")
    expect_demand(carla, "Il tavolo è in pausa.")
    expect(carla.locator("[data-standing]")).to_have_count(0)  # it is shown only once
    expect(command_button(carla, "open_betting")).to_have_count(0)
    check_page(carla, "paused")
    expect(shown).to_have_text("Il tavolo è in pausa. Si cambiano le carte.")
    expect(display.locator("[data-voice]")).to_contain_text("vince Punto")
    check_page_as_is(display, "display-paused")
    there = pages.new(**PHONE)
    there.goto(f"{pages.house}/#/console")
    sign_in(there, "mara")
    expect(there.locator("[href='#/console/moritz']")).to_contain_text("In pausa")
    check_page(there, "paused-in-the-list")
    set_standing(pages.house, "open")
    expect(shown).to_have_count(0)
    expect_demand(carla, "Aprite le puntate")
    expect(there.locator("[href='#/console/moritz']")).to_contain_text("Colpo finito")
    press_commands(carla, "leave")
    expect(player.locator(".voice")).to_contain_text("Il tavolo aspetta un croupier.")
    expect(player.locator(".voice")).to_contain_text("vince Punto")
    check_page(player, "nobody-between-coups")
    set_standing(pages.house, "closed")
    press_commands(carla, "take")
    expect_demand(carla, "Il tavolo è chiuso.")


def test_the_lobby_shows_the_kind_of_each_table(pages: Pages, check_page: PageCheck) -> None:
    """A table with real chips can only be watched."""
    page = pages.new(**PHONE)
    page.goto(pages.house)
    kinds = {
        "moritz": "Carte scoperte, carte vere, un croupier dirige",
        "campione": "Carte in mano, un croupier dirige",
        "lago": "Carte in mano, carte vere, un croupier dirige",
    }
    for name, kind in kinds.items():
        card = page.locator(f"[data-table={name}]")
        expect(card.locator("[data-kind]")).to_have_text(kind)
        unproved = card.get_by_text("senza verifica")
        expect(unproved).to_have_count(1 if "carte vere" in kind else 0)
    chips = page.locator("[data-table=fiches]")
    expect(chips).to_contain_text("Si gioca al tavolo vero")
    expect(chips.locator(".ways button")).to_have_text(["Guarda"])
    check_page(page, "kinds")
    page.locator("[data-table=moritz]").get_by_role("button", name="Regole").click()
    rules = page.get_by_role("dialog", name="Casino St. Moritz")
    expect(rules.locator("[data-notices] li").first).to_contain_text("un gioco di fortuna")
    page.keyboard.press("Escape")
    chips.get_by_role("button", name="Guarda").click()
    expect(page.locator(".watching [data-keyed]")).to_be_visible()
    expect(page.locator(".watching button")).to_have_count(0)
    carla = pages.new()
    carla.goto(f"{pages.house}/#/console")
    sign_in(carla, "carla")
    expect(carla.locator("[href='#/console/fiches'] [data-kind]")).to_contain_text("fiche vere")
    expect(carla.locator("[href='#/console/moritz']")).to_contain_text("20.000 FUN")


def test_a_console_reconnects_by_itself(pages: Pages, check_page: PageCheck) -> None:
    carla = pages.new(**PHONE)
    connection = DelayedConnection(carla)
    pages.console("carla", page=carla)
    start_betting(carla)
    carla.route("**/api/tables/*", lambda route: route.abort())
    connection.sockets[-1].close(code=1012)
    expect(carla.get_by_role("alert")).to_contain_text("Linea caduta")
    expect(command_button(carla, "close_betting")).to_have_count(0)
    check_page(carla, "lost")
    carla.unroute_all()
    expect(carla.locator(".console[data-link=here]")).to_be_visible()
    press_commands(carla, "close_betting")  # she still runs the table
    expect_demand(carla, "Una carta per Punto")
    carla.reload()
    expect(carla.locator("[data-runs=me]")).to_be_visible()


def test_a_console_locks_and_opens_by_password(pages: Pages, check_page: PageCheck) -> None:
    """What the house tells meanwhile doesn't keep it open, and no other page opens either."""
    carla = pages.console("carla", page=pages.new(**PHONE))
    start_betting(carla)
    carla.clock.fast_forward(LOCK_MS - 10_000)
    set_standing(pages.house, "paused", "Si cambiano le carte.")
    expect(carla.locator("[data-note]")).to_be_visible()
    carla.clock.fast_forward(10_000)
    expect(carla.get_by_text("Bloccata dopo cinque minuti")).to_be_visible()
    expect(carla.locator("[data-runs], [data-note], [data-do]")).to_have_count(0)
    check_page(carla, "locked")
    carla.goto(f"{pages.house}/#/cash/fiches")
    expect(carla.get_by_label("Nome")).to_have_value("carla")
    expect(carla.get_by_label("Importo")).to_have_count(0)
    carla.goto(f"{pages.house}/#/console/moritz")
    password = carla.get_by_label("Password")
    for given in ("not the password", STAFF_PASSWORD):
        expect(command_button(carla, "close_betting")).to_have_count(0)
        password.fill(given)
        carla.get_by_role("button", name="Accedi").click()
    expect(carla.locator("[data-runs=me]")).to_be_visible()
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    carla.get_by_role("button", name="Menu").click()
    carla.get_by_role("button", name="Esci").click()
    expect(carla.get_by_role("dialog")).to_contain_text("Ci sono carte")  # hand it over first


def test_only_staff_can_open_a_console(pages: Pages) -> None:
    page = pages.new()
    page.goto(f"{pages.house}/#/console/moritz")
    sign_in(page, "carla", "not the password")
    expect(page.get_by_role("alert")).to_have_text("Nome e password non corrispondono.")
    page.evaluate(
        """() => fetch("/api/people", {method: "POST", headers: {"Content-Type":
        "application/json"}, body: JSON.stringify({name: "anna", password: "lungolago"})})"""
    )
    sign_in(page, "anna", "lungolago")
    expect(page.get_by_role("alert")).to_have_text("Questo accesso non è di un croupier.")
    sign_in(page, "carla")
    expect(page.locator(".console[data-link=here]")).to_be_visible()
    page.reload()
    expect(page.locator(".console[data-link=here]")).to_be_visible()
    page.goto(f"{pages.house}/#/console/nowhere")
    expect(page.get_by_text("Questo tavolo non c'è.")).to_be_visible()
    page.get_by_role("link", name="Altro tavolo").click()
    page.get_by_role("link", name=re.compile("St. Moritz 1")).click()
    expect(page.locator(".console[data-link=here]")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Esci").click()
    expect(page.get_by_role("heading", name="Console del croupier")).to_be_visible()


def test_every_button_is_visible_and_within_reach(pages: Pages) -> None:
    """On phones and tablets, for the right and for the left hand."""
    carla = pages.console("carla", page=pages.new(**PHONE))
    start_betting(carla)
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "4H", "5C")
    expect_demand(carla, "Una carta per Punto")
    for width, height in ((320, 568), (844, 390), (1180, 820), (1024, 768)):
        carla.set_viewport_size({"width": width, "height": height})
        for text, _, _, right, low in carla.evaluate(ALL_EDGES, ".pad button"):
            assert low <= height, text
            assert right <= width, text
        if (width, height) == (1024, 768):  # a tablet in landscape has large keys
            _, y, _, low = edges(carla.locator("[data-rank='7']"))
            assert low - y >= 90
    suit = carla.locator("[data-suit=s]")
    for viewport in (TABLET, PHONE["viewport"]):
        carla.set_viewport_size(viewport)
        set_hand(carla, "right")
        right_handed, *_ = edges(suit)
        set_hand(carla, "left")
        left_handed, *_ = edges(suit)
        assert left_handed < right_handed
        for text, x, y, right, low in carla.evaluate(ALL_EDGES, ".dock button"):
            assert min(right - x, low - y) >= 44, text
            assert y > viewport["height"] * 0.4, f"{text}: out of a thumb's reach"


ALL_EDGES = """selector => [...document.querySelectorAll(selector)].map(each => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return [each.textContent, left, top, right, bottom];
})"""


def edges(each: Locator) -> tuple[float, float, float, float]:
    box = each.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def set_hand(page: Page, hand: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator(f"[data-hand={hand}]").click()
    page.keyboard.press("Escape")
