"""From "no more bets" to the first card, with failures in between."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from puntobanco.audit.findings import Check
from puntobanco.errors import NotNow, Refusal, StoreHalted, TooLate, TooManyWaiting
from puntobanco.game.bets import Bet
from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import QueuedRequest, SeatRunner
from puntobanco.store.interface import Store, WriteResult
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.recording import Change
from puntobanco.table.shared.shared_table import TableStep
from puntobanco.table.shared.table_steps import step as step_table
from puntobanco.wire import console_commands
from puntobanco.wire.requests import Automatic, Confirm, Place, Tip
from puntobanco.wire.stream import OnBet, Stage, Standing
from tests.audit.live_night import LiveNight, RecordingConnection, begin
from tests.audit.night import SHEETS, audit, failing, key
from tests.server.test_real_sabot import CARLA, MARA, MORITZ, Night, anna_at, open_floor
from tests.server.test_table_stakes import Disk, at_the_end, comes
from tests.slow_bet import SlowBet

pytestmark = pytest.mark.anyio


async def betting(store: Store) -> LiveNight:
    """Anna's chips are to be confirmed automatically."""
    night = await begin(store, "anna", "bruno")
    await night.mix("anna", "bruno")
    await night.stage(Stage.BETTING)
    await night.floor.ask(night.seats["anna"], Automatic(on=True))
    await night.lay("anna", banco=700)
    return night


@pytest.mark.parametrize("is_lost", [False, True])
async def test_automatic_chips_become_bets_however_long_the_process_was_down(
    database: str, sealer: Sealer, is_lost: bool
) -> None:
    store = await open_store(database, sealer)
    night = await betting(store)
    await night.bet("bruno", punto=300)
    anna, table = night.seats["anna"], night.table
    if is_lost and anna.connection is not None:
        night.floor.lost(anna, anna.connection, anna.seat.generation)
        await comes(lambda: anna.seat.lost is not None)
    table.stop()
    night.clock.at = table.view.until or 0
    close = TableStep(console_commands.CloseBetting(0))
    made = step_table(table.table, close, table.setup, night.clock.at)
    await store.write([Change(None, made.record, made)])
    await store.close()  # as if it were killed now
    night.clock.at += 10_000
    store = await open_store(database, sealer)
    floor = Floor(store, SHEETS, night.clock)
    await floor.start()
    again = LiveNight(floor, night.clock, floor.tables.runners["live-mini"])
    await comes(lambda: again.table.view.stage is Stage.DEALING)
    assert again.table.view.bets == {Bet.PUNTO: OnBet(300, 1), Bet.BANCO: OnBet(700, 1)}
    await again.stage(Stage.PAID)
    await floor.stop()
    await store.close()
    assert failing(await audit(database)) == {}


async def test_automatic_chips_are_in_the_totals_if_the_disk_fails_until_the_wait_is_over(
    store: Store, database: str
) -> None:
    disk = Disk(store)
    night = await betting(store)
    disk.fail(RecordKind.BET, times=1)
    at_the_end(night)
    await comes(lambda: disk.failed == 1)
    night.clock.at += 5_001
    await comes(lambda: night.table.view.stage is Stage.DEALING)
    assert night.table.view.bets == {Bet.BANCO: OnBet(700, 1)}
    await night.stage(Stage.PAID)
    await night.floor.stop()
    assert failing(await audit(database)) == {}


async def test_automatic_confirmation_can_no_longer_be_switched_on_after_the_close(
    store: Store,
) -> None:
    night = await betting(store)
    anna = night.seats["anna"]
    await night.floor.ask(anna, Automatic(on=False))
    slow = SlowBet(night.table)
    at_the_end(night)
    await comes(lambda: night.table.view.stage is Stage.CLOSING)
    with pytest.raises(TooLate):
        await night.floor.ask(anna, Automatic(on=True))
    slow.ends()
    await comes(lambda: night.table.view.stage is Stage.DEALING)
    assert night.table.view.bets == {}
    await night.floor.ask(anna, Automatic(on=True))  # for the next coup
    await night.floor.stop()


