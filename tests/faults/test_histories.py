"""Two hundred simulated histories full of faults, in which nothing may be lost.

Other tests break the server on purpose, and expect a violation within a few hundred histories.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.errors import Refusal
from puntobanco.server.house.refills import Refills
from puntobanco.server.house.writer import Job, Writer
from puntobanco.server.seats import floor as floors
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.private_seat_runner import PrivateSeatRunner
from puntobanco.server.seats.seat_runner import Connection, QueuedRequest, SeatRunner
from puntobanco.store.interface import Person, WriteResult
from puntobanco.table.recording import Change
from puntobanco.table.session import TakeOver
from puntobanco.wire.table_spec import TableSpec
from tests.faults.history import TABLES, FailingMemoryStore, History, play
from tests.faults.violation import Violation

SHARE = 50  # histories per test, so that the processes can share the work


@pytest.mark.parametrize("first", range(0, 200, SHARE))  # `make soak` runs a hundred thousand
def test_all_money_adds_up_in_every_history(first: int) -> None:
    assert play(range(first, first + SHARE)) > SHARE * 50


ONCE_FOUND = (
    # Bets too early, and bets judged by a later time of receipt.
    *(1_003_174, 1_005_398, 1_008_834, 1_047_838),
    # Bets taken before the betting opened, at other tables than the first one.
    *(7_014_258, 7_023_754, 7_099_322),
    # Automatic chips that were dropped, because the process was down for long after the closing.
    *(518_322_986, 518_354_602),
    # Two bets left by an Égalité, one of which was keyed in anew before a reversal.
    *(5_518_301_354, 5_518_301_838),
)


@pytest.mark.parametrize("seed", ONCE_FOUND)
@pytest.mark.parametrize("options", [{}, {"live": True}], ids=["its own table", "first table"])
def test_seeds_that_once_failed_pass(seed: int, options: dict[str, Any]) -> None:
    assert play(range(seed, seed + 1), **options)


@pytest.mark.parametrize("table", [None, *TABLES])
def test_a_seed_always_gives_the_same_history(table: TableSpec | None) -> None:
    """Also with several clients that get the same events and answer in any order."""
    first, second = [History(3, traced=True, live=table is not None, spec=table) for _ in range(2)]
    first.run()
    second.run()
    assert first.trace == second.trace


def finds_violation(seeds: range = range(1, 800), **options: Any) -> bool:
    """Whether a violation is found, with instructions to repeat it."""
    with pytest.raises(AssertionError) as failed:
        play(seeds, **{"live": False, **options})
    assert "to see it: python -m soak.faults --seed" in str(failed.value)
    return isinstance(failed.value.__cause__, Violation)


class EagerWriter(Writer):
    """Answers before it writes."""

    def submit(self, job: Job) -> None:
        change = job.make()
        if change is not None:
            job.written(change, WriteResult.DONE)
            super().submit(Told(change))


class Told:
    """A change that was already answered."""

    def __init__(self, change: Change) -> None:
        self.change = change

    def draw(self) -> None: ...

    def make(self) -> Change:
        return self.change

    def written(self, *_: object) -> None: ...


class EagerFloor(Floor):
    def __init__(self, *values: Any) -> None:
        super().__init__(*values)
        self.writer = EagerWriter(self.store)


class LateFloor(Floor):
    """Lets a connection play too late: when the waiting task wakes up."""

    async def take_over(
        self, live: SeatRunner, connection: Connection, session: int | None = None
    ) -> int:
        await self.ask(live, TakeOver(), session)
        if live.connection is not None:
            live.connection.close(4001, "opened elsewhere")
        live.connection = connection
        return live.seat.generation


class ForgetfulFloor(Floor):
    """Starts without looking at what was there before."""

    async def start(self, tables: Iterable[TableSpec] = ()) -> None:
        pass


class DeafFloor(Floor):
    """Doesn't notice that a connection is lost."""

    def lost(self, live: SeatRunner, connection: Connection, generation: int) -> None:
        if live.connection is connection:
            live.connection = None


@pytest.mark.parametrize(
    ("broken", "first"), [(EagerFloor, 1), (LateFloor, 114), (ForgetfulFloor, 1), (DeafFloor, 1)]
)
def test_a_broken_floor_is_found(broken: type[Floor], first: int) -> None:
    assert finds_violation(range(first, first + 800), floor_type=broken, sqlite=False)


class HastyRefills(Refills):
    """Looks when the last refill was before an earlier request is written."""

    async def refill(self, person: Person, key: str) -> bytes:
        self._lock = asyncio.Lock()  # holds nobody back
        return await super().refill(person, key)


def test_refills_that_do_not_wait_for_each_other_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(floors, "Refills", HastyRefills)
    assert finds_violation(range(1, 801), sqlite=False)


class OpenSeat(PrivateSeatRunner):
    """Accepts bets from any connection."""

    def _step(self, asked: QueuedRequest) -> Change:
        return super()._step(replace(asked, generation=None))


class SecondCommitment(PrivateSeatRunner):
    """Deals from a seed that was drawn after the player sent one."""

    def _step(self, asked: QueuedRequest) -> Change:
        self.seat = replace(self.seat, seed=self._environment.fresh_seed())
        self._cards = None
        return super()._step(asked)


class OldRules(PrivateSeatRunner):
    """Plays by new rules although the commitment was made for the old ones."""

    def _step(self, asked: QueuedRequest) -> Change:
        self.seat = replace(self.seat, sheet=self.setting.sheet_hash)
        return super()._step(asked)


class ShortMemory(PrivateSeatRunner):
    """Answers a known key with a new refusal, if there is one."""

    async def _look_up(self, asked: QueuedRequest, refusal: Refusal) -> None:
        self._finish(asked, refusal)


@pytest.mark.parametrize("broken", [OpenSeat, SecondCommitment, OldRules, ShortMemory])
def test_a_broken_seat_is_found(
    broken: type[PrivateSeatRunner], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floors, "PrivateSeatRunner", broken)
    assert finds_violation(sqlite=False)


class HalfStore(FailingMemoryStore):
    """Loses the last posting of a change that has two."""

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        halved = []
        for change in changes:
            record = change.record
            if record is not None and len(record.postings) > 1:
                change = replace(change, record=replace(record, postings=record.postings[:1]))
            halved.append(change)
        return await super().write(halved)


class KeylessStore(FailingMemoryStore):
    """Treats every key as new."""

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        self.kept.keys.clear()
        return await super().write(changes)


class BlindStore(FailingMemoryStore):
    """Reports every change as done."""

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        return [WriteResult.DONE for _ in await super().write(changes)]


@pytest.mark.parametrize("broken", [HalfStore, KeylessStore, BlindStore])
def test_a_broken_store_is_found(broken: type[FailingMemoryStore]) -> None:
    assert finds_violation(store_type=broken, sqlite=False)
