"""A console is disconnected, signed out or handed over, or the house restarts."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from puntobanco.errors import Refusal
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire import console_commands as commands
from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.stream import Stage
from tests.server.live_visitors import LiveTable
from tests.server.staff import (
    ABSENT_S,
    Console,
    carla_at,
    hire,
    mara_at,
    says,
    sit_down,
    table_file,
    until_open,
    visitor_in,
)
from tests.server.staffed_house import house
from tests.server.visitors import House, VirtualClock, code, open_for_business
from tests.slow_bet import SlowBet

__all__ = ["house"]  # a fixture

pytestmark = pytest.mark.anyio


REAL_COUP: list[tuple[str, dict[str, Any]]] = [
    ("take", {}),
    ("new_sabot", {"cut_by": "box 3"}),
    ("read", {"card": "2c"}),
    ("open_betting", {}),
    ("close_betting", {}),
    ("read", {"card": "4h"}),
    ("read", {"card": "5c"}),
    ("cut_card", {}),
    ("read", {"card": "Kd"}),
    ("read", {"card": "3s"}),
    ("correct", {"n": 4, "card": "2s", "reason": "a two"}),
    ("read", {"card": "5d"}),
    ("read", {"card": "9s"}),  # an excess card
    ("call_manager", {"words": "a false draw"}),
    ("announce", {}),
]


@pytest.mark.parametrize("leaves", [True, False])
async def test_bets_are_refused_while_nobody_runs_the_table(house: House, leaves: bool) -> None:
    """When the croupier disconnects the table waits, money is safe, and another may take it."""
    anna = await sit_down(house, "real")
    carla = await carla_at(house, "real")
    await carla.does("open_betting")
    await anna.listen()
    assert (await anna.confirm(punto=2_000))["credit"] == 98_000
    anna.say(type="automatic", on=True)
    anna.place({"banco": 1_000})
    await anna.until("placed")
    await (carla.does("leave") if leaves else carla.vanish())
    await house.pass_time(0 if leaves else ABSENT_S)
    await anna.until("directed")
    assert code(await anna.confirm(punto=2_000)) == "table/no-croupier"
    anna.place({"banco": 3_000})
    assert code(await anna.until("refused")) == "table/no-croupier"
    anna.place({})  # but chips can be taken off the cloth
    await anna.until("placed")
    dino = await Console.sit(house, await hire(house, "dino"), "real")
    await dino.does("take")
    await anna.until("directed")
    assert (await anna.confirm(banco=1_000))["stakes"] == {"punto": 2_000, "banco": 1_000}


async def test_the_clock_closes_the_betting_when_nobody_runs_the_table(house: House) -> None:
    """Confirmed bets stay; other chips don't become bets."""
    visitor = await house.guest()
    anna = await sit_down(house, "clock", visitor)
    carla = await carla_at(house, "clock")
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=2_000)
    anna.say(type="automatic", on=True)
    anna.place({"banco": 1_000})
    await anna.until("placed")
    await carla.vanish()
    await house.pass_time(ABSENT_S)
    await anna.until("directed")
    house.clock.at = anna.view.until or 0
    house.desk.floor.tables.runners["clock"].look()
    await anna.until("dealing")
    assert {bet.value: on.amount for bet, on in anna.view.bets.items()} == {"punto": 2_000}


async def test_a_croupier_who_disconnects_after_any_command_loses_no_money(house: House) -> None:
    """Reading 11: the next croupier finishes the coup, and everybody is paid exactly once."""
    anna = await sit_down(house, "real")
    for n, (kind, said) in enumerate(REAL_COUP):
        console = await Console.sit(house, await hire(house, f"croupier-{n}"), "real")
        if kind != "take":
            await console.does("take")
        await console.does(kind, **said)
        await anna.listen()
        if kind == "open_betting":
            await anna.confirm(punto=2_000)
        await console.vanish()
        await house.pass_time(60)
        await anna.listen()
        assert anna.view.croupier == 0
    assert anna.last("paid")["cards"] == "4h5cKd2s5d"
    assert anna.last("paid")["credit"] == 102_000


async def test_a_coup_of_our_sabot_is_finished_without_its_croupier(house: House) -> None:
    anna = await sit_down(house, "ours")
    await says(anna, type="box", box=1)
    carla = await carla_at(house, "ours")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=2_000)
    await carla.does("close_betting")
    await carla.does("draw")
    await carla.vanish()
    await anna.listen()
    await house.pass_time(ABSENT_S - 1)
    await anna.listen()
    assert anna.view.croupier
    assert len(anna.view.cards) == 2
    await house.pass_time(1)
    await anna.listen()
    assert anna.view.croupier == 0
    for _ in range(200):
        await house.pass_time(5)
        await anna.listen()
        if anna.view.stage is Stage.PAID:
            break
    assert anna.last("paid")["staked"] == 2_000
    await house.pass_time(600)
    assert anna.view.stage is Stage.PAID  # it waits here until somebody takes the table


