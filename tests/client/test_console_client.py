"""Tests of the console client over real sockets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from puntobanco.client import Client, ConsoleClient, SharedTableClient, Unreachable
from puntobanco.client.keys import new_key
from puntobanco.errors import (
    AgainstTheRule,
    HasCroupier,
    ManagersOnly,
    MovedOn,
    NoCroupier,
    NotAllowed,
    NotInSabot,
    NotNow,
    NotTheCroupier,
    OtherSigner,
)
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Outcome, Side
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.store.interface import Role
from puntobanco.wire.stream import Stage
from tests.client.proxy import open_proxy

pytestmark = pytest.mark.anyio

PASSWORD = "lungolago di sera"  # noqa: S105
STAFF = {"carla": Role.CROUPIER, "dino": Role.CROUPIER, "mara": Role.MANAGER}
TABLES = """
[[tables]]
name = "real"
house = "st-moritz"
croupier = "person"
cards = "croupier"
pace = { result = 20 }

[[tables]]
name = "chips"
house = "st-moritz"
croupier = "person"
cards = "croupier"
stakes = "keyed"
pace = { result = 20 }

[[tables]]
name = "ours"
house = "campione"
croupier = "person"
squeeze_s = 1
pace = { mixing = 200, opening = 200, burn = 10, turn = 10, card = 10, result = 20, absent = 300 }
"""


@pytest.fixture
def land_settings(settings: Settings, tmp_path: Path) -> Settings:
    file = tmp_path / "tables.toml"
    file.write_text(TABLES, encoding="utf-8")
    return replace(settings, tables=str(file))


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[str]:
    async with serving(settings) as (desk, base):
        for name, role in STAFF.items():
            await desk.credentials.register(name, PASSWORD, "", role)
        yield base


@asynccontextmanager
async def at_console(base: str, who: str, table: str = "real") -> AsyncIterator[ConsoleClient]:
    async with Client(base) as client:
        await client.login(who, PASSWORD)
        yield await client.console(table)


async def until(table: SharedTableClient | ConsoleClient, stage: Stage) -> None:
    while table.view.stage is not stage:
        await asyncio.sleep(0.005)


async def begin(console: ConsoleClient) -> None:
    await console.take()
    await console.new_sabot()
    await console.read("2c")
    await console.open_betting()


async def test_a_croupier_reads_a_coup_in_and_a_player_is_paid(land_settings: Settings) -> None:
    async with (
        open_house(land_settings) as base,
        at_console(base, "carla") as carla,
        Client(base) as player,
    ):
        assert carla.can == ("take", "call_manager")
        await begin(carla)
        assert carla.mine
        assert carla.view.croupier_name == "carla"
        await player.guest()
        table = await player.sit_live("real", credit=10_000)
        await table.confirm(punto=1_000)
        await carla.close_betting()
        assert (carla.demands, carla.side) == ("a card for Punto", Side.PUNTO)
        for card in ("4h", "5c", "Kd", "2s"):
            await carla.read(card)
        with pytest.raises(NotNow):
            await carla.announce()
        await carla.correct(1, "6h", "misread")
        assert (carla.view.punto, carla.view.banco) == (6, 7)
        assert "announce" in carla.can
        await carla.read("9c")
        assert carla.view.aside == "9c"
        await carla.announce()
        assert carla.view.outcome is Outcome.BANCO
        await until(table, Stage.PAID)
        assert table.credit == 9_000
        assert not table.state.distrust


async def test_two_people_write_a_cash_sheet(land_settings: Settings) -> None:
    async with (
        open_house(land_settings) as base,
        Client(base) as carla,
        Client(base) as mara,
    ):
        await carla.login("carla", PASSWORD)
        await mara.login("mara", PASSWORD)
        sheet, seconds = carla.cash("chips"), mara.cash("chips")
        key = new_key()
        first = await sheet.opening(100_000, "from the safe", key=key)
        assert await sheet.opening(100_000, "from the safe", key=key) == first
        with pytest.raises(OtherSigner):
            await sheet.countersign(first.line)
        await seconds.countersign(first.line)
        await sheet.tip(700)
        for write, amount in (
            (sheet.fill, 20_000),
            (sheet.credit, 5_000),
            (sheet.count, 115_000),
            (sheet.drop, 3_000),
            (sheet.closing, 112_000),
        ):
            await seconds.countersign((await write(amount)).line)
        report = await seconds.report(1)
        assert report.balance is not None
        assert report.balance.difference == 0
        assert (report.timezone, report.total.tips) == ("UTC", 700)
        assert "closing,7" in await sheet.csv()
        assert (await sheet.report(since=0, until=1)).lines == ()


async def test_commands_sent_at_once_by_one_croupier_all_succeed(land_settings: Settings) -> None:
    """Each command is meant for the table as the command before it left it."""
    async with open_house(land_settings) as base, at_console(base, "carla") as carla:
        await begin(carla)
        await carla.close_betting()
        await asyncio.gather(*[carla.read(card) for card in ("4h", "5c", "Kd", "2s", "6h")])
        assert carla.view.cards == "4h5cKd2s6h"


async def test_a_croupier_can_insist_on_a_card_that_the_sabot_cannot_hold(
    land_settings: Settings,
) -> None:
    async with open_house(land_settings) as base, at_console(base, "carla") as carla:
        await begin(carla)
        await carla.close_betting()
        for _ in range(6):
            await carla.read("Kh")
        await carla.announce()
        await until(carla, Stage.PAID)
        await carla.open_betting()
        await carla.close_betting()
        with pytest.raises(NotInSabot):
            await carla.read("Kh")
        await carla.read("Kh", insist=True)
        await carla.read("9d")
        with pytest.raises(NotInSabot):
            await carla.correct(2, "Kh", "misread")
        await carla.correct(2, "Kh", "misread", insist=True)
        assert carla.view.cards == "KhKh"


async def test_no_bet_is_accepted_while_nobody_runs_the_table(land_settings: Settings) -> None:
    async with open_house(land_settings) as base, Client(base) as player:
        async with at_console(base, "carla") as carla:
            await begin(carla)
            await player.guest()
            table = await player.sit_live("real", credit=10_000)
            await table.confirm(punto=1_000)
            await carla.leave()
            with pytest.raises(NoCroupier):
                await table.confirm(punto=1_000)
        await table.ask_manager()
        assert table.view.manager
        async with at_console(base, "mara") as mara:
            await mara.decide("the next croupier is on the way")
            await mara.take()
            await table.confirm(punto=1_000)
        assert table.mine.stakes == {Bet.PUNTO: 2_000}
        assert table.view.decided == "the next croupier is on the way"


async def test_only_one_croupier_runs_a_table_and_can_hand_it_over(land_settings: Settings) -> None:
    async with (
        open_house(land_settings) as base,
        at_console(base, "carla") as carla,
        at_console(base, "dino") as dino,
        at_console(base, "mara") as mara,
    ):
        await begin(carla)
        with pytest.raises(HasCroupier):
            await dino.take()
        with pytest.raises(NotTheCroupier):
            await dino.close_betting()
        with pytest.raises(ManagersOnly):
            await dino.decide("mine")
        await carla.call_manager("whose is this?")
        assert carla.view.manager
        await mara.decide("nobody's")
        await mara.take()
        assert mara.mine
        assert not carla.mine
        await mara.leave()
        await dino.take()
        await dino.close_betting()
        await dino.read("4h")
        await mara.void("the sabot fell")
        assert mara.view.void


async def test_of_two_simultaneous_commands_one_is_refused(land_settings: Settings) -> None:
    async with (
        open_house(land_settings) as base,
        at_console(base, "carla") as one,
        at_console(base, "carla") as other,
    ):
        await begin(one)
        await one.close_betting()
        while other.view.offset != one.view.offset:
            await asyncio.sleep(0.005)
        done = await asyncio.gather(one.read("4h"), other.read("5c"), return_exceptions=True)
        assert sorted(type(each).__name__ for each in done) == ["MovedOn", "NoneType"]
        assert any(isinstance(each, MovedOn) for each in done)
        assert len(one.view.cards) == 2


async def test_keyed_stakes_are_due_after_the_coup(land_settings: Settings) -> None:
    async with open_house(land_settings) as base, at_console(base, "carla", "chips") as carla:
        await begin(carla)
        await carla.key_in(3, {Bet.BANCO: 10_000})
        await carla.key_in(1, {Bet.PUNTO: 1_000})
        await carla.key_in(1, {})
        await carla.close_betting()
        for card in ("4h", "9c", "Kd", "Ks"):
            await carla.read(card)
        await carla.announce()
        (due,) = carla.view.due
        assert (due.box, due.takes, due.pays) == (3, 0, 9_500)
        assert carla.no_cash_sheet


async def test_a_croupier_acts_for_a_holder_who_does_nothing(land_settings: Settings) -> None:
    async with (
        open_house(land_settings) as base,
        at_console(base, "carla", "ours") as carla,
        Client(base) as player,
    ):
        await player.guest()
        table = await player.sit_live("ours", credit=100_000)
        await table.box(3)
        await carla.take()
        while "open_betting" not in carla.can:
            await asyncio.sleep(0.01)
        await carla.open_betting()
        await table.confirm(punto=1_000)
        await carla.close_betting()
        for _ in range(4):
            await carla.draw()
        if "speak" in carla.can:
            with pytest.raises(NotNow):
                await carla.speak(draws=True)  # the holder's time is not over
        while "announce" not in carla.can:
            await take_next_step(carla)
        await carla.announce()
        assert carla.view.outcome is not None


async def speak_for_holder(carla: ConsoleClient) -> None:
    """Call Carta, or Resto if that is refused: the croupier doesn't see the holder's cards."""
    try:
        await carla.speak(draws=True)
    except AgainstTheRule:
        await carla.speak(draws=False)


async def take_next_step(carla: ConsoleClient) -> None:
    """Draw, turn or call for the holder, as soon as the holder's time is over."""
    try:
        if "draw" in carla.can:
            await carla.draw()
        elif "turn" in carla.can and carla.side is not None:
            await carla.turn(carla.side)
        elif "speak" in carla.can:
            await speak_for_holder(carla)
        else:
            await asyncio.sleep(0.02)
    except (MovedOn, NotNow):
        await asyncio.sleep(0.05)


async def test_a_console_reconnects_by_itself(land_settings: Settings) -> None:
    async with (
        open_house(land_settings) as base,
        open_proxy(base) as proxy,
        at_console(proxy.address, "carla") as carla,
    ):
        await begin(carla)
        proxy.alter = lambda data: None if b'"type":"done"' in data else data
        asked = asyncio.create_task(carla.close_betting())
        await asyncio.sleep(0.1)
        proxy.alter = lambda data: data
        proxy.cut()
        with pytest.raises(Unreachable):
            await asked
        while carla.view.stage is not Stage.DEALING or not carla.can:
            await asyncio.sleep(0.01)
        assert carla.mine or "take" in carla.can  # in time, or later


async def test_a_player_is_refused_a_console(land_settings: Settings) -> None:
    async with open_house(land_settings) as base, Client(base) as client:
        await client.register("anna", PASSWORD)
        with pytest.raises(NotAllowed):
            await client.console("real")
