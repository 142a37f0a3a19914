"""Tests of signing in from the terminal, and of coming back to an open session."""

import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from puntobanco.client import Client
from puntobanco.errors import NoSession, TableClosed, WrongMoney
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.store.interface import Role
from puntobanco.terminal.sign_in import (
    GuestBook,
    come_as_guest,
    is_live,
    sit_down,
    sit_down_live,
    state_directory,
)
from puntobanco.wire.stream import Standing
from puntobanco.wire.table_spec import TableSpec
from tests.staff_names import OLGA

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def house_address(directory: Path) -> AsyncIterator[str]:
    async with serving(Settings(database=str(directory / "house.db"))) as (_, base):
        yield base


def test_the_state_directory_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/giulia")
    assert state_directory({"XDG_STATE_HOME": "/elsewhere"}) == Path("/elsewhere/puntobanco")
    for none in ({}, {"XDG_STATE_HOME": ""}, {"XDG_STATE_HOME": "not/absolute"}):
        assert state_directory(none) == Path("/home/giulia/.local/state/puntobanco")


def test_a_token_is_readable_by_its_user_only_and_kept_for_one_house(tmp_path: Path) -> None:
    book = GuestBook("http://127.0.0.1:8000", tmp_path / "state")
    assert book.token() == ""
    book.keep("first")
    book.keep("second-_")
    assert book.token() == "second-_"
    assert stat.S_IMODE(book.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(book.file.parent.stat().st_mode) == 0o700
    assert [*book.file.parent.iterdir()] == [book.file]
    assert GuestBook("http://127.0.0.1:8001", tmp_path / "state").token() == ""


@pytest.mark.parametrize("said", [b"", b"two\nlines", b"\xff", b"a b"])
def test_an_invalid_stored_token_is_ignored(said: bytes, tmp_path: Path) -> None:
    book = GuestBook("http://127.0.0.1:8000", tmp_path)
    book.file.parent.mkdir()
    book.file.write_bytes(said)
    assert book.token() == ""


async def test_a_guest_comes_back_to_the_open_session(tmp_path: Path) -> None:
    async with house_address(tmp_path) as base:
        async with Client(base) as client:
            await come_as_guest(client, GuestBook(client.http.address, tmp_path), is_new=False)
            table, resumed = await sit_down(client, "punto-e-banco", 50_000, "FUN")
            assert not resumed
            coup = await table.carte(punto=1_000)
        async with Client(f"{base}/") as client:  # the same address, written differently
            await come_as_guest(client, GuestBook(client.http.address, tmp_path), is_new=False)
            table, resumed = await sit_down(client, "punto-e-banco", 50_000, "FUN")
            assert resumed
            assert table.credit == coup.credit
            assert (await table.carte(punto=1_000)).number == 2
            _, resumed = await sit_down(client, "for-fun", 50_000, "FUN")
            assert not resumed  # every house has its own session


async def test_a_new_guest_has_the_full_grant_of_play_money(tmp_path: Path) -> None:
    async with house_address(tmp_path) as base, Client(base) as client:
        book = GuestBook(client.http.address, tmp_path)
        await come_as_guest(client, book, is_new=False)
        before = book.token()
        await sit_down(client, "punto-e-banco", 50_000, "FUN")
        await come_as_guest(client, book, is_new=True)
        assert book.token() not in ("", before)
        assert (await client.me()).accounts[0].balance == 1_000_000


async def test_a_token_unknown_to_the_house_is_replaced_by_a_new_guests(tmp_path: Path) -> None:
    async with house_address(tmp_path) as base, Client(base) as client:
        book = GuestBook(client.http.address, tmp_path)
        book.keep("nobody-knows-this-one")
        await come_as_guest(client, book, is_new=False)
        assert book.token() == client.http.token != "nobody-knows-this-one"


async def test_a_guest_can_play_if_the_token_cannot_be_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "guests").write_text("in the way")
    async with house_address(tmp_path) as base, Client(base) as client:
        await come_as_guest(client, GuestBook(client.http.address, tmp_path), is_new=False)
        assert "can't be remembered" in (said := capsys.readouterr().err)
        assert client.http.token not in said
        assert not (await sit_down(client, "punto-e-banco", 50_000, "FUN"))[1]


async def test_a_named_player_resumes_a_session_in_its_currency_only(tmp_path: Path) -> None:
    async with house_address(tmp_path) as base, Client(base) as client:
        await client.register("giulia", "una lunga parola")
        await sit_down(client, "punto-e-banco", 50_000, "FUN")
        await client.login("giulia", "una lunga parola")
        assert (await sit_down(client, "punto-e-banco", 1, "FUN"))[1]
        with pytest.raises(WrongMoney):
            await sit_down(client, "punto-e-banco", 100, "CHF")


async def test_a_player_plays_for_francs_at_a_table_in_francs(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.db"))
    async with (
        serving(settings) as (desk, base),
        Client(base) as operator,
        Client(base) as client,
    ):
        await desk.floor.tables.make(TableSpec("moritz", "st-moritz", currency="CHF"))
        await desk.credentials.register("olga", "una lunga parola", "", Role.OPERATOR)
        await operator.login("olga", "una lunga parola")
        await client.register("giulia", "una lunga parola")
        assert (await operator.deposit(50_000, "CHF", "giulia", "cash")).note == "cash"
        table, _ = await sit_down_live(client, "moritz", 20_000, None)
        assert (table.state.currency, table.credit) == ("CHF", 20_000)
        await table.cash_out()
        deposits = [each async for each in client.history(currency="CHF", event="deposited")]
        assert len(deposits) == 1


async def test_a_session_at_a_closed_table_can_be_resumed_and_cashed_out(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.db"))
    async with serving(settings) as (desk, base), Client(base) as client:
        await client.guest()
        await client.sit_live("live-mini", 50_000)
        await desk.floor.tables.stand("live-mini", Standing.CLOSED, "", OLGA)
        assert await is_live(client, "live-mini")
        assert not [n for n in ("punto-e-banco", "nope", "a/b", "") if await is_live(client, n)]
        with pytest.raises(NoSession):
            await client.resume()
        table, resumed = await sit_down_live(client, "live-mini", 50_000, "FUN")
        assert resumed
        assert (await table.cash_out()).credited == 50_000
        with pytest.raises(TableClosed):
            await client.sit_live("live-mini", 50_000)
