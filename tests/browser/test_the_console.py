"""A person runs a table: from the console, with a scanner, in front of players and a display."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.conftest import PHONE
from tests.browser.haste import end_holding, standing_still
from tests.browser.houses import SESAME
from tests.browser.looks import DESK, Look, look, look_once
from tests.browser.staff import (
    OPERATOR,
    Delayed,
    Pages,
    begin,
    button,
    cards,
    demand,
    do,
    open_land_house,
    points,
    scan,
    scan_into_field,
    sign_in,
    tap,
)
from tests.browser.test_live_states import post
from tests.server.visitors import PASSWORD

__all__ = ["look", "look_once"]  # fixtures

SIDES = "punto", "banco"
AROUND_MS = 3_000  # a manager's page asks for all tables so often
TABLET: ViewportSize = {"width": 820, "height": 1180}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    with open_land_house(tmp_path) as address:
        yield address


@pytest.fixture
def pages(browser: Browser, browser_context_args: dict[str, Any], house: str) -> Iterator[Pages]:
    """Whatever a console complains of fails the test."""
    opened = Pages(browser, browser_context_args, house)
    yield opened
    assert opened.complaints == []
    for context in list(browser.contexts):
        context.close()


def test_a_coup_is_read_in_before_a_player(pages: Pages, look: Look, look_once: Look) -> None:
    """By pad and by scanner; the player is paid, and the display tells everybody."""
    carla = pages.new(**PHONE)
    carla.goto(f"{pages.house}/#/console/moritz")
    expect(carla.get_by_role("heading", name="Console del croupier")).to_be_visible()
    look(carla, "door")
    pages.console("carla", page=carla)
    demand(carla, "Il tavolo è senza croupier")
    look(carla, "nobody")
    begin(carla)
    player = pages.player("St. Moritz 1")
    player.locator("button[data-bet=punto]").click()
    player.get_by_role("button", name=re.compile("Carte|Conferma")).first.click()
    expect(player.locator("[data-confirmed=punto]")).to_be_visible()
    display = pages.display()
    expect(display.locator("[data-voice]")).to_have_text("Fate il vostro gioco.")
    look_once(display, "display-betting")
    look(carla, "betting")
    do(carla, "close_betting")
    demand(carla, "Una carta per Punto")
    tap(carla, "4h")
    demand(carla, "Una carta per Banco")
    tap(carla, "5c")
    look(carla, "pad")
    scan(carla, "KD", "2S")
    demand(carla, "Una carta per Punto")
    points(carla, 4, 7)
    points(display, 4, 7)
    expect(display.locator("[data-voice]")).to_have_text("Punto 4, Banco 7.")
    scan(carla, "10s")
    demand(carla, "Annunciate i due punti")
    cards(carla, "punto", "4h", "Kd", "Ts")
    cards(display, "banco", "5c", "2s")
    expect(player.locator("[data-side=punto] [data-card]")).to_have_count(3)
    look(carla, "complete")
    do(carla, "announce")
    told = "Punto 4, Banco 7: vince Banco."
    expect(carla.locator("[data-voice]")).to_have_text(told)
    expect(display.locator("[data-voice]")).to_have_text(told)
    expect(player.locator(".voice")).to_contain_text("vince Banco")
    expect(player.locator("[data-paid=punto]")).to_be_visible()
    look(carla, "paid")
    look_once(display, "display-paid")
    assert display.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert display.locator("button, a, input").count() == 0


def test_a_scanner_types_anywhere(pages: Pages) -> None:
    """Its Enter presses no button; what is no card, or isn't wanted, changes nothing."""
    carla = pages.console("carla")
    begin(carla)
    scan(carla, "KH")
    expect(carla.locator("[data-told='console/no-card-now']")).to_be_visible()
    do(carla, "close_betting")
    demand(carla, "Una carta per Punto")
    button(carla, "leave").focus()
    scan(carla, "kh", "ts", "AC", "9d")  # faster than they are taken
    cards(carla, "punto", "Kh", "Ac")
    cards(carla, "banco", "Ts", "9d")
    scan(carla, "14X")
    expect(carla.locator("[data-told='console/no-card']")).to_contain_text("14X")
    expect(carla.locator("[data-runs=me]")).to_be_visible()
    points(carla, 1, 9)


