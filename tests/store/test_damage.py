"""A database file with overwritten pages is noticed."""

from pathlib import Path
from random import Random

import apsw
import pytest

from puntobanco.audit.findings import Check
from puntobanco.errors import StoreDamaged, StoreHalted
from puntobanco.store import damage, sqlite
from puntobanco.store.interface import Query, WriteResult
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.store.sqlite import SqliteStore
from tests.audit.night import audit, failing
from tests.store.guests import carte, open_floor
from tests.store_contents import all_records

pytestmark = pytest.mark.anyio
PAGE = 4_096
COUPS = 120


@pytest.fixture
async def file(tmp_path: Path, sealer: Sealer) -> Path:
    """A house large enough that its tables have inner pages."""
    path = tmp_path / "house.db"
    store = await SqliteStore.open(str(path), sealer)
    floor = await open_floor(store)
    seat = await floor.sit("anna", 10**6, 10**6)
    for n in range(COUPS):
        if n == COUPS - 10:
            await store._enter_in_history()
        seat = await floor.do(seat, carte())
    await store.close()
    return path


def write_over(file: Path, page: int) -> None:
    with file.open("r+b") as opened:
        opened.seek((page - 1) * PAGE)
        opened.write(Random(page).randbytes(PAGE))


def roots(file: Path) -> dict[str, int]:
    connection = apsw.Connection(str(file))
    found = connection.execute("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
    pages = {str(name): int(str(page)) for name, page in found}
    connection.close()
    return pages


def make_small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("COMPARED", "LOOKED_THROUGH"):
        monkeypatch.setattr(damage, limit, 0)


def flip_in_index(file: Path, index: str) -> None:
    """Flip a bit in an index entry; the row itself stays the same."""
    connection = apsw.Connection(str(file))
    pages = connection.execute(
        "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (index,)
    ).fetchall()
    connection.close()
    data = bytearray(file.read_bytes())
    place = max(int(str(page)) for (page,) in pages) * PAGE - 6  # within the page's first entry
    data[place] ^= 1
    file.write_bytes(data)


@pytest.mark.parametrize("large", [False, True])
async def test_a_house_with_a_key_missing_from_an_index_does_not_open(
    file: Path, sealer: Sealer, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    if large:
        make_small_limits(monkeypatch)
    flip_in_index(file, "record_key")
    connection = apsw.Connection(str(file))
    assert connection.pragma("quick_check") == "ok"
    connection.close()
    with pytest.raises(StoreDamaged, match="index record_key"):
        await open_store(str(file), sealer)


WRONG_HISTORIES = {
    "all records missing": "DELETE FROM history",
    "a new one missing": "DELETE FROM history WHERE id = 100",
    "one under another seat": "UPDATE history SET seat = 9 WHERE id = 100",
    "one in another session": "UPDATE history SET session = 9 WHERE id = 100",
    "one at another time": "UPDATE history SET at = at + 1 WHERE id = 100",
    "one there twice": "INSERT INTO history SELECT account, at, id, seat, session FROM record"
    " WHERE id = 120",
    "an unknown last one": "UPDATE meta SET value = value + 1000 WHERE name = 'history'",
    "no last one": "DELETE FROM meta WHERE name = 'history'",
}


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("tampering", WRONG_HISTORIES)
async def test_a_house_with_a_wrong_history_does_not_open(
    file: Path, sealer: Sealer, monkeypatch: pytest.MonkeyPatch, tampering: str, large: bool
) -> None:
    """Otherwise a player could use a seed a second time."""
    if large:
        make_small_limits(monkeypatch)
    await (await open_store(str(file), sealer)).close()
    connection = apsw.Connection(str(file))
    connection.execute(WRONG_HISTORIES[tampering])
    assert connection.total_changes() > 0
    assert connection.pragma("integrity_check") == "ok"
    connection.close()
    with pytest.raises(StoreDamaged, match="history"):
        await open_store(str(file), sealer)


async def test_the_newest_records_are_compared_without_reading_a_whole_history(file: Path) -> None:
    connection = apsw.Connection(str(file))
    sql = f"EXPLAIN QUERY PLAN {damage.NEWEST_WRONG_IN_HISTORY}"
    plan = [row[3] for row in connection.execute(sql)]
    connection.close()
    by_key = "SEARCH history USING PRIMARY KEY (account=? AND at=? AND id=?)"
    assert any(str(line).startswith(by_key) for line in plan), plan
    assert not any("SCAN history" in str(line) for line in plan), plan


@pytest.mark.parametrize("index", ["record_key", "history", "record_movement"])
async def test_an_audit_notices_an_index_that_hides_a_row(file: Path, index: str) -> None:
    flip_in_index(file, index)
    assert Check.INDEXES in failing(await audit(str(file)))


async def test_an_audit_finds_a_key_used_twice_despite_its_index(
    file: Path, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    flip_in_index(file, "record_key")
    monkeypatch.setattr(sqlite, "check_sound", lambda *_: None)
    store = await open_store(str(file), sealer)
    floor = await open_floor(store)
    records = [stored.record for stored in await all_records(store) if stored.record.key]
    lost, *_ = [each for each in records if await store.find(each.account, each.key) is None]
    again = floor.deposit(lost.account, 100, lost.key)
    assert await store.write([again]) == [WriteResult.DONE]  # the repeated key
    last = await store.head()
    await store.close()
    assert last is not None
    assert failing(await audit(str(file)))[Check.KEYS] == last[0]


@pytest.mark.parametrize("large", [False, True])
async def test_a_house_with_a_damaged_root_page_does_not_open(
    file: Path, sealer: Sealer, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    if large:
        make_small_limits(monkeypatch)
    whole = file.read_bytes()
    for name, page in roots(file).items():
        if large and name.startswith("record_") and name != "record_key":
            continue  # found only when it is used
        write_over(file, page)
        with pytest.raises(StoreDamaged):
            await open_store(str(file), sealer)
        file.write_bytes(whole)
    await (await open_store(str(file), sealer)).close()


async def test_a_house_with_any_damaged_page_does_not_open(file: Path, sealer: Sealer) -> None:
    whole = file.read_bytes()
    pages = len(whole) // PAGE
    for page in range(1, pages + 1, 5):
        write_over(file, page)
        with pytest.raises(StoreDamaged):
            await open_store(str(file), sealer)
        file.write_bytes(whole)


async def test_damage_found_later_halts_the_store(file: Path, sealer: Sealer) -> None:
    store = await open_store(str(file), sealer)
    whole = file.read_bytes()
    for page in range(2, len(whole) // PAGE + 1):
        write_over(file, page)
    with pytest.raises(StoreHalted):
        await store.history(Query(3, COUPS))
    assert store.halted
    assert not await store.is_alive()
    with pytest.raises(StoreHalted):
        await store.add_sheet(bytes(32), "")
    await store.close()
