"""A filmed table: nothing is told over HTTP before the picture shows it, also after a restart."""

from typing import Any

import pytest

from puntobanco.store.interface import Role
from tests.server.staff import Console, hire
from tests.server.visitors import House, Table, open_for_business

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


async def told_over_http(house: House) -> tuple[Any, ...]:
    """What a table's page tells of a coup, and the events of its stream."""
    detail = (await house.ask("GET", "/api/tables/filmed")).json
    (listed,) = [
        each for each in (await house.ask("GET", "/api/tables")).json if each["name"] == "filmed"
    ]
    assert listed == detail["summary"]
    view, page = detail["view"], (await house.ask("GET", "/api/tables/filmed/events")).json
    assert page["next"] is None
    types = [each["type"] for each in page["records"]]
    assert view["offset"] == len(types)
    return view["stage"], view["cards"], view["outcome"], listed["gone"], listed["coup"], types[-1]


async def opened(house: House) -> Console:
    """The console of a filmed table, whose picture shows a betting of some time ago."""
    operator = await house.operator()
    assert (await operator.post("/api/operator/tables", FILMED)).status == 201
    mara = await hire(house, "mara", Role.MANAGER)
    console = await Console.sit(house, mara, "filmed")
    await console.begins()
    await console.does("open_betting")
    house.clock.at += DELAY
    return console


async def test_a_table_over_http_is_as_late_as_the_picture(database: str) -> None:
    async with open_for_business(database) as house:
        console = await opened(house)
        gone = console.view.gone
        betting = ("betting", "", None, gone, 1, "betting")
        assert await told_over_http(house) == betting
        await console.does("close_betting")
        await console.reads("9hKcKdKs")
        house.clock.at += 1_000
        await console.does("announce")
        assert await told_over_http(house) == betting
        detail = (await house.ask("GET", "/api/tables/filmed")).json
        assert detail["summary"]["stage"] != "betting"  # nobody should sit down for a bet
        house.clock.at += DELAY - 1_000
        stage, cards, outcome, *others = await told_over_http(house)
        assert (stage, cards, outcome) == ("dealing", "9hKcKdKs", None)
        assert others == [gone + 4, 1, "card"]
        house.clock.at += 1_000
        assert (await told_over_http(house))[2] == "punto"


async def test_after_a_restart_http_is_as_late_as_before(database: str) -> None:
    async with open_for_business(database) as house:
        console = await opened(house)
        await console.does("close_betting")
        await console.reads("9hKc")
        house.clock.at += 2_000
        await console.reads("KdKs")
        await console.does("announce")
        house.clock.at += 1_000
        before = (await house.ask("GET", "/api/tables/filmed")).json["view"]
        truth, clock = console.view, house.clock
    async with open_for_business(database, clock) as house:
        assert (await house.ask("GET", "/api/tables/filmed")).json["view"] == before
        clock.at += DELAY - 3_000
        stage, cards, outcome, *_ = await told_over_http(house)
        assert (stage, cards, outcome) == ("dealing", "9hKc", None)
        clock.at += 2_000
        assert (await told_over_http(house))[2] == "punto"
        detail = (await house.ask("GET", "/api/tables/filmed")).json
        assert detail["summary"]["statistics"]["coups"] == truth.statistics.coups == 1


async def test_after_a_restart_a_new_sabot_is_shown_as_before(database: str) -> None:
    """With what was told in the sabot before it: a call, a pause, the number of its coup."""
    async with open_for_business(database) as house:
        console = await opened(house)
        rita = await hire(house, "rita", Role.MANAGER)
        await console.does("close_betting")
        await console.reads("9hKcKdKs")
        await console.does("announce")
        await console.does("call_manager", words="a dispute")
        standing = {"standing": "paused", "note": "back at nine"}
        assert (await rita.post("/api/operator/tables/filmed/standing", standing)).status == 201
        house.clock.at += 10 * DELAY
        await console.listen()
        await console.does("new_sabot")
        house.clock.at += 1_000
        before = (await house.ask("GET", "/api/tables/filmed")).json["view"]
        assert (before["coup"], before["manager_for"]) == (1, "a dispute")
        assert before["note"] == "back at nine"
        clock = house.clock
    async with open_for_business(database, clock) as house:
        assert (await house.ask("GET", "/api/tables/filmed")).json["view"] == before


async def test_who_comes_hears_what_has_happened_since_the_picture(database: str) -> None:
    """From the view that HTTP tells a client can follow the picture, after a restart, too."""
    async with open_for_business(database) as house:
        console = await opened(house)
        await console.does("close_betting")
        await console.reads("9hKcKdKs")
        clock = house.clock
    async with open_for_business(database, clock) as house:
        view = (await house.ask("GET", "/api/tables/filmed")).json["view"]
        path = (await house.ask("POST", "/api/tables/filmed/tickets")).json["path"]
        watcher = await Table.connect(house, path)
        place = {"table_epoch": view["epoch"], "table_offset": view["offset"]}
        watching = await watcher.ask(type="hello", **place)
        assert "".join(each.get("card", "") for each in watching["missed"]) == "9hKcKdKs"
        assert watching["missed"][-1]["offset"] == watching["view"]["offset"]