def test_a_scanner_sends_no_words(pages: Pages, look: Look) -> None:
    """Words are sent by their button alone; a card scanned meanwhile is named, and no word."""
    mara = pages.console("mara", page=pages.new(**PHONE))
    begin(mara)
    do(mara, "close_betting")
    demand(mara, "Una carta per Punto")
    dialog, told = mara.get_by_role("dialog"), "Una carta non è stata letta. Da rileggere: "
    do(mara, "void")
    field = dialog.get_by_label("Perché?")
    field.fill("una carta")
    field.press("Enter")
    scan_into_field(mara, "4H")
    expect(dialog.get_by_role("alert")).to_have_text(f"{told}quattro di cuori.")
    expect(field).to_have_value("una carta")
    dialog.locator("button.first").focus()
    scan(mara, "10S")
    expect(dialog.get_by_role("alert")).to_have_text(f"{told}quattro di cuori, dieci di picche.")
    look(mara, "not-read")
    mara.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(mara.locator("[data-told='console/not-read']")).to_contain_text("quattro di cuori")
    demand(mara, "Una carta per Punto")
    scan(mara, "4H")
    demand(mara, "Una carta per Banco")
    expect(mara.locator("[data-told='']")).to_have_count(1)
    mara.locator("[data-correct='1']").click()
    field.fill("un sei")
    scan_into_field(mara, "6H")  # what it is, for who corrects
    expect(field).to_have_value("un sei")
    cards(mara, "punto", "4h")
    dialog.locator("button.first").focus()
    mara.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    cards(mara, "punto", "6h")


def test_a_card_too_many_and_one_misread(pages: Pages, look: Look) -> None:
    carla = pages.console("carla", page=pages.new(**PHONE))
    begin(carla)
    display = pages.display()
    do(carla, "close_betting")
    demand(carla, "Una carta per Punto")
    scan(carla, "4H", "5C", "KD", "2S", "2D")
    demand(carla, "Annunciate i due punti")
    do(carla, "too-many")
    tap(carla, "9c")
    expect(carla.locator("[data-aside='9c']")).to_be_visible()
    expect(carla.locator("[data-news=aside]")).to_have_text("Di troppo, bruciata: nove di fiori.")
    expect(display.locator("[data-news=aside]")).to_contain_text("nove di fiori")
    carla.locator("[data-correct='6']").click()  # one that was set aside can be misread, too
    dialog = carla.get_by_role("dialog", name="Correggi")
    scan(carla, "8C")
    expect(dialog.get_by_label("Perché?")).to_have_value("")
    expect(dialog.locator("button.first")).to_be_disabled()  # nobody says why for who corrects
    dialog.get_by_role("button", name="Letta male").click()
    dialog.locator("button.first").click()
    expect(dialog).to_have_count(0)
    expect(carla.locator("[data-aside='8c']")).to_be_visible()
    carla.locator("[data-correct='1']").click()
    scan(carla, "6H")  # a four that is a six: Punto stands, and the 2 was one too many
    dialog.get_by_role("button", name="Tasto sbagliato").click()
    look(carla, "correct")
    dialog.locator("button.first").click()
    expect(dialog).to_have_count(0)
    points(carla, 6, 7)
    cards(carla, "punto", "6h", "Kd")
    expect(carla.locator("[data-aside='2d8c']")).to_be_visible()  # as they left the sabot
    expect(carla.locator("[data-news=corrected]").last).to_contain_text("sei di cuori")
    look(carla, "corrected")
    do(carla, "announce")
    expect(carla.locator("[data-voice]")).to_have_text("Punto 6, Banco 7: vince Banco.")


def test_a_manager_declares_a_coup_void(pages: Pages, look: Look, look_once: Look) -> None:
    carla, mara = pages.console("carla"), pages.console("mara", page=pages.new(**PHONE))
    begin(carla)
    display, player = pages.display(), pages.player("St. Moritz 1")
    player.locator("button[data-bet=punto]").click()
    player.get_by_role("button", name=re.compile("Carte|Conferma")).first.click()
    expect(player.locator("[data-confirmed=punto]")).to_be_visible()
    do(carla, "close_betting")
    demand(carla, "Una carta per Punto")
    scan(carla, "4H")
    expect(button(carla, "void")).to_have_count(0)
    do(carla, "call_manager")
    carla.get_by_label("Che cosa serve?").fill("Di chi è questa posta?")
    carla.get_by_role("dialog").locator("button.first").click()
    expect(display.locator("[data-manager]")).to_be_visible()
    expect(mara.locator("[data-news=called]")).to_contain_text("Di chi è questa posta?")
    look_once(display, "display-manager")
    look(mara, "called")
    do(mara, "decide")
    expect(mara.get_by_label("Qual è la decisione?")).to_be_visible()
    mara.get_by_role("button", name="La posta è tornata al cliente").click()
    mara.get_by_role("dialog").locator("button.first").click()
    expect(carla.locator("[data-news=decided]")).to_be_visible()
    expect(display.locator("[data-manager]")).to_have_count(0)
    do(mara, "void")
    mara.get_by_role("button", name="Sabot caduto").click()
    look(mara, "void")
    mara.get_by_role("dialog").locator("button.first").click()
    demand(carla, "Colpo nullo: le poste tornano")
    expect(display.locator("[data-voice]")).to_have_text("Colpo nullo: le poste tornano")
    expect(player.locator(".voice")).to_contain_text("Il colpo è nullo")
    expect(player.locator("[data-news=void]")).to_have_text("Motivo: Sabot caduto")
    expect(player.locator("[data-confirmed]")).to_have_count(0)
    expect(player.locator("button[data-bet=punto] .all")).to_have_text("")
    expect(player.get_by_test_id("credit")).to_have_text(re.compile(r"^10\.000,00\s"))
    look_once(display, "display-void")
    do(carla, "open_betting")
    expect(display.locator("[data-voice]")).to_have_text("Fate il vostro gioco.")


