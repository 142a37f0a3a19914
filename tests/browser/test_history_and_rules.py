"""Tests of the history, replays, verification and the rules on the page."""

import csv
import json
import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.page_actions import bet, confirm, sit_down, spot
from tests.cli.command import run

FORGET_NOTES = """
  Object.keys(localStorage)
    .filter((name) => name.startsWith("puntobanco.seen."))
    .forEach((name) => localStorage.removeItem(name));
"""
STEPS = (
    *("kind", "table", "epoch", "number", "seen", "sheet", "cut", "commitment", "house"),
    *("player", "seeds", "seed", "ended", "fixed", "burn", "cards", "coup"),
)


def play(page: Page) -> None:
    sit_down(page)
    bet(page)
    confirm(page)
    expect(page.locator("[data-phase=paid]")).to_be_visible()


def open_history(page: Page) -> None:
    page.get_by_role("button", name="Cronologia", exact=True).click()
    expect(page.locator("[data-record]")).to_have_count(1)


def verdicts(page: Page) -> dict[str, str]:
    expect(page.locator("[data-step]")).to_have_count(len(STEPS))
    found = page.locator("[data-step]").all()
    return {str(e.get_attribute("data-step")): str(e.get_attribute("data-verdict")) for e in found}


def test_the_history_shows_every_coup_downloads_and_replays_it(
    lobby_page: Page, tmp_path: Path
) -> None:
    page = lobby_page
    play(page)
    credit = page.get_by_test_id("credit").text_content() or ""
    open_history(page)
    coup = page.locator("[data-record]")
    # In the order of the cloth.
    expect(coup.locator("tbody th")).to_have_text(["Punto", "Pari", "Banco"])
    expect(coup.get_by_role("img").nth(3)).to_be_visible()
    expect(coup).to_contain_text(re.compile(r"Credito prima\s*1\.?000,00"))
    expect(page.locator("[data-event=opened]")).to_contain_text("Punto e Banco")

    page.get_by_label("Dal").fill("2100-01-01")
    expect(page.get_by_text("Nessun risultato con questo filtro")).to_be_visible()
    page.get_by_label("Dal").fill("")
    expect(coup).to_have_count(1)

    for form in ("CSV", "JSON"):
        with page.expect_download() as download:
            page.get_by_role("button", name=form, exact=True).click()
        download.value.save_as(tmp_path / form)
    with (tmp_path / "CSV").open(newline="") as file:
        assert [line["bet"] for line in csv.DictReader(file)] == ["punto", "banco", "egalite"]
    assert [coup["number"] for coup in json.loads((tmp_path / "JSON").read_text())] == [1]

    page.get_by_label("Sessione").select_option(index=1)
    expect(page.get_by_label("Sessione").locator("option").nth(1)).to_have_text(
        re.compile(r"^\w{3} \d+ \w{3}, \d\d:\d\d · Punto e Banco · 1 colpo$")
    )
    net = coup.locator(".net").inner_text()
    page.get_by_role("button", name="Risultati", exact=True).click()
    expect(page.locator("dl [data-net]")).to_have_text(net)
    expect(page.get_by_role("img", name=re.compile("Il tuo saldo"))).to_be_visible()
    expect(page.locator("[data-row]")).to_have_count(1)
    page.get_by_role("button", name="Colpi", exact=True).click()
    expect(coup).to_have_count(1)

    # A replay doesn't change the table.
    page.get_by_role("button", name="Rivedi: Colpo 1").click()
    expect(page.locator("[data-replay='1']")).to_be_visible()
    # A replay has no last coups.
    expect(page.get_by_role("list", name="Ultimi colpi")).to_have_count(0)
    expect(page.locator("[data-paid]")).to_have_count(3)
    expect(spot(page, "punto")).to_be_disabled()
    page.keyboard.press("r")  # no bets during a replay
    page.get_by_role("button", name="Torna al tavolo").click()
    expect(page.get_by_test_id("credit")).to_have_text(credit)
    expect(page.locator("[data-paid]")).to_have_count(3)


def test_a_coup_is_verified_on_the_page_and_by_the_command(
    lobby_page: Page, tmp_path: Path
) -> None:
    page = lobby_page
    play(page)
    page.get_by_role("button", name="✓ verificato", exact=True).click()  # by itself
    expect(page.locator("svg.bead g")).to_have_count(1)  # the roads of the session
    assert verdicts(page) == dict.fromkeys(STEPS, "holds")
    for name, button in (("proof", "Scarica la prova"), ("seen", "Scarica ciò che")):
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        download.value.save_as(tmp_path / name)
    ran = run("verify", tmp_path / "proof", "--seen", tmp_path / "seen")
    assert "✓ seen" in ran.stdout

    # A falsified history fails: first by itself, then against the proof of the house.
    page.route("**/records*", falsify)
    page.reload()
    assert verdicts(page) == dict.fromkeys(STEPS, "holds") | {"cards": "fails"}
    page.keyboard.press("Escape")
    expect(page.locator("svg.bead g")).to_have_count(1)
    open_history(page)
    page.get_by_role("button", name="Verifica: Colpo 1").click()
    assert verdicts(page) == dict.fromkeys(STEPS, "holds") | {"coup": "fails"}

    # Without notes, some steps are unknown.
    page.unroute("**/records*")
    page.evaluate(FORGET_NOTES)
    page.reload()
    open_history(page)
    page.get_by_role("button", name="Verifica: Colpo 1").click()
    unknown = dict.fromkeys(["seen", "player", "seed", "fixed"], "unknown")
    assert verdicts(page) == dict.fromkeys(STEPS, "holds") | unknown


