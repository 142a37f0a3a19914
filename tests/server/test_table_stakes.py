"""Stakes between a clock and a disk: what is in time is bet, and what is bet is paid."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import pytest

from puntobanco.errors import BettingClosed, Refusal, StoreFailed, TooLate
from puntobanco.game.bets import Bet
from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.seat_runner import QueuedRequest
from puntobanco.server.shared_tables import table_stakes
from puntobanco.store.interface import Store, WriteResult
from puntobanco.table.recording import Change
from puntobanco.wire.requests import Automatic, CashOut, Confirm, Place
from puntobanco.wire.stream import Stage
from tests.audit.live_night import LiveNight, begin
from tests.audit.night import key
from tests.kinds import shared

pytestmark = pytest.mark.anyio


class Disk:
    """What stands between a house and its store: it can fail, and it can take its time."""

    def __init__(self, store: Store) -> None:
        self._write: Callable[[Sequence[Change]], Awaitable[list[WriteResult]]] = store.write
        self._failing: list[RecordKind] = []
        self.failed = 0
        self.holds: RecordKind | None = None
        self.held, self._goes_on = asyncio.Event(), asyncio.Event()
        store.write = self.write  # type: ignore[method-assign]

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        events = {change.record.event for change in changes if change.record is not None}
        if self._failing and self._failing[0] in events:
            self._failing.pop(0)
            self.failed += 1
            raise StoreFailed(why="the disk is full")
        if self.holds in events:
            self.held.set()
            await self._goes_on.wait()
        return await self._write(changes)

    def fail(self, event: RecordKind, times: int = 1) -> None:
        self._failing = [event] * times

    def go_on(self) -> None:
        self.holds = None
        self._goes_on.set()


@pytest.fixture
def disk(store: Store, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.setattr(table_stakes, "_AGAIN_S", 0.01)
    return Disk(store)


@pytest.fixture
async def night(store: Store, disk: Disk) -> AsyncIterator[LiveNight]:
    """Anna and Bruno at a table where the betting is open."""
    made = await begin(store, "anna", "bruno")
    await made.mix("anna", "bruno")
    await made.stage(Stage.BETTING)
    yield made
    disk.go_on()
    await made.floor.stop()


async def comes(reached: Callable[[], bool]) -> None:
    """By itself: nobody looks at the table, and no time goes by."""
    async with asyncio.timeout(10):
        while not reached():
            await asyncio.sleep(0.005)


def at_the_end(night: LiveNight) -> None:
    """The clock says that the betting is over."""
    assert night.table.view.until is not None
    night.clock.at = night.table.view.until
    night.table.look()


def say(night: LiveNight, name: str, step: Any, received: int) -> list[bytes | Refusal]:
    """Something that came in at a moment; what it was answered, once it is."""
    answers: list[bytes | Refusal] = []
    night.seats[name].ask(QueuedRequest(step, answers.append, received=received))
    return answers


def confirm(night: LiveNight, stake: int) -> Confirm:
    return Confirm(key(), night.table.view.coup, {Bet.PUNTO: stake})


async def test_a_payment_the_disk_refused_is_made_again(night: LiveNight, disk: Disk) -> None:
    await night.bet("anna", punto=500)
    await night.bet("bruno", banco=500)
    disk.fail(RecordKind.PAID, times=3)
    await night.stage(Stage.PAYING)
    await comes(lambda: night.table.view.stage is Stage.PAID)
    assert disk.failed == 3
    assert not shared(night.seats["anna"].seat).view.stakes
    assert not shared(night.seats["bruno"].seat).view.stakes


async def test_chips_the_disk_refused_are_bets_all_the_same(night: LiveNight, disk: Disk) -> None:
    await night.floor.ask(night.seats["anna"], Automatic(on=True))
    await night.lay("anna", banco=700)
    disk.fail(RecordKind.BET, times=2)
    at_the_end(night)
    await comes(lambda: night.table.view.stage is Stage.DEALING)
    assert disk.failed == 2
    assert shared(night.seats["anna"].seat).view.stakes == {Bet.BANCO: 700}
    assert night.table.view.bets[Bet.BANCO].amount == 700


async def test_the_betting_closes_behind_all_that_came_in_time(
    night: LiveNight, disk: Disk
) -> None:
    """However long the disk takes over it, and whatever waits in a seat's queue."""
    in_time = (night.table.view.until or 0) - 1
    disk.holds = RecordKind.BET
    answers = [say(night, "anna", confirm(night, 100 * n), in_time) for n in (1, 2, 3)]
    await disk.held.wait()
    at_the_end(night)
    await asyncio.sleep(0.05)
    assert night.table.view.stage is not Stage.DEALING
    disk.go_on()
    await comes(lambda: night.table.view.stage is Stage.DEALING)
    assert all(isinstance(said, bytes) for (said,) in answers)
    assert night.table.view.bets[Bet.PUNTO].amount == 600


