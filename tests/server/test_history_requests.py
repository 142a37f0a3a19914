"""History pages and exports are limited, and don't disturb the players."""

import asyncio
from typing import Any

import pytest

from puntobanco.errors import StoreFailed
from puntobanco.store.interface import Query
from tests.server.visitors import House, Visitor, code, new_key, new_seed, open_for_business

pytestmark = pytest.mark.anyio


async def test_a_person_gets_one_page_at_a_time(database: str) -> None:
    async with open_for_business(database) as house:
        guest, other = await house.guest(), await house.guest()
        store: Any = house.desk.floor.store
        history, running, most = store.history, 0, 0

        async def slow(query: Any) -> Any:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.05)
            running -= 1
            return await history(query)

        store.history = slow
        path = f"/api/accounts/{guest.account()}/records"
        answers = await asyncio.gather(*(guest.get(path) for _ in range(20)), other.get("/api/me"))
        assert most == 1
        refused = [each.code for each in answers if each.status != 200]
        assert set(refused) == {"limit/too-many-waiting"}
        assert 8 <= len(answers) - 1 - len(refused) < 20
        assert (await guest.get(path)).status == 200


async def raw_export(house: House, visitor: Visitor) -> asyncio.StreamWriter:
    """Request an export and never read the answer."""
    host, port = house.base.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(host, int(port), limit=1_024)
    writer.write(
        f"GET /api/accounts/{visitor.account()}/coups.json HTTP/1.1\r\nHost: x\r\n"
        f"Authorization: Bearer {visitor.token}\r\n\r\n".encode()
    )
    return writer


async def test_an_export_that_is_not_read_is_cut(database: str) -> None:
    limits: Any = {"write_seconds": 2.0, "exports": 2}  # time enough to try more exports
    async with open_for_business(database, **limits) as house:
        guests = [await house.guest() for _ in range(3)]
        store: Any = house.desk.floor.store
        table = await guests[0].sit()
        await table.carte(punto=100)
        (coup,) = [each for each in await store.history(_all(guests[0])) if each.record.seat][:1]

        async def endless(query: Any) -> Any:
            return [coup] * query.limit

        store.history = endless
        writers = [await raw_export(house, each) for each in guests[:2]]
        await asyncio.sleep(0.1)
        for visitor in (guests[0], guests[2]):  # one per person, two in the whole house
            refused = await visitor.get(f"/api/accounts/{visitor.account()}/coups.json")
            assert (refused.status, refused.code) == (429, "limit/too-many-exports")
        for _ in range(100):
            if not house.desk.exports._running:
                break
            await asyncio.sleep(0.1)
        assert not house.desk.exports._running
        for writer in writers:
            writer.close()


def _all(visitor: Visitor) -> Any:
    return Query(visitor.account(), 9)


async def test_players_play_on_during_an_export(database: str) -> None:
    """It is made page by page, and others play in between."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        for _ in range(5):
            await table.carte(punto=100)
        for kind in ("csv", "json"):
            answer = await guest.get(f"/api/accounts/{guest.account()}/coups.{kind}")
            assert answer.status == 200
            assert answer.body.count(b"punto-e-banco/") == 5
            again = await guest.get(f"/api/accounts/{guest.account()}/coups.{kind}")
            assert again.body == answer.body  # the slot was freed


async def test_a_failing_store_does_not_look_like_a_missing_ticket(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        session = (await guest.open()).json["session"]
        store: Any = house.desk.floor.store
        write = store.write

        async def fail(_: Any) -> Any:
            store.write = write
            raise StoreFailed(why="for once")

        store.write = fail
        table = await guest.connect(session)
        assert await table.end() == 1012
        assert (await guest.come_back(session)).welcome["session"] == session
        table = await type(table).connect(house, "/ws?ticket=none")
        assert await table.end() == 4003


async def test_logging_out_closes_the_sockets_of_that_token(database: str) -> None:
    async with open_for_business(database) as house:
        here = await house.player("anna")
        said = {"name": "anna", "password": "correct horse battery"}
        there = Visitor(house, (await house.ask("POST", "/api/tokens", said)).json)
        table = await here.sit()
        other = await there.sit("punto-e-banco-egalite")
        assert (await house.ask("DELETE", "/api/tokens/current", None, there.token)).status == 204
        assert await other.end() == 4004
        assert (await table.carte(punto=100))["type"] == "coup"
        assert (await house.ask("DELETE", "/api/tokens", None, here.token)).status == 204
        assert await table.end() == 4004


async def test_a_key_is_bound_to_one_commitment(database: str) -> None:
    async with open_for_business(database) as house:
        table = await (await house.guest()).sit()
        promised = table.welcome["next"]["commitment"]
        said = {"type": "carte", "key": new_key(), "bets": {"punto": 100}, "seed": new_seed()}
        coup = await table.ask(**said, commitment=promised)
        assert coup["type"] == "coup"
        for commitment in (coup["next"]["commitment"], "0" * 64):
            again = await table.ask(**said, commitment=commitment)
            assert code(again) == "account/key-reused"
        assert await table.ask(**said, commitment=promised) == coup
        assert await table.ask(**said) == coup


async def test_operators_keys_are_separate_from_players_keys(database: str) -> None:
    async with open_for_business(database) as house:
        player = await house.player("bruno", EUR=100)
        account = player.account("EUR")
        key = new_key()
        opened = await player.post(
            "/api/sessions",
            {"key": key, "house": "punto-e-banco", "amount": 100, "currency": "EUR"},
        )
        assert opened.status == 201
        olga, oscar = await house.operator("olga"), await house.operator("oscar")
        body = {"key": key, "account": account, "amount": 500}
        moved = await olga.post("/api/operator/withdrawals", body)
        assert moved.status == 201
        assert (moved.json["operator"], moved.json["key"]) == (olga.person, key)
        assert (await oscar.post("/api/operator/withdrawals", body)).json == moved.json
        other = await oscar.post("/api/operator/withdrawals", body | {"amount": 501})
        assert other.code == "account/key-reused"
        assert await player.balance("EUR") == 10_000 - 100 - 500
        found = await olga.get(f"/api/accounts/{account}/records?event=withdrawn")
        assert [each["operator"] for each in found.json["records"]] == [olga.person]
