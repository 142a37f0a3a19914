"""A repeated key gets the same answer; a key with other content is refused."""

import asyncio

import pytest

from puntobanco.errors import StoreFailed
from puntobanco.server.seats.private_seat_runner import PrivateSeatRunner
from puntobanco.store.seeds import seed_mark
from tests.server.visitors import WELCOME, code, new_seed, open_for_business

pytestmark = pytest.mark.anyio

KEY = "the-same-key-0001"
OTHER = "another-key-0002"


async def test_a_bet_with_a_repeated_key_counts_once(database: str) -> None:
    """Repeated on the same socket, on another one, after a restart, and after the session."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=1_000)
        seed = new_seed()
        first = await table.carte(KEY, seed, punto=1_000)
        assert first["type"] == "coup"
        assert await table.carte(KEY, seed, punto=1_000) == first
        for other in (
            await table.carte(KEY, seed, punto=900),
            await table.carte(KEY, seed, banco=1_000),
            await table.carte(KEY, new_seed(), punto=1_000),
            await table.ask(type="top_up", key=KEY, amount=1_000),
            await table.cash_out(KEY),
        ):
            assert code(other) == "account/key-reused"
        assert code(await table.carte(OTHER, seed, punto=100)) in (
            "fair/seed-reused",
            "session/not-enough-credit",
        )
        for _ in range(10):  # more than a seat keeps in memory
            await table.ask(type="top_up", key=f"{_:016}", amount=100)
        assert await table.carte(KEY, seed, punto=1_000) == first
        await table.vanish()
        table = await guest.come_back(table.session)
        assert await table.carte(KEY, seed, punto=1_000) == first
        coups = await guest.records("&event=coup")
        assert len(coups) == 1
    async with open_for_business(database, house.clock) as again:
        guest.house = again
        table = await guest.come_back(table.session)
        assert await table.carte(KEY, seed, punto=1_000) == first
        await table.cash_out()
        table = await guest.sit(amount=100)  # another session, with little credit
        assert await table.carte(KEY, seed, punto=1_000) == first
        assert code(await table.carte(KEY, seed, punto=100)) == "account/key-reused"
        assert len(await guest.records("&event=coup")) == 1


async def test_a_key_sent_over_two_sockets_and_http_at_once_counts_once(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=1_000)
        path = f"/api/sessions/{table.session}/top-ups"
        said = {"key": KEY, "amount": 500}
        for _ in range(3):
            table.say(type="top_up", **said)
        answers = await asyncio.gather(*[guest.post(path, said) for _ in range(5)])
        heard = [await table.hear() for _ in range(3)]
        assert {each.body for each in answers} == {answers[0].body}
        assert all(each == answers[0].json for each in heard)
        assert await guest.balance() == WELCOME - 1_500

        seed = new_seed()
        for _ in range(8):
            table.say(type="carte", key=OTHER, bets={"punto": 100}, seed=seed)
        second = await guest.come_back(table.session)
        again = await second.carte(OTHER, seed, punto=100)
        assert again["type"] == "coup"
        assert len(await guest.records("&event=coup")) == 1


async def test_a_session_is_opened_once_per_key(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        said = {"key": KEY, "house": "punto-e-banco", "amount": 1_000}
        answers = await asyncio.gather(*[guest.post("/api/sessions", said) for _ in range(6)])
        assert {each.status for each in answers} == {201}
        assert {each.body for each in answers} == {answers[0].body}
        assert await guest.balance() == WELCOME - 1_000
        for other in ({"amount": 1_001}, {"house": "for-fun"}):
            refused = await guest.post("/api/sessions", said | other)
            assert (refused.status, refused.code) == (409, "account/key-reused")
        second = await guest.open()
        assert (second.status, second.code) == (409, "session/open")
        table = await guest.connect(answers[0].json["session"])
        await table.ask(type="hello")
        await table.cash_out()
        assert (await guest.post("/api/sessions", said)).body == answers[0].body
        assert (await guest.get("/api/sessions")).json == []
        assert await guest.balance() == WELCOME


async def test_a_repeated_cash_out_never_ends_a_later_session(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=1_000)
        closed = await table.cash_out(KEY)
        path = f"/api/sessions/{table.session}/cash-out"
        assert (await guest.post(path, {"key": KEY})).json == closed
        later = await guest.sit(amount=2_000)
        assert later.session != table.session
        assert (await guest.post(path, {"key": KEY})).json == closed
        late = await guest.post(path, {"key": OTHER})  # meant for the session that is over
        assert (late.status, late.code) == (404, "session/none")
        twice = await guest.post(f"/api/sessions/{later.session}/cash-out", {"key": KEY})
        assert twice.code == "account/key-reused"
        assert (await guest.get(f"/api/sessions/{later.session}")).json["credit"] == 2_000
        await house.pass_time(1)
    async with open_for_business(database, house.clock) as again:
        guest.house = again
        assert (await guest.post(path, {"key": KEY})).json == closed


async def test_the_seat_of_a_disconnected_player_keeps_no_answers_in_memory(database: str) -> None:
    """The session may wait for minutes; its answers then come from the store."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=1_000)
        seed = new_seed()
        first = await table.carte(KEY, seed, punto=1_000)
        (live,) = house.desk.floor._runners.values()
        assert isinstance(live, PrivateSeatRunner)
        assert KEY in live._answers
        assert live._seeds is not None
        assert live._seeds._loose
        await table.vanish()
        await house.notice()
        assert not live._answers
        assert not live._seeds._loose
        assert seed_mark(seed) in live._seeds
        table = await guest.come_back(table.session)
        assert await table.carte(KEY, seed, punto=1_000) == first


async def test_two_accounts_may_use_the_same_key(database: str) -> None:
    async with open_for_business(database) as house:
        tables = [await (await house.guest()).sit() for _ in range(2)]
        coups = [await table.carte(KEY, punto=1_000) for table in tables]
        assert [coup["type"] for coup in coups] == ["coup", "coup"]
        assert coups[0]["session"] != coups[1]["session"]


async def test_malformed_keys_are_refused(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        for key in ("", "short", "x" * 65, "with spaces in it!", "ключключключключ", 7, None):
            assert code(await table.ask(type="cash_out", key=key)) == "message/bad"
            answer = await guest.post(f"/api/sessions/{table.session}/cash-out", {"key": key})
            assert (answer.status, answer.code) == (400, "message/bad")


async def test_a_failed_key_lookup_does_not_claim_that_nothing_was_done(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_for_business(database) as house:
        table = await (await house.guest()).sit()
        seed = new_seed()
        first = await table.carte(KEY, seed, punto=1_000)
        for _ in range(10):  # more than a seat keeps in memory
            await table.carte(punto=100)

        async def find(*_: object) -> None:
            raise StoreFailed(why="TimeoutError")

        with monkeypatch.context() as reading:
            reading.setattr(house.desk.floor.store, "find", find)
            assert code(await table.carte(KEY, seed, punto=1_000)) == "server/error"
        assert await table.carte(KEY, seed, punto=1_000) == first
