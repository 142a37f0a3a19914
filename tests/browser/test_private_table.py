"""Tests of a private table on the page: guests, bets, payments, reloading and leaving."""

import re
from pathlib import Path

import msgspec
from playwright.sync_api import Page, expect

from puntobanco.game.coup import Outcome
from puntobanco.game.roads import RoadResult
from puntobanco.table.shared.scoreboard import roads_of
from puntobanco.wire.bodies import SessionRoads
from puntobanco.wire.stream import Statistics
from tests.browser.chosen_coups import CoupChooser, six_cards, tie
from tests.browser.page_actions import (
    bet,
    confirm,
    expect_stake,
    expect_table,
    sit_down,
    spot,
    wait_until,
)
from tests.browser.page_checks import await_layout

STREAK = 24
ROADS = SessionRoads(
    "1.1",
    roads_of([RoadResult(Outcome.PUNTO)] + [RoadResult(Outcome.BANCO)] * STREAK),
    Statistics(coups=STREAK + 1, punto=1, banco=STREAK),
)
PLACES = """marks => marks.map(mark => {
  const [, x, y] = /([\\d.]+)[ ,]+([\\d.]+)/.exec(mark.getAttribute("transform"));
  return [x / 10, y / 10];
})"""


def test_a_long_streak_has_a_dragons_tail_and_its_newest_coup_is_in_sight(
    lobby_page: Page, tmp_path: Path
) -> None:
    page = lobby_page
    page.route("**/roads?*", lambda route: route.fulfill(json=msgspec.to_builtins(ROADS)))
    sit_down(page)
    bet(page, "punto")
    confirm(page)
    streak = page.locator("svg.big g.banco")
    expect(streak).to_have_count(STREAK)
    # Down to the bottom row, then to the right.
    rows = [*range(6), *[5] * (STREAK - 6)]
    columns = [1] * 6 + [*range(2, STREAK - 4)]
    assert streak.evaluate_all(PLACES) == [list(place) for place in zip(columns, rows, strict=True)]
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        await_layout(page)
        page.locator("section.roads").screenshot(path=tmp_path / f"tail-{width}.png")
        frame = page.locator("section.roads").bounding_box()
        newest = page.locator("svg.big g.newest").bounding_box()
        assert frame
        assert newest
        assert newest["x"] >= frame["x"], width
        assert newest["x"] + newest["width"] <= frame["x"] + frame["width"], width
        assert newest["y"] + newest["height"] <= frame["y"] + frame["height"], width


def test_a_guest_plays_reloads_goes_back_and_cashes_out(lobby_page: Page) -> None:
    """The back button closes a dialog, and never leaves the table."""
    page = lobby_page
    heard: list[str] = []
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda said: heard.append(str(said)))
    )
    sit_down(page)
    credit = page.get_by_test_id("credit")
    expect(credit).to_have_text(re.compile(r"^1\.?000,00\sFUN$"))
    page.get_by_role("button", name="Regole").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.go_back()

    # Chips stay on the cloth when the page is reloaded.
    bet(page, "punto")
    expect_stake(page, "punto", "1,00")
    wait_until(page, lambda: any('"placed"' in said for said in heard))
    page.reload()
    expect_stake(page, "punto", "1,00")

    bet(page, "banco", "egalite")  # one of the three bets wins
    confirm(page)
    expect(page.locator("[data-paid]", has_text="Incasso").first).to_be_visible()
    expect(page.locator("[data-phase=paid]")).to_be_visible()
    before = credit.text_content() or ""

    # The coups of the session are shown after a reload, and can be repeated.
    page.reload()
    results = page.get_by_role("list", name="Ultimi colpi")
    expect(results.get_by_role("listitem")).to_have_count(1)
    expect(credit).to_have_text(before)
    page.go_back()
    page.get_by_role("button", name="Ripeti").click()
    for each in ("punto", "banco", "egalite"):
        expect_stake(page, each, "1,00")
    confirm(page)
    expect(page.locator("[data-paid=punto]")).to_be_visible()

    # The farewell is shown until it is closed; the next "back" leaves the page.
    expect(page.locator("[data-phase=paid]")).to_be_visible()
    amount = credit.text_content() or ""
    page.get_by_role("button", name="Incassa ed esci").click()
    farewell = page.locator("[data-farewell=cash_out]")
    expect(farewell).to_contain_text(amount)
    expect(farewell).to_be_in_viewport()
    page.wait_for_function("() => history.state === null")
    page.reload()
    expect(farewell).to_contain_text(amount)
    farewell.get_by_role("button", name="Chiudi").click()
    page.reload()
    expect(page.get_by_role("button", name="Siediti al tavolo").first).to_be_visible()
    expect(farewell).to_have_count(0)


