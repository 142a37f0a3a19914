"""Tests of shared tables in the terminal, played by keys against a real house."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from puntobanco.client import Client, ConsoleClient
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Outcome, Side
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.store.interface import Role
from puntobanco.terminal.history_screen import HistoryScreen
from puntobanco.terminal.live_app import LiveApp, lying
from puntobanco.terminal.live_screen import LiveScreen, LiveSpot
from puntobanco.terminal.phrases import amount
from puntobanco.wire.bodies import StreamPage
from puntobanco.wire.messages import InHand, Paid
from puntobanco.wire.stream import Stage, Standing, TableView
from tests.skipping_clock import SkippingClock, SkippingHouse
from tests.staff_names import OLGA
from tests.terminal.test_play import until
from tests.time_limit import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
pytestmark = pytest.mark.anyio

# A mixing ends when everybody has taken part, so its long times cost nothing; with shorter ones a
# slow client on a busy machine would miss the sabot.
TABLES = """
[[tables]]
name = "quick"
house = "live-mini"
betting_s = 60
pace = { mixing = 9_000, opening = 9_000, burn = 10, first_card = 20, card = 10, result = 20_000 }
"""


@asynccontextmanager
async def open_skipping_house(
    directory: Path, tables: str
) -> AsyncIterator[tuple[SkippingHouse, str]]:
    """A house that can be hurried, and its address."""
    file, clock = directory / "tables.toml", SkippingClock()
    file.write_text(tables, encoding="utf-8")
    settings = Settings(database=str(directory / "house.db"), tables=str(file))
    async with serving(settings, clock) as (desk, base):
        yield SkippingHouse(desk, clock, asyncio.get_running_loop()), base


@asynccontextmanager
async def seated_app(
    directory: Path, tables: str = TABLES
) -> AsyncIterator[tuple[LiveApp, SkippingHouse]]:
    async with open_skipping_house(directory, tables) as (house, base), Client(base) as client:
        await client.guest()
        yield LiveApp(client, await client.sit_live("quick", 50_000)), house


def text(app: LiveApp, name: str) -> str:
    return str(app._seen.query_one(f"#{name}", Static).content)


def is_laid_out(screen: LiveScreen) -> bool:
    return screen.is_mounted and bool(screen.size) and not screen._layout_required


async def until_betting(pilot: Pilot[None], app: LiveApp) -> None:
    await until(pilot, lambda: app.table.view.stage is Stage.BETTING)


async def test_confirmed_chips_are_paid(tmp_path: Path) -> None:
    async with seated_app(tmp_path) as (app, house), app.run_test(size=(80, 24)) as pilot:
        await until_betting(pilot, app)
        assert "Place your bets" in text(app, "stage")
        await pilot.press("2", "enter")
        assert app._cloth.stakes == {Bet.PUNTO: 500}
        await pilot.press("c")
        await until(pilot, lambda: app.table.mine.stakes == {Bet.PUNTO: 500})
        assert not app._cloth.stakes
        spot = app._seen.query_one("#spot-punto", LiveSpot)
        await until(pilot, lambda: "◉ 5" in str(spot.content) and "Σ 5 · 1" in str(spot.content))
        await house.skip_to(Stage.PAID)
        await until(pilot, lambda: bool(app._paid))
        assert app._paid[Bet.PUNTO].stake == 500


async def test_chips_are_confirmed_automatically(tmp_path: Path) -> None:
    async with seated_app(tmp_path) as (app, house), app.run_test(size=(120, 40)) as pilot:
        await pilot.press("m")
        await until(pilot, lambda: "on" in text(app, "automatic"))
        await until_betting(pilot, app)
        await pilot.press("2", "enter")
        await until(pilot, lambda: app.table.state.draft == {Bet.PUNTO: 500})
        await house.skip_to(Stage.PAID)
        await until(pilot, lambda: bool(app._paid))
        assert app._cloth.last == {Bet.PUNTO: 500}


async def test_unconfirmed_chips_are_not_bet_on_the_next_coup(tmp_path: Path) -> None:
    async with seated_app(tmp_path) as (app, house), app.run_test(size=(120, 40)) as pilot:
        await until_betting(pilot, app)
        coup = app.table.view.coup
        await pilot.press("2", "enter")
        await until(pilot, lambda: app.table.state.draft == {Bet.PUNTO: 500})
        await house.skip_to(Stage.PAID)
        await until(pilot, lambda: not app._cloth.stakes)
        assert app._cloth.last == {Bet.PUNTO: 500}
        await pilot.press("m")  # from now on any chips on the cloth would be bet
        await until(pilot, lambda: "on" in text(app, "automatic"))
        for stage in (Stage.BETTING, Stage.PAID, Stage.BETTING):
            await house.skip_to(stage)
        await until(pilot, lambda: app.table.view.coup == coup + 2)
        assert not app.table.mine.stakes
        assert app.table.credit == 50_000


async def test_labels_have_their_full_width_before_any_key_is_pressed(tmp_path: Path) -> None:
    async with seated_app(tmp_path) as (app, _):
        while app.table.view.stage is not Stage.BETTING:  # after that no more events come
            await asyncio.sleep(0.02)
        # Without a pilot, as in a real terminal: a pilot would wait until every widget is laid out.
        running = asyncio.create_task(app.run_async(headless=True, size=(80, 24)))
        calm = 0
        while calm < 5:
            await asyncio.sleep(0.1)
            calm = calm + 1 if is_laid_out(app._seen) else 0
        for name in (*[f"chip-{place}" for place in range(5)], "automatic", "link"):
            assert app._seen.query_one(f"#{name}").size.width == len(text(app, name)), name
        app.exit()
        await running


async def test_the_app_can_be_left_while_it_is_still_starting(tmp_path: Path) -> None:
    async with seated_app(tmp_path) as (app, _):
        for tick in range(5):  # while the screen is still being built
            again = LiveApp(app._client, app.table, resumed=True)
            running = asyncio.create_task(again.run_async(headless=True, size=(80, 24)))
            await asyncio.sleep(0.01 * tick)
            again.exit()
            await running
            assert again.return_code == 0, tick


async def test_a_bet_is_named_in_full_beside_the_chips(tmp_path: Path) -> None:
    named = "Either pair 1–500"
    async with seated_app(tmp_path) as (app, _), app.run_test(size=(60, 24)) as pilot:
        await pilot.press(*["right"] * 5)
        await until(pilot, lambda: text(app, "limits") == named)
        assert app._seen.query_one("#limits").content_region.width >= len(named)


async def test_the_app_may_close_before_its_work_has_started(tmp_path: Path) -> None:
    """Python would warn of a coroutine that was never awaited, and a warning fails the test."""
    async with seated_app(tmp_path) as (app, _), app.run_test(size=(60, 24)) as pilot:
        app.start_work(app._remember)
        app.workers.cancel_all()
        await pilot.pause()


async def test_a_payment_stays_on_the_screen_and_in_the_history(tmp_path: Path) -> None:
    async with seated_app(tmp_path) as (app, house):
        async with app.run_test(size=(80, 24)) as pilot:
            await until_betting(pilot, app)
            await pilot.press("2", "enter", "c")
            await until(pilot, lambda: app.table.mine.stakes == {Bet.PUNTO: 500})
            await house.skip_to(Stage.PAID)
            await until(pilot, lambda: bool(app._coups))
            await house.skip_to(Stage.BETTING)
            await until(pilot, lambda: "Place your bets.\nCoup 1: " in text(app, "voice"))
            (paid,) = app._coups
            await pilot.press("h")
            await pilot.pause()
            row = app.screen.query_one(DataTable).get_row_at(0)
            assert row[2:5] == ["1", " ".join(c.sign for c in parse_cards(paid.cards)),
                                f"{paid.punto}:{paid.banco}"]  # fmt: skip
            assert [str(each) for each in row[5:]] == [
                amount(cents, "FUN") for cents in (500, paid.returned, paid.credit)
            ]
        again = LiveApp(app._client, app.table, resumed=True)
        async with again.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: again._coups == [paid])


@pytest.mark.parametrize(
    ("brief", "shown"),
    [(True, ["+8.00"]), (False, ["21.00", "9.00 + 20.00 left on the cloth", "88.00"])],
)
def test_stakes_left_on_the_cloth_are_not_shown_as_lost(brief: bool, shown: list[str]) -> None:
    paid = Paid(
        *("3.1", 1, 3, 0, ""),
        house="st-moritz",
        table="st-moritz",
        sabot=1,
        number=1,
        sheet="",
        fixed="",
        cards="2c3h6s5d",
        punto=8,
        banco=8,
        outcome=Outcome.EGALITE,
        decisions=(),
        bets=(),
        staked=2_100,
        returned=900,
        credit_before=10_000,
        credit=8_800,
        of_session="3.1",
        to_account=False,
        left={Bet.PUNTO: 2_000},
    )
    money = HistoryScreen([paid], set(), "FUN", "")._money(paid, brief=brief)
    assert [each.plain for each in money] == shown


async def test_a_paused_table_shows_the_operators_reason(tmp_path: Path) -> None:
    # How long a paid coup is shown depends on the terminal's own clock, which can't be hurried.
    brief = TABLES.replace("20_000", "1_000")
    async with seated_app(tmp_path, brief) as (app, house), app.run_test(size=(80, 24)) as pilot:
        tables = house.desk.floor.tables
        await until_betting(pilot, app)
        await tables.stand("quick", Standing.PAUSED, "back\nat nine", OLGA)
        await until(pilot, lambda: "after this coup: back\\nat" in text(app, "voice"))
        said = "The table is paused: back\\nat nine"
        await house.skip_to(Stage.PAID)
        await until(pilot, lambda: said in text(app, "stage"))
        await tables.stand("quick", Standing.OPEN, "", OLGA)
        await house.skip_to(Stage.BETTING)
        await until(pilot, lambda: "Place your bets" in text(app, "stage"))


@pytest.mark.parametrize(
    ("cards", "fifth", "held", "punto", "banco"),
    [
        ("2cKs", None, {}, "2c", "Ks"),
        ("2cKs3c2d", None, {}, "2c3c", "Ks2d"),
        ("2cKs3c2d4s", Side.PUNTO, {}, "2c3c4s", "Ks2d"),
        ("2cKs4c2d4s", Side.BANCO, {}, "2c4c", "Ks2d4s"),
        ("2cKs3c2d4s5s", Side.PUNTO, {}, "2c3c4s", "Ks2d5s"),
        ("????????", None, {}, "....", "...."),
        ("????????", None, {Side.PUNTO: "2c3c"}, "2c3c", "...."),
        # The third card has not arrived yet.
        ("2cKs3c2d??", Side.PUNTO, {Side.PUNTO: "2c3c"}, "2c3c..", "Ks2d"),
        ("??Ks??2d??", Side.PUNTO, {Side.PUNTO: "2c3c4s"}, "2c3c4s", "Ks2d"),
    ],
)
def test_cards_are_shown_with_their_side_and_only_to_their_holder(
    cards: str, fifth: Side | None, held: dict[Side, str], punto: str, banco: str
) -> None:
    view = TableView("t", 1, 1, Standing.OPEN, Stage.DEALING, cards=cards, fifth=fifth)
    hands = {side: InHand(mine, 0, speaks=False) for side, mine in held.items()}
    lie = ["".join(str(card or "..") for card in side) for side in lying(view, hands)]
    assert lie == [punto, banco]


LAND = """
[[tables]]
name = "campione"
house = "campione"
PACE

