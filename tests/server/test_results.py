"""A player's results: every coup of the records is added up, and nothing else."""

import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest

from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Coup, Outcome
from puntobanco.game.roads import bead_plate, big_road, letters, result
from puntobanco.server.house.casino_day import CasinoDay
from puntobanco.server.house.results import MOST_POINTS, curve
from tests.server.live_visitors import LiveTable
from tests.server.visitors import MONDAY, House, Visitor, open_for_business

pytestmark = pytest.mark.anyio
A_DAY = 24 * 60 * 60


async def play_everywhere(house: House, visitor: Visitor, coups: int = 12) -> None:
    """Some coups at a private table today, one at a live table, and some more tomorrow."""
    table = await visitor.sit()
    for _ in range(coups):
        await table.carte(punto=100, egalite=200)
    live = await LiveTable.sit(house, visitor)
    await live.betting()
    await live.confirm(banco=1_000)
    await live.cards()
    await table.cash_out()
    await house.pass_time(A_DAY)
    again = await visitor.sit()
    for _ in range(coups):
        await again.carte(banco=300)


def of(visitor: Visitor, what: str) -> str:
    return f"/api/accounts/{visitor.account()}/{what}"


def net(coup: Any) -> int:
    back: int = sum(each["returned"] for each in coup["bets"])
    return back - int(coup["staked"])


def summed(coups: list[Any]) -> dict[str, int]:
    nets = [net(each) for each in coups]
    staked = sum(each["staked"] for each in coups)
    return {
        "coups": len(coups),
        "won": sum(each > 0 for each in nets),
        "lost": sum(each < 0 for each in nets),
        "even": nets.count(0),
        "staked": staked,
        "returned": staked + sum(nets),
        "net": sum(nets),
        "largest_win": max([0, *nets]),
    }


async def test_results_are_the_sums_of_the_exported_coups(database: str) -> None:
    async with open_for_business(database) as house:
        anna, bruno = await house.guest(), await house.guest()
        await play_everywhere(house, anna)
        await (await bruno.sit()).carte(punto=5_000)
        coups = (await anna.get(of(anna, "coups.json"))).json
        told = (await anna.get(of(anna, "results"))).json
        assert told["total"] == summed(coups)
        assert told["total"]["coups"] == 25
        assert (told["currency"], told["timezone"]) == ("FUN", "UTC")
        days = {
            str(datetime.fromtimestamp(each["at"] / 1000, UTC).date()): [
                other for other in coups if other["at"] // 86_400_000 == each["at"] // 86_400_000
            ]
            for each in coups
        }
        assert {each["day"]: each["sums"] for each in told["days"]} == {
            day: summed(each) for day, each in days.items()
        }
        assert [each["day"] for each in told["days"]] == sorted(days)
        assert len(days) == 2
        for each in told["sessions"]:
            own = [
                coup for coup in coups if coup.get("of_session", coup["session"]) == each["session"]
            ]
            assert each["sums"] == summed(own)
            assert (each["since"], each["until"]) == (own[-1]["at"], own[0]["at"])
            assert (each["house"], each["table"]) == (own[0]["house"], own[0]["table"])
        assert len(told["sessions"]) == 3
        assert {each["table"]: each["sums"]["coups"] for each in told["tables"]} == {
            f"punto-e-banco/{anna.account()}": 24,
            "live-mini": 1,
        }
        points = told["curve"]
        assert [each[0] for each in points] == list(range(1, 26))
        assert [each[1] for each in points] == [each["at"] for each in reversed(coups)]
        assert points[-1][2] == told["total"]["net"]
        steps = [
            now[2] - before[2] for before, now in zip([[0, 0, 0], *points], points, strict=False)
        ]
        assert steps == [net(each) for each in reversed(coups)]


async def test_days_are_those_of_the_wanted_time_zone(database: str) -> None:
    async with open_for_business(database) as house:
        house.desk.floor.day = CasinoDay("Europe/Zurich", 6)
        anna = await house.guest()
        table = await anna.sit()
        await table.carte(punto=100)  # on Friday, 15 January 2027, at 08:00 UTC
        assert datetime.fromtimestamp(MONDAY / 1000, UTC).isoformat()[:16] == "2027-01-15T08:00"
        await house.pass_time(21 * 60 * 60)
        again = await anna.sit()  # the first session has ended meanwhile
        await again.carte(punto=100)  # on Saturday at 05:00 UTC, 06:00 in Zurich
        for query, days in (
            ("", ["2027-01-15", "2027-01-16"]),
            ("?timezone=America/New_York", ["2027-01-15", "2027-01-16"]),
            ("?timezone=Pacific/Honolulu", ["2027-01-14", "2027-01-15"]),
            ("?timezone=Asia/Kolkata", ["2027-01-15", "2027-01-16"]),
        ):
            told = (await anna.get(of(anna, f"results{query}"))).json
            assert [each["day"] for each in told["days"]] == days, query
        for wrong in ("Europe/Atlantis", "../../etc/passwd", "x" * 500):
            answer = await anna.get(of(anna, f"results?timezone={wrong}"))
            assert (answer.status, answer.code) == (400, "message/bad")