# Faster than a person: the second click comes before the browser has finished going back.
CLOSE_AND_OPEN = """async () => {
  const named = name => [...document.querySelectorAll("button")].find(
    each => each.title === name || each.textContent.trim() === name);
  named("Chiudi").click();
  while (document.querySelector("dialog")) await Promise.resolve();
  await new Promise(done => queueMicrotask(done));
  named("Accedi").click();
}"""


def test_a_dialog_opened_while_another_closes_stays_open(lobby_page: Page) -> None:
    page = lobby_page
    page.get_by_role("button", name="Impostazioni", exact=True).click()
    expect(page.get_by_role("dialog", name="Impostazioni")).to_be_visible()
    page.evaluate("addEventListener('popstate', () => (window.popped_ = true))")
    page.evaluate(CLOSE_AND_OPEN)
    page.wait_for_function("() => window.popped_ && history.state === 1")
    expect(page.get_by_role("dialog", name="Accedi")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_another_window_takes_the_open_seat(lobby_page: Page) -> None:
    """The first window doesn't reconnect, and a reload doesn't take the seat back."""
    page = lobby_page
    sit_down(page)
    second = page.context.new_page()
    second.goto(page.url)
    waiting = second.get_by_role("group", name="Un posto ti aspetta")
    waiting.get_by_role("button", name="Punto e Banco · ").click()
    expect_table(second)
    expect(page.locator("[data-link=elsewhere]")).to_be_visible()
    page.reload()
    expect(page.get_by_role("group", name="Un posto ti aspetta")).to_be_visible()
    expect_table(second)

    # The first window takes the seat again by a button.
    page.get_by_role("button", name="Torna al tavolo").click()
    alert = second.locator("[data-link=elsewhere]")
    expect(alert).to_be_visible()
    expect(alert.get_by_role("button")).to_have_count(1)  # which isn't "try again"
    bet(page)
    confirm(page)
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    alert.get_by_role("button", name="Torna in sala").click()
    expect(second.get_by_role("button", name="Torna al tavolo")).to_be_visible()


def test_two_windows_with_different_guests_stay_apart(page: Page, house: str) -> None:
    """After a reload, and when one of them signs out."""
    second = page.context.new_page()
    for window in (page, second):  # before a guest exists
        window.goto(house)
        expect(window.get_by_role("button", name="Gioca come ospite").first).to_be_visible()
    for window, each in ((page, "punto"), (second, "banco")):
        sit_down(window)
        bet(window, each)
    for window, each in ((page, "punto"), (second, "banco")):
        window.wait_for_timeout(300)  # until the house knows the chips
        window.reload()
        expect_stake(window, each, "1,00")

    # The first window becomes a new one, which belongs to the last guest.
    second.get_by_role("button", name="Incassa ed esci").click()
    expect(second.locator("[data-farewell]")).to_be_visible()
    page.evaluate("sessionStorage.clear()")
    page.reload()
    page.get_by_role("button", name=re.compile("^Ospite")).click()
    page.get_by_role("dialog").get_by_role("button", name="Esci", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sì, esci").click()
    sit_down(page)  # as a new guest
    second.get_by_role("button", name="Cronologia").click()  # with a token no longer valid
    expect(second.get_by_role("button", name="Gioca come ospite").first).to_be_visible()
    page.reload()
    expect_table(page)


def test_a_tie_returns_stakes_and_nobody_draws_after_a_natural(
    lobby_page: Page, chooser: CoupChooser
) -> None:
    page = lobby_page
    sit_down(page)
    coup = chooser.choose_next(page, tie)
    bet(page)
    confirm(page)
    for side in ("punto", "banco"):
        expect(page.locator(f"[data-paid={side}]")).to_have_text(re.compile(r"^Patta\s+1,00\s"))
        expect(spot(page, side)).to_have_attribute("data-end", "pushed")
        expect(page.locator(f"[data-points={side}]")).to_have_text(str(coup.points[side]))
    expect(page.locator("[data-paid=egalite]")).to_have_text(re.compile(r"^Incasso\s+10,00\s"))
    expect(page.locator(".voice")).to_contain_text(": patta.")
    expect(page.get_by_test_id("credit")).to_have_text(re.compile(r"^1\.?009,00\s"))

    natural = chooser.choose_next(
        page, lambda each: not each.decisions and each.outcome is Outcome.PUNTO
    )
    bet(page)
    expect(page.locator("[data-paid]")).to_have_count(0)
    confirm(page)
    expect(page.locator("[data-side=punto].won")).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(4)
    expect(page.locator("[data-points=punto]")).to_have_text(str(natural.points["punto"]))
    page.get_by_text("Perché?").click()
    expect(page.locator(".why p")).to_have_text(re.compile("8 o 9 con due carte è un naturale"))
    line, told = page.locator(".said").bounding_box(), page.locator(".why").bounding_box()
    assert line
    assert told
    assert told["x"] >= line["x"] + line["width"]  # beside the croupier's line, which it explains
    assert abs(told["y"] + told["height"] - line["y"] - line["height"]) < 20
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".why")).to_be_in_viewport(ratio=1)


