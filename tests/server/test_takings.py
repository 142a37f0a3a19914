"""Takings: cagnotte and tips by table and day, for operators."""

import asyncio
import json
from pathlib import Path

import pytest

from puntobanco.store.interface import Role
from tests.cli.command import run
from tests.server.staff import Console, hire, says, sit_down, table_file
from tests.server.visitors import MONDAY, House, new_key, open_for_business

pytestmark = pytest.mark.anyio

DAY = 86_400_000
TODAY, TOMORROW = "2027-01-15", "2027-01-16"


async def coup(house: House, table: str, box: int, cards: str, **bets: int) -> None:
    """Play one coup with a new player, who then leaves, and so does the croupier."""
    anna = await sit_down(house, table)
    if box:
        await says(anna, type="box", box=box)
    console = await Console.sit(house, await hire(house, "carla"), table)
    await console.does("take")
    if console.view.sabot == 0:
        await console.does("new_sabot")
        await console.does("read", card="2c")
    await console.does("open_betting")
    await anna.listen()
    await anna.confirm(**bets)
    await console.does("close_betting")
    await console.reads(cards)
    await console.does("announce")
    if table == "real":
        anna.say(type="tip", key=new_key(), amount=500)
        await anna.until("tipped")
    anna.say(type="cash_out", key=new_key())
    await anna.until("closed")
    await console.does("leave")


async def test_cagnotte_and_tips_by_table_and_day(database: str, tmp_path: Path) -> None:
    """002: detratto il 5% (cagnotte); 003: si accettano mance."""
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        operator = await house.operator()
        await coup(house, "down", 1, "4h9cKdKs", banco=10_000, punto=5_000)
        await coup(house, "down", 2, "4c9sKdKs", banco=20_000)
        await coup(house, "real", 0, "4c9sKdKs", banco=20_000)
        house.clock.at += DAY
        await coup(house, "down", 1, "4d9dKdKs", banco=2_000)
        answer = await operator.get("/api/operator/tables/down/takings")
        assert answer.json == {
            "table": "down",
            "currency": "FUN",
            "days": [
                {"day": TODAY, "cagnotte": 1_500, "tips": 0},
                {"day": TOMORROW, "cagnotte": 100, "tips": 0},
            ],
            "cagnotte": 1_600,
            "tips": 0,
        }
        real = (await operator.get("/api/operator/tables/real/takings")).json
        assert (real["cagnotte"], real["tips"]) == (0, 500)  # at 19:20 there is no cagnotte
        midnight = MONDAY - MONDAY % DAY + DAY
        for query, cagnotte in (
            (f"?since={midnight}", 100),
            (f"?until={midnight}", 1_500),
            (f"?since={midnight}&until={midnight}", 0),
        ):
            found = await operator.get(f"/api/operator/tables/down/takings{query}")
            assert found.json["cagnotte"] == cagnotte
        await refused(house)
        swiss = ("--timezone", "Europe/Zurich", "--day-begins", "9")  # at 8:00 UTC in winter
        since = ("--since", TOMORROW)
        shown = await asyncio.to_thread(run, "takings", database, "down", *since, *swiss)
        assert shown.stdout.splitlines() == [
            "down, in FUN",
            "                 cagnotte         tips",
            "2027-01-16           1.00         0.00",
            "in all               1.00         0.00",
        ]
        told = await asyncio.to_thread(run, "takings", database, "down", "--json")
        assert json.loads(told.stdout) == answer.json
        missing = await asyncio.to_thread(run, "takings", database, "nowhere")
        assert (missing.returncode, missing.stderr) == (
            2,
            "puntobanco: table/unknown: There is no table nowhere."
            " Choose one from the list of tables.\n",
        )


async def refused(house: House) -> None:
    path = "/api/operator/tables/down/takings"
    assert (await house.ask("GET", path)).code == "account/not-signed-in"
    for staff in (await house.guest(), await hire(house, "mara", Role.MANAGER)):
        assert (await staff.get(path)).code == "account/not-allowed"
    other = await house.operator("another")
    assert (await other.get("/api/operator/tables/nowhere/takings")).code == "table/unknown"
    assert (await other.get(f"{path}?since=-1")).code == "message/bad"
