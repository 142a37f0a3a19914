"""Passwords are changed, logins listed and ended, and guests who register keep everything."""

import asyncio
from typing import Any

import pytest

from puntobanco.server.house.devices import name_device
from puntobanco.store.interface import Device
from tests.audit.night import audit, failing
from tests.server.visitors import (
    MINUTE,
    PASSWORD,
    WELCOME,
    House,
    Table,
    Visitor,
    new_key,
    open_for_business,
)

pytestmark = pytest.mark.anyio

NEW = "a longer password"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"


async def login(house: House, name: str, password: str = PASSWORD, **headers: str) -> Any:
    said = {"name": name, "password": password}
    return await house.ask("POST", "/api/tokens", said, **headers)


async def another_login(house: House, name: str, **headers: str) -> Visitor:
    return Visitor(house, (await login(house, name, **headers)).json)


async def change(who: Visitor, old: str = PASSWORD, new: str = NEW, **said: bool) -> Any:
    body = {"old": old, "new": new, **said}
    return await who.house.ask("PUT", "/api/password", body, who.token)


async def logins(who: Visitor) -> list[Any]:
    found: list[Any] = (await who.get("/api/tokens")).json
    return found


# --- the password --------------------------------------------------------------------------


async def test_a_changed_password_ends_the_other_logins(database: str) -> None:
    async with open_for_business(database) as house:
        here = await house.player("anna")
        there = await another_login(house, "anna")
        table, other = await here.sit(), await there.sit("punto-e-banco-egalite")
        assert (await change(here)).status == 204
        assert await other.end() == 4004
        assert (await there.get("/api/me")).status == 401
        assert (await table.carte(punto=100))["type"] == "coup"
        assert (await login(house, "anna")).code == "account/wrong-password"
        assert (await login(house, "anna", NEW)).status == 201


async def test_a_password_can_be_changed_and_the_other_logins_kept(database: str) -> None:
    async with open_for_business(database) as house:
        here = await house.player("anna")
        there = await another_login(house, "anna")
        table = await there.sit()
        assert (await change(here, end_others=False)).status == 204
        assert (await table.carte(punto=100))["type"] == "coup"
        assert (await there.get("/api/me")).status == 200


async def test_a_password_is_changed_only_with_the_old_one(database: str) -> None:
    async with open_for_business(database) as house:
        here = await house.player("anna")
        there = await another_login(house, "anna")
        wrong = await change(here, old="wrong password")
        assert (wrong.status, wrong.code) == (422, "account/wrong-old-password")
        assert (await change(here, new="short")).code == "account/bad-password"
        guest = await house.guest()
        assert (await change(guest, old="")).code == "account/not-allowed"
        assert (await there.get("/api/me")).status == 200
        assert (await login(house, "anna")).status == 201


