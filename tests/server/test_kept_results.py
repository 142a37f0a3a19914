"""Kept results, to which new coups are added: the same as if every coup had been read again."""

import gc
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.game.coup import Outcome
from puntobanco.ledger.accounts import Account
from puntobanco.server.house import results
from puntobanco.server.house.casino_day import CasinoDay
from puntobanco.server.house.coup_filter import ANY, CoupFilter
from puntobanco.server.house.results import KeptResults
from puntobanco.store.interface import Query, Role, Store, Stored
from puntobanco.table.recording import Change
from puntobanco.wire.bodies import CoupResult
from tests.server.staff import Console, hire, sit_down, table_file
from tests.server.test_results import net, of, summed
from tests.server.visitors import MONDAY, House, Visitor, open_for_business
from tests.store.guests import carte, open_floor

pytestmark = pytest.mark.anyio
FILTERS: Final = (
    ANY,
    CoupFilter(result=CoupResult.WON),
    CoupFilter(outcome=Outcome.BANCO, natural=False),
)
DAYS: Final = CasinoDay(), CasinoDay("Europe/Zurich", 6)


async def check(house: House, visitor: Visitor, queries: Sequence[Query]) -> None:
    """Every kept answer is the answer of a server that has just started."""
    store = house.desk.floor.store
    account = await store.account(visitor.account())
    assert account is not None
    for query in queries:
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
async def test_kept_results_equal_a_full_count(
    database: str, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With coups that were corrected or void, and with a clock that went back."""
    monkeypatch.setattr(results, "MOST_OF_AN_ACCOUNT", 100)  # every answer is kept and continued
    random = Random(seed)
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        visitor = await house.guest()
        anna = await sit_down(house, "real", visitor)
        account, start = visitor.account(), house.clock.now()
        seat, session = map(int, anna.session.split("."))
        queries = (
            Query(account, 200),
            Query(account, 200, house="punto-e-banco"),
            Query(account, 200, table="real"),
            Query(account, 200, seat=seat, session=session),
            Query(account, 200, since=start + 60_000),
            Query(account, 200, until=start + 60_000),
        )
        await check(house, visitor, queries)
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
            await check(house, visitor, queries)
            await play_alone()
            if random.random() < 0.5:
                await check(house, visitor, queries)
            house.clock.at += random.choice((0, 1, 60_000))
        for moved in (0, -3_000, 86_400_000):  # the second one puts records before the last one
            house.clock.at += moved
            await play_alone()
            await check(house, visitor, queries)


class Reads:
    """Counts the records that are read from a store's histories."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self._history, self._read = store.history, 0
        monkeypatch.setattr(store, "history", self._counting)

    async def _counting(self, query: Query) -> list[Stored]:
        found = await self._history(query)
        self._read += len(found)
        return found

    def take(self) -> int:
        """How many were read since this was asked last."""
        read, self._read = self._read, 0
        return read


NEWEST: Final = 1  # record, which is read for every answer


@pytest.mark.parametrize("only", ["", "since=1", f"until={MONDAY * 2}", "session", "table"])
async def test_a_second_answer_reads_only_new_coups(
    database: str, monkeypatch: pytest.MonkeyPatch, only: str
) -> None:
    async with open_for_business(database) as house:
        anna = await house.guest()
        table = await anna.sit()
        values = {"session": table.session, "table": f"punto-e-banco/{anna.account()}"}
        path = of(anna, f"results?{only}={values[only]}" if only in values else f"results?{only}")
        for _ in range(5):
            await table.carte(punto=100)
            house.clock.at += 1_000
        reads = Reads(house.desk.floor.store, monkeypatch)
        first = (await anna.get(path)).json
        assert reads.take() == NEWEST + 5
        assert (await anna.get(path)).json == first
        assert reads.take() == NEWEST
        await table.carte(punto=100)
        assert (await anna.get(path)).json["total"]["coups"] == 6
        assert reads.take() == NEWEST + 2  # the new coup, and the one at which the answer had ended


async def test_of_an_account_those_answers_are_kept_that_were_asked_for_last(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "MOST_OF_AN_ACCOUNT", 2)
    async with open_for_business(database) as house:
        anna = await house.guest()
        await (await anna.sit()).carte(punto=100)
        reads = Reads(house.desk.floor.store, monkeypatch)
        for since, read in ((1, 1), (2, 1), (1, 0), (3, 1), (1, 0), (2, 1)):
            await anna.get(of(anna, f"results?since={since}"))
            assert reads.take() == NEWEST + read, since


async def test_a_player_who_asks_often_does_not_drop_the_answers_of_others(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "MOST_BYTES", 100_000)
    async with open_for_business(database) as house:
        anna, bruno = await house.guest(), await house.guest()
        for each in (anna, bruno):
            await (await each.sit()).carte(punto=100)
        await anna.get(of(anna, "results"))
        kept = house.desk.results
        for since in range(100):
            await bruno.get(of(bruno, f"results?since={since}"))
            assert 0 < kept.bytes <= 100_000
        reads = Reads(house.desk.floor.store, monkeypatch)
        await anna.get(of(anna, "results"))
        assert reads.take() == NEWEST
        for _ in range(20):
            other = await house.guest()
            await other.get(of(other, "results"))
        assert kept.bytes <= 100_000
        reads.take()
        await bruno.get(of(bruno, "results?since=99"))
        assert reads.take() == NEWEST + 1  # it was dropped


async def player_of(store: Store, coups: int, in_a_session: int) -> Account:
    """A player with many coups on record: the same one again and again."""
    floor = await open_floor(store)
    seat = await floor.sit("anna")
    record = floor.step(seat, carte()).record
    assert record is not None
    told = msgspec.json.decode(record.body)

    def change(n: int) -> Change:
        at, session = MONDAY + n * 60_000, 1 + n // in_a_session
        body = msgspec.json.encode(told | {"at": at, "session": f"{seat.id}.{session}"})
        again = replace(record, at=at, body=body, session=session, key="", postings=())
        return Change(None, again)

    for first in range(0, coups, 500):
        await store.write([change(n) for n in range(first, first + 500)])
    account = await store.account(seat.account)
    assert account is not None
    return account


@pytest.mark.parametrize("in_a_session", [1, 5, 3_000])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_an_answer_takes_no_more_memory_than_it_counts_for(
    store: Store, in_a_session: int
) -> None:
    """Also with a session for every coup, which takes most of it; and not much less."""
    account = await player_of(store, 3_000, in_a_session)
    query, kept = Query(account.id, 200), KeptResults(store)
    await KeptResults(store).results(account, query, ANY, CasinoDay())  # what is made only once
    gc.collect()
    tracemalloc.start()
    await kept.results(account, query, ANY, CasinoDay())
    gc.collect()
    took, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert took <= kept.bytes <= 2 * took
