"""Chips at a shared table name their coup, and are never bet on another one."""

from typing import Any

import pytest

from tests.server.live_visitors import LiveTable
from tests.server.visitors import code, open_for_business

pytestmark = pytest.mark.anyio


async def test_chips_sent_again_after_a_lost_connection_are_not_bet_on_a_later_coup(
    database: str,
) -> None:
    """The connection is lost in coup 1; unanswered chips are sent again in coup 2, on automatic."""
    async with open_for_business(database) as house:
        visitor = await house.guest()
        anna, bruno = (
            await LiveTable.sit(house, visitor),
            await LiveTable.sit(house, await house.guest()),
        )
        await anna.betting()
        anna.say(type="automatic", on=True)
        await anna.until("automatic")
        coup = anna.view.coup
        laid: dict[str, Any] = {"type": "place", "bets": {"punto": 1_000}, "coup": coup}
        await anna.vanish()
        await bruno.cards()
        await bruno.betting()
        again = await LiveTable.come_back(house, visitor, anna.session)
        assert again.view.stage == "betting"
        assert again.view.coup == coup + 1
        again.say(**laid)
        assert code(await again.until("refused")) == "session/other-coup"
        await again.cards()
        assert not await visitor.records("&event=bet")
        assert (await visitor.get(f"/api/sessions/{anna.session}")).json["credit"] == 100_000


async def test_chips_without_a_coup_are_refused_at_a_shared_table(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        opened = await anna.betting()
        for said in ({}, {"coup": opened["coup"] + 1}, {"coup": opened["coup"] - 1}):
            for bets in ({"punto": 1_000}, {}):
                anna.say(type="place", bets=bets, **said)
                assert code(await anna.until("refused")) == "session/other-coup"
        anna.place({"punto": 1_000})
        assert (await anna.until("placed"))["staked"] == 1_000


async def test_at_a_private_table_chips_name_no_coup(database: str) -> None:
    async with open_for_business(database) as house:
        table = await (await house.guest()).sit()
        assert code(await table.ask(type="place", bets={"punto": 1_000}, coup=1)) == "message/bad"
        assert (await table.ask(type="place", bets={"punto": 1_000}))["staked"] == 1_000
