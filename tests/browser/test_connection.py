"""Tests of lost connections, reconnecting, upgrades, stored values and working offline."""

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

import puntobanco
from tests.browser.houses import HouseProcess
from tests.browser.page_actions import bet, confirm, expect_stake, sit_down, spot
from tests.browser.script_size import fetched_script_bytes

RESTART, TOO_FAST = 1012, 4009
MOST_BYTES = 60_000  # of compressed JavaScript
WITH_SERVICE_WORKER = pytest.mark.browser_context_args(service_workers="allow")


def test_a_coup_whose_answer_was_lost_is_dealt_after_a_reload(page: Page, house: str) -> None:
    silent = False

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda said: None if silent else socket.send(said))

    page.route_web_socket(re.compile("/ws"), connect)
    page.goto(house)
    sit_down(page)
    bet(page)
    silent = True
    confirm(page)
    page.wait_for_timeout(300)
    silent = False
    page.reload()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect(page.locator("[data-card]").nth(3)).to_be_visible()
    page.reload()  # the coup has been shown, and is still there
    expect(page.locator("[data-paid=punto]")).to_be_visible()


def test_a_silent_connection_is_replaced_and_the_bet_is_sent_again(page: Page, house: str) -> None:
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) == 1:
            server = socket.connect_to_server()
            socket.on_message(lambda said: None if '"carte"' in str(said) else server.send(said))
            server.on_message(socket.send)
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/ws"), connect)
    page.goto(house)
    sit_down(page)
    bet(page)
    confirm(page)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    assert len(sockets) == 2


def test_after_a_reconnection_the_coup_is_dealt(page: Page, house: str) -> None:
    sockets: list[WebSocketRoute] = []
    silent = False

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda said: None if silent else socket.send(said))

    page.route_web_socket(re.compile("/ws"), connect)
    page.goto(house)
    sit_down(page)
    bet(page)
    silent = True  # the answer is lost, and then the connection
    confirm(page)
    page.wait_for_timeout(100)
    silent = False
    sockets[0].close(code=RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect(page.locator("[data-link]")).to_have_count(0)
    assert len(sockets) == 2


def test_a_coup_whose_answer_was_lost_is_in_the_history(page: Page, house: str) -> None:
    silent = False

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda said: None if silent else socket.send(said))

    page.route_web_socket(re.compile("/ws"), connect)
    page.goto(house)
    sit_down(page)
    bet(page)
    expect(page.get_by_test_id("staked")).to_have_text(re.compile(r"^3,00"))
    silent = True
    confirm(page)
    page.wait_for_timeout(200)
    expect(page.locator("[data-phase=asked]")).to_be_visible()  # there is still no answer
    page.get_by_role("button", name="Cronologia", exact=True).click()
    coup = page.locator("[data-record]")
    expect(coup).to_have_count(1)
    expect(coup.locator("tbody tr")).to_have_count(3)
    expect(coup.get_by_role("img").nth(3)).to_be_visible()


def test_a_connection_closed_for_good_can_be_reopened_by_a_button(page: Page, house: str) -> None:
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(re.compile("/ws"), connect)
    page.goto(house)
    sit_down(page)
    sockets[0].close(code=TOO_FAST)
    page.locator("[data-link=shut-out]").get_by_role("button", name="Riprova").click()
    expect(page.locator("[data-link]")).to_have_count(0)
    assert len(sockets) == 2