def falsify(route: Route) -> None:
    """Change the last card of every coup."""
    answer = route.fetch()
    told = answer.json()
    for record in told["records"]:
        if record["type"] == "coup":
            last = "Ac" if record["cards"][-2:] != "Ac" else "Ad"
            record["cards"] = record["cards"][:-2] + last
    route.fulfill(response=answer, json=told)


def open_rules(page: Page, title: str, called: str = "Regole") -> None:
    heading = page.get_by_role("heading", name=title, exact=True)
    card = page.get_by_role("article").filter(has=heading)
    card.get_by_role("button", name=called).click()


def test_the_rules_show_what_the_book_says_and_explain_the_game(lobby_page: Page) -> None:
    page = lobby_page
    open_rules(page, "Punto e Banco")
    banco = page.locator("[data-bet-rule=banco]")
    expect(banco).to_contain_text("0,95:1")
    expect(banco).to_contain_text("Commissione: 5% della vincita.")
    expect(banco).to_contain_text("1,95 per ogni 1")
    expect(banco).to_contain_text("98,99%")
    exact = page.locator("[data-fraction=banco]")
    expect(exact).to_be_hidden()
    page.get_by_text("I ritorni esatti").click()
    expect(exact).to_have_text("4823747/4873050")
    six = page.locator("[data-tiraggio=banco] tbody tr").filter(
        has=page.get_by_role("rowheader", name="6", exact=True)
    )
    assert six.locator("td").all_text_contents() == list("SSSSSSCCSSS")

    # To a beginner.
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    open_rules(page, "Baccarat For Fun")
    rules = page.get_by_role("dialog")
    first = rules.get_by_role("heading", level=3).first
    expect(first).to_have_text("Come si gioca")
    expect(rules).to_contain_text("Si danno due mani, Giocatore e Banco.")
    expect(rules).to_contain_text("quella che arriverà più vicino a nove")
    expect(rules).to_contain_text("Giocatore tira una terza carta con 0, 1, 2, 3, 4 o 5 punti")
    expect(rules).to_contain_text("le puntate su Giocatore e Banco tornano ai giocatori")
    values = rules.get_by_role("listitem").locator("b")
    expect(values).to_have_text(["1", "2 – 9", "0"])
    told = rules.locator("[data-session-rules] dt")
    expect(told).to_have_text(
        [
            *("Inattività", "Connessione doppia", "Connessione persa", "Risposta persa"),
            *("Malfunzionamenti", "Incassa ed esci"),
        ]
    )
    expect(rules.locator("[data-bet-rule=grande]")).to_contain_text("cinque o sei carte")
    expect(rules.locator("[data-bet-rule=piccolo]")).to_contain_text("quattro carte")


IN_EVERY_LANGUAGE = (
    ("it", "Regole", "Come leggiamo il regolamento", "Giocatore non ha tirato"),
    ("en", "Rules", "How we read the printed rules", "Player has not drawn"),
    ("de", "Regeln", "Wie wir die Regeln lesen", "Spieler hat nicht gezogen"),
    ("fr", "Règles", "Comment nous lisons le règlement", "Joueur n'a pas tiré"),
)


def test_the_rules_fit_on_the_smallest_phone_in_every_language(page: Page, house: str) -> None:
    page.goto(house)
    for language, called, book, none in IN_EVERY_LANGUAGE:
        # Where the language buttons are visible.
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_role("button", name=language, exact=True).click()
        page.set_viewport_size({"width": 320, "height": 640})
        open_rules(page, "Baccarat For Fun", called)
        page.locator("summary").click()
        rules = page.get_by_role("dialog")
        expect(rules).to_contain_text(book)
        expect(rules).not_to_contain_text("004")
        expect(rules.locator("blockquote + figcaption").first).to_have_attribute("lang", language)
        expect(rules).to_contain_text(f"rimane {none}")
        inside = rules.locator("[tabindex]")
        assert inside.evaluate("it => it.scrollWidth - it.clientWidth") == 0
        page.keyboard.press("Escape")
        expect(rules).to_have_count(0)
