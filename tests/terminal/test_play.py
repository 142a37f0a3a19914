"""Tests of a private table in the terminal, played by keys."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import combinations
from pathlib import Path

import pytest
from textual.app import App
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from puntobanco.client import Client, Link, PrivateTableClient
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards
from puntobanco.houses import house as sheet_of
from puntobanco.server.house.clock import Clock
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.terminal.live_app import LiveApp
from puntobanco.terminal.live_screen import LiveScreen
from puntobanco.terminal.private_app import PlayApp
from puntobanco.terminal.seat_app import SeatApp
from puntobanco.terminal.table_screen import TableScreen
from puntobanco.terminal.widgets import Press, Spot
from tests.cli.command import run
from tests.client.proxy import Proxy, open_proxy

HOUSES = ["punto-e-banco", "punto-e-banco-egalite", "for-fun"]


def shown_text(app: PlayApp, name: str) -> str:
    return str(app.screen_stack[0].query_one(name, Static).content)


async def until(pilot: Pilot[None], happened: Callable[[], bool]) -> None:
    while not happened():
        await pilot.pause(0.01)
    await pilot.pause()


async def until_shown(pilot: Pilot[None], app: PlayApp, said: str) -> None:
    await until(pilot, lambda: said in shown_text(app, "#voice"))


async def until_dealt(pilot: Pilot[None], app: PlayApp, coups: int) -> None:
    await until(pilot, lambda: len(app._coups) == coups and not app._is_dealing)


@asynccontextmanager
async def seated(
    directory: Path,
    house: str = "punto-e-banco",
    *,
    credit: int = 50_000,
    size: tuple[int, int] = (80, 24),
    clock: Clock | None = None,
) -> AsyncIterator[tuple[Pilot[None], PlayApp, PrivateTableClient, Proxy]]:
    async with (
        serving(Settings(database=str(directory / "house.db")), clock) as (_, base),
        open_proxy(base) as proxy,
        Client(proxy.address) as client,
    ):
        await client.guest()
        table = await client.sit(house, credit=credit)
        app = PlayApp(client, table, pace=0)
        async with app.run_test(size=size) as pilot:
            await until_shown(pilot, app, "Place your bets")
            yield pilot, app, table, proxy


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("house", "size"), [*zip(HOUSES, [(80, 24), (120, 40), (60, 24)], strict=True)], ids=HOUSES
)
async def test_a_coup_can_be_played_by_keys_alone(
    house: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async with seated(tmp_path, house, size=size) as (pilot, app, table, _):
        chips = table.sheet.money.chips
        await pilot.press("c")
        assert "Put a chip on a spot first" in shown_text(app, "#voice")
        await pilot.press("3", "enter", "enter", "right", "right", "2", "enter", "enter", "minus")
        await pilot.press("d", "backspace")
        assert app._cloth.stakes == {Bet.PUNTO: 2 * chips[2], Bet.EGALITE: chips[1]}
        await pilot.press("c")
        await until_dealt(pilot, app, 1)
        (coup,) = app._coups
        assert coup.staked == 2 * chips[2] + chips[1]
        assert f"{coup.punto} : {coup.banco}" in shown_text(app, "#voice")
        assert "verified" in shown_text(app, "#seal")
        assert app._shown == table.credit == coup.credit
        await pilot.press("r", "c", "h")  # the coup is dealt while the history is open
        await until_dealt(pilot, app, 2)
        await pilot.press("escape", "h")
        await pilot.pause()
        assert app.screen.query_one(DataTable).row_count == 2
        await pilot.press("escape", "x", "y")
        await until_shown(pilot, app, "Cashed out")
        assert table.state.link is Link.OVER


@pytest.mark.anyio
@pytest.mark.parametrize("house", HOUSES)
async def test_nothing_is_cut_off_or_covered_at_any_size(house: str, tmp_path: Path) -> None:
    async with seated(tmp_path, house) as (pilot, app, _, _):
        for size in ((60, 24), (80, 24), (100, 30), (120, 40), (200, 50)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: tuple(app.screen.size) == size)  # type: ignore[misc]
            check_layout(app)


def check_layout(app: PlayApp) -> None:
    screen = app.screen
    pressed = [*screen.query(Press), *screen.query(Spot)]
    pressed = [each for each in pressed if each.display]
    assert {"top_up", "cash_out", "history", "help", "quit"} <= {each.id for each in pressed}
    for each in pressed:
        assert screen.region.contains_region(each.region), each
        longest = max(map(len, str(each.content).replace("\n", " ").split(" ")))
        # Labels of spots may wrap.
        wide = longest if isinstance(each, Spot) else len(str(each.content))
        assert wide <= each.content_region.width, (each, screen.size)
    for one, other in combinations(pressed, 2):
        assert not one.region.overlaps(other.region), (one, other, screen.size)
    for name in ("#money", "#link", "#title", "#seal", "#limits"):
        assert screen.query_one(name).content_region.width >= len(shown_text(app, name)), name
    cards = screen.query_one("#punto-cards").content_region
    assert cards.width >= 3 * 7 + 2
    assert cards.height >= 5


SIX_CARDS = tuple(parse_cards("7dKs9c2h3sTh"))


class ScreenOnly(App[None]):
    """A screen of a table, without a house."""

    CSS = LiveApp.CSS
    HORIZONTAL_BREAKPOINTS = SeatApp.HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = SeatApp.VERTICAL_BREAKPOINTS


# The widths at which the layout changes, and some between them.
WIDTHS = (60, 61, 70, 79, 80, 81, 95, 109, 110, 111, 113, 115, 116, 117, 140, 159, 160, 161, 200)
SCREENS = [(TableScreen, "punto-e-banco"), (LiveScreen, "live-mini")]


@pytest.mark.anyio
@pytest.mark.parametrize(("kind", "name"), SCREENS)
@pytest.mark.parametrize("height", [24, 32])
async def test_three_cards_lie_side_by_side_at_any_width(
    kind: type[TableScreen], name: str, height: int
) -> None:
    app = ScreenOnly()
    async with app.run_test(size=(60, height)):
        screen = kind(sheet_of(name).sheet, "FUN")
        await app.push_screen(screen)
        screen.show_hands(SIX_CARDS[:3], SIX_CARDS[3:])
        hands = [screen.query_one(f"#{side}-cards", Static) for side in ("punto", "banco")]
        small = screen.query_one("#small", Static)
        for width in WIDTHS:
            size = Size(width, height)
            app.post_message(Resize(size, size))
            while (
                screen.query_one("#seal").region.width != width
                or f"here are {width} " not in str(small.content)
                or not all(map(fits, hands))
            ):
                await asyncio.sleep(0.001)  # until the time limit, if they never fit


def fits(cards: Static) -> bool:
    lines = str(cards.content).splitlines()
    room = cards.content_region
    return max(map(len, lines)) <= room.width and len(lines) <= room.height


@pytest.mark.anyio
async def test_a_refusal_is_shown_and_the_chips_stay(tmp_path: Path) -> None:
    async with seated(tmp_path, "punto-e-banco-egalite") as (pilot, app, _, _):
        await pilot.click("#chip-0")
        await pilot.click("#spot-banco")
        await pilot.click("#carte")
        await until_shown(
            pilot, app, "The minimum on Banker is 0.50; you staked 0.10.  [bet/below-"
        )
        assert app._cloth.stakes == {Bet.BANCO: 10}


@pytest.mark.anyio
async def test_keys_typed_fast_are_handled_in_order(tmp_path: Path) -> None:
    async with seated(tmp_path) as (pilot, app, _, _):
        for key in ("3", "enter", "c"):
            app.simulate_key(key)
        await until_dealt(pilot, app, 1)
        assert app._coups[0].staked == 1_000


@pytest.mark.anyio
async def test_a_lost_connection_is_reported_and_restored(tmp_path: Path) -> None:
    async with seated(tmp_path) as (pilot, app, _, proxy):
        proxy.cut()
        await until_shown(pilot, app, "Connection lost")
        await until_shown(pilot, app, "Back at the table")
        assert shown_text(app, "#link") == "● connected"


@pytest.mark.anyio
async def test_header_and_message_show_the_same_connection_state(tmp_path: Path) -> None:
    async with seated(tmp_path) as (pilot, app, _, proxy):
        told: list[tuple[str, str]] = []
        say = app._seen.say

        def listen(said: str, *, bad: bool = False) -> None:
            say(said, bad=bad)
            told.append((said.split(",")[0], shown_text(app, "#link")))

        app._seen.say = listen  # type: ignore[method-assign, assignment]
        app._is_dealing = True  # also in the middle of a coup
        proxy.cut()
        await until_shown(pilot, app, "Back at the table")
        assert told == [
            ("Connection lost", "◌ reconnecting…"),
            ("Back at the table.", "● connected"),
        ]


@pytest.mark.anyio
async def test_a_cheating_house_is_reported_and_can_be_left(tmp_path: Path) -> None:
    def change_server_seed(data: bytes) -> bytes:
        head, found, rest = data.partition(b'"server_seed":"')
        return head + found + (b"1" if rest[:1] == b"0" else b"0") + rest[1:] if found else data

    async with seated(tmp_path, size=(60, 24)) as (pilot, app, table, proxy):
        proxy.alter = change_server_seed
        await pilot.press("enter", "c")
        await until_shown(pilot, app, "Does not hold: the house's seed is not")
        assert "DOES NOT HOLD" in shown_text(app, "#seal")
        assert app._cloth.stakes == {}
        assert app._shown == table.credit
        proxy.alter = bytes
        await pilot.press("x", "y")
        await until_shown(pilot, app, "Cashed out")


def test_play_without_a_terminal_is_refused_in_one_line() -> None:
    ran = run("play")
    assert ran.returncode == 2
    assert ran.stderr.startswith("puntobanco: input/bad-setting: ")
    assert "terminal" in ran.stderr
    assert "Opening" not in ran.stderr
    assert "Traceback" not in ran.stderr


def test_other_commands_do_not_load_textual() -> None:
    code = "import sys, puntobanco.cli; print([m for m in sys.modules if m.startswith('textual')])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


class ManualClock:
    """A clock that only the test moves."""

    at = 1_800_000_000_000

    def now(self) -> int:
        return self.at


@pytest.mark.anyio
async def test_a_warning_comes_before_inactivity_and_one_key_prolongs_the_session(
    tmp_path: Path,
) -> None:
    clock = ManualClock()
    async with seated(tmp_path, clock=clock) as (pilot, app, _, _):
        clock.at += 1_145_000
        await until_shown(pilot, app, "Space stays")
        await pilot.press("space")
        await until_shown(pilot, app, "You stay")
        clock.at += 1_201_000
        await until_shown(pilot, app, "after inactivity: 500.00 play money credited")