async def test_automatic_confirmation_is_switched_at_any_time_without_chips_on_the_cloth(
    store: Store,
) -> None:
    night = await betting(store)
    slow = SlowBet(night.table)
    at_the_end(night)
    await comes(lambda: night.table.view.stage is Stage.CLOSING)
    await night.floor.ask(night.seats["bruno"], Automatic(on=True))
    slow.ends()
    await night.floor.stop()


async def test_the_wait_for_bets_ends_even_if_a_refused_one_is_still_looked_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await betting(store)
    bruno, goes_on, find = night.seats["bruno"], asyncio.Event(), store.find

    async def find_slowly(*values: Any) -> Any:
        await goes_on.wait()
        return await find(*values)

    monkeypatch.setattr(store, "find", find_slowly)
    disk = Disk(store)
    below_the_minimum = Confirm(key(), night.table.view.coup, {Bet.PUNTO: 1})
    bruno.ask(QueuedRequest(below_the_minimum, lambda _: None, received=night.clock.at))
    disk.holds = RecordKind.BET
    at_the_end(night)
    await disk.held.wait()
    night.clock.at += 5_001
    night.table.look()
    disk.go_on()
    await comes(lambda: night.table.view.stage is Stage.DEALING)
    assert night.table.view.bets == {Bet.BANCO: OnBet(700, 1)}
    goes_on.set()
    await night.floor.stop()


async def test_a_table_whose_store_has_halted_tries_nothing_again(store: Store) -> None:
    night = await betting(store)
    tried = 0

    async def halt(_: Sequence[Change]) -> list[WriteResult]:
        nonlocal tried
        tried += 1
        raise StoreHalted

    disk = Disk(store)
    disk.holds = RecordKind.BET
    at_the_end(night)
    await disk.held.wait()
    disk._write = halt
    disk.go_on()
    await comes(lambda: tried == 1)
    await asyncio.sleep(0.1)
    assert tried == 1
    await night.floor.stop()


async def test_chips_of_an_earlier_coup_are_not_refused_at_an_exhibition(store: Store) -> None:
    night = await betting(store)
    anna = night.seats["anna"]
    await night.floor.ask(anna, Automatic(on=False))
    await night.stage(Stage.PAID)
    await night.floor.ask(anna, Automatic(on=True))
    await night.stand(Standing.CLOSED)
    await night.stage(Stage.RESTING)
    await night.stand(Standing.OPEN)
    await night.stage(Stage.DEALING)
    assert night.table.view.exhibition
    assert isinstance(anna.connection, RecordingConnection)
    assert not any(b"not_taken" in each for each in anna.connection.shown)
    await night.floor.stop()


async def open_by_croupier(store: Store) -> tuple[Night, SeatRunner]:
    night = Night(await open_floor(store), MORITZ.name)
    anna = await anna_at(night)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.says(console_commands.OpenBetting)
    return night, anna


