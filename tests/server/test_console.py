"""The console of a land table, over real sockets and with a virtual clock."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from puntobanco.errors import Refusal
from puntobanco.store.interface import Role, Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.store.shared_renewal import renew_shared
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire import console_commands as commands
from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.stream import Stage
from tests.seat_kinds import shared
from tests.server.live_visitors import LiveTable
from tests.server.staff import ABSENT_S, Console, hire, says, sit_down, table_file
from tests.server.visitors import House, Table, VirtualClock, code, new_key, open_for_business
from tests.slow_bet import SlowBet
from tests.store_contents import all_accounts

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(database: str, tmp_path: Path) -> AsyncIterator[House]:
    async with open_for_business(database, tables=table_file(tmp_path)) as opened:
        yield opened
        assert await opened.total() == 0


async def carla_at(house: House, table: str) -> Console:
    console = await Console.sit(house, await hire(house, "carla"), table)
    await console.begins()
    return console


async def mara_at(house: House, table: str) -> Console:
    return await Console.sit(house, await hire(house, "mara", Role.MANAGER), table)


# --- a coup --------------------------------------------------------------------------------


async def test_a_whole_coup_of_read_in_cards(house: House) -> None:
    """It is opened, bet on, closed, read in, announced and paid, and is in the Cronologia."""
    visitor = await house.guest()
    anna = await sit_down(house, "real", visitor)
    carla = await carla_at(house, "real")
    assert carla.mine
    assert set(carla.can) == {"call_manager", "correct", "leave", "new_sabot", "open_betting"}
    await carla.does("open_betting")
    await anna.listen()
    assert (await anna.confirm(punto=2_000))["credit"] == 98_000
    await carla.does("close_betting")
    assert carla.demands == "a card for Punto"
    await carla.reads("4h5cKd2s")
    assert carla.demands == "a card for Punto"
    await carla.reads("5c")
    assert carla.demands == "both points are announced"
    await carla.does("announce")
    await anna.listen()
    paid = anna.last("paid")
    assert (paid["cards"], paid["punto"], paid["banco"]) == ("4h5cKd2s5c", 9, 7)
    assert (paid["returned"], paid["credit"], paid["fixed"]) == (4_000, 102_000, "")
    assert anna.view == carla.view
    told = [each["type"] for each in reversed(await visitor.records())]
    assert told == ["moved", "opened", "bet", "paid"]


async def test_rien_ne_va_plus(house: House) -> None:
    """Chips on the cloth become bets, and later bets are refused."""
    anna = await sit_down(house, "real")
    carla = await carla_at(house, "real")
    await carla.does("open_betting")
    await anna.listen()
    anna.say(type="automatic", on=True)
    anna.say(type="place", bets={"banco": 1_000}, coup=anna.view.coup)
    await anna.until("placed")
    await carla.listen()
    carla.says("close_betting")
    assert (await carla.answer("close_betting"))["type"] == "done"
    assert carla.events[-1]["type"] == "closing"
    assert carla.events[-1]["since"] <= carla.events[-1]["at"] + 1
    await carla.listen()
    assert carla.events[-1]["type"] == "dealing"
    assert carla.events[-1]["bets"] == {"banco": {"amount": 1_000, "players": 1}}
    await anna.listen()
    assert code(await anna.confirm(punto=1_000)) == "bet/closed"
    assert code(await carla.tries("close_betting")) == "fair/not-now"


async def test_bets_do_not_make_a_command_outdated(house: House) -> None:
    anna = await sit_down(house, "real")
    carla = await carla_at(house, "real")
    await carla.does("open_betting")
    seen = carla.view.offset
    await anna.listen()
    await anna.confirm(punto=1_000)
    house.desk.floor.tables.get("real").stakes._count()  # publishes the totals of all stakes
    await carla.listen()
    assert carla.view.offset > seen
    await carla.does("close_betting", seen=seen)


async def test_the_clock_closes_the_betting_and_the_croupier_reads_in_cards(house: House) -> None:
    """004 with a croupier: C'è un tempo limitato per piazzare la puntata."""
    anna = await sit_down(house, "clock")
    carla = await carla_at(house, "clock")
    await carla.does("open_betting")
    assert code(await carla.tries("close_betting")) == "fair/not-now"
    await anna.listen()
    await anna.confirm(punto=1_000, grande=200)
    await house.pass_time(20)
    await carla.reads("4h5cKd2s5c")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["returned"] == 2_308


