"""Sessions: 20 minutes idle, 3 minutes disconnected, one connection, credit paid out once."""

import asyncio
import time
from typing import Any

import msgspec
import pytest

from puntobanco.server.house.clock import SteadyClock
from tests.server.visitors import (
    MINUTE,
    WELCOME,
    Table,
    Visitor,
    code,
    new_key,
    new_seed,
    open_for_business,
)

pytestmark = pytest.mark.anyio


async def closings(visitor: Visitor) -> list[tuple[str, int]]:
    return [(each["reason"], each["credited"]) for each in await visitor.records("&event=closed")]


async def test_20_minutes_without_an_action_close_the_session(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=5_000)
        await house.pass_time(19 * MINUTE - 1)
        assert table.heard.empty()
        await house.pass_time(1)
        assert await table.hear() == {"type": "warning", "closes_in_ms": 60_000}
        await house.pass_time(59)
        assert table.heard.empty()  # there is only one warning
        assert (await guest.get(f"/api/sessions/{table.session}")).json["closes_in_ms"] == 1_000
        await house.pass_time(1)
        closed = await table.hear()
        assert (closed["type"], closed["reason"]) == ("closed", "inactivity")
        assert closed["credited"] == 5_000
        assert await table.end() == 4002
        assert await guest.balance() == WELCOME
        assert (await guest.get(f"/api/sessions/{table.session}")).code == "session/none"
        await house.pass_time(60 * MINUTE)
        assert await closings(guest) == [("inactivity", 5_000)]


async def test_which_requests_count_as_an_action(database: str) -> None:
    """Reading 17: playing, placing chips, a top-up and an answer to the warning; nothing else."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=5_000)

        async def closes_in() -> int:
            return int((await guest.get("/api/me")).json["sessions"][0]["closes_in_ms"])

        for said in (
            {"type": "place", "bets": {"punto": 100}},
            {"type": "place", "bets": {}},
            {"type": "carte", "key": new_key(), "bets": {"punto": 100}, "seed": new_seed()},
            {"type": "top_up", "key": new_key(), "amount": 100},
            {"type": "stay"},
        ):
            await house.pass_time(5 * MINUTE)
            assert await closes_in() == 15 * MINUTE * 1000
            answer = await table.ask(**said)
            assert answer["type"] != "refused"
            assert await closes_in() == 20 * MINUTE * 1000
        await guest.post(
            f"/api/sessions/{table.session}/top-ups", {"key": new_key(), "amount": 100}
        )
        await table.hear()
        await house.pass_time(5 * MINUTE)
        table.transport.send_ping(b"still here")
        await guest.records()
        await guest.get("/api/sessions")
        await guest.ticket(table.session)
        refused = await table.ask(type="place", bets={"punto": 1})
        assert code(refused) == "bet/below-minimum"
        await table.vanish()
        table = await guest.come_back(table.session)  # reconnecting is not an action
        assert table.welcome["closes_in_ms"] == await closes_in() == 15 * MINUTE * 1000


async def test_an_answer_to_the_warning_keeps_the_session(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        for _ in range(3):
            await house.pass_time(19 * MINUTE + 30)
            assert await table.hear() == {"type": "warning", "closes_in_ms": 30_000}
            stayed = await table.ask(type="stay")
            assert stayed == {"type": "staying", "closes_in_ms": 20 * MINUTE * 1000}
        assert await closings(guest) == []


async def test_a_player_who_reconnects_in_the_last_minute_is_warned(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        await house.pass_time(18 * MINUTE)
        await table.vanish()
        await house.notice()
        await house.pass_time(90)
        table = await guest.come_back(table.session)
        assert table.welcome["closes_in_ms"] == 30_000
        await house.pass_time(0)
        assert await table.hear() == {"type": "warning", "closes_in_ms": 30_000}
        table = await guest.come_back(table.session)
        await house.pass_time(0)
        assert table.heard.empty()  # only once


async def test_a_session_closes_3_minutes_after_a_lost_connection(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=5_000)
        coup = await table.carte(punto=1_000)
        await table.vanish()
        await house.notice()
        await house.pass_time(3 * MINUTE - 1)
        table = await guest.come_back(table.session, coup["epoch"], coup["offset"])
        assert table.welcome["credit"] == coup["credit"]
        await house.pass_time(3 * MINUTE + 1)  # reconnected, so the 3 minutes don't count
        assert table.heard.empty()
        await table.vanish()
        await house.notice()
        await house.pass_time(3 * MINUTE - 1)
        assert await closings(guest) == []
        await house.pass_time(1)
        assert await closings(guest) == [("disconnected", coup["credit"])]
        assert await guest.balance() == WELCOME - 5_000 + coup["credit"]
        answer = await guest.post(f"/api/sessions/{table.session}/tickets")
        assert answer.code == "session/none"


async def test_a_full_queue_does_not_delay_the_notice_of_a_lost_connection(database: str) -> None:
    """Requests are refused when the queue is full, but a lost connection is always noted."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        for _ in range(40):
            table.say(type="carte", key=new_key(), bets={"punto": 100}, seed=new_seed())
        heard = [await table.hear() for _ in range(40)]
        assert {each["type"] for each in heard} == {"coup", "refused"}
        assert {each["code"] for each in heard if each["type"] == "refused"} == {
            "limit/too-many-waiting"
        }
        store, disk = house.desk.floor.store, asyncio.Event()
        write = store.write

        async def write_slowly(changes: Any) -> Any:
            await disk.wait()
            return await write(changes)

        store.write = write_slowly  # type: ignore[method-assign]
        for _ in range(40):
            table.say(type="carte", key=new_key(), bets={"punto": 100}, seed=new_seed())
        while (await table.hear())["type"] != "refused":
            pass
        await table.vanish()
        while house.desk.sockets.open:
            await asyncio.sleep(0.001)
        disk.set()
        await house.settle()
        await house.pass_time(3 * MINUTE)
        assert [reason for reason, _ in await closings(guest)] == ["disconnected"]
        assert await house.total() == 0