[[tables]]
name = "moritz"
house = "st-moritz"
faces = "down"
PACE
"""
REAL = """
[[tables]]
name = "real"
house = "st-moritz"
croupier = "person"
cards = "croupier"
pace = { result = 20 }
"""
LAND_PACE = """pace = { mixing = 9_000, opening = 9_000, burn = 10, betting = 60_000, \
first_card = 20, card = 10, turn = 10, result = 20_000 }"""


@pytest.mark.parametrize("name", ["campione", "moritz"])
async def test_cards_are_held_called_and_shown_in_a_terminal(name: str, tmp_path: Path) -> None:
    """The player takes a box and bets, sees the cards of Punto, and only the backs of Banco's."""
    tables = LAND.replace("PACE", LAND_PACE)
    async with open_skipping_house(tmp_path, tables) as (house, base), Client(base) as client:
        await client.guest()
        app = LiveApp(client, await client.sit_live(name, 50_000))
        player = app.table.state.player
        async with app.run_test(size=(80, 24)) as pilot:
            await until_betting(pilot, app)
            await pilot.press("b")
            await until(pilot, lambda: app.table.view.boxes == {1: (player,)})
            await pilot.press("2", "enter", "c")
            await until(pilot, lambda: app.table.mine.stakes == {Bet.PUNTO: 1_000})
            await house.skip_to(Stage.DEALING)
            await until(pilot, lambda: bool(app.table.mine.held))
            await until(pilot, lambda: "Cards in your hand: press V" in text(app, "voice"))
            assert "▒" in text(app, "banco-cards")
            assert "▒" not in text(app, "punto-cards")
            while not app._paid:
                await pilot.press("v")
                await pilot.pause(0.3)
            await pilot.press("b")
            await until(pilot, lambda: app.table.view.boxes == {})
        page = await client.http.get(StreamPage, f"/api/tables/{name}/events", {"limit": 500})
        turned = [each["player"] for each in page.records if each["type"] == "turned"]
        assert player in turned