def test_a_player_calls_the_manager(pages: Pages, look: Look) -> None:
    """From the page, without words; what is decided is told there, too."""
    carla, mara = pages.console("carla"), pages.console("mara")
    begin(carla)
    player, other = pages.player("St. Moritz 1", size="phone"), pages.player("St. Moritz 1")
    player.locator("[data-box='4']").click()
    expect(player.locator("[data-box='4']")).to_have_attribute("aria-pressed", "true")
    player.get_by_role("button", name="Menu").click()
    player.get_by_role("button", name="Responsabile").click()
    dialog = player.get_by_role("dialog", name="Chiama il responsabile")
    look(player, "call-manager")
    dialog.locator("button.first").click()
    expect(dialog).to_have_count(0)
    told = re.compile(r"^\s*Casella 4 chiama il responsabile\s*$")
    for page in (player, other, carla, mara):
        expect(page.locator("[data-news=called]")).to_have_text(told)
    look(player, "called")
    do(carla, "close_betting")
    demand(carla, "Una carta per Punto")
    scan(carla, "4H", "5C", "KD", "2S", "2D")
    demand(carla, "Annunciate i due punti")
    carla.locator("[data-correct='1']").click()
    scan(carla, "6H")
    carla.get_by_role("button", name="Letta male").click()
    carla.get_by_role("dialog").locator("button.first").click()
    expect(player.locator("[data-news=corrected]")).to_contain_text("sei di cuori, non quattro")
    expect(player.locator("[data-side=punto] [data-card='6h']")).to_be_visible()
    look(player, "corrected")
    do(mara, "decide")
    mara.get_by_role("button", name="Il colpo vale").click()
    mara.get_by_role("dialog").locator("button.first").click()
    expect(player.locator("[data-news=decided]")).to_have_text("Deciso: Il colpo vale")
    expect(other.locator("[data-news=decided]")).to_be_visible()
    expect(carla.locator("[data-news=called]")).to_have_count(0)
    do(carla, "announce", "open_betting")
    demand(carla, "Si punta")
    for page in (player, other, carla, mara):  # an old call is none of the next coup's
        expect(page.locator("[data-news]")).to_have_count(0)


def test_a_manager_sees_from_afar_who_calls(pages: Pages, look: Look, look_once: Look) -> None:
    """In the list of tables, as it is open; and at the console of another table, with the way."""
    carla = pages.console("carla", "campione")
    mara = pages.new(**PHONE)
    mara.goto(f"{pages.house}/#/console")
    sign_in(mara, "mara")
    campione = mara.locator("[href='#/console/campione']")
    expect(campione).to_be_visible()
    expect(mara.locator("[data-calls]")).to_have_count(0)
    look(mara, "nobody-calls")
    calls(carla, "Contestazione")
    expect(campione.locator("[data-calls]")).to_have_text("Chiamano il responsabile")
    expect(mara.locator("[data-calls]")).to_have_count(1)
    look(mara, "calls-in-the-list")
    mara.set_viewport_size({"width": 320, "height": 844})  # and its limits stay under the others'
    assert len(set(mara.evaluate(RIGHT_EDGES))) == 1
    look_once(mara, "calls-in-a-narrow-list")
    mara.set_viewport_size(DESK)
    mara.locator("[href='#/console/moritz']").click()
    elsewhere = mara.locator(".elsewhere [data-calls=campione]")
    expect(elsewhere).to_have_text("Campione: chiamano il responsabile")
    expect(elsewhere).to_have_attribute("href", "#/console/campione")
    look(mara, "calls-elsewhere")
    do(mara, "take")
    expect(mara.locator("[data-runs=me]")).to_be_visible()
    expect(mara.locator("p[data-calls=campione]")).to_be_visible()  # who runs a table stays at it
    do(mara, "leave")
    expect(elsewhere).to_have_attribute("href", "#/console/campione")  # the way is open again
    elsewhere.click()
    told = "Carla chiama il responsabile: Contestazione"  # who comes now reads it, too
    expect(mara.locator("[data-news=called]")).to_have_text(told)
    expect(pages.display("campione").locator("[data-manager]")).to_have_text(told)
    expect(pages.player("Campione").locator("[data-news=called]")).to_have_text(told)
    expect(mara.locator(".elsewhere [data-calls]")).to_have_count(0)  # it is here
    do(mara, "decide")
    mara.get_by_role("button", name="Il colpo vale").click()
    mara.get_by_role("dialog").locator("button.first").click()
    mara.goto(f"{pages.house}/#/console/moritz")
    expect(mara.locator(".console[data-link=here]")).to_be_visible()
    expect(mara.locator("[data-calls]")).to_have_count(0)
    dino, asked = pages.new(), list[str]()
    dino.clock.install()
    pages.console("dino", "moritz", page=dino)
    dino.on("request", lambda sent: asked.append(sent.url))
    calls(carla, "Serve un cambio")
    expect(mara.locator(".elsewhere [data-calls=campione]")).to_be_visible()
    dino.clock.run_for(AROUND_MS)
    dino.wait_for_timeout(200)  # an answer would be here
    expect(dino.locator("[data-calls]")).to_have_count(0)  # nothing a croupier can decide
    assert asked == []


