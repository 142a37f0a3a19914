"""Tests of the cash sheet."""

import re
from datetime import datetime

from playwright.sync_api import Page, Route, WebSocket, expect

from tests.browser.conftest import PHONE
from tests.browser.houses import STAFF_PASSWORD
from tests.browser.page_checks import DESK, PageCheck, check_page
from tests.browser.staff import (
    GUARD_MS,
    LOCK_MS,
    Pages,
    pages,
    post,
    press_commands,
    set_standing,
    sign_in,
    sign_in_at,
)

__all__ = ["check_page", "pages"]  # fixtures


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


def press_while_table_pauses(console: Page, name: str, house: str) -> None:
    """The console hears of it between press and release; no look at the sheet is answered."""
    held: list[Route] = []
    console.route("**/fiches/cash", lambda route: held.append(route))
    console.get_by_role("button", name=name).hover()
    console.mouse.down()
    set_standing(house, "paused", "Si cambiano le carte.", "fiches")
    expect(console.locator("[data-note]")).to_have_count(1)
    console.mouse.up()
    expect(console.get_by_role("dialog")).to_be_visible()
    console.unroute("**/fiches/cash")
    for each in held:
        each.abort()
    set_standing(house, "open", table="fiches")


def unlock(page: Page) -> None:
    page.locator("[name=password]").fill(STAFF_PASSWORD)
    page.locator("form .first").click()


def test_the_cash_sheet_balances_or_names_the_difference(
    pages: Pages, check_page: PageCheck
) -> None:
    """The manager signs on the croupier's device, and the croupier keeps the table."""
    carla = pages.console("carla", "fiches", page=pages.new(viewport=DESK))
    press_commands(carla, "take")
    expect(carla.locator("[data-runs=me]")).to_be_visible()
    sockets: list[WebSocket] = []
    carla.on("websocket", lambda socket: sockets.append(socket))
    expect(carla.locator("[data-no-cash-sheet]")).to_be_visible()
    carla.wait_for_timeout(GUARD_MS)
    carla.locator("[data-no-cash-sheet]").click()  # the console says that no sheet is open
    expect(carla.locator("[data-write=fill]")).to_be_disabled()
    expect(carla.locator("[data-refused='cash/not-open']")).to_contain_text("Aggiunta")
    write_line(carla, "opening", "10000x")
    expect(carla.get_by_role("alert")).to_have_text(
        "«10000x» non è un importo. Scrivete 1200 o 12,50."
    )
    write_line(carla, "opening", "10000")
    expect(carla.locator("[data-line='1']")).to_contain_text("manca")
    expect(carla.locator("[data-write=closing]")).to_be_disabled()
    expect(carla.locator("[data-refused='cash/unsigned']")).to_contain_text("controfirmate")
    press_while_table_pauses(carla, "Controfirma 1", pages.house)
    dialog = carla.get_by_role("dialog", name="Seconda firma: 1")
    signs = re.compile(r"Dotazione iniziale di 10\.000,00.FUN, riga scritta da carla, \d\d:\d\d")
    expect(dialog.locator("[data-signs]")).to_have_text(signs)
    check_page(carla, "second-signature")
    for password, told in (("not hers", "Il nome o la password"), (STAFF_PASSWORD, "")):
        dialog.get_by_label("Nome").fill("mara")
        dialog.get_by_label("Password").fill(password)
        dialog.get_by_role("button", name="Controfirma").click()
        if told:
            expect(dialog.get_by_role("alert")).to_contain_text(told)
    expect(dialog).to_have_count(0)
    expect(carla.locator("[data-line='1']")).to_contain_text("mara")
    mara = sign_in_at(pages.house, "mara")
    drop = {"key": "the-drop-of-tonight", "kind": "drop", "amount": 50_050}
    post(pages.house, "/api/tables/fiches/cash", drop, mara)
    carla.get_by_role("link", name="Alla console").click()
    expect(carla.locator("[data-runs=me]")).to_be_visible()
    expect(carla.locator("[data-no-cash-sheet]")).to_have_count(0)
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
    counted = carla.locator("[data-sheet=counted]")
    expect(counted).to_contain_text("aspetta la seconda firma")
    expect(counted).to_have_attribute("data-difference", "0")
    replaced = carla.locator("[data-line='5']")
    expect(replaced).to_contain_text("sostituita dalla n. 6")
    expect(replaced.get_by_role("button")).to_have_count(0)
    write_line(carla, "fill", "0")
    expect(carla.get_by_role("alert")).to_contain_text("0,00 non cambia nulla")
    signed = {"key": "the-second-signature", "line": 6}
    post(pages.house, "/api/tables/fiches/cash/signatures", signed, mara)
    expect(carla.locator("[data-closed]")).to_contain_text("da carla e mara", timeout=15_000)
    expect(carla.locator("[data-sheet=closed]")).to_have_text("Il foglio quadra al centesimo.")
    expect(carla.locator("[data-write=fill]")).to_be_disabled()
    with carla.expect_download() as csv:
        carla.get_by_role("button", name="CSV").click()
    rows = csv.value.path().read_text().splitlines()
    assert any(row.startswith("balance difference,,,0.00,") for row in rows)
    carla.emulate_media(media="print")
    expect(carla.get_by_role("button")).to_have_count(0)
    expect(carla.get_by_text("Firma", exact=True)).to_have_count(2)
    written = next(row.split(",")[2] for row in rows if row.startswith("opening,"))
    today = datetime.fromisoformat(written).strftime("%d/%m/%Y")
    expect(carla.locator("header")).to_contain_text(f"aperto il {today}")
    expect(carla.locator("header")).to_contain_text("St. Moritz 2 fiches")
    expect(carla.locator("[data-line='1']")).to_contain_text(today)


