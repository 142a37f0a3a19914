"""A coup at the console of a land table, over real sockets; what a console is refused."""

from typing import Any

import pytest

from puntobanco.store.interface import Role
from puntobanco.wire.stream import Stage
from tests.server.staff import Console, carla_at, hire, mara_at, says, sit_down
from tests.server.staffed_house import house
from tests.server.visitors import House, code

__all__ = ["house"]  # a fixture

pytestmark = pytest.mark.anyio


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