RIGHT_EDGES = """() => [...document.querySelectorAll(".tables a > span")].map(
  each => Math.round(each.getBoundingClientRect().right))"""


def calls(page: Page, why: str) -> None:
    do(page, "call_manager")
    page.get_by_role("button", name=why).click()
    page.get_by_role("dialog").locator("button.first").click()


def test_of_two_who_press_at_once_one_wins(pages: Pages) -> None:
    one, other = pages.new(), pages.new()
    line = Delayed(other)
    pages.console("carla", page=one)
    pages.console("carla", page=other)
    begin(one)
    expect(button(other, "close_betting")).to_be_visible()
    do(one, "close_betting")
    demand(other, "Una carta per Punto")
    line.holds = True
    tap(one, "4h")
    tap(other, "5c")  # for a moment that is over
    demand(one, "Una carta per Banco")
    other.wait_for_timeout(300)
    line.release()
    expect(other.locator("[data-told='table/moved-on']")).to_be_visible()
    demand(other, "Una carta per Banco")
    cards(other, "punto", "4h")
    tap(other, "5c")
    cards(one, "banco", "5c")


def test_a_table_is_handed_over(pages: Pages) -> None:
    carla, dino = pages.console("carla"), pages.console("dino")
    begin(carla)
    expect(dino.locator("[data-runs=other]")).to_have_text("Dirige Carla.")
    expect(button(dino, "take")).to_have_count(0)
    expect(button(dino, "close_betting")).to_have_count(0)
    do(carla, "leave")
    expect(carla.locator("[data-runs=nobody]")).to_be_visible()
    do(dino, "take")
    expect(dino.locator("[data-runs=me]")).to_be_visible()
    expect(carla.locator("[data-runs=other]")).to_have_text("Dirige Dino.")
    do(dino, "close_betting")
    demand(dino, "Una carta per Punto")


def test_whoever_vanishes_in_mid_coup_is_replaced(pages: Pages) -> None:
    carla, dino = pages.console("carla"), pages.console("dino")
    begin(carla)
    do(carla, "close_betting")
    demand(carla, "Una carta per Punto")
    scan(carla, "8H", "5C")
    cards(dino, "banco", "5c")
    carla.close()
    expect(dino.locator("[data-runs=nobody]")).to_be_visible()
    do(dino, "take")
    demand(dino, "Una carta per Punto")
    scan(dino, "KD", "2S")
    do(dino, "announce")
    expect(dino.locator("[data-voice]")).to_have_text("Punto 8, Banco 7: vince Punto.")


def test_who_sees_the_card_insists_on_it(pages: Pages, look: Look) -> None:
    """A seventh king of hearts: one that is paid was misread. And a correction to an eighth."""
    carla = pages.console("carla", page=pages.new(**PHONE))
    six_kings(carla)
    scan(carla, "KH")
    told = carla.locator("[data-told='cards/not-in-sabot']")
    expect(told).to_contain_text("troppe volte")
    look(carla, "not-in-sabot")
    carla.get_by_role("button", name="È questa carta: re di cuori").click()
    demand(carla, "Una carta per Banco")
    cards(carla, "punto", "Kh")
    expect(told).to_have_count(0)
    carla.locator("[data-correct='1']").click()
    scan(carla, "9D")
    carla.get_by_role("dialog").get_by_role("button", name="Letta male").click()
    carla.get_by_role("dialog").locator("button.first").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    cards(carla, "punto", "9d")
    carla.locator("[data-correct='1']").click()
    scan(carla, "KH")
    carla.get_by_role("dialog").get_by_role("button", name="Letta male").click()
    carla.get_by_role("dialog").locator("button.first").click()
    expect(carla.get_by_role("alert")).to_contain_text("troppe volte")
    look(carla, "correct-not-in-sabot")
    carla.get_by_role("button", name="È questa carta: re di cuori").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    cards(carla, "punto", "Kh")


