"""A file that somebody, or a dying disk, has written over."""

from pathlib import Path
from random import Random

import apsw
import pytest

from puntobanco.errors import StoreDamaged, StoreHalted
from puntobanco.store import damage
from puntobanco.store.interface import Query
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from tests.store.guests import carte, open_floor

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


@pytest.mark.parametrize("large", [False, True])
async def test_a_house_does_not_open_on_a_damaged_root(
    file: Path, sealer: Sealer, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    if large:
        monkeypatch.setattr(damage, "LOOKED_THROUGH", 0)
    whole = file.read_bytes()
    for name, page in roots(file).items():
        if large and name.startswith("record_"):
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
