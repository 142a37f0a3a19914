"""Play money that has run out is refilled in the terminal, at the table and on coming back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from puntobanco.client import Client
from puntobanco.ledger.records import RecordKind
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.terminal.dialogs import AmountDialog, ConfirmDialog
from puntobanco.terminal.private_app import PlayApp
from puntobanco.terminal.sign_in import refill_if_empty
from tests.terminal.test_play import until, until_shown

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def poor_guest(directory: Path, left: int) -> AsyncIterator[Client]:
    """A guest with only this much play money."""
    async with (
        serving(Settings(database=str(directory / "house.db"))) as (desk, base),
        Client(base) as client,
    ):
        await client.guest()
        account = await desk.floor.store.account(client.accounts[0].id)
        assert account is not None
        taken, withdrawn = account.balance - left, RecordKind.WITHDRAWN
        await desk.floor.cashier.move(account, taken, "taken-away-0000001", "", withdrawn)
        yield client


async def test_topping_up_from_an_empty_account_offers_a_refill(tmp_path: Path) -> None:
    async with poor_guest(tmp_path, 500) as client:
        table = await client.sit("punto-e-banco", credit=500)
        app = PlayApp(client, table, pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, app, "Place your bets")
            await pilot.press("t")
            await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
            await pilot.press("n")
            await until_shown(pilot, app, "The account is empty.")
            await pilot.press("t")
            await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
            await pilot.press("y")
            await until(pilot, lambda: isinstance(app.screen, AmountDialog))
            await pilot.press("enter")
            await until_shown(pilot, app, "brought to the table")
            assert table.credit == 1_000


async def test_a_guest_who_comes_back_with_nothing_is_refilled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with poor_guest(tmp_path, 0) as client:
        await refill_if_empty(client)
        assert "it is refilled" in capsys.readouterr().err
        assert (await client.me()).accounts[0].balance == 1_000_000
        await refill_if_empty(client)  # there is enough now
        assert capsys.readouterr().err == ""