def test_no_card_slips_into_the_place_of_a_refused_one(pages: Pages) -> None:
    """Whatever is scanned behind it is named, until somebody says what the refused one is."""
    carla = pages.console("carla")
    six_kings(carla)
    told = carla.locator("[data-told]")
    scan(carla, "KH")
    expect(told).to_contain_text("troppe volte")
    scan(carla, "2C")
    expect(told).to_contain_text("troppe volte")
    expect(told).to_contain_text("Da rileggere: due di fiori.")
    demand(carla, "Una carta per Punto")
    carla.get_by_role("button", name="La rileggo").click()
    expect(told).to_contain_text("Da rileggere: re di cuori, due di fiori.")
    expect(carla.locator("[data-insist]")).to_have_count(0)
    scan(carla, "KD", "2C")
    cards(carla, "punto", "Kd")
    cards(carla, "banco", "2c")
    expect(carla.locator("[data-told='']")).to_have_count(1)


def test_a_correction_is_insisted_on_for_the_card_that_was_refused(pages: Pages) -> None:
    """Not for one that was read, not for another that is chosen since, not in another coup."""
    carla, mara = pages.console("carla"), pages.console("mara")
    six_kings(carla)
    scan(carla, "9D", "KH")
    insists = carla.locator("[data-insist]")
    expect(insists).to_have_text("È questa carta: re di cuori")
    carla.locator("[data-correct='1']").click()
    dialog = carla.get_by_role("dialog", name="Correggi")
    expect(dialog).to_be_visible()
    expect(insists).to_have_count(0)
    expect(dialog.get_by_role("alert")).to_have_count(0)  # the card that was read is none of it
    scan(carla, "KH")
    expect(insists).to_have_count(0)
    dialog.get_by_role("button", name="Letta male").click()
    dialog.locator("button.first").click()
    expect(insists).to_have_text("È questa carta: re di cuori")
    dialog.locator("[data-rank='8']").click()
    dialog.locator("[data-suit='c']").click()  # picked behind one that was scanned
    expect(insists).to_have_count(0)
    expect(dialog.get_by_role("alert")).to_have_count(0)
    scan(carla, "KH")
    expect(insists).to_have_text("È questa carta: re di cuori")
    scan(carla, "8C")
    dialog.locator("button.first").click()
    expect(dialog).to_have_count(0)
    cards(carla, "punto", "8c")
    scan(carla, "KH")
    expect(insists).to_be_visible()
    do(mara, "void")
    mara.get_by_role("button", name="Sabot caduto").click()
    mara.get_by_role("dialog").locator("button.first").click()
    demand(carla, "Colpo nullo: le poste tornano")
    expect(insists).to_have_count(0)
    expect(carla.locator("[data-told='']")).to_have_count(1)


def six_kings(page: Page) -> None:
    """All that a sabot has are paid; the first card of the next coup is wanted."""
    begin(page)
    do(page, "close_betting")
    demand(page, "Una carta per Punto")
    scan(page, "KH", "KH", "KH", "KH", "KH", "KH")
    do(page, "announce")
    do(page, "open_betting")
    do(page, "close_betting")
    demand(page, "Una carta per Punto")


