"""Tests of land tables: boxes, cards in hand, stakes left on the cloth, and tips."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from puntobanco.client import Client
from puntobanco.wire.stream import Stage
from tests.browser.chosen_house import PACE, chooser, house
from tests.browser.chosen_sabots import (
    KNOWN_SEED,
    SabotChooser,
    punto_draws,
    punto_stands,
    punto_wins,
    tie,
)
from tests.browser.conftest import PHONE, is_complaint
from tests.browser.house_time import clock_stopped, hurry_to
from tests.browser.houses import SECONDS
from tests.browser.page_actions import bring
from tests.browser.page_checks import DESK, SIZES, PageCheck, await_layout, check_page
from tests.browser.staff import DelayedConnection
from tests.browser.test_accessibility import (
    LANGUAGES,
    SCREENS,
    TOO_WIDE,
    press_button,
    set_language,
)

__all__ = ["check_page", "chooser", "house"]  # fixtures

TABLES = f"""
[[tables]]
name = "campione"
house = "campione"
{PACE}

[[tables]]
name = "st-moritz"
house = "st-moritz"
faces = "down"
boxes = 9
{PACE}
"""


@pytest.fixture
def context(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """A phone, on which cards are peeled with a finger."""
    with browser.new_context(**(browser_context_args | SIZES["phone"])) as opened:
        opened.add_init_script(f"({KNOWN_SEED})()")
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


ON_TOP = """tag => { const { x, y, width, height } = tag.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every(
    part => tag.contains(document.elementFromPoint(x + part * width, y + height / 2))) }"""


def top_of(each: Locator) -> float:
    """The vertical position."""
    box = each.bounding_box()
    assert box is not None
    return round(box["y"])


def sit_down(page: Page, table: str) -> None:
    page.locator(f"[data-table={table}]").locator("button.first").click()
    bring(page, "10000")
    wait_for_stage(page, "betting")


def wait_for_stage(page: Page, name: str) -> None:
    there = page.locator(f".hands[data-stage={name}]")
    if not there.is_visible():
        with hurry_to(page, Stage(name)):
            there.wait_for()


def bet(page: Page, *bets: str) -> None:
    for each in bets:
        page.locator(f"button[data-bet={each}]").click()
    page.get_by_role("button", name="Conferma puntate").click()
    for each in bets:
        expect(page.locator(f"[data-confirmed={each}]")).to_be_visible()


def wait_for_squeeze(page: Page, side: str = "punto") -> Locator:
    hand = page.locator(f"dialog[data-squeeze={side}]")
    with hurry_to(page, Stage.DEALING):
        expect(hand).to_be_visible()
    return hand


class Finger:
    """Lifts a card: with the mouse on a desktop, by touch on a phone."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._touches = page.evaluate("matchMedia('(pointer: coarse)').matches")

    def lift(self, place: int, far: float) -> None:
        """Lift a card's lower right corner; `far` is the share of its size."""
        box = self._page.locator(f"[data-peel='{place}']").bounding_box()
        assert box is not None
        x, y = box["x"] + 0.96 * box["width"], box["y"] + 0.97 * box["height"]
        up, left = far * 1.1 * box["height"], far * 0.7 * box["width"]
        self._move("touchStart", x, y)
        for n in range(1, 9):
            self._move("touchMove", x - left * n / 8, y - up * n / 8)
        self._at = x - left, y - up

    def stay(self) -> None:
        """Report the last position once more, as a finger does that trembles."""
        x, y = self._at
        self._move("touchMove", x + 1, y + 1)
        self._move("touchMove", x, y)

    def _move(self, kind: str, x: float, y: float) -> None:
        if self._touches:
            points = [{"x": x, "y": y}]
            self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            return
        self._page.mouse.move(x, y)
        if kind == "touchStart":
            self._page.mouse.down()

    def let_go(self) -> None:
        if self._touches:
            self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self._page.mouse.up()


IN_THE_WINDOW = """dialog => [dialog, ...dialog.querySelectorAll("*")].every(each => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1 })"""
SET_TEXT = "(tag, words) => { tag.firstChild.data = words }"
APART = """said => {
  const [coup, voice] = [".coup", ".voice"].map(each => {
    const words = document.createRange();
    words.selectNodeContents(said.querySelector(each));
    return words.getBoundingClientRect() });
  return coup.right < voice.left || voice.bottom <= coup.top + 1 }"""


