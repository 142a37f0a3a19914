"""Kept results, to which new coups are added: the same as if every coup had been read again."""

from pathlib import Path
from random import Random
from typing import Final

import pytest

from puntobanco.game.coup import Outcome
from puntobanco.server.house.casino_day import CasinoDay
from puntobanco.server.house.coup_filter import ANY, CoupFilter
from puntobanco.server.house.results import KeptResults
from puntobanco.store.interface import Query, Role, Stored
from puntobanco.wire.bodies import CoupResult
from tests.server.staff import Console, hire, sit_down, table_file
from tests.server.test_results import net, of, summed
from tests.server.visitors import House, Visitor, open_for_business

pytestmark = pytest.mark.anyio
FILTERS: Final = (
    ANY,
    CoupFilter(result=CoupResult.WON),
    CoupFilter(outcome=Outcome.BANCO, natural=False),
)
DAYS: Final = CasinoDay(), CasinoDay("Europe/Zurich", 6)


async def check(house: House, visitor: Visitor) -> None:
    """Every kept answer is the answer of a server that has just started."""
    store = house.desk.floor.store
    account = await store.account(visitor.account())
    assert account is not None
    for query in (
        Query(account.id, 200),
        Query(account.id, 200, house="punto-e-banco"),
        Query(account.id, 200, since=house.clock.now() - 3_600_000),
    ):
        for wanted in FILTERS:
            for day in DAYS:
                kept = await house.desk.results.results(account, query, wanted, day)
                assert kept == await KeptResults(store).results(account, query, wanted, day)
    coups = (await visitor.get(of(visitor, "coups.json"))).json
    told = (await visitor.get(of(visitor, "results"))).json
    assert told["total"] == summed(coups)
    assert told["curve"][-1:] == (
        [[len(coups), coups[0]["at"], sum(map(net, coups))]] if coups else []
    )


@pytest.mark.parametrize("seed", range(2))
async def test_kept_results_equal_a_full_count(database: str, tmp_path: Path, seed: int) -> None:
    """With coups that were corrected or void, and with a clock that went back."""
    random = Random(seed)
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        visitor = await house.guest()
        await check(house, visitor)
        anna = await sit_down(house, "real", visitor)
        carla = await Console.sit(house, await hire(house, "carla"), "real")
        mara = await Console.sit(house, await hire(house, "mara", Role.MANAGER), "real")
        await carla.begins()

        async def play_with_croupier(end: str) -> None:
            await carla.does("open_betting")
            await anna.listen()
            await anna.confirm(**{random.choice(("punto", "banco", "egalite")): 2_000})
            await carla.does("close_betting")
            await carla.reads("4h5cKd2s")
            if end == "void":
                await mara.does("void", reason="a card fell")
            elif end == "corrected":
                await carla.does("correct", n=1, card="6h", reason="the pip was covered")
                await carla.does("announce")
            else:
                await carla.reads("5c")
                await carla.does("announce")
            await anna.listen()

        async def play_alone() -> None:
            table = await visitor.sit()
            for _ in range(random.randrange(1, 5)):
                await table.carte(**{random.choice(("punto", "banco", "egalite")): 1_000})
            await table.cash_out()

        for end in random.sample(("announced", "void", "corrected", "void", "announced"), 4):
            await play_with_croupier(end)
            await check(house, visitor)
            await play_alone()
            if random.random() < 0.5:
                await check(house, visitor)
            house.clock.at += random.choice((0, 1, 60_000))
        for moved in (0, -3_000, 86_400_000):  # the second one puts records before the last one
            house.clock.at += moved
            await play_alone()
            await check(house, visitor)


async def test_a_second_answer_reads_only_new_coups(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_for_business(database) as house:
        anna = await house.guest()
        table = await anna.sit()
        for _ in range(5):
            await table.carte(punto=100)
            house.clock.at += 1_000
        store, read = house.desk.floor.store, 0
        history = store.history

        async def counting(query: Query) -> list[Stored]:
            nonlocal read
            found = await history(query)
            read += len(found)
            return found

        monkeypatch.setattr(store, "history", counting)
        first = (await anna.get(of(anna, "results"))).json
        assert read == 1 + 5  # the newest record, and the coups
        assert (await anna.get(of(anna, "results"))).json == first
        assert read == 6 + 1
        await table.carte(punto=100)
        assert (await anna.get(of(anna, "results"))).json["total"]["coups"] == 6
        assert read == 7 + 1 + 2  # the new coup, and the one at which the answer had ended
