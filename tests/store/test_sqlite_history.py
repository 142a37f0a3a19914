"""A history on SQLite is complete, before and after its records are entered in its table."""

import asyncio
from pathlib import Path
from threading import Event

import apsw
import pytest

from puntobanco.audit.findings import Check
from puntobanco.errors import StoreDamaged
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.store.interface import Query
from puntobanco.store.sealing import Sealer
from puntobanco.store.seeds import marks_of
from puntobanco.store.sqlite import SqliteStore
from puntobanco.wire.requests import CashOut, Open
from tests.audit.night import audit, failing
from tests.store.guests import MONDAY, SECOND, carte, new_key, open_floor
from tests.store_contents import all_records

pytestmark = pytest.mark.anyio

ENTERED = "SELECT value, (SELECT max(id) FROM record) FROM meta WHERE name = 'history'"


@pytest.fixture
async def store(tmp_path: Path, sealer: Sealer) -> SqliteStore:
    """A house with two sessions of three players, entered up to the middle of the second one."""
    store = await SqliteStore.open(str(tmp_path / "house.db"), sealer)
    floor = await open_floor(store)
    seats = [await floor.sit(name, 10**6, 10**5) for name in ("anna", "bruno", "carla")]
    for n in range(10):
        if n == 4:
            seats = [await floor.do(seat, CashOut(new_key())) for seat in seats]
            seats = [await floor.do(seat, Open(new_key(), 10**5)) for seat in seats]
        if n == 7:
            await store._enter_in_history()
        # The clock goes back: a history is ordered by time, and then by id.
        seats = [await floor.do(seat, carte(), MONDAY + (n % 5) * SECOND) for seat in seats]
    last, newest = store._one(ENTERED)
    assert 0 < last == newest - 9
    return store


def is_selected(record: Record, query: Query) -> bool:
    return (
        record.account == query.account
        and (not query.events or record.event in query.events)
        and query.seat in (None, record.seat)
        and query.session in (None, record.session)
        and (query.since is None or record.at >= query.since)
        and (query.until is None or record.at < query.until)
    )


async def test_a_history_has_all_records_in_their_order(store: SqliteStore) -> None:
    everything = await all_records(store)
    seat = (await store.all_seats())[1]
    coups, others = (RecordKind.COUP,), (RecordKind.OPENED, RecordKind.CLOSED)
    for query in (
        Query(seat.account, 100),
        Query(seat.account, 100, events=coups),
        Query(seat.account, 100, events=others),
        Query(seat.account, 100, seat=seat.id, session=2),
        Query(seat.account, 100, since=MONDAY + SECOND, until=MONDAY + 3 * SECOND),
    ):
        chosen = [each for each in everything if is_selected(each.record, query)]
        newest_first = sorted(chosen, key=lambda each: (each.record.at, each.id), reverse=True)
        found = await store.history(query)
        assert len(found) > 1
        assert [each.id for each in found] == [each.id for each in newest_first]
    found = await store.history(Query(seat.account, 100, events=coups))
    pages = [*found[:3]]
    while page := await store.history(Query(seat.account, 3, pages[-1].id, events=coups)):
        pages += page
    assert pages == found
    await store.close()


async def test_missed_events_and_used_seeds_are_found(store: SqliteStore) -> None:
    everything = [each.record for each in await all_records(store)]
    for seat in await store.all_seats():
        records = [each for each in everything if each.seat == seat.id]
        missed = [each.offset for each in records if each.session == 2 and each.offset > 2]
        assert [each.record.offset for each in await store.missed(seat, 2, 100)] == missed
        bodies = [each.body for each in records if each.event is RecordKind.COUP]
        assert set(await store.player_seeds(seat)) == marks_of(bodies)
    await store.close()


