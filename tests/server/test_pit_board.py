"""The pit board: managers see all tables, and open, pause, close and limit them."""

from pathlib import Path
from typing import Any

import pytest

from puntobanco.store.interface import Role
from tests.audit.night import audit, failing
from tests.server.staff import Console, hire, says, sit_down, table_file
from tests.server.visitors import House, Visitor, open_for_business

pytestmark = pytest.mark.anyio

MINUTE = 60_000
AT = "/api/operator/tables"


async def board(manager: Visitor) -> dict[str, Any]:
    """The board by name of the table."""
    answer = await manager.get("/api/floor")
    assert answer.status == 200, answer
    return {each["table"]["name"]: each for each in answer.json}


async def play(house: House) -> Console:
    """A coup for credit at one table, and one for real chips at another."""
    anna = await sit_down(house, "down")
    await says(anna, type="box", box=1)
    console = await Console.sit(house, await hire(house, "carla"), "down")
    await console.begins()
    await console.does("open_betting")
    await anna.listen()
    await anna.confirm(banco=10_000, punto=5_000)
    await console.does("close_betting")
    await console.reads("4h9cKdKs")
    await console.does("announce")
    chips = await Console.sit(house, await hire(house, "dino"), "chips")
    await chips.begins()
    await chips.does("open_betting")
    await chips.does("key_in", box=3, bets={"punto": 2_000})
    await chips.does("close_betting")
    await chips.reads("4h9cKdKs")
    await chips.does("announce")
    return console


async def test_the_board_shows_every_table_and_sets_it(database: str, tmp_path: Path) -> None:
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        mara = await hire(house, "mara", Role.MANAGER)
        console = await play(house)
        house.clock.at += 10 * MINUTE
        await console.does("call_manager", words="a dispute")
        house.clock.at += MINUTE
        tables = await board(mara)
        assert set(tables) == {each["name"] for each in (await mara.get("/api/tables")).json}
        down, chips = tables["down"], tables["chips"]
        now = down["table"]["now"]
        assert down["croupier_name"] == "carla"
        assert now - down["croupier_since"] >= 11 * MINUTE
        assert (now - down["called_at"], down["called_by"]) == (MINUTE, "carla")
        assert (down["coups_an_hour"], down["boxes"]) == (1, 1)
        # Banco wins 95.00, and the house puts 5.00 into the cagnotte; Punto loses 50.00.
        assert (down["drop"], down["result"]) == (100_000, 5_000 - 10_000)
        assert (chips["drop"], chips["result"]) == (None, 2_000)
        assert tables["alone"]["croupier_since"] == 0

        paused = {"standing": "paused", "note": "back at nine"}
        assert (await mara.post(f"{AT}/down/standing", paused)).status == 201
        await console.listen()
        told = console.last("standing")
        assert (told["by"], told["person"]) == ("mara", (await mara.get("/api/me")).json["person"])
        stood = (await board(mara))["down"]
        assert (stood["stood_by"], stood["stood_at"]) == ("mara", told["at"])
        assert (await mara.post(f"{AT}/down/standing", {"standing": "open"})).status == 201

        widest, lower = down["widest"]["coup_max"], down["limits"]["bets"]["banco"]["min"] * 10
        wide = await mara.post(f"{AT}/down/limits", {"coup_max": widest + 500})
        assert (wide.status, wide.json["code"]) == (400, "table/bad")
        narrow = {"coup_max": widest, "bets": {"banco": {"max": lower}}}
        assert (await mara.post(f"{AT}/down/limits", narrow)).status == 201
        await console.listen()
        assert console.last("limits")["by"] == "mara"
        limited = (await board(mara))["down"]
        assert limited["limits"] == down["limits"]  # until the end of this sabot
        assert limited["coming"]["bets"]["banco"]["max"] == lower
        await console.does("new_sabot")
        limited = (await board(mara))["down"]
        assert limited["limits"]["bets"]["banco"]["max"] == lower
        assert limited["coming"] is None

        for role in (Role.CROUPIER, Role.OPERATOR):
            other = await hire(house, f"the-{role}", role)
            expected = 200 if role is Role.OPERATOR else 403
            assert (await other.get("/api/floor")).status == expected
        refused = await (await hire(house, "carla")).post(f"{AT}/down/limits", narrow)
        assert refused.json["code"] == "account/not-allowed"

    async with open_for_business(database, tables=table_file(tmp_path)) as house:  # restarted
        again = await board(await hire(house, "mara", Role.MANAGER))
        assert again["down"]["limits"] == limited["limits"]
        assert again["down"]["coups_an_hour"] == 1
    report = await audit(database)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]