async def test_what_came_before_the_betting_was_open_is_no_bet(night: LiveNight) -> None:
    """Heard in it all the same, by a socket that had to wait for its welcome."""
    sheet, until = night.table.place.sheet, night.table.view.until or 0
    opened = until - 1000 * (sheet.times.betting_s or 0)
    answers = [say(night, "anna", confirm(night, 100), at) for at in (opened - 1, opened)]
    await comes(lambda: all(answers))
    (early,), (in_time,) = answers
    assert isinstance(early, BettingClosed)
    assert isinstance(in_time, bytes)


async def test_a_bet_in_time_is_taken_while_chips_become_bets(night: LiveNight, disk: Disk) -> None:
    """It was only heard late; from the first card on there are none."""
    in_time = (night.table.view.until or 0) - 1
    await night.floor.ask(night.seats["anna"], Automatic(on=True))
    await night.lay("anna", banco=700)
    disk.holds = RecordKind.BET
    at_the_end(night)
    await disk.held.wait()
    assert night.table.view.stage is Stage.CLOSING
    heard = say(night, "bruno", confirm(night, 100), in_time)
    late = say(night, "bruno", confirm(night, 100), in_time + 1)
    await asyncio.sleep(0.05)
    disk.go_on()
    await comes(lambda: night.table.view.stage is Stage.DEALING)
    assert isinstance(heard[0], bytes)
    assert isinstance(late[0], TooLate)
    assert list(night.table.view.bets) == [Bet.PUNTO, Bet.BANCO]
    too_late = say(night, "bruno", confirm(night, 100), in_time)
    await comes(lambda: bool(too_late))
    assert isinstance(too_late[0], BettingClosed)


async def test_what_is_late_keeps_no_table_waiting(
    night: LiveNight, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is looked up by its key, which may take a while; the cards don't wait for that."""
    go_on = asyncio.Event()
    find = store.find

    async def slowly(account: int, its_key: str) -> Any:
        await go_on.wait()
        return await find(account, its_key)

    monkeypatch.setattr(store, "find", slowly)
    until = night.table.view.until or 0
    night.clock.at = until
    late = [say(night, "bruno", confirm(night, 100), until + n) for n in (0, 1)]
    at_the_end(night)
    try:
        await comes(lambda: night.table.view.stage is Stage.DEALING)
        assert late == [[], []]
    finally:
        go_on.set()
    await comes(lambda: all(late))
    assert not shared(night.seats["bruno"].seat).view.stakes


@pytest.mark.parametrize(("after", "taken"), [(-1, True), (0, False), (1, False)])
async def test_the_end_of_the_betting_is_a_moment_behind_it(
    after: int, taken: bool, night: LiveNight
) -> None:
    """In time is what was received before `until`, to the millisecond."""
    until = night.table.view.until or 0
    said = say(night, "anna", confirm(night, 100), until + after)
    laid = say(night, "bruno", Place({Bet.PUNTO: 100}, night.table.view.coup), until + after)
    await comes(lambda: bool(said and laid))
    for answer in (said[0], laid[0]):
        assert isinstance(answer, bytes) is taken
        assert taken or isinstance(answer, TooLate)


async def test_a_seat_with_stakes_in_play_is_not_forgotten(night: LiveNight) -> None:
    """Whoever cashes out and comes back finds the seat the table pays."""
    anna = night.seats["anna"]
    await night.bet("anna", punto=500)
    await night.floor.ask(anna, CashOut(key()))
    for _ in range(3):
        night.clock.at += 2_000
        night.floor.sweep()
    assert night.floor._live.get(anna.seat.id) is anna
    assert await night.floor.live_seat(anna.seat.id) is anna
    await night.stage(Stage.PAID)
    assert not shared(anna.seat).view.stakes
    for _ in range(3):
        night.clock.at += 2_000
        night.floor.sweep()
    assert anna.seat.id not in night.floor._live
