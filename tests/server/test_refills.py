"""Play money that has run out is refilled: how far, how often, and once for each key."""

import asyncio
from typing import Any

import pytest

from tests.audit.night import audit, failing
from tests.server.visitors import MINUTE, WELCOME, House, Visitor, new_key, open_for_business

pytestmark = pytest.mark.anyio

REFILL = "/api/refills"


async def broke(house: House) -> Visitor:
    """A guest with 60.00 left, of which 50.00 are credit at a table."""
    guest = await house.guest()
    operator = await house.operator("olga")
    out = {"key": new_key(), "account": guest.account(), "amount": WELCOME - 6_000}
    assert (await operator.post("/api/operator/withdrawals", out)).status == 201
    await guest.sit(amount=5_000)
    return guest


async def refill(who: Visitor, key: str = "") -> Any:
    return await who.post(REFILL, {"key": key or new_key()})


async def standing(who: Visitor) -> Any:
    return (await who.get("/api/me")).json["refill"]


async def test_a_refill_brings_the_account_to_ten_thousand_with_what_is_at_tables(
    database: str,
) -> None:
    async with open_for_business(database) as house:
        guest = await broke(house)
        assert await standing(guest) == {
            "to": WELCOME,
            "below": 10_000,
            "minutes": 5,
            "held": 6_000,
            "wait_ms": 0,
        }
        done = await refill(guest)
        assert (done.status, done.json["event"]) == (201, "refilled")
        assert (done.json["amount"], done.json["held"]) == (WELCOME - 6_000, 6_000)
        assert await guest.balance() == WELCOME - 5_000
        assert [each["event"] for each in await guest.records("&event=refilled")] == ["refilled"]
        assert await house.total() == 0
    assert failing(await audit(database)) == {}


async def test_requests_with_the_same_key_refill_once(database: str) -> None:
    async with open_for_business(database) as house:
        guest, key = await broke(house), new_key()
        answers = await asyncio.gather(*[refill(guest, key) for _ in range(4)])
        assert {each.status for each in answers} == {201}
        assert len({each.body for each in answers}) == 1
        house.clock.at += 6 * MINUTE * 1000  # the session isn't closed for inactivity yet
        assert (await refill(guest, key)).body == answers[0].body
        assert await guest.balance() == WELCOME - 5_000
        other = {"key": key, "amount": 100, "house": "punto-e-banco"}
        assert (await guest.post("/api/sessions", other)).code == "account/key-reused"
    assert failing(await audit(database)) == {}


async def test_of_requests_at_once_with_different_keys_one_refills(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await broke(house)
        answers = await asyncio.gather(*[refill(guest) for _ in range(4)])
        assert sorted(each.status for each in answers) == [201, 422, 422, 422]
        refused = [each for each in answers if each.status == 422]
        assert {each.code for each in refused} == {"account/refill-not-needed"}
        assert await guest.balance() == WELCOME - 5_000


async def test_a_cancelled_request_still_keeps_others_from_refilling_again(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await broke(house)
        person = await house.desk.credentials.person_of(guest.token)
        refills = house.desk.floor.refills
        given_up = asyncio.create_task(refills.refill(person, new_key()))
        while not refills._lock.locked():
            await asyncio.sleep(0)
        given_up.cancel()
        assert (await refill(guest)).code == "account/refill-not-needed"
        assert await guest.balance() == WELCOME - 5_000


async def test_a_second_refill_waits_and_says_how_long(database: str) -> None:
    async with open_for_business(database) as house:
        guest, operator = await broke(house), await house.operator("otto")
        assert (await refill(guest)).status == 201
        out = {"key": new_key(), "account": guest.account(), "amount": WELCOME - 5_000}
        assert (await operator.post("/api/operator/withdrawals", out)).status == 201
        house.clock.at += 2 * MINUTE * 1000 + 500
        soon = await refill(guest)
        assert (soon.status, soon.code) == (429, "account/refill-too-soon")
        assert soon.headers["retry-after"] == "180"
        assert (await standing(guest))["wait_ms"] == 3 * MINUTE * 1000 - 500
        house.clock.at += 3 * MINUTE * 1000
        assert (await refill(guest)).status == 201
    assert failing(await audit(database)) == {}


async def test_a_player_who_has_enough_is_not_refilled(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.player("anna", EUR=1)
        refused = await refill(anna)
        assert (refused.status, refused.code) == (422, "account/refill-not-needed")
        assert await anna.balance() == WELCOME


async def test_staff_have_nothing_to_refill(database: str) -> None:
    async with open_for_business(database) as house:
        operator = await house.operator()
        assert (await refill(operator)).code == "account/not-allowed"
        assert await standing(operator) is None