def test_a_coup_of_six_cards_is_shown_explained_and_paid(
    lobby_page: Page, chooser: CoupChooser
) -> None:
    page = lobby_page
    sit_down(page, "Punto e Banco (Egalité)")
    chooser.choose_next(page, six_cards)
    bet(page, "banco")
    confirm(page)
    # Winnings are rounded down to the cent: 0,475 for a stake of 0,50, after commission.
    expect(page.locator("[data-paid=banco]")).to_have_text(re.compile(r"^Incasso\s+0,97\s"))
    expect(page.get_by_test_id("credit")).to_have_text(re.compile(r"^1\.?000,47\s"))

    coup = chooser.choose_next(page, six_cards)
    # A chip whose winnings can be shown as chips.
    page.locator("label:has(input[name=chip])").nth(4).click()
    bet(page)
    expect(page.locator("[data-paid]")).to_have_count(0)
    confirm(page)
    expect(page.locator("[data-paid=banco]")).to_be_visible()
    for side in ("punto", "banco"):
        expect(page.locator(f"[data-side={side}] [data-card]")).to_have_count(3)
        expect(page.locator(f"[data-points={side}]")).to_have_text(str(coup.points[side]))
    assert coup.points["punto"] != coup.points["banco"]

    won, lost = spot(page, "banco"), spot(page, "punto")
    expect(won).to_have_attribute("data-end", "won")
    # "19:20" on a stake of 10,00
    expect(page.locator("[data-paid=banco]")).to_have_text(re.compile(r"^Incasso\s+19,50\s"))
    expect(won.locator(".winnings svg").first).to_be_visible()  # shown beside the stake
    expect(won.locator(".stake svg").first).to_be_visible()
    expect(lost).to_have_attribute("data-end", "lost")
    expect(lost.locator(".winnings")).to_have_count(0)

    page.get_by_text("Perché?").click()
    told = page.locator(".why p")
    punto, banco = coup.decisions
    expect(told.nth(0)).to_have_text(f"Punto {punto.points}: la regola dice carta.")
    third = coup.punto[2].points
    expect(told.nth(1)).to_have_text(
        f"Banco {banco.points}, terza carta di Punto {third}: la regola dice carta."
    )
    page.get_by_role("button", name="La regola della terza carta").click()
    expect(page.locator("dialog [data-tiraggio=punto]")).to_be_in_viewport()
