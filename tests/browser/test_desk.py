"""Tests of the desk: registering, signing in, accounts and credit."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from puntobanco.wire.stream import Stage
from tests.browser.chosen_sabots import KNOWN_SEED, SabotChooser, punto_wins
from tests.browser.house_time import hurry_to
from tests.browser.houses import open_house
from tests.browser.page_actions import bet, confirm, expect_table, sit_down
from tests.server.visitors import PASSWORD as OPERATORS_PASSWORD

NAME, PASSWORD = "Beatrice", "lungolago"


def click_button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def sign_in(page: Page, how: str, name: str = NAME, password: str = PASSWORD) -> None:
    if not page.get_by_role("dialog").is_visible():
        click_button(page, how)
    page.get_by_label("Nome").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("dialog").get_by_role("button", name=how, exact=True).click()


def sit_with_amount(page: Page, title: str, amount: str) -> None:
    heading = page.get_by_role("heading", name=title, exact=True)
    card = page.get_by_role("article").filter(has=heading)
    card.get_by_role("button", name="Siediti al tavolo").click()
    page.locator("dialog input[name=amount]").fill(amount)
    page.get_by_role("dialog").get_by_role("button", name="Siediti al tavolo").click()


def test_a_player_registers_plays_leaves_and_signs_in_again(lobby_page: Page) -> None:
    """Before, refusals are shown in their dialogs."""
    page = lobby_page
    for how, name, password, said in (
        ("Registrati", "B", PASSWORD, "Il nome deve avere"),
        ("Registrati", NAME, "lago", "La password deve avere"),
        ("Accedi", "Nessuno", PASSWORD, "Il nome o la password non è giusto."),
    ):
        sign_in(page, how, name, password)
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("alert")).to_contain_text(said)
        if how == "Registrati":
            expect(dialog.locator("[aria-invalid=true]")).to_be_focused()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("button", name=how)).to_be_focused()

    sign_in(page, "Registrati")
    who = page.get_by_role("button", name=NAME)
    expect(who).to_contain_text("10.000,00")
    sit_with_amount(page, "Punto e Banco", "250,50")
    expect_table(page)
    expect(page.get_by_test_id("credit")).to_have_text(re.compile(r"^250,50\s"))
    click_button(page, "Incassa ed esci")
    farewell = page.get_by_role("alert").filter(has_text="Grazie della visita")
    expect(farewell).to_contain_text("250,50")
    who.click()
    expect(page.get_by_text("Portato al tavolo")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^−250,50\s"))).to_be_visible()
    click_button(page, "Esci")
    expect(who).to_have_count(0)
    sign_in(page, "Accedi")
    expect(who).to_be_visible()


def test_a_guest_tops_up_at_the_table_and_sees_the_last_coups_in_the_lobby(
    lobby_page: Page,
) -> None:
    page = lobby_page
    sit_down(page)
    click_button(page, "Aggiungi credito")
    dialog = page.get_by_role("dialog")
    amount = page.get_by_label("Importo", exact=True).first
    for wrong, said in (("cento", "non è un importo"), ("9.000,01", "più di quanto")):
        amount.fill(wrong)
        dialog.get_by_role("button", name="Aggiungi credito", exact=True).click()
        expect(dialog.get_by_role("alert")).to_contain_text(said)
    dialog.get_by_role("button", name="500,00").click()
    dialog.get_by_role("button", name="Aggiungi credito", exact=True).click()
    expect(page.get_by_role("button", name="Aggiungi credito", exact=True)).to_be_focused()
    expect(page.get_by_test_id("credit")).to_have_text(re.compile(r"^1\.?500,00\s"))

    bet(page, "punto")
    confirm(page)
    expect(page.locator("[data-phase=paid]")).to_be_visible()
    page.get_by_role("button", name="Incassa ed esci").click()
    beads = page.get_by_role("list", name="I tuoi ultimi colpi qui")
    expect(beads.get_by_role("listitem")).to_have_count(1)


def deposit(page: Page, house: str, name: str, currency: str, amount: int) -> None:
    """Deposit money as the operator `olga`."""
    who = {"name": "olga", "password": OPERATORS_PASSWORD}
    token = page.request.post(f"{house}/api/tokens", data=who).json()["token"]
    made = page.request.post(
        f"{house}/api/operator/deposits",
        data={"key": "deposit-000000001", "name": name, "currency": currency, "amount": amount},
        headers={"Authorization": f"Bearer {token}"},
    )
    assert made.status == 201, made.text()


def test_a_player_sits_down_at_st_moritz_and_is_paid_in_francs(page: Page, tmp_path: Path) -> None:
    tables = tmp_path / "tables.toml"
    tables.write_text("""
[[tables]]
name = "moritz"
house = "st-moritz"
currency = "CHF"
pace = { mixing = 60000, opening = 60000, burn = 200, betting = 60000, result = 60000 }
""")
    with open_house(
        tmp_path / "house.db", tables=tables, chooser=SabotChooser(punto_wins), operator="olga"
    ) as house:
        page.add_init_script(f"({KNOWN_SEED})()")
        page.goto(house)
        table, dialog = page.locator("[data-table=moritz]"), page.get_by_role("dialog")
        table.get_by_role("button", name="Accedi").click()  # guests have play money only
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        sign_in(page, "Registrati")
        table.get_by_role("button", name="Siediti al tavolo").click()
        expect(dialog).to_contain_text("Sul conto non c'è abbastanza")
        expect(dialog).to_contain_text(f"Si deposita alla cassa, a nome {NAME}.")
        deposit(page, house, NAME, "CHF", 50_000)
        expect(dialog).to_contain_text(re.compile(r"500,00\sCHF"))  # without a reload
        page.locator("dialog input[name=amount]").fill("200")
        dialog.get_by_role("button", name="Siediti al tavolo").click()
        credit = page.get_by_test_id("credit")
        with hurry_to(page, Stage.BETTING):
            page.locator(".hands[data-stage=betting]").wait_for()
        expect(credit).to_have_text(re.compile(r"^200,00\sCHF"))
        bet(page, "punto")
        confirm(page)
        expect(page.locator("[data-confirmed=punto]")).to_be_visible()
        with hurry_to(page, Stage.PAID):
            expect(credit).to_have_text(re.compile(r"^210,00\sCHF"))
        click_button(page, "Incassa ed esci")
        farewell = page.get_by_role("alert").filter(has_text="Grazie della visita")
        expect(farewell).to_contain_text(re.compile(r"210,00\sCHF"))
        expect(page.get_by_role("button", name=NAME)).to_contain_text(re.compile(r"510,00\sCHF"))