async def test_of_two_changes_at_once_one_succeeds(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.player("anna")
        answers = await asyncio.gather(
            *[change(anna, new=f"password number {n}", end_others=False) for n in range(2)]
        )
        assert sorted(each.status for each in answers) == [204, 422]


async def test_guesses_of_the_old_password_are_throttled_like_logins(database: str) -> None:
    async with open_for_business(database, logins_per_minute=3) as house:
        anna = await house.player("anna")
        house.clock.at += MINUTE * 1000
        answers = [await change(anna, old="wrong password") for _ in range(4)]
        assert [each.status for each in answers] == [422] * 3 + [429]
        assert (await login(house, "anna")).status == 429


async def test_a_login_under_way_while_the_password_changes_is_refused(database: str) -> None:
    """It has verified the old password, but gets no token that the change wouldn't end."""
    async with open_for_business(database) as house:
        anna = await house.player("anna")
        credentials = house.desk.credentials
        welcome = house.desk.floor.cashier.welcome

        async def late(person: Any) -> None:
            await welcome(person)
            house.desk.floor.cashier.welcome = welcome  # type: ignore[method-assign]
            await credentials.change_password(person, PASSWORD, NEW, "here")

        house.desk.floor.cashier.welcome = late  # type: ignore[method-assign]
        assert (await login(house, "anna")).code == "account/wrong-password"
        assert len(await logins(anna)) == 1


# --- logins --------------------------------------------------------------------------------


async def test_logins_are_listed_with_their_devices(database: str) -> None:
    async with open_for_business(database) as house:
        here = await house.player("anna")
        begun = house.clock.at
        house.clock.at += MINUTE * 1000
        there = await another_login(house, "anna", User_Agent=FIREFOX)
        assert (await house.ask("GET", "/api/me", None, there.token)).status == 200
        house.clock.at += MINUTE * 1000
        first, second = await logins(here)
        assert (first["current"], second["current"]) == (True, False)
        assert (second["browser"], second["system"]) == ("Firefox", "Android")
        assert (first["since"], second["since"]) == (begun, begun + MINUTE * 1000)
        assert (first["used"], second["used"]) == (house.clock.at, begun + MINUTE * 1000)
        assert here.token not in str([first, second])


async def test_the_last_use_of_a_login_outlives_a_restart(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.player("anna")
        house.clock.at += MINUTE * 1000
        await anna.get("/api/me")
        clock = house.clock
        used = clock.at
    clock.at += 60 * MINUTE * 1000
    async with open_for_business(database, clock) as house:
        found = await house.desk.floor.store.logins(anna.person, clock.at)
        assert [each.used for each in found] == [used]


async def test_a_login_with_an_open_socket_is_in_use(database: str) -> None:
    async with open_for_business(database) as house:
        here = await house.player("anna")
        there = await another_login(house, "anna")
        await there.sit()
        house.clock.at += MINUTE * 1000
        assert {each["used"] for each in await logins(here)} == {house.clock.at}


async def test_one_login_is_ended_and_the_others_stay(database: str) -> None:
    async with open_for_business(database) as house:
        here = await house.player("anna")
        there, elsewhere = [await another_login(house, "anna") for _ in range(2)]
        table = await there.sit()
        (which,) = [each["id"] for each in await logins(there) if each["current"]]
        late = await there.ticket(table.session)
        assert (await house.ask("DELETE", f"/api/tokens/{which}", None, here.token)).status == 204
        assert await table.end() == 4004
        assert await (await Table.connect(house, late)).end() == 4004
        assert [(await each.get("/api/me")).status for each in (here, there, elsewhere)] == [
            *(200, 401, 200),
        ]
        again = await house.ask("DELETE", f"/api/tokens/{which}", None, here.token)
        assert (again.status, again.code) == (404, "account/no-login")


async def test_nobody_ends_the_login_of_somebody_else(database: str) -> None:
    async with open_for_business(database) as house:
        anna, bruno = await house.player("anna"), await house.player("bruno")
        ((mine,),) = [[each["id"] for each in await logins(anna)]]
        refused = await house.ask("DELETE", f"/api/tokens/{mine}", None, bruno.token)
        assert refused.code == "account/no-login"
        assert (await anna.get("/api/me")).status == 200


async def test_all_other_logins_are_ended_at_once(database: str) -> None:
    async with open_for_business(database) as house:
        here = await house.player("anna")
        there, elsewhere = [await another_login(house, "anna") for _ in range(2)]
        table, other = await here.sit(), await there.sit("punto-e-banco-egalite")
        assert (await house.ask("DELETE", "/api/tokens/others", None, here.token)).status == 204
        assert await other.end() == 4004
        assert [(await each.get("/api/me")).status for each in (there, elsewhere)] == [401, 401]
        assert (await table.carte(punto=100))["type"] == "coup"
        assert [each["current"] for each in await logins(here)] == [True]


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, Device("Firefox", "Android")),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"
            " (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
            Device("Safari", "iPhone"),
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
            Device("Edge", "Windows"),
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like"
            " Gecko) Chrome/131.0.0.0 Safari/537.36",
            Device("Chrome", "Mac"),
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Firefox/132.0", Device("Firefox", "Linux")),
        ("puntobanco (Linux)", Device("puntobanco", "Linux")),
        ("curl/8.5.0", Device()),
        ("", Device()),
    ],
)
def test_a_device_has_a_short_name(user_agent: str, device: Device) -> None:
    assert name_device(user_agent) == device


# --- guests who register -------------------------------------------------------------------


async def register(guest: Visitor, name: str = "anna", password: str = PASSWORD) -> Any:
    return await guest.post("/api/people", {"name": name, "password": password})


async def test_a_guest_who_registers_keeps_money_history_token_and_session(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        coup = await table.carte(punto=1_000)
        before = await guest.records()
        named = await register(guest)
        assert named.status == 201
        assert (named.json["person"], named.json["token"]) == (guest.person, guest.token)
        assert (named.json["name"], named.json["role"]) == ("anna", "player")
        assert await guest.records() == before
        after = await table.carte(punto=1_000)
        assert after["credit_before"] == coup["credit"]
        assert (after["number"], after["commitment"]) == (
            coup["next"]["number"],
            coup["next"]["commitment"],
        )
        await table.cash_out()
        again = await another_login(house, "anna")
        assert await again.balance() == WELCOME - 50_000 + after["credit"]
        operator = await house.operator()
        euros = {"key": new_key(), "name": "anna", "currency": "EUR", "amount": 100}
        assert (await operator.post("/api/operator/deposits", euros)).status == 201
        assert await house.total() == 0
    assert failing(await audit(database)) == {}


async def test_a_guest_whose_registration_is_refused_stays_a_guest(database: str) -> None:
    async with open_for_business(database) as house:
        await house.player("anna")
        guest = await house.guest()
        for name, password, code in (
            ("anna", PASSWORD, "account/name-taken"),
            ("b", PASSWORD, "account/bad-name"),
            ("bruno", "short", "account/bad-password"),
        ):
            assert (await register(guest, name, password)).code == code
        assert (await guest.get("/api/me")).json["role"] == "guest"
        assert (await register(guest, "bruno")).status == 201


async def test_a_repeated_registration_is_answered_again(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        first, second = await register(guest), await register(guest)
        assert (first.status, second.status) == (201, 201)
        assert first.body == second.body
        assert (await register(guest, password=NEW)).code == "account/name-taken"
        assert (await register(guest, "bruno")).code == "account/not-allowed"
        assert (await login(house, "bruno")).code == "account/wrong-password"


async def test_of_two_guests_who_want_a_name_at_once_one_gets_it(database: str) -> None:
    async with open_for_business(database) as house:
        guests = [await house.guest() for _ in range(2)]
        answers = await asyncio.gather(*[register(each) for each in guests])
        assert sorted(each.status for each in answers) == [201, 409]
    assert failing(await audit(database)) == {}


async def test_a_registration_with_a_dead_token_makes_nobody(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        await house.ask("DELETE", "/api/tokens", None, guest.token)
        assert (await register(guest)).code == "account/not-signed-in"
        assert (await login(house, "anna")).code == "account/wrong-password"