async def test_cards_of_a_real_sabot_have_no_holder(house: House) -> None:
    """002 deals face down, but the program doesn't know who holds real cards."""
    anna = await sit_down(house, "down")
    assert (await says(anna, type="box", box=3))["type"] == "done"
    carla = await carla_at(house, "down")
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=5_000)
    await carla.does("close_betting")
    assert carla.view.holders == {}
    await carla.reads("8hKcKdKs")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["returned"] == 10_000


# --- refusals ------------------------------------------------------------------------------

BETTING: list[tuple[str, dict[str, Any], str]] = [
    ("take", {}, "fair/not-now"),
    ("new_sabot", {}, "fair/not-now"),
    ("open_betting", {}, "fair/not-now"),
    ("read", {"card": "4h"}, "fair/not-now"),
    ("correct", {"n": 1, "card": "4h", "reason": "misread"}, "fair/not-now"),
    ("announce", {}, "fair/not-now"),
    ("draw", {}, "table/from-a-real-sabot"),
    ("turn", {"side": "punto"}, "table/from-a-real-sabot"),
    ("speak", {"draws": True}, "table/from-a-real-sabot"),
    ("void", {"reason": "I say so"}, "table/managers-only"),
    ("decide", {"words": "I say so"}, "table/managers-only"),
    ("key_in", {"box": 1, "bets": {"punto": 5_000}}, "fair/not-now"),
    ("close_betting", {"seen": 1}, "table/moved-on"),
    ("close_betting", {"seen": 10_000}, "table/moved-on"),
    ("read", {"card": "1h"}, "message/bad"),
    ("correct", {"n": 13, "card": "4h", "reason": "misread"}, "message/bad"),
    ("void", {"reason": ""}, "message/bad"),
    ("void", {"reason": "\u001b[2J"}, "message/bad"),
    ("key_in", {"box": -1, "bets": {}}, "message/bad"),
    ("close_betting", {"seen": -1}, "message/bad"),
    ("close_betting", {"more": 1}, "message/bad"),
    ("confirm", {"key": "k" * 16, "coup": 1, "bets": {"punto": 1_000}}, "message/bad"),
]


async def test_commands_that_are_refused_while_the_betting_is_open(house: House) -> None:
    carla = await carla_at(house, "real")
    await carla.does("open_betting")
    before = await house.books()
    for kind, said, why in BETTING:
        assert code(await carla.tries(kind, **said)) == why, kind
    assert await house.books() == before


async def test_a_console_must_say_hello_first_and_only_once(house: House) -> None:
    staff = await hire(house, "carla")
    path = (await staff.post("/api/tables/real/console")).json["path"]
    console = await Console.connect(house, path)
    assert code(await console.ask(type="take", seen=0)) == "message/bad"
    await console.ask(type="hello")
    await console.hear()
    assert code(await console.ask(type="hello")) == "message/bad"
    assert code(await console.ask(type="hello", seen=0)) == "message/bad"


async def test_only_staff_may_use_a_console(house: House) -> None:
    for who, why in (
        (await house.guest(), "account/not-allowed"),
        (await house.operator(), "account/not-allowed"),
    ):
        answer = await who.post("/api/tables/real/console")
        assert (answer.status, answer.code) == (403, why)
    carla, mara = await hire(house, "carla"), await hire(house, "mara", Role.MANAGER)
    assert (await carla.post("/api/tables/nowhere/console")).code == "table/unknown"
    assert (await carla.post("/api/tables/alone/console")).code == "table/runs-itself"
    assert (await house.ask("POST", "/api/tables/real/console")).code == "account/not-signed-in"
    console = await Console.sit(house, mara, "alone")
    assert set(console.can) == {"call_manager"}
    assert code(await console.tries("take")) == "table/runs-itself"


async def test_a_console_does_not_count_as_an_onlooker(house: House) -> None:
    """A manager who looks at a resting table doesn't start a sabot."""
    console = await mara_at(house, "alone")
    await house.pass_time(60)
    await console.listen()
    assert console.view.stage is Stage.RESTING
    summary = (await house.ask("GET", "/api/tables/alone")).json["summary"]
    assert (summary["watchers"], summary["players"]) == (0, 0)


async def test_of_two_simultaneous_commands_one_is_refused(house: House) -> None:
    """Both were given at the same offset, before either is durable."""
    carla = await Console.sit(house, await hire(house, "carla"), "real")
    dino = await Console.sit(house, await hire(house, "dino"), "real")
    carla.says("take")
    dino.says("take")
    answers = [await carla.answer("take"), await dino.answer("take")]
    assert sorted(each["type"] for each in answers) == ["done", "refused"]
    (refused,) = [each for each in answers if each["type"] == "refused"]
    assert refused["code"] == "table/moved-on"
    winner, other = (carla, dino) if answers[0]["type"] == "done" else (dino, carla)
    assert code(await other.tries("take")) == "table/has-croupier"
    assert code(await other.tries("new_sabot")) == "table/not-the-croupier"
    await winner.does("new_sabot")
    await winner.does("read", card="2c")


