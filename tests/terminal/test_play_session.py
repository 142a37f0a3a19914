"""Tests of a session in the terminal: limits, credit, cashing out and coming back."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from puntobanco.client import Client, Link
from puntobanco.game.bets import Bet
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.terminal.dialogs import AmountDialog, ConfirmDialog, HelpDialog
from puntobanco.terminal.phrases import parting
from puntobanco.terminal.private_app import PlayApp
from puntobanco.terminal.sign_in import come_back, started_as
from puntobanco.terminal.widgets import Spot
from tests.terminal.test_play import HOUSES, seated, shown_text, until, until_dealt, until_shown

pytestmark = pytest.mark.anyio


async def until_dialog(pilot: Pilot[None], app: PlayApp, kind: type) -> None:
    await until(pilot, lambda: isinstance(app.screen, kind))


async def type_amount(pilot: Pilot[None], text: str) -> None:
    keys = [{",": "comma", ".": "full_stop"}.get(each, each) for each in text]
    await pilot.press("end", "ctrl+u", *keys, "enter")


async def test_a_key_opens_the_top_up_dialog(tmp_path: Path) -> None:
    async with seated(tmp_path, credit=500) as (pilot, app, table, _):
        await pilot.press("t")
        await until_dialog(pilot, app, AmountDialog)
        await type_amount(pilot, "99.999")
        assert "holds only 9,995.00" in str(app.screen.query_one("#why", Static).content)
        await type_amount(pilot, "nothing")
        assert "not an amount" in str(app.screen.query_one("#why", Static).content)
        await type_amount(pilot, "25,50")
        await until_shown(pilot, app, "25.50 play money brought to the table")
        assert table.credit == app._shown == 3_050
        await pilot.press("t")
        await until_dialog(pilot, app, AmountDialog)
        await pilot.press("escape")
        assert table.credit == 3_050


async def test_no_chip_can_exceed_a_limit_or_the_credit(tmp_path: Path) -> None:
    async with seated(tmp_path, credit=100_000) as (pilot, app, _, _):
        await pilot.press("5", "right", "right", "enter", "enter")
        assert "The maximum on Tie is 100.00" in shown_text(app, "#voice")
        assert app._cloth.stakes == {Bet.EGALITE: 10_000}
        await pilot.press("d")
        assert app._cloth.stakes == {Bet.EGALITE: 10_000}
        await pilot.press("left", *["enter"] * 5, "left", *["enter"] * 5)
        assert "The maximum on one coup is 1,000.00" in shown_text(app, "#voice")
        assert app._cloth.total == 100_000
        await pilot.press("minus")
        assert app._cloth.total == 90_000
    other = tmp_path / "other"
    other.mkdir()
    async with seated(other, credit=500) as (pilot, app, _, _):
        await pilot.press("3", "enter")
        assert "The credit is 5.00. Press T to top up" in shown_text(app, "#voice")
        assert app._cloth.stakes == {}


@pytest.mark.parametrize("house", HOUSES)
async def test_the_first_chip_in_hand_reaches_the_minimum(house: str, tmp_path: Path) -> None:
    async with seated(tmp_path, house) as (pilot, app, _, _):
        await pilot.press("enter", "c")
        await until_dealt(pilot, app, 1)
        least, most = {"punto-e-banco": ("1", "500"), "for-fun": ("1", "5,000")}.get(
            house, ("0.50", "500")
        )
        assert shown_text(app, "#limits").startswith(f"{least}–{most}, coup 1")


async def test_cashing_out_is_confirmed_and_the_player_can_sit_down_again(tmp_path: Path) -> None:
    async with seated(tmp_path) as (pilot, app, table, _):
        await pilot.press("x")
        await until_dialog(pilot, app, ConfirmDialog)
        await pilot.press("n")
        assert table.state.closed is None
        await pilot.press("enter", "x", "y")
        await until_shown(pilot, app, "500.00 play money credited. S sits down again, Q leaves.")
        shown = {each.id for each in app.screen.query(".press") if each.region.area}
        assert shown == {"sit_again", "history", "help", "quit"}
        assert shown_text(app, "#link") == "○ session closed"
        # These keys do nothing after the end of the session.
        await pilot.press("c", "enter", "t", "x", "space")
        await pilot.pause()
        assert "S sits down again" in shown_text(app, "#voice")
        await pilot.press("s")
        await until_dialog(pilot, app, AmountDialog)
        await type_amount(pilot, "100")
        await until_shown(pilot, app, "A new session")
        assert app.table is not table
        assert (app.table.credit, shown_text(app, "#link")) == (10_000, "● connected")
        await pilot.press("enter", "c")
        await until_dealt(pilot, app, 1)
        assert app._shown == app.table.credit


async def test_a_key_opens_the_list_of_keys(tmp_path: Path) -> None:
    async with seated(tmp_path, "for-fun", size=(60, 24)) as (pilot, app, _, _):
        await pilot.press("question_mark")
        await until_dialog(pilot, app, HelpDialog)
        for each in app.screen.query(Static):
            assert app.screen.region.contains_region(each.region)
            longest = max(map(len, str(each.content).splitlines()))
            assert longest <= each.content_region.width
        await pilot.press("escape")
        assert not isinstance(app.screen, HelpDialog)


async def test_a_terminal_that_is_too_small_shows_the_needed_size(tmp_path: Path) -> None:
    async with seated(tmp_path, size=(50, 20)) as (pilot, app, _, _):
        assert "needs 60 columns and 24 lines: here are 50 and 20" in shown_text(app, "#small")
        assert app.screen.query_one("#small").region.area
        assert not app.screen.query_one("#cloth").region.area
        await pilot.resize_terminal(60, 24)
        await until(pilot, lambda: bool(app.screen.query_one("#cloth").region.area))
        assert not app.screen.query_one("#small").region.area


async def test_the_focus_returns_when_the_terminal_is_large_enough_again(tmp_path: Path) -> None:
    async with seated(tmp_path) as (pilot, app, _, _):
        await pilot.press("right")
        before = app.focused
        await pilot.resize_terminal(50, 20)
        await until(pilot, lambda: not app.screen.query_one("#cloth").region.area)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: app.focused is not None)
        assert app.focused is before
        await pilot.press("enter")
        assert list(app._cloth.stakes) == [Bet.BANCO]


async def test_enter_never_confirms_a_cash_out(tmp_path: Path) -> None:
    async with seated(tmp_path) as (pilot, app, table, _):
        await pilot.press("x")
        await until_dialog(pilot, app, ConfirmDialog)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmDialog)
        assert table.state.closed is None


def test_the_command_is_named_as_it_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = tmp_path / "puntobanco"
    command.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert started_as(str(command)) == ["puntobanco"]
    monkeypatch.setenv("PATH", "/nowhere")
    assert started_as(str(command)) == [str(command)]
    assert started_as(".venv/bin/puntobanco") == [".venv/bin/puntobanco"]
    assert started_as("/x/puntobanco/__main__.py") == [sys.executable, "-m", "puntobanco"]


@pytest.mark.parametrize("size", [(60, 24), (80, 24)])
async def test_the_history_shows_which_coups_were_verified(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with seated(tmp_path, size=size) as (pilot, app, _, _):
        await pilot.press("enter", "c")
        await until_dealt(pilot, app, 1)
        await pilot.press("h")
        await until(pilot, lambda: bool(app.screen.query(DataTable)))
        table = app.screen.query_one(DataTable)
        assert table.get_row_at(0)[0] == "✓"
        await pilot.pause()
        assert table.virtual_size.width <= table.region.width
        assert "from an earlier visit" in str(app.screen.query(Static).last().content)


async def test_the_focus_is_visible_without_colour(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, app, _, _):
        first, second, *_ = app.screen.query(Spot)
        assert first.styles.border_left[0] == "thick"
        assert second.styles.border_left[0] == "blank"


async def test_ctrl_c_leaves_like_q(tmp_path: Path) -> None:
    async with seated(tmp_path) as (pilot, app, table, _):
        await pilot.press("ctrl+c")
        await until(pilot, lambda: not app.is_running)
        assert table.state.closed is None


@asynccontextmanager
async def resumed_app(directory: Path) -> AsyncIterator[PlayApp]:
    """The app of a guest who has played a coup, left, and come back to the session."""
    async with serving(Settings(database=str(directory / "house.db"))) as (_, base):
        async with Client(base) as client:
            token = (await client.guest()).token
            await (await client.sit("for-fun", credit=50_000)).carte(punto=1_000)
        async with Client(base, token=token) as client:
            yield PlayApp(client, await client.resume(), resumed=True, pace=0)


async def test_a_player_who_comes_back_sees_the_last_cards(tmp_path: Path) -> None:
    async with resumed_app(tmp_path) as app, app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, "Your session continues")
        await until(pilot, lambda: len(app._coups) == 1)
        assert shown_text(app, "#punto-name").startswith(f"Player   {app._coups[0].punto}")
        assert "Player" in shown_text(app, "#reasons") or "Banker" in shown_text(app, "#reasons")
        assert "Punto" not in shown_text(app, "#reasons")


async def test_leaving_says_how_long_the_session_stays_open_and_how_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["puntobanco"])
    again = come_back("for-fun", "http://127.0.0.1:8000", "giulia", "EUR", Path("my seen"))
    assert again == (
        "puntobanco play for-fun --server http://127.0.0.1:8000 --name giulia"
        " --seen 'my seen' --currency EUR"
    )
    async with resumed_app(tmp_path) as app:
        state = app.table.state
        assert state.link is Link.CONNECTED
        said = parting(state, again)
        assert "stays open for 3 minutes" in said
        assert said.endswith(f"  {again}")
        assert "Your own house is closed" in parting(state, "")
        await app.table.cash_out()
        assert parting(app.table.state, again).startswith("Cashed out: ")