def test_stakes_are_keyed_in_and_paid_box_by_box(pages: Pages, look: Look) -> None:
    carla = pages.console("carla", "fiches", page=pages.new(**PHONE))
    begin(carla)
    demand(carla, "Si punta: registrate le poste")

    def key_in(box: int, *chips: tuple[str, int]) -> None:
        carla.locator(f"[data-box='{box}']").click()
        for bet, cents in chips:
            carla.locator(f"dialog label.{bet}").click()
            carla.locator(f"[data-chip='{cents}']").click()

    key_in(3, ("banco", 10_000), ("banco", 10_000))
    carla.get_by_role("button", name="Togli").click()
    look(carla, "key-in")
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    expect(carla.locator("[data-box='3']")).to_contain_text("100")
    key_in(1, ("punto", 500))
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("alert")).to_contain_text("minimo")
    carla.get_by_role("button", name="Indietro").click()  # and what was refused is given up with it
    expect(carla.get_by_role("dialog")).to_have_count(0)
    expect(carla.locator("[data-told='']")).to_have_count(1, timeout=5_000)
    key_in(1, ("punto", 500))
    expect(carla.get_by_role("alert")).to_have_count(0)
    carla.locator("[data-chip='500']").click()
    carla.locator("dialog label.egalite").click()
    carla.locator("[data-chip='500']").click()
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    key_in(0, ("banco", 10_000))  # of somebody who stands
    expect(carla.get_by_role("dialog", name="In piedi")).to_be_visible()
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    look(carla, "keyed")
    do(carla, "close_betting")
    demand(carla, "Una carta per Punto")
    scan(carla, "4H", "9C", "KD", "KS")
    do(carla, "announce")
    demand(carla, "Ritirate e pagate")
    expect(carla.locator("[data-due='3']")).to_contain_text("paga 95")
    expect(carla.locator("[data-due='1']")).to_contain_text("ritira 15")
    expect(carla.locator("[data-due='0']")).to_contain_text("In piedi")
    carla.locator("[data-due='1']").click()
    expect(carla.locator("[data-due='1']")).to_have_attribute("aria-pressed", "true")
    look(carla, "due")
    do(carla, "new_sabot")  # beside what comes next: it asks first
    expect(carla.get_by_role("dialog")).to_contain_text("non contano più")
    look(carla, "another-sabot")
    carla.get_by_role("button", name="Indietro").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    do(carla, "new_sabot")
    carla.locator("[data-sure]").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    expect(carla.locator("[data-stage=burning]")).to_be_visible()
    expect(carla.locator("[data-due]")).to_have_count(3)  # what isn't paid yet is paid all the same
    expect(carla.locator("[data-due='1']")).to_have_attribute("aria-pressed", "true")


def test_cards_in_hand_on_the_display(pages: Pages, look: Look, look_once: Look) -> None:
    """Our own sabot at Campione: drawn face down, spoken for, turned."""
    carla = pages.console("carla", "campione", page=pages.new(**PHONE))
    display = pages.display("campione")
    player = pages.player("Campione")
    do(carla, "take")
    expect(display.locator("[data-mode=in-hand]")).to_have_text("Carte in mano")
    expect(pages.display("lago").locator("[data-mode=up]")).to_have_text("Carte scoperte")
    look_once(display, "display-in-hand")
    do(carla, "open_betting", "close_betting")
    for _ in range(4):
        do(carla, "draw")
    expect(display.locator("[data-card='??']")).to_have_count(4)
    look_once(display, "display-face-down")
    look(carla, "face-down")
    for _ in range(6):
        expect(carla.locator(".main button")).not_to_have_count(0)
        step = carla.locator(".main button").first.get_attribute("data-do")
        if step == "announce":
            break
        do(carla, str(step))
        carla.wait_for_timeout(150)
    do(carla, "announce")
    expect(display.locator("[data-voice]")).to_have_text(re.compile("vince|Patta"))
    player.close()


def test_whose_turn_it_is_and_for_how_long(pages: Pages, look: Look, look_once: Look) -> None:
    """On the display the holder's box under the cards, both hands at one height, and a clock while
    it runs; at the console and to the holder the time, by the house's clock; then that it is the
    croupier's turn."""
    carla = pages.console("carla", "campione", page=pages.new(**PHONE))
    player, display = pages.player("Campione", size="phone"), pages.display("campione")
    for page in (carla, player):
        page.clock.install()
    do(carla, "take")
    player.locator("[data-box='4']").click()
    expect(player.locator("[data-box='4']")).to_have_attribute("aria-pressed", "true")
    do(carla, "open_betting")
    player.locator("button[data-bet=punto]").click()
    player.get_by_role("button", name=re.compile("Conferma")).click()
    expect(player.locator("[data-confirmed=punto]")).to_be_visible()
    do(carla, "close_betting", "draw", "draw", "draw", "draw")
    demand(carla, "Punta è in mano alla casella 4")
    expect(carla.locator("[data-time]")).to_have_text(re.compile(r"^ancora (1?\d|20) second[oi]$"))
    with standing_still(carla):
        expect(player.locator("dialog [data-left]")).to_be_visible()
        look(carla, "holders-time")
        expect(display.locator("[data-holder=punto]")).to_have_text("Punta: casella 4")
        expect(display.locator("[data-holder=banco]")).to_have_count(0)
        expect(display.locator("[data-voice]")).to_have_text("Casella 4 parla: carta o resto?")
        tops = [display.locator(f"[data-side={side}] h2").bounding_box() for side in SIDES]
        assert tops[0]
        assert tops[1]
        assert tops[0]["y"] == tops[1]["y"]
        look_once(display, "display-holder")
        inside(display, PARTS)
        display.set_viewport_size({"width": 1080, "height": 1920})  # a screen that stands
        look_once(display, "display-holder-upright")
        inside(display, PARTS)
    end_holding(carla, player)
    over = "Il tempo è scaduto: tocca al croupier."
    expect(player.locator("dialog header")).to_contain_text(over)
    expect(carla.locator(".told")).to_have_text("Il tempo è scaduto: tocca a voi.")
    expect(carla.locator("[data-time]")).to_have_count(0)
    look(carla, "time-over")
    look(player, "time-over-for-the-holder")
    player.keyboard.press("Escape")
    expect(player.locator(".voice")).to_contain_text(f"Parli tu: carta o resto? {over}")
    look(player, "time-over-laid")


