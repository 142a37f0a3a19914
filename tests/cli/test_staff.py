"""Tests of `puntobanco operator`, which adds staff."""

import asyncio

import pytest

from puntobanco.server.house.credentials import Credentials
from puntobanco.server.house.limits import Limits
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Role, Store
from tests.audit.night import SHEETS, TickingClock
from tests.cli.command import run

pytestmark = pytest.mark.anyio
PASSWORD = "a long password"  # noqa: S105  # nobody's


@pytest.mark.parametrize("role", ["croupier", "manager", "operator"])
async def test_a_member_of_staff_can_sign_in_and_has_no_account(
    store: Store, database: str, role: str
) -> None:
    made = await asyncio.to_thread(
        lambda: run("operator", database, "olga", "--role", role, stdin=PASSWORD + "\n")
    )
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith(f"olga is {role} ")
    credentials = Credentials(Floor(store, SHEETS, TickingClock()), Limits())
    person, _ = await credentials.login("olga", PASSWORD, "here")
    credentials.close()
    assert person.role is Role(role)
    assert (person.password or "").startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert not person.role.plays
    assert await store.accounts(person.id) == []


async def test_a_role_that_is_not_staff_is_refused(store: Store, database: str) -> None:
    made = await asyncio.to_thread(
        lambda: run("operator", database, "olga", "--role", "player", stdin=PASSWORD + "\n")
    )
    assert made.returncode == 2
    assert await store.person("olga") is None


async def test_a_staff_name_of_digits_only_is_refused(store: Store, database: str) -> None:
    """In a table's stream, players are named by numbers."""
    made = await asyncio.to_thread(
        lambda: run("operator", database, "007", "--role", "croupier", stdin=PASSWORD + "\n")
    )
    assert made.returncode != 0
    assert "A staff name must not be only digits." in " ".join(made.stderr.split())
    assert await store.person("007") is None