def test_a_page_whose_table_was_opened_elsewhere_does_not_reconnect(page: Page, house: str) -> None:
    page.goto(house)
    sit_down(page)
    second = page.context.new_page()
    second.goto(house)
    second.get_by_role("button", name="Torna al tavolo").click()
    alert = page.locator("[data-link=elsewhere]")
    expect(alert).to_be_visible()
    expect(alert.get_by_role("button")).to_have_count(1)  # which isn't "try again"
    bet(second)
    confirm(second)
    expect(second.locator("[data-paid=punto]")).to_be_visible()
    alert.get_by_role("button", name="Alla sala").click()
    expect(page.get_by_role("button", name="Torna al tavolo")).to_be_visible()


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
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.add_init_script(RECORD_TRIES)
    page.route_web_socket(re.compile("/ws"), connect)
    page.clock.install(time=0)
    page.goto(house)
    sit_down(page)
    bet(page, "punto")
    page.clock.pause_at(60)
    page.route("**/api/houses/*", lambda route: route.abort())
    page.evaluate("window.tries = []")
    start = page.evaluate("Date.now()")
    sockets[0].close(code=RESTART)
    strip = page.locator("[data-link=reconnecting]")
    expect(strip).to_be_visible()
    expect_stake(page, "punto", "1,00")  # the chips stay on the cloth
    expect(spot(page, "punto")).to_be_disabled()

    tried = [start]
    for attempt in range(2, 8):
        while len(tried) == len(page.evaluate("window.tries")) + 1:
            page.clock.run_for(50)
        tried = [start, *page.evaluate("window.tries")]
        expect(strip).to_contain_text(f"Tentativo {attempt}")
    delays = [after - before for before, after in pairwise(tried)]
    for delay, printed in zip(delays, [500, 750, 1000, 1250, 1500, 1500], strict=True):
        assert printed <= delay <= printed + 100

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
    shutil.copytree(
        Path(puntobanco.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
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


@WITH_SERVICE_WORKER
def test_an_open_page_still_works_after_an_upgrade(page: Page, tmp_path: Path) -> None:
    house = HouseProcess(tmp_path / "house.db")
    house.start()
    try:
        page.goto(house.address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
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


@pytest.mark.parametrize("locale", ["it-IT", "en-GB", "de-DE", "fr-FR"])
def test_the_javascript_needed_to_play_is_small(browser: Browser, house: str, locale: str) -> None:
    assert 0 < fetched_script_bytes(browser, house, locale) <= MOST_BYTES


def test_only_one_language_is_fetched(page: Page, house: str) -> None:
    page.goto(house)
    fetched = "() => performance.getEntriesByType('resource').map(each => each.name)"
    expect(page.get_by_role("button", name="Gioca come ospite").first).to_be_visible()
    before = page.evaluate(fetched)
    assert [name for name in before if re.search(r"/(it|en|de|fr|Documents)-[^/]*\.js", name)] == [
        next(name for name in before if "/it-" in name)
    ]
    page.get_by_role("button", name="fr", exact=True).first.click()
    expect(page.get_by_role("button", name="Jouer en invité").first).to_be_visible()
    assert any("/fr-" in name for name in page.evaluate(fetched))


# More invalid values are tested in web/tests/storage.test.ts.
INVALID_VALUES = (
    {"settings": '{"language":"es","sound":7}', "seen": "null", "seen.x": "{}", "token": "{}"},
    {"settings": "null", "seat": "{}"},
    {"seat": '"17.2"'},
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


@WITH_SERVICE_WORKER
def test_the_page_opens_without_a_network(page: Page, house: str) -> None:
    page.goto(house)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.route("**/*", lambda route: route.abort())
    page.context.set_offline(offline=True)
    page.reload()
    expect(page.get_by_role("heading", name="Una casa di Punto Banco")).to_be_visible()
    page.context.set_offline(offline=False)
    page.unroute_all()
    expect(page.get_by_role("button", name="Gioca come ospite").first).to_be_visible()


def test_the_lobby_asks_for_the_tables_every_three_seconds(page: Page, house: str) -> None:
    """Not again after every answer."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(house)
    expect(page.get_by_role("article").first).to_be_visible()
    page.wait_for_timeout(4000)
    assert 1 <= len([url for url in asked if url.endswith("/api/tables")]) <= 3
    assert len(asked) == len(set(asked)) + asked.count(f"{house}/api/tables") - 1