async def test_a_broken_connection_does_not_stop_the_table(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tip leaves too little credit for the chips, so Anna is told that they are no bet."""
    night, anna = await open_by_croupier(store)
    await night.floor.ask(anna, Automatic(on=True))
    await night.floor.ask(anna, Place({Bet.PUNTO: 1_000}, night.table.view.coup))
    await night.floor.ask(anna, Tip(key(), anna.seat.view.credit - 500))
    sent: list[bytes] = []

    def send(message: bytes) -> None:
        sent.append(message)
        if b"not_taken" in message:
            raise OSError

    monkeypatch.setattr(anna.connection, "send", send)
    await night.says(console_commands.CloseBetting)
    await comes(lambda: night.table.view.stage is Stage.DEALING)
    assert any(b"not_taken" in each for each in sent)
    await night.says(console_commands.Read, "9h")
    await night.floor.stop()


async def test_an_audit_accepts_chips_that_a_tip_left_uncovered(
    store: Store, database: str
) -> None:
    night, anna = await open_by_croupier(store)
    await night.floor.ask(anna, Place({Bet.PUNTO: 1_000}, night.table.view.coup))
    await night.floor.ask(anna, Tip(key(), anna.seat.view.credit - 500))
    assert Check.SEATS not in failing(await audit(database))
    await night.floor.stop()


@pytest.mark.parametrize("is_automatic", [False, True])
async def test_a_bet_in_time_counts_if_the_croupier_leaves_while_the_betting_closes(
    store: Store, is_automatic: bool
) -> None:
    night, anna = await open_by_croupier(store)
    coup, answers = night.table.view.coup, list[bytes | Refusal]()
    if is_automatic:
        await night.floor.ask(anna, Automatic(on=True))
        await night.floor.ask(anna, Place({Bet.PUNTO: 1_000}, coup))
    slow = SlowBet(night.table)
    await night.says(console_commands.CloseBetting)
    assert isinstance(await night.begins(console_commands.Leave), NotNow)
    for console in list(night.table.consoles._open):
        night.table.consoles.leave(console)
    if not is_automatic:
        assert night.table.view.closed is not None
        bet = Confirm(key(), coup, {Bet.PUNTO: 1_000})
        in_time = night.table.view.closed - 1
        anna.ask(QueuedRequest(bet, answers.append, received=in_time))
    slow.ends()
    await comes(lambda: night.table.view.stage is Stage.DEALING)
    assert night.table.view.bets == {Bet.PUNTO: OnBet(1_000, 1)}
    await comes(lambda: night.table.view.croupier == 0)
    await night.floor.stop()


async def test_automatic_chips_become_bets_if_a_table_run_by_a_person_is_killed_while_closing(
    database: str, sealer: Sealer
) -> None:
    store = await open_store(database, sealer)
    night, anna = await open_by_croupier(store)
    await night.floor.ask(anna, Automatic(on=True))
    await night.floor.ask(anna, Place({Bet.PUNTO: 1_000}, night.table.view.coup))
    table = night.table
    table.stop()
    close = TableStep(console_commands.CloseBetting(table.view.offset), CARLA, table.now)
    made = step_table(table.table, close, table.setup, table.now)
    await store.write([Change(None, made.record, made)])
    await store.close()  # as if it were killed now
    store = await open_store(database, sealer)
    floor = await open_floor(store)
    again = floor.tables.get(MORITZ.name)
    await comes(lambda: again.view.stage is Stage.DEALING)
    assert again.view.bets == {Bet.PUNTO: OnBet(1_000, 1)}
    await floor.stop()
    await store.close()


async def test_a_close_that_is_refused_for_a_full_queue_closes_nothing(store: Store) -> None:
    night, anna = await open_by_croupier(store)
    night.table._busy = True
    for _ in range(64):
        night.begins(console_commands.CallManager, "x", by=MARA)
    with pytest.raises(TooManyWaiting):
        night.begins(console_commands.CloseBetting)
    night.table._busy = False
    night.table.look()
    night.floor.clock.at += 1_000  # type: ignore[attr-defined]
    await night.bet(anna, punto=1_000)
    await night.floor.stop()


async def test_a_second_close_counts_if_the_first_fails(store: Store) -> None:
    disk = Disk(store)
    night, anna = await open_by_croupier(store)
    closed: list[Refusal | None] = []
    answers: list[bytes | Refusal] = []
    disk.fail(RecordKind.TABLE)
    offset, now = night.table.view.offset, night.table.now
    close = console_commands.CloseBetting(offset)
    for received in (now, now + 10):
        night.table.direct(close, CARLA, received, closed.append)
    await comes(lambda: bool(closed))
    night.floor.clock.at = now + 500  # type: ignore[attr-defined]
    bet = Confirm(key(), night.table.view.coup, {Bet.PUNTO: 1_000})
    anna.ask(QueuedRequest(bet, answers.append, received=now + 500))
    await comes(lambda: len(closed) == 2 and bool(answers))
    assert night.table.view.closed == now + 11
    assert isinstance(answers[0], Refusal)
    assert answers[0].code == "bet/too-late"
    await night.floor.stop()
