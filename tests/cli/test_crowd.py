"""Tests of `puntobanco crowd`: robots play at a shared table of a real house."""

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from puntobanco.client.robots import Crowd, percentiles, random_stakes
from puntobanco.errors import UnknownTable
from puntobanco.game.bets import parse_bet
from puntobanco.game.settlement import check_stakes
from puntobanco.houses import house
from puntobanco.ledger.accounts import AccountKind
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.store.interface import Role
from tests.store_contents import all_accounts
from tests.time_limit import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]

TABLES = """
[[tables]]
name = "quick"
house = "live-mini"
betting_s = 1
pace = { mixing = 300, opening = 300, burn = 10, first_card = 20, card = 10, result = 100 }
"""


@pytest.mark.anyio
async def test_a_crowd_bets_is_paid_and_cashes_out(tmp_path: Path) -> None:
    """No robot distrusts the house, and no session stays open."""
    file = tmp_path / "tables.toml"
    file.write_text(TABLES, encoding="utf-8")
    settings = Settings(database=str(tmp_path / "house.db"), tables=str(file))
    async with serving(settings) as (desk, base):
        with pytest.raises(UnknownTable):
            async for _ in Crowd(base, "nowhere", 1, 1, 1_000).play():
                pass
        crowd = Crowd(base, "quick", 8, 6, 100_000)
        passed = [seconds async for seconds in crowd.play()]
        assert passed == sorted(passed)
        assert passed[-1] < 6
        counted = crowd.counted
        summary = counted.summary()
        assert summary["seated"] == 8
        assert summary["bets"] > 0
        assert 0 < summary["payments"] <= summary["bets"]
        assert summary["latency_ms"]["p50"] <= summary["latency_ms"]["worst"]
        assert not summary["distrusted"]
        await asyncio.sleep(0.1)
        assert desk.floor.open_sessions == 0
        assert sum(each.balance for each in await all_accounts(desk.floor.store)) == 0


@pytest.mark.anyio
async def test_a_crowd_takes_boxes_at_a_land_table(tmp_path: Path) -> None:
    """At Campione players bet from boxes only, three to a box, and holders have cards in hand."""
    file = tmp_path / "tables.toml"
    land = TABLES.replace("live-mini", "campione").replace("betting_s = 1", "squeeze_s = 1")
    file.write_text(land.replace("burn = 10", "burn = 10, betting = 900, turn = 10"))
    settings = Settings(database=str(tmp_path / "house.db"), tables=str(file))
    async with serving(settings) as (_, base):
        crowd = Crowd(base, "quick", 4, 9, 100_000)
        [_ async for _ in crowd.play()]
        counted = crowd.counted.summary()
        assert 0 < counted["payments"] <= counted["bets"]
        assert "table/no-box" not in counted["refused"]
        assert not counted["distrusted"]


@pytest.mark.anyio
async def test_a_crowd_plays_for_francs_that_an_operator_deposits(tmp_path: Path) -> None:
    file = tmp_path / "tables.toml"
    francs = TABLES.replace("live-mini", "st-moritz").replace("betting_s = 1", 'currency = "CHF"')
    file.write_text(francs.replace("burn = 10", "burn = 10, betting = 500, turn = 10"))
    settings = Settings(database=str(tmp_path / "house.db"), tables=str(file))
    async with serving(settings) as (desk, base):
        await desk.credentials.register("olga", "una lunga parola", "", Role.OPERATOR)
        crowd = Crowd(base, "quick", 2, 600, 50_000, ("olga", "una lunga parola"))
        async with aclosing(crowd.play()) as playing:
            async for _ in playing:
                if crowd.counted.payments:
                    break
        assert crowd.counted.seated == 2
        assert not crowd.counted.distrusted
        accounts = [each for each in await all_accounts(desk.floor.store) if each.currency == "CHF"]
        assert sum(each.balance for each in accounts) == 0
        (cashier,) = (each for each in accounts if each.kind is AccountKind.CASHIER)
        assert cashier.balance == -2 * 50_000


@pytest.mark.parametrize("name", ["live-mini", "campione", "punto-e-banco-egalite"])
def test_random_stakes_are_within_the_limits(name: str) -> None:
    sheet = house(name).sheet
    for credit in (0, 50, 100, 1_000, 10**9):
        for _ in range(200):
            stakes = {parse_bet(bet): stake for bet, stake in random_stakes(sheet, credit).items()}
            check_stakes(sheet, stakes)
            assert sum(stakes.values()) <= credit


def test_percentiles_of_few_and_many_numbers() -> None:
    assert percentiles([]) == {}
    assert percentiles([0.001]) == {"p50": 1.0, "p90": 1.0, "p99": 1.0, "worst": 1.0}
    assert percentiles([n / 1000 for n in range(1, 101)])["p99"] == 100.0