async def test_the_first_batch_enters_what_an_earlier_process_left(
    store: SqliteStore, sealer: Sealer
) -> None:
    file = store._file
    _, newest = store._one(ENTERED)
    await store.close()
    store = await SqliteStore.open(file, sealer)
    floor = await open_floor(store)
    await floor.sit("dario")
    await store.close()
    ((last, _),) = apsw.Connection(file).execute(ENTERED)
    assert int(str(last)) > newest
    assert Check.INDEXES not in failing(await audit(file))


@pytest.mark.parametrize(
    "tampering",
    [
        "DELETE FROM history WHERE id = 20",
        "UPDATE history SET session = session + 1 WHERE id = 20",
        "UPDATE history SET seat = NULL WHERE id = 20",
        "UPDATE history SET at = at + 1 WHERE id = 20",
        "INSERT INTO history SELECT account, at, id, seat, session FROM record WHERE id ="
        " (SELECT max(id) FROM record)",
        "UPDATE meta SET value = value + 1 WHERE name = 'history'",
        "UPDATE meta SET value = value + 1000 WHERE name = 'history'",
        "DELETE FROM meta WHERE name = 'history'",
    ],
)
async def test_an_audit_and_a_start_find_a_record_that_a_history_leaves_out_or_repeats(
    store: SqliteStore, sealer: Sealer, tampering: str
) -> None:
    file = store._file
    await store.close()
    assert Check.INDEXES not in failing(await audit(file))
    connection = apsw.Connection(file)
    connection.execute(tampering)
    assert connection.total_changes() == 1
    connection.close()
    assert Check.INDEXES in failing(await audit(file))
    with pytest.raises(StoreDamaged, match="history"):
        await SqliteStore.open(file, sealer)


@pytest.mark.parametrize(
    ("tampering", "why"),
    [
        ("DELETE FROM meta WHERE name = 'history'", "nothing says which records are in history"),
        ("UPDATE meta SET value = 1000 WHERE name = 'history'", "there is no record 1000"),
    ],
)
async def test_a_wrong_note_is_found_when_every_history_is_right(
    store: SqliteStore, sealer: Sealer, tampering: str, why: str
) -> None:
    file = store._file
    await store._enter_in_history()
    store._writer.execute(tampering)
    await store.close()
    assert Check.INDEXES in failing(await audit(file))
    with pytest.raises(StoreDamaged, match=why):
        await SqliteStore.open(file, sealer)


async def test_a_history_without_its_note_hides_nothing(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    """The row is deleted while the house is open."""
    seat = (await store.all_seats())[0]
    before = await store.history(Query(seat.account, 100))
    seeds = set(await store.player_seeds(seat))
    store._writer.execute("DELETE FROM meta WHERE name = 'history'")
    after = await store.history(Query(seat.account, 100))
    assert {each.id for each in after} == {each.id for each in before}
    assert set(await store.player_seeds(seat)) == seeds
    await store._checkpoint_in_passing()
    (line,) = [each for each in caplog.records if each.name == "puntobanco.store"]
    assert line.getMessage() == "records not entered in history"
    assert "ConstraintError" in vars(line)["why"]
    await store.close()


async def test_a_halted_store_does_not_promise_to_enter_them_later(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    """Only the next process can: this one stops at its next write."""
    store._halted = True
    await store._checkpoint_in_passing()
    assert [each.getMessage() for each in caplog.records] == ["not committed"]
    await store.close()


async def test_records_are_entered_although_the_closing_is_cancelled(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter, may_enter = store._enter_all, Event()

    def enter_later() -> None:
        assert may_enter.wait(10)
        enter()

    monkeypatch.setattr(store, "_enter_all", enter_later)
    _, newest = store._one(ENTERED)
    store._checkpoint = asyncio.ensure_future(store._checkpoint_in_passing())
    closing = asyncio.create_task(store.close())
    while not store._writer.in_transaction:
        await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    writing = asyncio.create_task(store.add_sheet(bytes(32), "{}"))
    await asyncio.sleep(0.01)
    may_enter.set()
    await writing
    assert store._one(ENTERED) == (newest, newest)
    await store.close()