async def test_a_queued_command_is_checked_when_its_turn_comes(house: House) -> None:
    """Two commands are sent at once; the second was meant for the state before the first."""
    carla = await carla_at(house, "chips")
    await carla.does("open_betting")
    carla.says("key_in", box=1, bets={"punto": 5_000})
    carla.says("close_betting")
    assert (await carla.answer("key_in"))["type"] == "done"
    assert code(await carla.answer("close_betting")) == "table/moved-on"
    assert carla.view.stage is Stage.BETTING


async def test_one_croupier_may_use_two_consoles(house: House) -> None:
    staff = await hire(house, "carla")
    left, right = [await Console.sit(house, staff, "real") for _ in range(2)]
    await left.begins()
    await right.listen()
    assert right.mine
    left.says("open_betting")
    await right.listen()
    right.says("open_betting", seen=left.view.offset)
    assert (await left.answer("open_betting"))["type"] == "done"
    assert code(await right.answer("open_betting")) == "table/moved-on"
    await left.vanish()
    await right.does("close_betting")
    assert right.view.croupier == staff.person


# --- disconnecting, handing over -----------------------------------------------------------

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


async def until_open(house: House, anna: LiveTable, carla: Console) -> None:
    """Let time pass until the sabot is mixed and burned."""
    for _ in range(50):
        await anna.listen()
        await carla.listen()
        if "open_betting" in carla.can:
            return
        await house.pass_time(1)
    raise AssertionError(carla.can)


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


def visitor_in(house: House, visitor: Any) -> Any:
    """The same person at the restarted house."""
    visitor.house = house
    return visitor


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


# --- false draws, corrections, void --------------------------------------------------------


@pytest.mark.parametrize("table", ["down", "real"])
async def test_i_falsi_tiraggi_verranno_ristabiliti_secondo_la_regola(
    table: str, house: House
) -> None:
    """002, and also at St. Moritz: the records show the cards before and after."""
    anna = await sit_down(house, table)
    await says(anna, type="box", box=1)
    carla = await carla_at(house, table)
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(banco=2_000)
    await carla.does("close_betting")
    await carla.reads("4h5cKd2s")
    missing = await carla.tries("announce")
    assert code(missing) == "fair/not-now"
    assert "demands a card for punto" in missing["message"]
    await carla.does("correct", n=1, card="6h", reason="the pip was covered")
    await carla.reads("9c")
    assert (carla.view.cards, carla.view.aside) == ("6h5cKd2s", "9c")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["returned"] == 3_900  # 19:20, or 1:1 less 5 %
    told = await house.ask("GET", f"/api/tables/{table}/events?limit=100")
    events = {each["type"]: each for each in told.json["records"]}
    corrected, aside = events["corrected"], events["aside"]
    assert (corrected["before"], corrected["after"]) == ("4h", "6h")
    assert corrected["reason"] == "the pip was covered"
    assert (aside["card"], aside["goes_on"]) == ("9c", False)


async def test_a_void_coup_returns_all_stakes(house: House) -> None:
    """Reading 11: declared void by a manager, with a reason."""
    visitor, gone = await house.guest(), await house.guest()
    anna, bruno = await sit_down(house, "real", visitor), await sit_down(house, "real", gone)
    carla, mara = await carla_at(house, "real"), await mara_at(house, "real")
    await carla.does("open_betting")
    for player in (anna, bruno):
        await player.listen()
        await player.confirm(punto=2_000, egalite=500)
    await carla.does("close_betting")
    await carla.reads("4h5c")
    await says_cash_out(bruno)
    assert code(await mara.tries("void", reason="a card fell", seen=1)) == "table/moved-on"
    await mara.does("void", reason="a card fell")
    await anna.listen()
    back = anna.last("returned")
    assert (back["reason"], back["returned"], back["credit"]) == ("void", 2_500, 100_000)
    assert await gone.balance() == 1_000_000
    await carla.listen()
    assert (carla.view.void, carla.view.stage) == (True, Stage.PAID)
    await carla.does("open_betting")
    await anna.listen()
    assert (await anna.confirm(punto=1_000))["stakes"] == {"punto": 1_000}


async def says_cash_out(player: LiveTable) -> None:
    player.say(type="cash_out", key=new_key())
    await player.until("closed")


