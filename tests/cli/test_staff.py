"""`puntobanco operator`: those who work here, by their roles."""

import asyncio

import pytest

from puntobanco.server.house.credentials import Credentials
from puntobanco.server.house.limits import Limits
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Role, Store
from tests.audit.night import SHEETS, Ticking
from tests.cli.command import run

pytestmark = pytest.mark.anyio
PASSWORD = "a long password"  # noqa: S105  # nobody's


@pytest.mark.parametrize("role", ["croupier", "manager", "operator"])
async def test_somebody_who_works_here_signs_in_and_has_no_money(
    store: Store, database: str, role: str
) -> None:
    made = await asyncio.to_thread(
        lambda: run("operator", database, "olga", "--role", role, stdin=PASSWORD + "\n")
    )
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith(f"olga is {role} ")
    credentials = Credentials(Floor(store, SHEETS, Ticking()), Limits())
    person, _ = await credentials.login("olga", PASSWORD, "here")
    credentials.close()
    assert person.role is Role(role)
    assert not person.role.plays
    assert await store.accounts(person.id) == []


async def test_there_is_no_other_role(store: Store, database: str) -> None:
    made = await asyncio.to_thread(
        lambda: run("operator", database, "olga", "--role", "player", stdin=PASSWORD + "\n")
    )
    assert made.returncode == 2
    assert await store.person("olga") is None


async def test_nobody_who_works_here_is_called_like_a_player(store: Store, database: str) -> None:
    """In a table's stream those are numbers."""
    made = await asyncio.to_thread(
        lambda: run("operator", database, "007", "--role", "croupier", stdin=PASSWORD + "\n")
    )
    assert made.returncode != 0
    assert "A staff name must not be only digits." in " ".join(made.stderr.split())
    assert await store.person("007") is None
