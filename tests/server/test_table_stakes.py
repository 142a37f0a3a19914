"""Bets at a shared table with a slow or failing disk: bets in time count, and are paid."""

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
from puntobanco.table.shared.shared_table import Deal, TableStep
from puntobanco.table.shared.table_steps import step as step_table
from puntobanco.wire.console_commands import CloseBetting
from puntobanco.wire.requests import Automatic, CashOut, Confirm, Place
from puntobanco.wire.stream import Stage
from tests.audit.live_night import LiveNight, begin
from tests.audit.night import key
from tests.seat_kinds import shared

pytestmark = pytest.mark.anyio


class Disk:
    """A wrapper around a store that can fail or be slow."""

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
    """Anna and Bruno sit at a table whose betting is open."""
    made = await begin(store, "anna", "bruno")
    await made.mix("anna", "bruno")
    await made.stage(Stage.BETTING)
    yield made
    disk.go_on()
    await made.floor.stop()


async def comes(reached: Callable[[], bool]) -> None:
    """Wait until something happens without any request and without time passing."""
    async with asyncio.timeout(10):
        while not reached():
            await asyncio.sleep(0.005)


def at_the_end(night: LiveNight) -> None:
    """Move the clock to the end of the betting."""
    assert night.table.view.until is not None
    night.clock.at = night.table.view.until
    night.table.look()


def say(night: LiveNight, name: str, step: Any, received: int) -> list[bytes | Refusal]:
    """Send a request with a time of receipt; return its future answer."""
    answers: list[bytes | Refusal] = []
    night.seats[name].ask(QueuedRequest(step, answers.append, received=received))
    return answers


def confirm(night: LiveNight, stake: int) -> Confirm:
    return Confirm(key(), night.table.view.coup, {Bet.PUNTO: stake})


async def test_a_payment_that_failed_is_repeated(night: LiveNight, disk: Disk) -> None:
    await night.bet("anna", punto=500)
    await night.bet("bruno", banco=500)
    disk.fail(RecordKind.PAID, times=3)
    await night.stage(Stage.PAYING)
    await comes(lambda: night.table.view.stage is Stage.PAID)
    assert disk.failed == 3
    assert not shared(night.seats["anna"].seat).view.stakes
    assert not shared(night.seats["bruno"].seat).view.stakes


async def test_chips_whose_confirmation_failed_still_become_bets(
    night: LiveNight, disk: Disk
) -> None:
    await night.floor.ask(night.seats["anna"], Automatic(on=True))
    await night.lay("anna", banco=700)
    disk.fail(RecordKind.BET, times=2)
    at_the_end(night)
    await comes(lambda: night.table.view.stage is Stage.DEALING)
    assert disk.failed == 2
    assert shared(night.seats["anna"].seat).view.stakes == {Bet.BANCO: 700}
    assert night.table.view.bets[Bet.BANCO].amount == 700


async def test_the_betting_closes_after_all_bets_received_in_time(
    night: LiveNight, disk: Disk
) -> None:
    """However slow the disk is, and however long a seat's queue is."""
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


async def test_a_bet_received_before_the_betting_opened_is_refused(night: LiveNight) -> None:
    """Even if it is processed during the betting, because the socket waited for its welcome."""
    sheet, until = night.table.setup.sheet, night.table.view.until or 0
    opened = until - 1000 * (sheet.times.betting_s or 0)
    answers = [say(night, "anna", confirm(night, 100), at) for at in (opened - 1, opened)]
    await comes(lambda: all(answers))
    (early,), (in_time,) = answers
    assert isinstance(early, BettingClosed)
    assert isinstance(in_time, bytes)


async def test_a_bet_that_the_stored_table_does_not_accept_is_refused_with_this_reason(
    night: LiveNight, store: Store
) -> None:
    """The cards are dealt in the database already; this server's memory is behind."""
    table = night.table.table
    for command in (CloseBetting(0), Deal({})):
        change = step_table(table, TableStep(command), night.table.setup, night.clock.at)
        assert await store.write([Change(None, change.record, change)]) == [WriteResult.DONE]
        table = change.table
    answers = say(night, "anna", confirm(night, 100), night.clock.at)
    await comes(lambda: bool(answers))
    assert isinstance(answers[0], StoreFailed)
    assert "the table does not accept these stakes now" in answers[0].message
    assert not shared(night.seats["anna"].seat).view.stakes


async def test_a_bet_in_time_is_accepted_while_chips_are_confirmed(
    night: LiveNight, disk: Disk
) -> None:
    """It was only processed late; after the first card no bet is accepted."""
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
    await comes(lambda: night.table.view.stage is Stage.DEALING and bool(late))
    assert isinstance(heard[0], bytes)
    assert isinstance(late[0], TooLate)
    assert list(night.table.view.bets) == [Bet.PUNTO, Bet.BANCO]
    too_late = say(night, "bruno", confirm(night, 100), in_time)
    await comes(lambda: bool(too_late))
    assert isinstance(too_late[0], BettingClosed)


async def test_a_table_does_not_wait_for_late_bets(
    night: LiveNight, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking up the key of a late bet may take a while; the cards don't wait for it."""
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
async def test_a_bet_is_in_time_before_the_end_of_the_betting_to_the_millisecond(
    after: int, taken: bool, night: LiveNight
) -> None:
    """A bet received at `until` is too late."""
    until = night.table.view.until or 0
    said = say(night, "anna", confirm(night, 100), until + after)
    laid = say(night, "bruno", Place({Bet.PUNTO: 100}, night.table.view.coup), until + after)
    await comes(lambda: bool(said and laid))
    for answer in (said[0], laid[0]):
        assert isinstance(answer, bytes) is taken
        assert taken or isinstance(answer, TooLate)


async def test_a_seat_with_stakes_in_play_is_not_unloaded(night: LiveNight) -> None:
    """A player who cashes out and returns gets the same seat, which the table pays."""
    anna = night.seats["anna"]
    await night.bet("anna", punto=500)
    await night.floor.ask(anna, CashOut(key()))
    for _ in range(3):
        night.clock.at += 2_000
        night.floor.sweep()
    assert night.floor._runners.get(anna.seat.id) is anna
    assert await night.floor.seat_runner(anna.seat.id) is anna
    await night.stage(Stage.PAID)
    assert not shared(anna.seat).view.stakes
    for _ in range(3):
        night.clock.at += 2_000
        night.floor.sweep()
    assert anna.seat.id not in night.floor._runners
