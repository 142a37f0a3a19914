"""A line that breaks, a table opened twice, a house that can't be reached: in a real browser."""

import re
from itertools import pairwise

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.guests import bet, confirm, expect_stake, sit_down, spot

RESTART, TOO_FAST = 1012, 4009


def test_a_lost_line_is_found_again_and_the_coup_is_dealt(page: Page, house: str) -> None:
    lines: list[WebSocketRoute] = []
    silent = False

    def meet(line: WebSocketRoute) -> None:
        lines.append(line)
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda said: None if silent else line.send(said))

    page.route_web_socket(re.compile("/ws"), meet)
    page.goto(house)
    sit_down(page)
    bet(page)
    silent = True  # the answer is lost, and the line with it
    confirm(page)
    page.wait_for_timeout(100)
    silent = False
    lines[0].close(code=RESTART)
    expect(page.locator("[data-link=reconnecting]")).to_be_visible()
    expect(page.locator("[data-paid=punto]")).to_be_visible()
    expect(page.locator("[data-link]")).to_have_count(0)
    assert len(lines) == 2


def test_a_line_closed_for_good_is_opened_again_by_hand(page: Page, house: str) -> None:
    lines: list[WebSocketRoute] = []

    def meet(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/ws"), meet)
    page.goto(house)
    sit_down(page)
    lines[0].close(code=TOO_FAST)
    page.locator("[data-link=shut-out]").get_by_role("button", name="Riprova").click()
    expect(page.locator("[data-link]")).to_have_count(0)
    assert len(lines) == 2


def test_a_table_opened_elsewhere_is_not_fought_over(page: Page, house: str) -> None:
    page.goto(house)
    sit_down(page)
    second = page.context.new_page()
    second.goto(house)
    second.get_by_role("button", name="Torna al tavolo").click()
    alert = page.locator("[data-link=elsewhere]")
    expect(alert).to_be_visible()
    expect(alert.get_by_role("button")).to_have_count(1)  # and it isn't "try again"
    bet(second)
    confirm(second)
    expect(second.locator("[data-paid=punto]")).to_be_visible()
    alert.get_by_role("button", name="Alla sala").click()
    expect(page.get_by_role("button", name="Torna al tavolo")).to_be_visible()


TRIES = """
  window.tries = [];
  const fetched = window.fetch;
  window.fetch = (...all) => {
    if (String(all[0]).includes("/api/houses/")) window.tries.push(Date.now());
    return fetched(...all);
  };
"""


def test_the_delays_the_books_give_then_it_gives_up(page: Page, house: str) -> None:
    lines: list[WebSocketRoute] = []

    def meet(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.add_init_script(TRIES)
    page.route_web_socket(re.compile("/ws"), meet)
    page.clock.install(time=0)
    page.goto(house)
    sit_down(page)
    bet(page, "punto")
    page.clock.pause_at(60)
    page.route("**/api/houses/*", lambda route: route.abort())
    page.evaluate("window.tries = []")
    start = page.evaluate("Date.now()")
    lines[0].close(code=RESTART)
    strip = page.locator("[data-link=reconnecting]")
    expect(strip).to_be_visible()
    expect_stake(page, "punto", "1,00")  # chips stay where they are
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


def test_the_shell_is_there_without_a_network(page: Page, house: str) -> None:
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