async def test_a_session_without_a_connection_returns_its_credit(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        await guest.open(amount=5_000)
        await house.pass_time(3 * MINUTE)
        assert await guest.balance() == WELCOME


async def test_a_reconnecting_player_gets_the_missed_events(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        coups = [await table.carte(punto=1_000) for _ in range(5)]
        await table.vanish()
        back = await guest.come_back(table.session, 1, coups[1]["offset"])
        assert back.welcome["missed"] == coups[2:]
        assert back.welcome["offset"] == coups[-1]["offset"]
        for epoch, offset in ((0, 0), (2, 3), (1, 99), (2**53, 2**53)):
            back = await guest.come_back(table.session, epoch, offset)
            assert back.welcome["missed"] is None  # an unknown place: only a snapshot
            assert back.welcome["credit"] == coups[-1]["credit"]
        missed = (await guest.come_back(table.session, 1, 0)).welcome["missed"]
        assert [each["type"] for each in missed] == ["opened"] + ["coup"] * 5
        too_far = await guest.come_back(table.session)
        too_far.say(type="hello", epoch=2**53 + 1)
        assert code(await too_far.hear()) == "message/bad"


async def test_the_welcome_comes_first_and_is_complete(database: str) -> None:
    """Even if requests follow the hello at once, or others arrive over HTTP."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        session, last = table.session, await table.carte(punto=1_000)
        for _ in range(20):
            offset = last["offset"]
            table = await guest.connect(session)
            top_up = {"key": new_key(), "amount": 100}
            table.say(type="hello", epoch=1, offset=offset - 1)
            table.say(type="carte", key=new_key(), bets={"punto": 100}, seed=new_seed())
            topped_up = asyncio.create_task(guest.post(f"/api/sessions/{session}/top-ups", top_up))
            welcome = table.welcome = await table.hear()
            assert welcome["type"] == "welcome"
            told = [each["offset"] for each in welcome["missed"]]
            assert told == list(range(offset, welcome["offset"] + 1))
            heard = [await table.hear() for _ in range(offset + 2 - welcome["offset"])]
            assert [each["offset"] for each in heard] == list(
                range(welcome["offset"] + 1, offset + 3)
            )
            assert (await topped_up).status == 201
            last = heard[-1] if heard else welcome["missed"][-1]


async def test_a_second_connection_closes_the_first(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        first = await guest.sit()
        second = await guest.come_back(first.session)
        assert await first.end() == 4001
        assert (await second.carte(punto=1_000))["type"] == "coup"
        await house.pass_time(3 * MINUTE)  # the end of the first is not a lost connection
        assert (await second.carte(punto=1_000))["type"] == "coup"


async def test_requests_of_a_replaced_connection_cannot_bet(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        first = await guest.sit()
        (live,) = house.desk.floor._runners.values()
        ours = live.connection
        second = await guest.come_back(first.session)
        await first.end()
        before = await house.books()
        said = {"type": "carte", "key": new_key(), "bets": {"punto": 100}, "seed": new_seed()}
        # Requests that were read from the first socket just before it was closed.
        told: list[bytes] = []
        ours._say = told.append  # type: ignore[union-attr]
        ours._hear(house.clock.at, msgspec.json.encode(said))  # type: ignore[union-attr]
        await house.settle()
        assert code(msgspec.json.decode(told[0])) == "session/taken-over"
        assert await house.books() == before
        assert (await second.ask(**said))["type"] == "coup"  # the key is still unused


async def test_of_many_simultaneous_connections_one_remains(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        tables = await asyncio.gather(*[guest.connect(table.session) for _ in range(6)])
        await house.settle()
        await asyncio.sleep(0.05)
        closed = [each.closed for each in (table, *tables)]
        assert sorted(closed, key=str) == [4001] * 6 + [None]
        (live,) = house.desk.floor._runners.values()
        stays = tables[closed.index(None) - 1]
        await stays.ask(type="hello")
        assert (await stays.carte(punto=100))["type"] == "coup"
        assert live.connection is not None


async def test_deadlines_survive_a_restart(database: str) -> None:
    """3 minutes from the lost connection and 20 from the last action, also after a restart."""
    async with open_for_business(database) as house:
        gone, idle = await house.guest(), await house.guest()
        await gone.sit(amount=1_000)
        table = await idle.sit(amount=2_000)
        await house.pass_time(17 * MINUTE)
        await (await gone.come_back((await gone.get("/api/sessions")).json[0]["session"])).vanish()
        await house.settle()
        await house.pass_time(1)
    house.clock.at += 60_000
    async with open_for_business(database, house.clock) as house:
        gone.house = idle.house = house
        await house.pass_time(0)
        table = await idle.come_back(table.session)
        await house.pass_time(3 * MINUTE - 61 - 1)  # just before both deadlines
        assert await closings(gone) == await closings(idle) == []
        assert (await table.hear())["type"] == "warning"
        await house.pass_time(0.999)
    house.clock.at += 1
    async with open_for_business(database, house.clock) as house:
        gone.house = idle.house = house
        await house.pass_time(0)
        assert await closings(gone) == [("disconnected", 1_000)]
        assert await closings(idle) == [("inactivity", 2_000)]
        assert await gone.balance() == await idle.balance() == WELCOME


async def test_players_disconnected_by_a_restart_have_3_minutes(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=1_000)
    assert await table.end() == 1012
    async with open_for_business(database, house.clock) as house:
        guest.house = house
        await house.pass_time(3 * MINUTE - 1)
        assert await closings(guest) == []
    async with open_for_business(database, house.clock) as house:
        guest.house = house
        await house.pass_time(1)
        assert await closings(guest) == [("disconnected", 1_000)]


async def test_after_a_kill_the_3_minutes_begin_at_the_next_start(database: str) -> None:
    """A killed server can't record when the connection was lost."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        await guest.sit(amount=1_000)
        house.desk.floor.lost = lambda *_: None  # type: ignore[method-assign]
    house.clock.at += 10 * MINUTE * 1000
    async with open_for_business(database, house.clock) as house:
        guest.house = house
        await house.settle()
        await house.pass_time(3 * MINUTE - 1)
        assert await closings(guest) == []
        await house.pass_time(1)
        assert await closings(guest) == [("disconnected", 1_000)]
        assert await guest.balance() == WELCOME


async def test_of_a_cash_out_and_an_expiry_only_one_pays_the_credit(database: str) -> None:
    async with open_for_business(database) as house:
        for first in ("cash_out", "expiry"):
            guest = await house.guest()
            table = await guest.sit(amount=5_000)
            house.clock.at += 20 * MINUTE * 1000
            if first == "expiry":
                house.desk.floor.sweep()
            path = f"/api/sessions/{table.session}/cash-out"
            asking = [asyncio.create_task(guest.post(path, {"key": new_key()})) for _ in range(3)]
            table.say(type="cash_out", key=new_key())
            for _ in range(5):
                await asyncio.sleep(0.001)
                house.desk.floor.sweep()
            answers = await asyncio.gather(*asking)
            await house.settle()
            assert len(await closings(guest)) == 1
            assert sum(each.status == 201 for each in answers) <= 1
            assert await guest.balance() == WELCOME
            assert await table.end() == 4002
        assert await house.total() == 0


async def test_setting_the_system_clock_does_not_move_deadlines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall, steady = [1_800_000_000 * 10**9], [5 * 10**9]
    monkeypatch.setattr(time, "time_ns", lambda: wall[0])
    monkeypatch.setattr(time, "monotonic_ns", lambda: steady[0])
    clock = SteadyClock()
    assert clock.now() == 1_800_000_000_000
    wall[0] += 3_600 * 10**9  # somebody sets the clock an hour ahead
    assert clock.now() == 1_800_000_000_000
    steady[0] += 10**9
    wall[0] -= 7_200 * 10**9
    assert clock.now() == 1_800_000_001_000


async def test_bets_and_a_cash_out_at_the_same_time_lose_no_money(database: str) -> None:
    """Bets before the cash-out count, later ones are refused."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=5_000)
        path = f"/api/sessions/{table.session}/cash-out"
        out = asyncio.create_task(guest.post(path, {"key": new_key()}))
        for _ in range(12):
            table.say(type="carte", key=new_key(), bets={"punto": 1_000}, seed=new_seed())
            await asyncio.sleep(0.0005)
        closed = (await out).json
        assert await table.end() == 4002
        coups = await guest.records("&event=coup")
        after = coups[0]["credit"] if coups else 5_000
        assert closed["credited"] == after
        assert await guest.balance() == WELCOME - 5_000 + after
        assert await house.total() == 0


async def test_two_sockets_cannot_bet_the_same_credit_twice(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        first = await guest.sit(amount=1_000)

        async def bet(table: Table) -> None:
            for _ in range(6):
                said = {"key": new_key(), "bets": {"punto": 1_000}, "seed": new_seed()}
                table.say(type="carte", **said)
                await asyncio.sleep(0)

        second = await guest.connect(first.session)
        second.say(type="hello")
        await asyncio.gather(bet(first), bet(second))
        await first.end()
        for _ in range(1 + 6):  # the welcome, and an answer to each bet
            await second.hear()
        credit = 1_000
        for coup in reversed(await guest.records("&event=coup")):
            assert coup["credit_before"] == credit >= coup["staked"]
            credit = coup["credit"]
        assert (await guest.get(f"/api/sessions/{first.session}")).json["credit"] == credit
        assert await house.total() == 0
