"""A file that somebody, or a dying disk, has written over."""

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
from tests.audit.night import audit, failing
from tests.store.guests import carte, open_floor
from tests.whole import all_records

pytestmark = pytest.mark.anyio
PAGE = 4_096
COUPS = 120


@pytest.fixture
async def file(tmp_path: Path, sealer: Sealer) -> Path:
    """A house with pages between the roots of its tables and their leaves."""
    path = tmp_path / "house.db"
    store = await open_store(str(path), sealer)
    floor = await open_floor(store)
    seat = await floor.sit("anna", 10**6, 10**6)
    for _ in range(COUPS):
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
    """A bit of one entry of an index; the row it names stays as it is."""
    connection = apsw.Connection(str(file))
    pages = connection.execute(
        "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (index,)
    ).fetchall()
    connection.close()
    data = bytearray(file.read_bytes())
    place = max(int(str(page)) for (page,) in pages) * PAGE - 6  # in the page's first entry
    data[place] ^= 1
    file.write_bytes(data)


@pytest.mark.parametrize("large", [False, True])
async def test_a_house_does_not_open_on_an_index_that_has_lost_a_key(
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


@pytest.mark.parametrize("index", ["record_key", "record_account", "record_movement"])
async def test_an_audit_notices_an_index_that_hides_a_row(file: Path, index: str) -> None:
    flip_in_index(file, index)
    assert Check.INDEXES in failing(await audit(str(file)))


async def test_an_audit_finds_a_key_used_twice_behind_its_index(
    file: Path, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    flip_in_index(file, "record_key")
    monkeypatch.setattr(sqlite, "check_sound", lambda *_: None)
    store = await open_store(str(file), sealer)
    floor = await open_floor(store)
    records = [stored.record for stored in await all_records(store) if stored.record.key]
    lost, *_ = [each for each in records if await store.find(each.account, each.key) is None]
    again = floor.deposit(lost.account, 100, lost.key)
    assert await store.write([again]) == [WriteResult.DONE]  # what nobody wants
    last = await store.head()
    await store.close()
    assert last is not None
    assert failing(await audit(str(file)))[Check.KEYS] == last[0]


@pytest.mark.parametrize("large", [False, True])
async def test_a_house_does_not_open_on_a_damaged_root(
    file: Path, sealer: Sealer, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    if large:
        make_small_limits(monkeypatch)
    whole = file.read_bytes()
    for name, page in roots(file).items():
        if large and name.startswith("record_") and name != "record_key":
            continue  # met when it is used
        write_over(file, page)
        with pytest.raises(StoreDamaged):
            await open_store(str(file), sealer)
        file.write_bytes(whole)
    await (await open_store(str(file), sealer)).close()


async def test_a_house_does_not_open_on_any_damaged_page(file: Path, sealer: Sealer) -> None:
    whole = file.read_bytes()
    pages = len(whole) // PAGE
    for page in range(1, pages + 1, 5):
        write_over(file, page)
        with pytest.raises(StoreDamaged):
            await open_store(str(file), sealer)
        file.write_bytes(whole)


async def test_damage_met_later_halts_the_store(file: Path, sealer: Sealer) -> None:
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