PARTS = "section[data-side=punto], section[data-side=banco], .said, div.bead, .derived"


def inside(page: Page, selector: str) -> None:
    """All of them in sight, and none over another."""
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


def test_players_are_told_that_the_croupier_is_gone(pages: Pages, look: Look) -> None:
    carla, player = pages.console("carla"), pages.player("St. Moritz 1", size="phone")
    display = pages.display()
    for page in (player, display):
        expect(page.get_by_text("Il tavolo aspetta un croupier.").first).to_be_visible()
    begin(carla)
    expect(display.locator("[data-no-croupier]")).to_have_count(0)
    expect(player.locator(".voice")).to_contain_text("Fate il vostro gioco")
    expect(player.locator("[data-no-croupier]")).to_have_count(0)
    expect(player.locator("[data-sabot]")).to_have_count(1)
    expect(player.locator("[data-cards-left]")).to_have_count(0)  # nobody has counted them
    do(carla, "leave")
    expect(player.locator(".voice")).to_contain_text("Il tavolo aspetta un croupier.")
    expect(player.locator("[data-no-croupier]")).to_be_visible()
    expect(display.locator("[data-no-croupier]")).to_be_visible()
    look(player, "no-croupier")
    do(carla, "take", "close_betting")
    scan(carla, "4H")
    carla.close()
    expect(player.locator("[data-no-croupier]")).to_have_text("Il tavolo aspetta un croupier.")


def test_a_paused_table_says_so_at_the_console(pages: Pages, look: Look) -> None:
    """While the coup is finished, when it is, and in the list; and why, in the operator's words."""
    carla = pages.console("carla", page=pages.new(**PHONE))
    player = pages.player("St. Moritz 1", size="phone")
    begin(carla)
    token = post(pages.house, "/api/tokens", {"name": OPERATOR, "password": PASSWORD})["token"]

    def say(standing: str, note: str = "") -> None:
        path, told = "/api/operator/tables/moritz/standing", {"standing": standing, "note": note}
        assert post(pages.house, path, told, token)["standing"] == standing

    say("paused", "Si cambiano le carte.")
    expect(carla.locator("[data-standing=paused]")).to_contain_text("Dopo questo colpo")
    expect(carla.locator("[data-note]")).to_contain_text("Si cambiano le carte.")
    look(carla, "pausing")
    do(carla, "close_betting")
    scan(carla, "4H", "KS", "5D", "QC")
    do(carla, "announce")
    demand(carla, "Il tavolo è in pausa.")
    expect(carla.locator("[data-standing]")).to_have_count(0)  # it is said once
    expect(button(carla, "open_betting")).to_have_count(0)
    look(carla, "paused")
    there = pages.new(**PHONE)
    there.goto(f"{pages.house}/#/console")
    sign_in(there, "mara")
    expect(there.locator("[href='#/console/moritz']")).to_contain_text("In pausa")
    look(there, "paused-in-the-list")
    say("open")
    demand(carla, "Aprite le puntate")
    expect(there.locator("[href='#/console/moritz']")).to_contain_text("Colpo finito")
    do(carla, "leave")
    expect(player.locator(".voice")).to_contain_text("Il tavolo aspetta un croupier.")
    expect(player.locator(".voice")).to_contain_text("vince Punto")
    look(player, "nobody-between-coups")
    say("closed")
    do(carla, "take")
    demand(carla, "Il tavolo è chiuso.")


