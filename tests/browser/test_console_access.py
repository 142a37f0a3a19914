"""Who can open, run, lock and reach a console, and what the lobby says of its table."""

import re

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE
from tests.browser.houses import STAFF_PASSWORD
from tests.browser.page_checks import PageCheck, check_page
from tests.browser.staff import (
    GUARD_MS,
    LOCK_MS,
    Pages,
    command_button,
    edges,
    expect_cards,
    expect_demand,
    pages,
    press_commands,
    scan,
    set_standing,
    sign_in,
)

__all__ = ["check_page", "pages"]  # fixtures

TABLET: ViewportSize = {"width": 820, "height": 1180}


def test_only_staff_can_open_a_console(pages: Pages) -> None:
    page = pages.new()
    page.goto(f"{pages.house}/#/console/moritz")
    sign_in(page, "carla", "not the password")
    expect(page.get_by_role("alert")).to_have_text("Il nome o la password non è giusto.")
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
    expect(page.get_by_text("Questo tavolo non esiste.")).to_be_visible()
    page.get_by_role("link", name="Altro tavolo").click()
    page.get_by_role("link", name=re.compile("St. Moritz 1")).click()
    expect(page.locator(".console[data-link=here]")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Esci").click()
    expect(page.get_by_role("heading", name="Console del croupier")).to_be_visible()


def test_a_console_locks_and_opens_by_password(pages: Pages, check_page: PageCheck) -> None:
    """What the house tells meanwhile doesn't keep it open, and no other page opens either."""
    carla = pages.betting("carla", page=pages.new(**PHONE))
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


def test_another_croupier_can_take_over_during_a_coup(pages: Pages) -> None:
    """Handing over asks first while cards are out, and so does a manager's taking."""
    carla, dino = pages.betting("carla"), pages.console("dino")
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


def test_the_lobby_shows_the_kind_of_each_table(pages: Pages, check_page: PageCheck) -> None:
    """A table with real chips can only be watched."""
    page = pages.new(**PHONE)
    page.goto(pages.house)
    kinds = {
        "moritz": "Carte scoperte, carte vere, con croupier",
        "campione": "Carte in mano, con croupier",
        "lago": "Carte in mano, carte vere, con croupier",
    }
    for name, kind in kinds.items():
        card = page.locator(f"[data-table={name}]")
        expect(card.locator("[data-kind]")).to_have_text(kind)
        unproved = card.get_by_text("non verificabili")
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


def test_every_button_is_visible_and_within_reach(pages: Pages) -> None:
    """On phones and tablets, for the right and for the left hand."""
    carla = pages.betting("carla", page=pages.new(**PHONE))
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


def set_hand(page: Page, hand: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator(f"[data-hand={hand}]").click()
    page.keyboard.press("Escape")
