"""A table with a console is paused, closed, proved or backed up; what it refuses to players."""

import asyncio
from pathlib import Path

import pytest

from puntobanco.store.interface import Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.store.shared_renewal import renew_shared
from puntobanco.wire.stream import Stage
from tests.seat_kinds import shared
from tests.server.live_visitors import LiveTable
from tests.server.staff import (
    ABSENT_S,
    Console,
    carla_at,
    hire,
    says,
    sit_down,
    table_file,
    until_open,
    visitor_in,
)
from tests.server.staffed_house import house
from tests.server.visitors import House, Table, VirtualClock, code, new_key, open_for_business
from tests.store_contents import all_accounts

__all__ = ["house"]  # a fixture

pytestmark = pytest.mark.anyio


async def test_a_paused_or_closed_table_finishes_its_coup(house: House) -> None:
    operator = await house.operator()
    anna = await sit_down(house, "real")
    carla = await carla_at(house, "real")
    await carla.does("open_betting")
    await operator.post("/api/operator/tables/real/standing", {"standing": "paused"})
    await anna.listen()
    assert (await anna.confirm(punto=1_000))["type"] == "bet"  # the current coup is finished
    await carla.does("close_betting")
    await carla.reads("8hKcKdKs")
    await carla.does("announce")
    assert "open_betting" not in carla.can
    assert code(await carla.tries("open_betting")) == "fair/not-now"
    await operator.post("/api/operator/tables/real/standing", {"standing": "closed"})
    assert code(await carla.tries("new_sabot")) == "table/closed"
    await operator.post("/api/operator/tables/real/standing", {"standing": "open"})
    await carla.does("open_betting")


async def test_a_closed_table_is_listed_while_a_coup_waits_there(house: House) -> None:
    """Stakes are in play and nobody is there, so a manager must be able to find the table."""
    operator = await house.operator()
    anna = await sit_down(house, "real")
    carla = await carla_at(house, "real")
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=1_000)
    await carla.does("close_betting")
    await operator.post("/api/operator/tables/real/standing", {"standing": "closed"})
    await carla.does("leave")
    assert "real" in await listed(house)
    await carla.does("take")
    await carla.reads("8hKcKdKs")
    await carla.does("announce")
    await house.settle()
    assert "real" not in await listed(house)


async def listed(house: House) -> set[str]:
    return {each["name"] for each in (await house.ask("GET", "/api/tables")).json}


async def test_the_proof_of_a_real_sabot_is_refused_with_the_reason(house: House) -> None:
    visitor = await house.guest()
    anna = await sit_down(house, "real", visitor)
    carla = await carla_at(house, "real")
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=2_000)
    await carla.does("close_betting")
    await carla.reads("8hKcKdKs")
    await carla.does("announce")
    proof = await house.ask("GET", "/api/tables/real/sabots/1/proof")
    assert proof.code == "table/read-in"
    assert "whose cards were read in" in proof.json["message"]
    (paid,) = await visitor.records("&event=paid")
    mine = f"/api/accounts/{visitor.account()}/coups/{paid['record']}/proof"
    assert (await visitor.get(mine)).code == "table/read-in"
    csv = (await visitor.get(f"/api/accounts/{visitor.account()}/coups.csv")).body.decode()
    assert "8hKcKdKs" in csv


@pytest.mark.parametrize("stage", [Stage.BETTING, Stage.DEALING])
async def test_a_backup_from_the_middle_of_a_read_in_coup(
    stage: Stage, database: str, tmp_path: Path, sealer: Sealer
) -> None:
    """Stakes are returned, and the next croupier brings a new sabot."""
    tables = table_file(tmp_path)
    async with open_for_business(database, tables=tables) as house:
        visitor = await house.guest()
        anna = await sit_down(house, "real", visitor)
        carla = await carla_at(house, "real")
        await carla.does("open_betting")
        await anna.listen()
        await anna.confirm(punto=2_000)
        if stage is Stage.DEALING:
            await carla.does("close_betting")
            await carla.reads("4h5cKd")
    store: Store = await open_store(database, sealer)
    before = store.epoch
    ended = await renew_shared(store, before + 1, 1_800_000_900_000)
    assert (ended.sabots, ended.given_back) == (0, 1)
    ((view,),) = [
        [table.view for spec, table in await store.tables() if spec.name == "real"],
    ]
    assert (view.stage, view.cards, view.croupier) == (Stage.RESTING, "", 0)
    assert sum(each.balance for each in await all_accounts(store)) == 0
    (seat,) = [each for each in await store.all_seats() if each.table == "real"]
    assert (shared(seat).view.stakes, seat.view.credit) == ({}, 100_000)
    await store.close()


async def lays(player: LiveTable, stake: int) -> None:
    """Place chips on Punto with automatic confirmation."""
    await player.listen()
    player.say(type="automatic", on=True)
    player.place({"punto": stake})
    await player.listen()
    player.private.clear()