def test_the_lobby_tells_tables_apart(pages: Pages, look: Look) -> None:
    """By their kind; chips on a real cloth are only looked at, and the rules are a click away."""
    page = pages.new(**PHONE)
    page.goto(pages.house)
    kinds = {
        "moritz": "Carte scoperte, carte vere, un croupier dirige",
        "campione": "Carte in mano, un croupier dirige",
        "lago": "Carte scoperte, carte vere, un croupier dirige",  # nobody holds them
    }
    for name, kind in kinds.items():
        expect(page.locator(f"[data-table={name}] [data-kind]")).to_have_text(kind)
    chips = page.locator("[data-table=fiches]")
    expect(chips).to_contain_text("Si gioca al tavolo vero")
    expect(chips.locator(".ways button")).to_have_text(["Guarda"])
    look(page, "kinds")
    page.locator("[data-table=campione]").get_by_role("button", name="Regole").click()
    expect(page.get_by_role("dialog", name="Casinò Campione d'Italia")).to_be_visible()
    page.keyboard.press("Escape")
    chips.get_by_role("button", name="Guarda").click()
    expect(page.locator(".watching [data-keyed]")).to_be_visible()
    expect(page.locator(".watching button")).to_have_count(0)
    carla = pages.new()
    carla.goto(f"{pages.house}/#/console")
    sign_in(carla, "carla")
    expect(carla.locator("[href='#/console/fiches'] [data-kind]")).to_contain_text("fiche vere")
    expect(carla.locator("[href='#/console/moritz']")).to_contain_text("20.000 FUN")


def test_a_lost_line_comes_back_by_itself(pages: Pages, look: Look) -> None:
    carla = pages.new(**PHONE)
    line = Delayed(carla)
    pages.console("carla", page=carla)
    begin(carla)
    carla.route("**/api/tables/*", lambda route: route.abort())
    line.lines[-1].close(code=1012)
    expect(carla.get_by_role("alert")).to_contain_text("Linea caduta")
    expect(button(carla, "close_betting")).to_have_count(0)
    look(carla, "lost")
    carla.unroute_all()
    expect(carla.locator(".console[data-link=here]")).to_be_visible()
    do(carla, "take", "close_betting")
    demand(carla, "Una carta per Punto")


def test_only_staff_sits_there(pages: Pages) -> None:
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


def test_every_button_is_in_reach(pages: Pages, tmp_path: Path) -> None:
    """On the smallest phone, on one held aslant, on tablets; in both hands of who holds it."""
    carla = pages.console("carla", page=pages.new(**PHONE))
    begin(carla)
    do(carla, "close_betting")
    demand(carla, "Una carta per Punto")
    scan(carla, "4H", "5C")
    demand(carla, "Una carta per Punto")
    for width, height in ((320, 568), (844, 390), (1180, 820), (1024, 768)):
        carla.set_viewport_size({"width": width, "height": height})
        carla.screenshot(path=tmp_path / f"{width}.jpg", quality=80)
        for each in carla.locator(".pad button").all():
            x, y, right, low = edges(each)
            assert low <= height, each.text_content()
            assert right <= width
        if (width, height) == (1024, 768):  # a tablet on its side has large keys
            _, y, _, low = edges(carla.locator("[data-rank='7']"))
            assert low - y >= 90
    suit = carla.locator("[data-suit=s]")
    for viewport in (TABLET, PHONE["viewport"]):
        carla.set_viewport_size(viewport)
        hold(carla, "right")
        right_handed, *_ = edges(suit)
        hold(carla, "left")
        left_handed, *_ = edges(suit)
        assert left_handed < right_handed
        carla.screenshot(path=tmp_path / f"left-{viewport['width']}.jpg", quality=80)
        for each in carla.locator(".dock button").all():
            x, y, right, low = edges(each)
            assert min(right - x, low - y) >= 44, each.text_content()
            assert y > viewport["height"] * 0.4, "within a thumb's reach"


def edges(each: Locator) -> tuple[float, float, float, float]:
    box = each.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def hold(page: Page, hand: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator(f"[data-hand={hand}]").click()
    page.keyboard.press("Escape")


def test_other_languages(pages: Pages, tmp_path: Path) -> None:
    """From the door on, and then by the menu."""
    carla = pages.new(**PHONE)
    carla.goto(f"{pages.house}/#/console/moritz")
    carla.get_by_role("button", name="en", exact=True).click()
    carla.locator("[name=name]").fill("carla")
    carla.locator("[name=password]").fill(SESAME)
    carla.locator("form button.first").click()
    begin(carla)
    do(carla, "close_betting")
    expect(carla.locator("[data-rank=A]")).to_be_visible()
    scan(carla, "4H", "5C", "KD", "2S")
    for language in ("en", "de", "fr"):
        if language != "en":
            carla.locator("header .menu").click()
            carla.locator(f"nav button[lang={language}]").click()
            carla.keyboard.press("Escape")
        display = pages.display(language=language)
        points(display, 4, 7)
        expect(display.locator("[data-voice]")).to_have_text("Punto 4, Banco 7.")
        for page, name in ((carla, "console"), (display, "display")):
            expect(page.locator("html")).to_have_attribute("lang", language)
            page.screenshot(path=tmp_path / f"{language}-{name}.jpg", quality=80)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        display.close()