async def test_a_stake_left_on_the_cloth_is_withdrawn_and_a_void_stake_returned(
    tmp_path: Path,
) -> None:
    """A croupier reads the cards in; Égalité leaves the stake on the cloth, and W withdraws it."""
    file = tmp_path / "tables.toml"
    file.write_text(REAL, encoding="utf-8")
    settings = Settings(database=str(tmp_path / "house.db"), tables=str(file))
    async with serving(settings) as (desk, base), Client(base) as client, Client(base) as staff:
        await desk.credentials.register("mara", "lungolago di sera", "", Role.MANAGER)
        await staff.login("mara", "lungolago di sera")
        mara = await staff.console("real")
        await client.guest()
        app = LiveApp(client, await client.sit_live("real", 50_000))
        async with app.run_test(size=(80, 24)) as pilot:
            await mara.take()
            await mara.new_sabot()
            await mara.read("2c")
            await bet_and_close(pilot, app, mara)
            for card in ("8h", "8c", "Kd", "Ks"):
                await mara.read(card)
            await mara.announce()
            await until(
                pilot, lambda: "0.00 in all: Player stays on the cloth" in text(app, "voice")
            )
            await pilot.press("w")
            await until(pilot, lambda: "Withdrawn: 10.00" in text(app, "voice"))
            assert app.table.credit == 50_000
            await bet_and_close(pilot, app, mara)
            await mara.void("a card fell")
            await until(pilot, lambda: "The coup is void: 10.00" in text(app, "voice"))
            assert app.table.credit == 50_000


async def bet_and_close(pilot: Pilot[None], app: LiveApp, console: ConsoleClient) -> None:
    """Bet 10.00 on Punto, then close the betting."""
    await console.open_betting()
    await until_betting(pilot, app)
    await pilot.press("2", "enter", "c")
    await until(pilot, lambda: app.table.mine.stakes == {Bet.PUNTO: 1_000})
    await console.close_betting()