def not_taken(player: LiveTable) -> list[tuple[int, str]]:
    told = [each for each in player.private if each["type"] == "not_taken"]
    assert all(each["message"] for each in told)
    return [(each["coup"], each["code"]) for each in told]


async def test_chips_of_a_player_who_left_the_box_are_refused_with_a_message(house: House) -> None:
    """«caselle»: at Campione a bet needs a box; chips never vanish without a message."""
    carla, guest = await carla_at(house, "down"), await house.guest()
    anna, bruno = await sit_down(house, "down", guest), await sit_down(house, "down")
    for each in (anna, bruno):
        await says(each, type="box", box=1)
    await carla.does("open_betting")
    for each in (anna, bruno):
        await lays(each, 2_000)
    await says(anna, type="box", box=0)
    await carla.does("close_betting")
    await anna.listen()
    await bruno.listen()
    assert not_taken(anna) == [(1, "table/no-box")]
    assert not_taken(bruno) == []
    assert bruno.last("bet")["stakes"] == {"punto": 2_000}
    dealing = next(n for n, each in enumerate(anna.events) if each["type"] == "dealing")
    assert anna.events[dealing]["bets"] == {"punto": {"amount": 2_000, "players": 1}}
    again = await LiveTable.come_back(house, guest, anna.session)
    assert (again.view.stage, again.welcome["draft"]) == (Stage.DEALING, {})  # the chips are gone


async def test_chips_at_a_table_nobody_runs_are_refused_with_a_message(
    house: House,
) -> None:
    anna = await sit_down(house, "ours")
    await says(anna, type="box", box=1)
    carla = await carla_at(house, "ours")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    coup = carla.view.coup  # the second, if a slow machine needed two mixings
    await lays(anna, 2_000)
    await carla.does("leave")
    await house.pass_time(ABSENT_S)
    await house.settle()
    await anna.listen()
    assert not_taken(anna) == [(coup, "table/no-croupier")]


async def test_chips_above_the_credit_are_refused_with_a_message(
    house: House,
) -> None:
    carla = await carla_at(house, "real")
    anna = await sit_down(house, "real")
    await carla.does("open_betting")
    await lays(anna, 2_000)
    anna.say(type="tip", key=new_key(), amount=99_000)
    await anna.listen()
    await carla.does("close_betting")
    await anna.listen()
    assert not_taken(anna) == [(1, "session/not-enough-credit")]


class Recorded(asyncio.Queue[bytes | None]):
    """Messages that are kept when they are received."""

    def __init__(self, frames: list[bytes]) -> None:
        super().__init__()
        self._frames = frames

    def put_nowait(self, item: bytes | None) -> None:
        self._frames.append(item or b"")
        super().put_nowait(item)


async def test_no_byte_tells_a_face_before_the_card_is_turned(
    database: str, tmp_path: Path
) -> None:
    """Every frame to a player, a watcher and the consoles, the public events and views; also after
    a restart, which the cards survive."""
    tables, clock, frames = table_file(tmp_path), VirtualClock(), list[bytes]()

    async def told(*heard: LiveTable | Console) -> str:
        for each in heard:
            await each.listen()
        pages = [await visitor.get(f"/api/tables/hidden{each}") for each in ("", "/events")]
        return repr(frames) + "".join(each.body.decode() for each in pages)

    async with open_for_business(database, clock, tables) as house:
        visitor = await house.guest()
        anna, carla = await sit_down(house, "hidden", visitor), await carla_at(house, "hidden")
        ticket = await visitor.post("/api/tables/hidden/tickets")
        looks = await Table.connect(house, ticket.json["path"])
        await looks.ask(type="hello")
        for each in (anna, looks, carla):
            each.heard = Recorded(frames)
        await says(anna, type="box", box=1)
        await carla.does("open_betting")
        await anna.listen()
        await anna.confirm(punto=2_000)
        await carla.does("close_betting")
        await carla.reads("7h3s6s4s")
        heard = await told(carla, anna)
        assert not [card for card in ("7h", "3s", "6s", "4s") if card in heard]
        assert carla.demands == "Punto speaks, or shows a natural"
        await carla.does("speak", draws=True)
        await carla.does("turn", side="banco")
        assert "??3s??4s" in await told(carla, anna)
        await carla.does("read", card="8h")
        heard = await told(carla, anna)
        session = anna.session
    async with open_for_business(database, clock, tables) as house:
        anna = await LiveTable.come_back(house, visitor_in(house, visitor), session)
        carla = await Console.sit(house, await hire(house, "carla"), "hidden")
        for each in (anna, carla):
            each.heard = Recorded(frames)
        heard += str(anna.welcome)
        assert (anna.view.cards, carla.demands) == ("??3s??4s??", "Punto's cards are turned")
        heard += await told(carla, anna)
        assert not [card for card in ("7h", "6s", "8h") if card in heard]
        await carla.does("turn", side="punto")
        assert "7h3s6s4s8h" in await told(carla, anna)
        await carla.does("announce")
        await anna.listen()
        assert (anna.last("paid")["cards"], anna.view.punto) == ("7h3s6s4s8h", 1)
