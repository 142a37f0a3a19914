"""Tests of lost connections, reconnecting, upgrades, stored values and working offline."""

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import puntobanco
from tests.browser.houses import HouseProcess
from tests.browser.page_actions import bet, confirm, expect_stake, sit_down, spot
from tests.browser.script_size import FETCHED, script_bytes

RESTART, TOO_FAST = 1012, 4009
MOST_BYTES = 60_000  # of compressed JavaScript
SIT_DOWN = {"en": "Sit down", "de": "Platz nehmen", "fr": "Prendre place"}


class Line:
    """The connection of a page, on which messages can be lost."""

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.is_silent = False  # what the house says is lost
        self.loses_bets_of: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/ws"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        house = socket.connect_to_server()

        def to_house(said: str | bytes) -> None:
            if socket is not self.loses_bets_of or '"carte"' not in str(said):
                house.send(said)

        socket.on_message(to_house)
        house.on_message(lambda said: None if self.is_silent else socket.send(said))


def test_a_coup_whose_answer_was_lost_is_in_the_history_and_is_dealt_after_all(
    page: Page, house: str
) -> None:
    """After a reconnection, and after a reload."""
    line = Line(page)
    page.goto(house)
    sit_down(page)
    bet(page)
    expect(page.get_by_test_id("on-cloth")).to_have_text("3,00")
    line.is_silent = True
    confirm(page)
    page.wait_for_timeout(200)
    expect(page.locator("[data-phase=asked]")).to_be_visible()  # there is still no answer
    page.get_by_role("button", name="Cronologia", exact=True).click()
    coup = page.locator("[data-record]")
    expect(coup).to_have_count(1)
    expect(coup.locator("tbody tr")).to_have_count(3)
    expect(coup.get_by_role("img").nth(3)).to_be_visible()
    page.keyboard.press("Escape")

    # The connection is lost, too.
    line.is_silent = False
    line.sockets[0].close(code=RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect(page.locator("[data-link]")).to_have_count(0)
    assert len(line.sockets) == 2

    # The page is reloaded before it hears the answer.
    bet(page)
    expect(page.locator("[data-paid]")).to_have_count(0)
    line.is_silent = True
    confirm(page)
    page.wait_for_timeout(300)
    line.is_silent = False
    page.reload()
    coups = page.get_by_role("list", name="Ultimi colpi").get_by_role("listitem")
    expect(coups).to_have_count(2)
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect(page.locator("[data-card]").nth(3)).to_be_visible()
    page.reload()  # the coup has been shown, and is still there
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect(coups).to_have_count(2)


def test_a_silent_or_closed_connection_is_replaced(page: Page, house: str) -> None:
    """A bet that was lost is sent again; a connection closed for good is reopened by a button."""
    line = Line(page)
    page.goto(house)
    sit_down(page)
    line.loses_bets_of = line.sockets[0]
    bet(page)
    confirm(page)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    assert len(line.sockets) == 2

    line.sockets[1].close(code=TOO_FAST)
    page.locator("[data-link=shut-out]").get_by_role("button", name="Riprova").click()
    expect(page.locator("[data-link]")).to_have_count(0)
    assert len(line.sockets) == 3


RECORD_TRIES = """
  window.tries = [];
  const fetched = window.fetch;
  window.fetch = (...all) => {
    if (String(all[0]).includes("/api/houses/")) window.tries.push(Date.now());
    return fetched(...all);
  };
"""


def test_the_page_reconnects_with_the_books_delays_and_then_gives_up(
    page: Page, house: str
) -> None:
    line = Line(page)
    page.add_init_script(RECORD_TRIES)
    page.clock.install(time=0)
    page.goto(house)
    sit_down(page)
    bet(page, "punto")
    page.clock.pause_at(60)
    page.route("**/api/houses/*", lambda route: route.abort())
    page.evaluate("window.tries = []")
    start = page.evaluate("Date.now()")
    line.sockets[0].close(code=RESTART)
    strip = page.locator("[data-link=reconnecting]")
    expect(strip).to_be_visible()
    expect_stake(page, "punto", "1,00")  # the chips stay on the cloth
    expect(spot(page, "punto")).to_be_disabled()

    tried, printed = [start], (500, 750, 1000, 1250, 1500, 1500)
    for attempt, delay in enumerate(printed, start=2):
        page.clock.run_for(delay - 50)
        while len(tried) == len(page.evaluate("window.tries")) + 1:
            page.clock.run_for(50)
        tried = [start, *page.evaluate("window.tries")]
        expect(strip).to_contain_text(f"Tentativo {attempt}")
    for delay, (before, after) in zip(printed, pairwise(tried), strict=True):
        assert delay <= after - before <= delay + 100

    page.clock.fast_forward("03:00")
    given_up = page.locator("[data-link=gave-up]")
    expect(given_up.get_by_role("button", name="Riprova")).to_be_focused()
    page.unroute("**/api/houses/*")
    page.keyboard.press("Enter")
    expect(page.locator("[data-link]")).to_have_count(0)
    expect_stake(page, "punto", "1,00")


def copy_upgraded(folder: Path) -> Path:
    """Copy the program with other names for all files of the page, as after an upgrade."""
    package = folder / "puntobanco"
    shutil.copytree(Path(puntobanco.__file__).parent, package)
    page = package / "page"
    for each in page.rglob("*"):
        if each.suffix in (".br", ".gz"):
            each.unlink()
    names = {each.stem: f"{each.stem}x" for each in (page / "assets").glob("*.[jc]s*")}
    for each in page.rglob("*.*"):
        if each.suffix in (".js", ".css", ".html"):
            text = each.read_text(encoding="utf-8").replace('"shell-', '"shell-x')
            for old, new in names.items():
                text = text.replace(old, new)
            each.write_text(text, encoding="utf-8")
    for each in (page / "assets").glob("*.[jc]s*"):
        each.rename(each.with_stem(names[each.stem]))
    return folder


@pytest.mark.browser_context_args(service_workers="allow")
def test_the_page_opens_without_a_network_and_still_works_after_an_upgrade(
    page: Page, tmp_path: Path
) -> None:
    house = HouseProcess(tmp_path / "house.db")
    house.start()
    try:
        page.goto(house.address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        guest = page.get_by_role("button", name="Gioca come ospite").first
        expect(guest).to_be_visible()

        page.route("**/*", lambda route: route.abort())
        page.context.set_offline(offline=True)
        page.reload()
        expect(page.get_by_role("heading", name="Il casinò del Punto Banco")).to_be_visible()
        expect(guest).to_have_count(0)
        page.context.set_offline(offline=False)
        page.unroute_all()
        expect(guest).to_be_visible()

        house.kill()
        house.source = copy_upgraded(tmp_path / "upgraded")
        house.start()
        page.evaluate("navigator.serviceWorker.getRegistration().then(each => each.update())")
        page.wait_for_function(
            "() => navigator.serviceWorker.getRegistration().then(each => each.waiting !== null)"
        )
        page.get_by_role("button", name="de", exact=True).first.click()
        expect(page.get_by_role("button", name="Als Gast spielen").first).to_be_visible()
        page.reload()  # loads the new version
        expect(page.locator("script[type=module][src*='x.js']")).to_have_count(1)
        expect(page.get_by_role("button", name="Als Gast spielen").first).to_be_visible()
    finally:
        house.kill()


def test_the_page_fetches_only_what_is_needed(page: Page, house: str) -> None:
    """One language, little JavaScript until a coup is paid, and the tables every three seconds."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(house)
    expect(page.get_by_role("article").first).to_be_visible()
    page.wait_for_timeout(4000)  # the tables are not asked for again after every answer
    assert 1 <= len([url for url in asked if url.endswith("/api/tables")]) <= 3
    assert len(asked) == len(set(asked)) + asked.count(f"{house}/api/tables") - 1
    optional = re.compile(r"/(it|en|de|fr|Documents)-[^/]*\.js")
    (italian,) = filter(optional.search, page.evaluate(FETCHED))
    assert "/it-" in italian

    sit_down(page)
    bet(page, "punto")
    confirm(page)
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    fetched = set(page.evaluate(FETCHED))
    assert list(filter(optional.search, fetched)) == [italian]
    assert 0 < script_bytes(fetched) <= MOST_BYTES
    page.get_by_role("button", name="Incassa ed esci").click()

    for language, words in SIT_DOWN.items():
        before = set(page.evaluate(FETCHED))
        page.get_by_role("button", name=language, exact=True).first.click()
        expect(page.get_by_role("button", name=words).first).to_be_visible()
        new = set(page.evaluate(FETCHED)) - before
        (its_words,) = (name for name in new if f"/{language}-" in name)
        assert script_bytes((fetched | {its_words}) - {italian}) <= MOST_BYTES


# More invalid values are tested in web/tests/storage.test.ts.
INVALID_VALUES = (
    {
        "settings": '{"language":"es","sound":7}',
        "seen": "null",
        "seen.x": "{}",
        "token": "{}",
        "seat": '"17.2"',
    },
    {"settings": "null", "seat": "{}"},
)


def test_invalid_stored_values_do_not_stop_the_page(page: Page, house: str) -> None:
    page.goto(house)
    for broken in INVALID_VALUES:
        page.evaluate(
            """broken => [localStorage, sessionStorage].forEach(each => {
              each.clear();
              for (const [name, found] of Object.entries(broken))
                each.setItem(`puntobanco.${name}`, found);
            })""",
            broken,
        )
        page.reload()
        sit_down(page)