OFFLINE = "La casa non risponde"


def reload_offline(page: Page, path: str) -> None:
    """Load the page while the house can't be reached, until it can be again."""
    page.route(f"**/{path}", lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text(OFFLINE)
    page.unroute(f"**/{path}")
    page.clock.fast_forward(3_000)
    expect(page.get_by_role("alert").filter(has_text=OFFLINE)).to_have_count(0)


def test_the_cash_sheet_is_a_page_of_its_own(pages: Pages, check_page: PageCheck) -> None:
    """It offers the log-in, and locks; without a name it lists the tables with real chips.

    A page that is loaded while the house can't be reached asks again, locked or not.
    """
    carla = pages.new(**PHONE)
    carla.clock.install()
    carla.goto(f"{pages.house}/#/cash")
    post(pages.house, "/api/people", {"name": "anna", "password": "lungolago"})
    sign_in(carla, "anna", "lungolago")
    expect(carla.get_by_role("alert")).to_have_text("È per croupier e responsabili.")
    check_page(carla, "cash-entrance")
    sign_in(carla, "carla")
    table = carla.get_by_role("link")
    expect(table).to_have_accessible_name("St. Moritz 2 fiches")
    check_page(carla, "cash-tables")
    reload_offline(carla, "api/tables")
    carla.goto(f"{pages.house}/#/cash/fiches")  # loads the page again
    expect(carla.locator("[data-write=opening]")).to_be_visible()
    reload_offline(carla, "api/tables/fiches/cash")
    carla.clock.fast_forward(LOCK_MS)
    expect(carla.locator("[name=password]")).to_be_visible()
    reload_offline(carla, "api/me")
    unlock(carla)
    expect(carla.locator("[data-write=opening]")).to_be_visible()

    carla.goto(f"{pages.house}/#/cash")
    expect(table).to_have_accessible_name("St. Moritz 2 fiches")
    carla.get_by_role("button", name="de", exact=True).click()
    expect(carla.locator("html")).to_have_attribute("lang", "de")
    table.click()
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

    carla.evaluate("sessionStorage.clear(); localStorage.clear()")
    carla.reload()  # as on another device, where a manager signs in at the sheet itself
    sign_in(carla, "mara")
    expect(carla.locator("[data-line='1']")).to_be_visible()