async def test_a_closing_is_finished_even_if_a_croupier_takes_the_table(house: House) -> None:
    """The croupier left, the time is over, the betting closes, and then the croupier returns."""
    anna = await sit_down(house, "ours")
    await says(anna, type="box", box=1)
    carla = await carla_at(house, "ours")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    await anna.listen()
    anna.say(type="automatic", on=True)
    anna.place({"punto": 2_000})
    await anna.listen()
    person = carla.view.croupier
    await carla.does("leave")
    await anna.listen()
    table = house.desk.floor.tables.get("ours")
    answered: list[Refusal | None] = []
    house.clock.at += ABSENT_S * 1000
    slow = SlowBet(table)
    table.look()
    while table.view.stage is not Stage.CLOSING:
        await asyncio.sleep(0)
    take = commands.Take(table.view.offset)
    table.direct(take, StaffActor(person, "carla"), 0, answered.append)
    while not answered:
        await asyncio.sleep(0)
    slow.ends()
    await carla.listen()
    await anna.listen()
    assert answered == [None]
    assert (anna.view.stage, anna.view.croupier) == (Stage.DEALING, person)
    assert carla.mine
    assert "draw" in carla.can
    late = await anna.confirm(punto=1_000)
    assert code(late) == "bet/closed"


async def test_a_croupier_who_leaves_during_the_closing_may_return(house: House) -> None:
    """The first card waits for the croupier as long as any other card would."""
    anna = await sit_down(house, "ours")
    await says(anna, type="box", box=1)
    carla = await carla_at(house, "ours")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=2_000)
    await carla.listen()
    table = house.desk.floor.tables.get("ours")
    slow = SlowBet(table)
    carla.says("close_betting")
    assert (await carla.answer("close_betting"))["type"] == "done"
    assert "leave" not in carla.can
    await carla.vanish()
    assert table.view.stage is Stage.CLOSING
    slow.ends()
    await house.settle()
    await house.pass_time(ABSENT_S - 1)
    await anna.listen()
    assert (anna.view.stage, anna.view.cards) == (Stage.DEALING, "")
    carla = await Console.sit(house, await hire(house, "carla"), "ours")
    assert carla.mine  # and still runs the table
    await house.pass_time(2 * ABSENT_S)
    await carla.does("draw")
    await anna.listen()
    assert len(anna.view.cards) == 2


async def test_a_restart_while_a_person_runs_the_table(database: str, tmp_path: Path) -> None:
    """All consoles are gone: a coup of read-in cards waits, a coup of our sabot goes on."""
    tables, clock = table_file(tmp_path), VirtualClock()
    async with open_for_business(database, clock, tables) as house:
        visitor, other = await house.guest(), await house.guest()
        anna, bruno = await sit_down(house, "real", visitor), await sit_down(house, "ours", other)
        await says(bruno, type="box", box=1)
        carla = await carla_at(house, "real")
        dino = await Console.sit(house, await hire(house, "dino"), "ours")
        await dino.begins()
        await until_open(house, bruno, dino)
        for console, player in ((carla, anna), (dino, bruno)):
            await console.does("open_betting")
            await player.listen()
            await player.confirm(punto=2_000)
            await console.does("close_betting")
        await carla.reads("4h5c")
        sessions = anna.session, bruno.session
    async with open_for_business(database, clock, tables) as house:
        anna = await LiveTable.come_back(house, visitor_in(house, visitor), sessions[0])
        bruno = await LiveTable.come_back(house, visitor_in(house, other), sessions[1])
        await anna.listen()
        assert anna.view.cards == "4h5c"
        for _ in range(100):
            await house.pass_time(5)
            await bruno.listen()
        await anna.listen()
        assert bruno.last("paid")["staked"] == 2_000
        assert (anna.view.stage, anna.view.croupier) == (Stage.DEALING, 0)
        dino = await Console.sit(house, await hire(house, "dino"), "real")
        await dino.does("take")
        await dino.reads("KdKs5s8h")
        await dino.does("announce")
        await anna.listen()
        assert anna.last("paid")["staked"] == 2_000
        assert await house.total() == 0


async def test_a_manager_takes_the_table_and_hands_it_back(house: House) -> None:
    carla = await carla_at(house, "real")
    mara = await mara_at(house, "real")
    await mara.does("take")
    await carla.listen()
    assert not carla.mine
    assert code(await carla.tries("open_betting")) == "table/not-the-croupier"
    assert code(await carla.tries("take")) == "table/has-croupier"
    await mara.does("leave")
    await carla.does("take")
    await carla.does("open_betting")


@pytest.mark.parametrize("path", ["/api/tokens/current", "/api/tokens"])
async def test_a_console_closes_when_its_person_signs_out(house: House, path: str) -> None:
    staff = await hire(house, "carla")
    console = await Console.sit(house, staff, "real")
    silent = await Console.connect(
        house, (await staff.post("/api/tables/real/console")).json["path"]
    )
    late = (await staff.post("/api/tables/real/console")).json["path"]
    dino = await Console.sit(house, await hire(house, "dino"), "real")
    await console.begins()
    assert (await house.ask("DELETE", path, None, staff.token)).status == 204
    assert await console.end() == CloseCode.SIGNED_OUT
    assert await silent.end() == CloseCode.SIGNED_OUT
    assert await (await Console.connect(house, late)).end() == CloseCode.SIGNED_OUT
    await dino.listen()
    assert dino.view.croupier == 0
    await dino.does("take")


async def test_signing_out_closes_the_consoles_of_that_token(house: House) -> None:
    here, there = await hire(house, "carla"), await hire(house, "carla")
    console, other = [await Console.sit(house, each, "real") for each in (here, there)]
    await house.ask("DELETE", "/api/tokens/current", None, here.token)
    assert await console.end() == CloseCode.SIGNED_OUT
    await other.does("take")