@pytest.mark.parametrize("chooser", [SabotChooser(punto_draws, punto_stands)], ids=["carta-resto"])
def test_campione_cards_in_hand_from_taking_a_box_to_the_payment(
    visitor: Page, check_page: PageCheck, chooser: SabotChooser
) -> None:
    """There is no bet without a box; Punta's holder peels the cards, calls, and shows them."""
    page = visitor
    expect(page.locator("[data-table=campione]")).to_be_visible()
    check_page(page, "lobby")
    sit_down(page, "campione")
    expect(page.locator("[data-box]")).to_have_count(7)
    page.locator("button[data-bet=punto]").click()
    expect(page.locator("[data-code='table/no-box']")).to_contain_text("casella")
    page.get_by_role("button", name=re.compile("^Casella 4: 3 posti liberi")).click()
    mine = page.get_by_role("button", name=re.compile("^Casella 4: tu"))
    expect(mine).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-code]")).to_have_count(0)
    bet(page, "punto")
    check_page(page, "confirmed")

    hand = wait_for_squeeze(page)
    with clock_stopped(page):
        expect(hand.locator("[data-left]")).to_be_visible()
        expect(hand.locator("[data-peel]")).to_have_count(2)
        check_page(page, "squeeze")
        for width, height in ((320, 568), (568, 320), (844, 390), (640, 360)):
            page.set_viewport_size({"width": width, "height": height})
            assert hand.evaluate(IN_THE_WINDOW), f"{width}×{height}: the squeeze is cut"
        page.set_viewport_size(PHONE["viewport"])
        page.keyboard.press("Escape")
        expect(hand).to_have_count(0)
        tag = page.locator("[data-holder=punto]")
        expect(tag).to_have_text("nelle tue mani")
        assert tag.evaluate(ON_TOP), "something covers the holder's name"
        check_page(page, "laid")
        page.locator(".said .voice").evaluate(
            SET_TEXT, "Carta. Banco 3. Hai in mano le carte di Punta."
        )
        assert page.locator(".said").evaluate(APART), (
            "the croupier's words overlap the coup's number"
        )
        check_page(page, "long-line", with_axe=False)
        page.get_by_role("button", name="Incassa ed esci").click()
        asked = page.get_by_role("dialog", name="Lasciare il tavolo?")
        expect(asked).to_contain_text("Hai in mano le carte di Punta. Se ti alzi ora")
        check_page(page, "leaving")
        asked.get_by_role("button", name="Rimani").click()
        expect(asked).to_have_count(0)
        page.get_by_role("button", name="Riprendi le carte").click()
        finger = Finger(page)
        finger.lift(1, 0.65)
        expect(page.locator("[data-peel='1']")).to_have_attribute(
            "aria-valuetext", re.compile("il seme è")
        )
        check_page(page, "peeled", with_axe=False)
        page.set_viewport_size(DESK)  # as if the phone was turned with a card in hand
        finger.stay()
        page.set_viewport_size(PHONE["viewport"])
        expect(page.locator("[data-peel='1']")).to_have_attribute(
            "aria-valuetext", re.compile("^sollevata al 27%, il seme è")
        )
        finger.let_go()  # not lifted far enough: it falls back
        expect(page.locator("[data-peel='1']")).to_have_attribute("aria-valuetext", "carta coperta")
        finger.lift(1, 1.1)
        finger.let_go()
        expect(page.locator("[data-peel='1'][data-seen]")).to_be_visible()
        page.locator("[data-peel='2']").focus()
        for _ in range(10):
            page.keyboard.press("ArrowUp")
        expect(page.locator("[data-peel='2'][data-seen]")).to_be_visible()
        expect(hand.locator("[data-have]")).to_be_visible()
        stood = top_of(hand.locator(".ways"))
        hand.get_by_role("button", name="Resto").click()
        expect(hand.get_by_role("alert")).to_contain_text("la regola dice carta")
        assert top_of(hand.locator(".ways")) == stood
        check_page(page, "against-the-rule")
    hand.get_by_role("button", name="Carta").click()
    expect(hand.locator("[data-peel='3']")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("[data-peel='3'][data-seen]")).to_be_visible()
    with clock_stopped(page):
        check_page(page, "third-card")
    page.keyboard.press("Enter")
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("[data-card='??']")).to_have_count(0)
    check_page(page, "paid")

    wait_for_stage(page, "betting")
    bet(page, "punto")
    hand = wait_for_squeeze(page)
    page.keyboard.press("r")
    expect(hand.get_by_role("button", name="Carta")).to_have_count(0)
    hand.locator(".show.first").click()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    mine.click()
    expect(page.locator("[data-box='4']")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("chooser", [SabotChooser(tie, punto_wins)], ids=["tie-win"])
def test_st_moritz_egalite_leaves_stakes_and_a_win_offers_a_tip(
    visitor: Page, check_page: PageCheck, chooser: SabotChooser
) -> None:
    """The player stands and holds both hands; Punto's cards are shown first.

    «in caso di vincita … lasciare una piccola parte della vincita ai croupiers»: a tip is offered
    after a win, not before, and none is preselected.
    """
    page = visitor
    sit_down(page, "st-moritz")
    expect(page.locator("[data-box]")).to_have_count(9)
    expect(page.locator("[data-hint]")).to_contain_text("in piedi")
    bet(page, "punto", "banco")
    check_page(page, "standing")
    show_all_cards(page, "punto", check_page)
    expect(page.locator("[data-paid]")).to_have_count(2)
    expect(page.locator("[data-stays]")).to_have_count(2)
    expect(page.locator("[data-left-on-cloth]")).to_contain_text("Punto")
    expect(page.locator("[data-tip]")).to_have_count(0)
    check_page(page, "stays")
    page.get_by_role("button", name="Ritira Banco").click()
    expect(page.get_by_role("button", name="Ritira tutto")).to_have_count(0)
    expect(page.locator("[data-bet=banco] .chips .stake")).to_have_count(0)  # its chips are gone
    expect(page.locator("[data-bet=punto] .chips .stake")).to_have_count(1)
    expect(page.get_by_test_id("credit")).to_have_text(re.compile(r"^9\.990,00\s"))
    wait_for_stage(page, "betting")
    expect(page.locator("[data-confirmed=punto]")).to_be_visible()
    expect(page.locator("[data-confirmed=banco]")).to_have_count(0)
    expect(page.get_by_test_id("in-play")).to_have_text("10,00")
    page.locator("[data-box='9']").click()
    expect(page.locator("[data-box='9']")).to_have_attribute("aria-pressed", "true")
    check_page(page, "left")
    show_all_cards(page, "punto")
    expect(page.locator("[data-paid=punto]")).to_contain_text("20,00")
    expect(page.locator("[data-tip]")).to_have_count(3)
    chosen = page.locator("[data-tip]").and_(
        page.locator(":focus, :checked, [aria-pressed=true], [aria-checked=true], [autofocus]")
    )
    expect(chosen).to_have_count(0)
    expect(page.get_by_test_id("credit")).to_have_text(re.compile(r"^10\.010,00\s"))
    offered = [each.get_attribute("data-tip") for each in page.locator("[data-tip]").all()]
    assert offered == ["500", "1000", "2500"]  # the smallest chips of the sheet
    check_page(page, "tip")
    page.locator("[data-tip='500']").click()
    expect(page.locator("[data-thanks]")).to_contain_text("5,00")
    expect(page.get_by_test_id("credit")).to_have_text(re.compile(r"^10\.005,00\s"))
    check_page(page, "thanks")

    # The croupier turns the cards when the holder's time is over.
    wait_for_stage(page, "betting")
    bet(page, "punto", "egalite")
    wait_for_squeeze(page)
    with hurry_to(page, Stage.PAID, in_hand=True):
        expect(page.locator("[data-paid]")).to_have_count(2)
    expect(page.locator("[data-card='??']")).to_have_count(0)


@pytest.mark.parametrize("chooser", [SabotChooser(tie)], ids=["tie"])
def test_stakes_left_on_the_cloth_by_a_tie_until_their_player_leaves(
    visitor: Page, check_page: PageCheck, chooser: SabotChooser
) -> None:
    """After a win on Égalité, a tip is offered beside the stakes left; nothing moves for it.

    Stakes left go to the account at once when the player leaves, stakes in play after the coup. The
    histories don't count the stakes left as lost, request nothing that doesn't exist, and use the
    table's labels.
    """
    page, missing = visitor, list[str]()
    page.on("response", lambda got: missing.append(got.url) if got.status == 404 else None)
    sit_down(page, "st-moritz")
    for each in ("punto", "banco", "egalite"):
        page.locator(f"button[data-bet={each}]").click()
    page.keyboard.press("c")
    expect(page.locator("[data-confirmed]")).to_have_count(3)
    stood = top_of(page.locator(".cloth")), top_of(page.locator(".boxes"))
    show_all_cards(page, "punto")
    expect(page.locator("[data-withdraw]")).to_have_count(3)
    expect(page.locator("[data-tip]")).to_have_count(3)
    assert (top_of(page.locator(".cloth")), top_of(page.locator(".boxes"))) == stood
    check_page(page, "stays-and-tip")
    expect_withdrawals_and_tips_to_fit(page)
    page.locator("[data-tip='500']").click()
    expect(page.locator("[data-thanks]")).to_contain_text("5,00")
    expect(page.locator("[data-left-on-cloth]")).to_be_visible()
    press_button(page, "Cronologia")
    coup = page.locator("article[data-record]")
    expect(coup.locator(".net")).to_have_text("+80,00")
    expect(coup.locator("[data-left=punto]")).to_have_text("lasciata sul tappeto")
    expect(coup.locator("tfoot td").last).to_have_text("110,00")
    check_page(page, "left-in-the-cronologia")
    page.keyboard.press("Escape")

    # The player leaves St. Moritz.
    cash_out(page)
    rest = page.locator(".farewell .rest")
    expect(rest).to_have_text(
        re.compile(r"^Dal tappeto torna sul conto: Punto 10,00\s.*Banco 10,00\s.*\.$")
    )
    check_page(page, "left-with")
    page.get_by_role("button", name="Chiudi").click()

    # The player leaves Campione during a coup.
    sit_down(page, "campione")
    page.locator("[data-box='2']").click()
    expect(page.locator("[data-box='2']")).to_have_attribute("aria-pressed", "true")
    bet(page, "banco", "egalite")
    cash_out(page)
    both = r"Banco .* \+ Egalité .* = 20,00\sFUN"
    expect(rest).to_have_text(re.compile(rf"^In gioco resta: {both}\. .* va sul conto\.$"))
    balance = page.locator(".edge .who b")
    expect(balance).to_contain_text("10.055,00")  # without the stakes in play
    check_page(page, "left-in-play")
    # Banco's stake, and Egalité's with its winnings of 8:1; shown without a reload.
    with hurry_to(page, Stage.PAID):
        expect(balance).to_contain_text("10.155,00")
    expect(rest).to_have_text(
        re.compile(rf"^Era in gioco: {both}\. Tornati sul conto: 100,00\sFUN \(\+80,00\)\.$")
    )
    press_button(page, "Cronologia")
    expect(coup.filter(has_text="Casino St. Moritz").locator("[data-left=punto]")).to_be_visible()
    check_page(page, "left-and-read")
    assert missing == []


WITHIN = "tag => tag.scrollWidth <= tag.clientWidth && tag.scrollHeight <= tag.clientHeight"


def expect_withdrawals_and_tips_to_fit(page: Page) -> None:
    """Expect that on a phone, in every language, no button covers another, and every text fits."""
    ways = page.locator("[data-withdraw], [data-tip]")
    for language in LANGUAGES:
        set_language(page, language)
        for width, height in ((390, 844), (844, 390), (320, 844)):
            page.set_viewport_size({"width": width, "height": height})
            where = f"at {width}, {language}"
            assert ways.evaluate_all(f"tags => tags.every({ON_TOP})"), f"one is covered {where}"
            assert ways.evaluate_all(f"tags => tags.every({WITHIN})"), f"a text overflows {where}"
    # A smaller phone has room for one button.
    page.set_viewport_size({"width": 640, "height": 360})
    page.locator("[data-choose]").click()
    expect(page.locator("dialog [data-withdraw]")).to_have_count(3)
    page.keyboard.press("Escape")
    set_language(page, "it")
    page.set_viewport_size(PHONE["viewport"])


def cash_out(page: Page) -> None:
    page.get_by_role("button", name="Incassa ed esci").click()
    expect(page.locator("[data-farewell=cash_out]")).to_be_visible()


# Read in one step, because the hand may be gone in the next moment.
IN_HAND = """() => {
  const hand = document.querySelector("dialog[data-squeeze]");
  return hand ? [hand.dataset.squeeze, hand.querySelectorAll("[data-peel]").length].join() : "";
}"""
CHANGED = f"before => ({IN_HAND})() !== before"


def show_all_cards(page: Page, first: str, check_page: PageCheck | None = None) -> None:
    """Show the hands one after another until the coup is paid."""
    wait_for_squeeze(page, first)
    if check_page:
        with clock_stopped(page):
            check_page(page, "in-hand")
    end = page.locator("dialog[data-squeeze], [data-paid]")
    while True:
        expect(end.first).to_be_visible()
        if page.locator("[data-paid]").count():
            return
        cards = page.evaluate(IN_HAND)
        page.locator("dialog[data-squeeze] [data-peel]").last.focus()
        page.keyboard.press("Enter")
        page.wait_for_function(CHANGED, arg=cards)


def test_a_box_is_disabled_until_the_seat_is_connected(
    context: BrowserContext, house: str, check_page: PageCheck
) -> None:
    """Also while the connection is lost; the hint above the boxes shows the reason."""
    page = context.new_page()
    connection = DelayedConnection(page)
    connection.holds = True
    page.goto(house)
    page.locator("[data-table=campione]").locator("button.first").click()
    bring(page, "10000")
    hint, box = page.locator("[data-hint]"), page.locator("[data-box='4']")
    expect(hint).to_have_text("Ti stai sedendo…")
    expect(box).to_have_attribute("aria-disabled", "true")
    expect(box).to_have_css("opacity", "0.45")
    check_page(page, "box-on-the-way")
    box.click(force=True)
    connection.release()
    expect(hint).to_contain_text("Prendi una casella")
    expect(box).to_have_attribute("aria-disabled", "false")
    expect(box).to_have_css("opacity", "1")
    box.click()
    expect(box).to_have_attribute("aria-pressed", "true")
    page.route("**/tickets", lambda route: route.abort())
    connection.sockets[-1].close(code=1012)
    expect(hint).to_have_text("Potrai prendere una casella appena torna la connessione.")
    expect(box).to_have_attribute("aria-disabled", "true")
    check_page(page, "box-line-down")
    page.unroute_all()
    expect(hint).to_have_text("Sei alla casella 4.")


@contextmanager
def other_players(address: str, table: str, box: int, stake: int, count: int) -> Iterator[None]:
    """Other players at one box, who bet on Punto in every coup."""
    ready, done, failed = threading.Event(), threading.Event(), list[BaseException]()

    async def play() -> None:
        clients = [await Client(address).__aenter__() for _ in range(count)]
        for client in clients:
            await client.guest()
        seats = [await client.sit_live(table, credit=100_000) for client in clients]
        for seat in seats:
            await seat.box(box)
        ready.set()
        bet_on = 0
        while not done.is_set():
            await asyncio.sleep(0.05)
            view = seats[0].view
            if view.stage == "betting" and view.coup > bet_on:
                bet_on = view.coup
                for seat in seats:
                    await seat.confirm(punto=stake)
        for client in clients:
            await client.__aexit__(None, None, None)

    def run() -> None:
        try:
            asyncio.run(play())
        except BaseException as error:
            failed.append(error)
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert ready.wait(SECONDS)
        yield
    finally:
        done.set()
        thread.join()
    assert failed == []


def test_a_full_box_is_refused_and_another_players_cards_are_hidden(
    visitor: Page, house: str, check_page: PageCheck
) -> None:
    page = visitor
    with other_players(house, "campione", 3, 2_000, 3):
        sit_down(page, "campione")
        full = page.get_by_role("button", name=re.compile("^Casella 3: .*al completo"))
        full.click()
        expect(page.locator("[data-code='table/box-full']")).to_be_visible()
        page.locator("[data-box='1']").click()
        expect(page.locator("[data-box='1']")).to_have_attribute("aria-pressed", "true")
        wait_for_stage(page, "betting")
        bet(page, "punto")
        expect(page.locator("button[data-bet=punto] .all")).to_contain_text("4 giocatori")
        holder = page.locator("[data-holder=punto]")
        with hurry_to(page, Stage.DEALING):
            expect(holder).to_contain_text("Casella 3, posto")
        expect(page.locator(".voice")).to_contain_text("carta o resto?")
        with clock_stopped(page):
            expect(page.locator("[data-card='??']")).to_have_count(4)
            expect(page.locator("dialog")).to_have_count(0)
            assert holder.evaluate(ON_TOP)  # no card of the other side covers it
            check_page(page, "anothers-hand")
            display = page.context.new_page()
            display.goto(f"{house}/#/display/campione/it")
            expect(display.locator("[data-voice]")).to_contain_text("parla: carta o resto?")
            expect(display.locator("[data-left]")).to_be_visible()  # the seconds left
            expect(display.locator("[data-holder=punto]")).to_have_text("Punta: casella 3")


@pytest.mark.parametrize("chooser", [SabotChooser(punto_draws)], ids=["carta"])
def test_nothing_scrolls_sideways_and_roads_open_where_there_is_no_room(
    visitor: Page, check_page: PageCheck, chooser: SabotChooser
) -> None:
    """In four languages: before a bet, with a call against the rule, and with a third card."""
    page = visitor
    sit_down(page, "campione")

    # On a phone in landscape, there is no room for the roads beside the boxes.
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".table > .roads")).to_be_hidden()
    page.get_by_role("button", name="Le strade").click()
    dialog = page.get_by_role("dialog", name="Le strade")
    expect(dialog.locator("figure").first).to_be_in_viewport()
    check_page(page, "aslant-roads")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("button", name="Le strade", exact=True)).to_be_hidden()

    for language in LANGUAGES:
        set_language(page, language)
        expect_fit(page)
    page.locator("[data-box='7']").click()
    expect(page.locator("[data-box='7']")).to_have_attribute("aria-pressed", "true")
    page.locator("button[data-bet=punto]").click()
    page.locator(".rack button.first").click()
    hand = wait_for_squeeze(page)
    with clock_stopped(page):
        for place in ("1", "2"):
            page.locator(f"[data-peel='{place}']").focus()
            page.keyboard.press("End")
        for language in LANGUAGES:
            set_language_in_hand(page, language)
            hand.locator(".ways button").nth(1).click()
            expect(hand.get_by_role("alert")).to_be_visible()
            expect_fit(page)
    hand.locator(".ways button").nth(0).click()
    expect(hand.locator("[data-peel='3']")).to_be_visible()
    with clock_stopped(page):
        for language in LANGUAGES:
            set_language_in_hand(page, language)
            expect_fit(page)


def set_language_in_hand(page: Page, language: str) -> None:
    """Lay the cards down to open the settings, and take them up again."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    set_language(page, language)
    page.locator("[data-take-up]").click()
    expect(page.locator("dialog[data-squeeze]")).to_be_visible()


def too_wide(page: Page) -> list[str]:
    """Elements wider than their box, except roads, which can be swiped."""
    return [each for each in page.evaluate(TOO_WIDE) if "drawn" not in each]


BUTTONS_IN_VIEW = """() => {
  const buttons = document.querySelectorAll("dialog[data-squeeze] button");
  return buttons.length === 0 || new Promise(done => {
    const observer = new IntersectionObserver(seen => {
      observer.disconnect();
      done(seen.length === buttons.length && seen.every(each => each.intersectionRatio > 0.999));
    });
    buttons.forEach(each => observer.observe(each));
  });
}"""


def expect_fit(page: Page) -> None:
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        await_layout(page)
        for _ in range(20):  # something may still move
            found, in_view = too_wide(page), page.evaluate(BUTTONS_IN_VIEW)
            if not found and in_view:
                break
            page.wait_for_timeout(100)
        assert found == [], f"{width} × {height}"
        assert in_view, f"{width} × {height}: a button is out of view"
