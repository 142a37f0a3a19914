"""The table in a terminal, played by keys alone."""

import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from puntobanco.cli.play_app import PlayApp
from puntobanco.client import Client, Link
from puntobanco.game.bets import Bet
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from tests.cli.command import run


def words(app: PlayApp, name: str) -> str:
    return str(app.screen_stack[0].query_one(name, Static).content)


async def until_dealt(pilot: Pilot[None], app: PlayApp, coups: int) -> None:
    for _ in range(200):
        if len(app._coups) == coups and not app._is_dealing:
            break
        await pilot.pause(0.01)
    assert len(app._coups) == coups


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("house", "size"),
    [("punto-e-banco", (80, 24)), ("punto-e-banco-egalite", (120, 40)), ("for-fun", (80, 24))],
    ids=["punto-e-banco-80x24", "punto-e-banco-egalite-120x40", "for-fun-80x24"],
)
async def test_a_coup_by_keys_alone(house: str, size: tuple[int, int], tmp_path: Path) -> None:
    async with (
        serving(Settings(database=str(tmp_path / "house.db"))) as (_, base),
        Client(base) as client,
    ):
        await client.guest()
        table = await client.sit(house, credit=50_000)
        app, chips = PlayApp(client, table, pace=0), table.sheet.money.chips
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.press("c")
            assert "Prima una puntata" in words(app, "#voice")
            await pilot.press(
                "3", "enter", "enter", "right", "right", "2", "enter", "enter", "minus"
            )
            await pilot.press("d", "backspace")
            assert app._cloth.stakes == {Bet.PUNTO: 2 * chips[2], Bet.EGALITE: chips[1]}
            await pilot.press("c")
            await until_dealt(pilot, app, 1)
            (coup,) = app._coups
            assert coup.staked == 2 * chips[2] + chips[1]
            assert f"{coup.punto} a {coup.banco}" in words(app, "#voice")
            assert "verificato" in words(app, "#seal")
            assert app._shown == table.credit == coup.credit
            await pilot.press("r", "c", "h")  # what comes meanwhile is dealt under it
            await until_dealt(pilot, app, 2)
            await pilot.press("escape", "h")
            await pilot.pause()
            assert app.screen.query_one(DataTable).row_count == 2
            await pilot.press("escape", "x")
            for _ in range(100):
                if table.state.link is Link.OVER:
                    break
                await pilot.pause(0.01)
            await pilot.pause()
            assert "Incassato" in words(app, "#voice")


@pytest.mark.anyio
async def test_a_refusal_is_shown_and_the_chips_stay(tmp_path: Path) -> None:
    async with (
        serving(Settings(database=str(tmp_path / "house.db"))) as (_, base),
        Client(base) as client,
    ):
        await client.guest()
        app = PlayApp(client, await client.sit("punto-e-banco", credit=500), pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.click("#chip-2")
            await pilot.click("#spot-banco")
            await pilot.click("#carte")
            for _ in range(100):
                if "session/not-enough-credit" in words(app, "#voice"):
                    break
                await pilot.pause(0.01)
            assert "session/not-enough-credit" in words(app, "#voice")
            assert app._cloth.stakes == {Bet.BANCO: 1_000}


def test_without_a_terminal_it_refuses_in_a_line() -> None:
    ran = run("play")
    assert ran.returncode == 2
    assert ran.stderr.startswith("puntobanco: input/unwritable: ")
    assert "Traceback" not in ran.stderr


def test_other_commands_do_not_load_textual() -> None:
    code = "import sys, puntobanco.cli; print([m for m in sys.modules if m.startswith('textual')])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


class Stopwatch:
    """A clock that is moved by hand."""

    at = 1_800_000_000_000

    def now(self) -> int:
        return self.at


async def until_said(pilot: Pilot[None], app: PlayApp, said: str) -> None:
    for _ in range(150):
        if said in words(app, "#voice"):
            return
        await pilot.pause(0.02)
    raise AssertionError(words(app, "#voice"))


@pytest.mark.anyio
async def test_inactivity_is_warned_of_and_one_key_stays(tmp_path: Path) -> None:
    clock = Stopwatch()
    async with (
        serving(Settings(database=str(tmp_path / "house.db")), clock) as (_, base),
        Client(base) as client,
    ):
        await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)
        app = PlayApp(client, table, pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            clock.at += 1_145_000
            await until_said(pilot, app, "SPAZIO resta")
            await pilot.press("space")
            await until_said(pilot, app, "si resta")
            clock.at += 1_201_000
            await until_said(pilot, app, "Chiuso per inattività: 500.00 FUN")