async def test_coups_are_filtered_by_what_happened(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.guest()
        await play_everywhere(house, anna, coups=25)
        coups = (await anna.get(of(anna, "coups.json"))).json
        for query, wanted in (
            ("result=won", [each for each in coups if net(each) > 0]),
            ("result=lost", [each for each in coups if net(each) < 0]),
            ("result=even", [each for each in coups if net(each) == 0]),
            ("outcome=punto", [each for each in coups if each["outcome"] == "punto"]),
            ("outcome=banco", [each for each in coups if each["outcome"] == "banco"]),
            ("outcome=egalite", [each for each in coups if each["outcome"] == "egalite"]),
            ("natural=true", [each for each in coups if not each["decisions"]]),
            (
                "natural=false&outcome=banco&house=punto-e-banco",
                [
                    each
                    for each in coups
                    if each["decisions"] and each["outcome"] == "banco" and each["type"] == "coup"
                ],
            ),
        ):
            assert await anna.records(f"&{query}") == wanted, query
            assert (await anna.get(of(anna, f"coups.json?{query}"))).json == wanted
            sums = (await anna.get(of(anna, f"results?{query}"))).json["total"]
            assert sums == summed(wanted)
            lines = (await anna.get(of(anna, f"coups.csv?{query}"))).body.count(b"\r\n")
            assert lines == 1 + sum(len(each["bets"]) for each in wanted)
        paged: list[Any] = []
        before = ""
        while page := (await anna.get(of(anna, f"records?natural=false&limit=7{before}"))).json:
            paged += page["records"]
            if page["next"] is None:
                break
            before = f"&before={page['next']}"
        assert paged == [each for each in coups if each["decisions"]]
        assert await anna.records("&event=opened&natural=true") == []
        wrong = await anna.get(of(anna, "records?result=maybe"))
        assert (wrong.status, wrong.code) == (400, "message/bad")


async def test_the_csv_has_decimal_amounts_and_times_with_an_offset(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.guest()
        coup = await (await anna.sit()).carte(punto=1_200)
        for query, at in (
            ("", "2027-01-15T08:00:00.000+00:00"),
            ("?timezone=Europe/Rome", "2027-01-15T09:00:00.000+01:00"),
        ):
            text = (await anna.get(of(anna, f"coups.csv{query}"))).body.decode()
            (row,) = csv.DictReader(io.StringIO(text, newline=""))
            assert (row["at"], row["currency"], row["stake"]) == (at, "FUN", "12.00")
            assert (row["credit_before"], row["left"]) == ("500.00", "0.00")
            assert row["credit"] == f"{coup['credit'] // 100}.{coup['credit'] % 100:02}"
            assert datetime.fromisoformat(row["at"]).timestamp() * 1000 == coup["at"]


async def test_a_session_at_a_private_table_has_roads(database: str) -> None:
    async with open_for_business(database) as house:
        anna, bruno = await house.guest(), await house.guest()
        table = await anna.sit()
        earlier = table.session
        await table.carte(punto=100)
        await table.cash_out()
        table = await anna.sit()
        path = of(anna, "roads?session=")
        nothing = (await anna.get(path + table.session)).json
        assert nothing["statistics"]["coups"] == 0
        coups = [await table.carte(punto=100) for _ in range(20)]
        told = (await anna.get(path + table.session)).json
        dealt = [_as_it_began(each["cards"], each["outcome"]) for each in coups]
        results = [result(each) for each in dealt]
        for road, placed in (
            ("bead_plate", bead_plate(results)),
            ("big_road", big_road(results)),
        ):
            assert told["roads"][road] == [
                [each.column, each.row, letters(each.content)] for each in placed
            ]
        won = [each["outcome"] for each in coups]
        statistics = told["statistics"]
        assert [statistics[each] for each in ("punto", "banco", "egalite")] == [
            won.count(each) for each in ("punto", "banco", "egalite")
        ]
        assert statistics["naturals"] == sum(not each["decisions"] for each in coups)
        assert (await anna.get(path + earlier)).json["statistics"]["coups"] == 1
        assert (await anna.get(path + "no")).code == "session/none"
        foreign = await bruno.get(of(bruno, f"roads?session={earlier}"))
        assert foreign.json["statistics"]["coups"] == 0
        assert (await bruno.get(path + earlier)).code == "account/unknown"


def _as_it_began(cards: str, outcome: str) -> Coup:
    punto, banco, punto_2, banco_2 = parse_cards(cards)[:4]
    return Coup((punto, punto_2), (banco, banco_2), (), Outcome(outcome))


def test_a_long_curve_keeps_its_extremes_and_its_end() -> None:
    nets = [(n, (-1) ** (n // 997) * (n % 13)) for n in range(20_000)]
    nets[12_345] = 12_345, 1_000_000
    sums = [sum(net for _, net in nets[: n + 1]) for n in (12_345, len(nets) - 1)]
    times = range(len(nets))
    drawn = curve(times, [net for _, net in nets])
    assert len(drawn) <= MOST_POINTS
    assert [each.coups for each in drawn] == sorted({each.coups for each in drawn})
    assert drawn[-1].net == sums[1]
    assert max(each.net for each in drawn) >= sums[0]
    assert curve(times, [1, 2, 3])[-1].coups == 3
    assert curve((), ()) == ()
