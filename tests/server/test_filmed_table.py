"""A filmed table: the lobby doesn't tell a result before the picture does."""

import pytest

from puntobanco.store.interface import Role
from tests.server.staff import Console, hire
from tests.server.visitors import House, open_for_business

pytestmark = pytest.mark.anyio

DELAY = 6_000
FILMED = {
    "name": "filmed",
    "house": "st-moritz",
    "croupier": "person",
    "cards": "croupier",
    "video": {"kind": "hls", "address": "https://film.example/table.m3u8", "delay": DELAY},
}


async def results_in(house: House) -> tuple[str, int]:
    """The marks of the bead plate, and the coups that were counted."""
    told = (await house.ask("GET", "/api/tables")).json
    found = next(each for each in told if each["name"] == "filmed")
    return "".join(mark[0] for _, _, mark in found["bead_plate"]), found["statistics"]["coups"]


async def coup(console: Console, cards: str) -> None:
    await console.does("open_betting")
    await console.does("close_betting")
    await console.reads(cards)
    await console.does("announce")


async def test_the_lobby_shows_a_result_with_the_picture(database: str) -> None:
    async with open_for_business(database) as house:
        operator = await house.operator()
        assert (await operator.post("/api/operator/tables", FILMED)).status == 201
        mara = await hire(house, "mara", Role.MANAGER)
        console = await Console.sit(house, mara, "filmed")
        await console.begins()
        await coup(console, "9hKcKdKs")  # Punto
        assert (console.view.statistics.coups, await results_in(house)) == (1, ("", 0))
        house.clock.at += DELAY - 1_000
        await coup(console, "Kh9cKdKs")  # Banco
        assert await results_in(house) == ("", 0)
        house.clock.at += 1_000
        assert await results_in(house) == ("P", 1)
        house.clock.at += DELAY - 1_000
        assert await results_in(house) == ("PB", 2)
        house.clock.at += 1_000
        assert await results_in(house) == ("PB", 2)
        await console.does("new_sabot")
        assert await results_in(house) == ("PB", 2)
        house.clock.at += DELAY
        assert await results_in(house) == ("", 0)