async def test_bets_being_written_when_a_coup_is_void_are_returned(house: House) -> None:
    players = [await sit_down(house, "real") for _ in range(5)]
    carla, mara = await carla_at(house, "real"), await mara_at(house, "real")
    await carla.does("open_betting")
    await mara.listen()
    for player in players:
        await player.listen()
    for n, player in enumerate(players):
        if n == 2:
            mara.says("void", reason="a fire drill")
        player.say(type="confirm", key=new_key(), coup=1, bets={"punto": 1_000})
    assert (await mara.answer("void"))["type"] == "done"
    await mara.listen()
    assert mara.view.stage is Stage.PAID
    for live in house.desk.floor.tables.get("real").seats.values():
        assert (live.seat.view.stakes, live.seat.view.credit) == ({}, 100_000)


async def test_our_sabot_cannot_be_corrected_or_void(house: House) -> None:
    anna = await sit_down(house, "ours")
    await says(anna, type="box", box=1)
    carla, mara = await carla_at(house, "ours"), await mara_at(house, "ours")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    await carla.does("close_betting")
    await carla.does("draw")
    wrong = {"n": 1, "card": "9h", "reason": "I like nines"}
    assert code(await carla.tries("correct", **wrong)) == "table/from-our-sabot"
    assert code(await carla.tries("read", card="9h")) == "table/from-our-sabot"
    assert code(await carla.tries("new_sabot")) == "table/from-our-sabot"
    assert code(await mara.tries("void", reason="no")) == "table/from-our-sabot"


async def test_a_croupier_waits_for_cards_in_a_players_hand(house: House) -> None:
    """003: le carte del cliente, che vengono tenute in mano, devono essere mostrate per prime."""
    anna = await sit_down(house, "held")
    carla = await carla_at(house, "held")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=2_000)
    await carla.does("close_betting")
    for _ in range(4):
        await carla.does("draw")
    assert carla.demands == "Punto's cards are turned"
    assert code(await carla.tries("turn", side="punto")) == "fair/not-now"  # too early
    assert (await says(anna, type="show", coup=carla.view.coup, side="punto"))["type"] == "done"
    await carla.does("turn", side="banco")
    for _ in range(4):
        await carla.listen()
        if "announce" in carla.can:
            break
        if "draw" in carla.can:
            await carla.does("draw")
        elif carla.demands.startswith("Punto"):
            await says(anna, type="show", coup=carla.view.coup, side="punto")
        else:
            await carla.does("turn", side="banco")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["staked"] == 2_000


async def test_a_console_learns_of_cards_in_hand_when_the_time_is_over(house: House) -> None:
    """002: il giocatore alla Punta parla per primo; before, the croupier can't know the cards."""
    anna = await sit_down(house, "ours")
    await says(anna, type="box", box=1)
    carla = await carla_at(house, "ours")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=2_000)
    await carla.does("close_betting")
    for _ in range(4):
        await carla.does("draw")
    for _ in range(3):
        assert carla.demands == "Punto speaks, or shows a natural"
        assert not {"speak", "turn", "draw", "announce"} & set(carla.can)
        await house.pass_time(5)
        for each in (anna, carla):
            await each.listen()
    offset = carla.view.offset
    await house.pass_time(6)
    await carla.listen()
    assert carla.view.offset == offset  # only time has passed
    assert {"speak", "turn"} & set(carla.can)
    assert carla.demands in ("Punto speaks: Carta or Resto", "Punto's cards are turned")


async def test_stakes_left_on_the_cloth_at_a_staffed_table(house: House) -> None:
    """003: possono quindi essere ritirate o giocate nella mano successiva."""
    anna, bruno = await sit_down(house, "real"), await sit_down(house, "real")
    carla = await carla_at(house, "real")
    await carla.does("open_betting")
    for player in (anna, bruno):
        await player.listen()
        await player.confirm(punto=2_000)
    await carla.does("close_betting")
    await carla.reads("8h8cKdKs")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["left"] == {"punto": 2_000}
    await bruno.vanish()
    await carla.does("open_betting")
    await carla.does("close_betting")
    assert carla.last("dealing")["bets"] == {"punto": {"amount": 2_000, "players": 1}}
    await carla.reads("9h8cKdKs")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["credit"] == 102_000


# --- real chips, the manager, staff --------------------------------------------------------


