"""A player writes a line, which the pit board counts, and is answered from the console."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE
from tests.browser.houses import open_house
from tests.browser.page_checks import PageCheck, check_page
from tests.browser.staff import GUARD_MS, STAFF, Pages, sign_in
from tests.browser.test_live_table import TITLE, open_table

__all__ = ["check_page"]  # a fixture

TABLE = f"""
[[tables]]
name = "scritto"
house = "live-mini"
title = "{TITLE}"
croupier = "person"
cards = "croupier"
lines = true
"""
# Whether nothing in a form is wider than it, and no field is white on the dark page.
WITHIN = """form => [...form.elements].every(each =>
  each.getBoundingClientRect().right <= form.getBoundingClientRect().right + 0.5
  && getComputedStyle(each).backgroundColor !== "rgb(255, 255, 255)")"""


@pytest.fixture
def pages(
    browser: Browser, browser_context_args: dict[str, Any], tmp_path: Path
) -> Iterator[Pages]:
    tables = tmp_path / "tables.toml"
    tables.write_text(TABLE)
    with open_house(tmp_path / "house.db", tables=tables, staff=STAFF) as address:
        opened = Pages(browser, browser_context_args, address)
        yield opened
        assert opened.complaints == []
        for context in list(browser.contexts):
            context.close()


def test_a_line_is_written_and_answered(pages: Pages, check_page: PageCheck) -> None:
    """Live on both sides; the answer is still there after a reload."""
    carla = pages.new(**PHONE)
    carla.clock.install()
    carla.goto(f"{pages.house}/#/console/scritto")
    sign_in(carla, "carla")
    player = pages.new()
    player.goto(pages.house)
    open_table(player, "Gioca come ospite")
    player.get_by_role("button", name="Scrivi al tavolo").click()
    form = player.get_by_role("dialog")
    field = form.get_by_label("Il tuo messaggio")
    for width, height in ((320, 568), (390, 844), (1280, 800)):
        player.set_viewport_size({"width": width, "height": height})
        assert form.locator("form").evaluate(WITHIN), width
    field.fill("Vieni su www.altrove.example")
    form.get_by_role("button", name="Invia").click()
    expect(form.get_by_role("alert")).to_have_text(
        "Niente indirizzi né link: il messaggio non è partito."
    )
    field.fill("Perché il Banco ha tirato?")
    field.press("Tab")
    player.keyboard.press("Enter")
    expect(form.get_by_text("In attesa di risposta")).to_be_visible()
    check_page(player, "a line")
    player.keyboard.press("Escape")

    line = carla.locator("[data-line='1']")
    expect(line).to_contain_text("Perché il Banco ha tirato?")
    check_page(carla, "a line to answer")
    mara = pages.new()
    mara.goto(f"{pages.house}/floor")
    sign_in(mara, "mara")
    expect(mara.locator("[data-open-lines]")).to_have_text(
        "Messaggi dei giocatori senza risposta: 1"
    )
    line.get_by_label("Un'altra risposta").fill("Aveva cinque, e il Punto otto.")
    carla.clock.fast_forward(GUARD_MS)
    line.get_by_role("button", name="Rispondi").click()
    expect(line).to_have_count(0)

    player.get_by_role("button", name="Nuova risposta").click()
    answer = player.get_by_role("dialog").get_by_text("Aveva cinque, e il Punto otto.")
    expect(answer).to_be_visible()
    player.reload()
    player.get_by_role("button", name="Scrivi al tavolo").click()  # it is no longer new
    expect(answer).to_be_visible()


def test_a_ready_answer_is_read_in_ones_own_language(pages: Pages) -> None:
    """Also if the clock of the player's device is ten minutes ahead of the house's."""
    carla = pages.new(**PHONE)
    carla.clock.install()
    carla.goto(f"{pages.house}/#/console/scritto")
    sign_in(carla, "carla")
    player = pages.new(locale="fr-CH")
    player.clock.install(time=time.time() + 600)
    player.goto(pages.house)
    open_table(player, "Jouer en invité")
    player.get_by_role("button", name="Écrire à la table").click()
    form = player.get_by_role("dialog")
    form.get_by_label("Votre message").fill("Le responsable, s'il vous plaît")
    form.get_by_role("button", name="Envoyer").click()
    expect(form.get_by_text("En attente de réponse")).to_be_visible()
    player.keyboard.press("Escape")
    carla.get_by_role("button", name="Il responsabile viene al tavolo.").wait_for()
    carla.clock.fast_forward(GUARD_MS)
    carla.get_by_role("button", name="Il responsabile viene al tavolo.").click()
    player.get_by_role("button", name="Nouvelle réponse").click()
    expect(form.get_by_text("Le chef de salle vient à la table.")).to_be_visible()