async def test_stakes_are_keyed_in_by_box(house: House) -> None:
    """002: alla pari, alla pari detratto il 5% (cagnotte), otto volte la posta."""
    guest = await house.guest()
    refused = await guest.open_at("chips", 10_000)
    assert refused.code == "session/not-playable"
    assert "chips" not in refused.json["message"].split("Choose one of")[1]
    tables = {each["name"]: each for each in (await house.ask("GET", "/api/tables")).json}
    kind = [tables["chips"][each] for each in ("faces", "croupier", "source", "stakes")]
    assert kind == ["down", "person", "croupier", "keyed"]
    assert [tables["alone"][each] for each in ("source", "stakes")] == ["sabot", "played"]
    # At a table played for credit the cards of a real sabot have no holder.
    assert [tables[each]["faces"] for each in ("down", "ours", "real")] == ["down", "down", "up"]
    carla = await carla_at(house, "chips")
    await carla.does("open_betting")
    await carla.does("key_in", box=3, bets={"banco": 10_000})
    await carla.does("key_in", box=9, bets={"punto": 5_000, "egalite": 500})
    assert code(await carla.tries("key_in", box=10, bets={"punto": 5_000})) == "table/no-such-box"
    assert code(await carla.tries("key_in", box=1, bets={"punto": 500})) == "bet/below-minimum"
    await carla.does("close_betting")
    await carla.reads("4h")
    assert code(await carla.tries("key_in", box=1, bets={"punto": 5_000})) == "fair/not-now"
    await carla.reads("9cKdKs")
    await carla.does("announce")
    due = {each["box"]: (each["takes"], each["pays"]) for each in carla.last("result")["due"]}
    assert due == {3: (0, 9_500), 9: (5_500, 0)}


async def test_players_and_croupiers_can_call_the_manager(house: House) -> None:
    """003: per eventuali domande ... rivolgere al Manager on duty; la decisione è definitiva."""
    visitor = await house.guest()
    anna = await sit_down(house, "real", visitor)
    carla, mara = await carla_at(house, "real"), await mara_at(house, "real")
    assert (await says(anna, type="ask_manager"))["type"] == "done"
    await carla.listen()
    called = carla.last("manager")
    assert (called["manager"], called["by"]) == (0, str(visitor.account()))
    assert "call_manager" not in carla.can
    assert code(await carla.tries("call_manager", words="box 3")) == "table/manager-called"
    await mara.does("decide", words="it was Anna's")
    again = await mara.tries("decide", words="or Bruno's")
    assert code(again) == "table/manager-not-called"  # a decision is final
    await carla.does("call_manager", words="and box 4?")
    await mara.does("decide", words="nobody's")
    told = [
        (each["by"], each["words"])
        for each in (await house.ask("GET", "/api/tables/real/events?limit=100")).json["records"]
        if each["type"] == "manager"
    ]
    assert told == [
        (str(visitor.account()), ""),
        ("mara", "it was Anna's"),
        ("carla", "and box 4?"),
        ("mara", "nobody's"),
    ]


async def test_calls_for_the_manager_are_limited(house: House) -> None:
    anna = await sit_down(house, "real")
    mara = await mara_at(house, "real")
    for _ in range(3):
        await says(anna, type="ask_manager")
        await mara.does("decide", words="no")
    assert code(await says(anna, type="ask_manager")) == "limit/too-fast"
    house.clock.at += 60_000
    assert (await says(anna, type="ask_manager"))["type"] == "done"
    assert code(await says(anna, type="ask_manager")) == "table/manager-called"


@pytest.mark.parametrize("role", [Role.CROUPIER, Role.MANAGER, Role.OPERATOR])
async def test_staff_cannot_bet(house: House, role: Role) -> None:
    staff = await hire(house, "carla", role)
    assert (await staff.get("/api/me")).json["accounts"] == []
    for asked in (staff.open_at("real"), staff.open_at("alone"), staff.open("punto-e-banco")):
        assert (await asked).code == "account/not-allowed"


async def test_a_player_who_becomes_staff_gets_the_credit_and_cannot_bet(
    house: House, database: str
) -> None:
    player = await house.player("anna")
    opened = (await player.open_at("real", 50_000)).json["session"]
    await change_role(house, player.person, Role.CROUPIER)
    assert (await player.post(f"/api/sessions/{opened}/tickets")).code == "account/not-allowed"
    more = {"key": new_key(), "amount": 1_000}
    assert (
        await player.post(f"/api/sessions/{opened}/top-ups", more)
    ).code == "account/not-allowed"
    out = await player.post(f"/api/sessions/{opened}/cash-out", {"key": new_key()})
    assert out.json["credited"] == 50_000


async def change_role(house: House, person: int, role: Role) -> None:
    store: Any = house.desk.floor.store
    await store._run("UPDATE person SET role = $1 WHERE id = $2", role.value, person)


# --- standing, proofs, backups -------------------------------------------------------------


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
