"""Databases that can't be opened are refused by name and left unchanged."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from puntobanco.errors import NodeTaken, OtherVersion, Refusal, StoreDamaged, StoreUnreachable
from puntobanco.store import versions
from puntobanco.store.backup import back_up
from puntobanco.store.batch import Node
from puntobanco.store.books import open_books
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.store.sqlite import migrate
from tests.audit.night import tamper
from tests.databases import Server, execute
from tests.store.guests import carte, open_floor

pytestmark = pytest.mark.anyio


@pytest.fixture
async def file(tmp_path: Path, sealer: Sealer) -> Path:
    """The closed database of a house with some records."""
    path = tmp_path / "house.db"
    store = await open_store(str(path), sealer)
    floor = await open_floor(store)
    await floor.do(await floor.sit("anna"), carte())
    await store.close()
    return path


def flipped_header(data: bytes) -> bytes:
    return bytes([data[0] ^ 0xFF]) + data[1:]


def truncated(data: bytes) -> bytes:
    return data[: len(data) // 2]


def in_a_page(data: bytes) -> bytes:
    return data[:6_000]


def no_database(_: bytes) -> bytes:
    return b"what somebody wrote down " * 500


@pytest.mark.parametrize("damage", [flipped_header, truncated, in_a_page, no_database])
async def test_a_damaged_file_is_refused(
    file: Path, sealer: Sealer, damage: Callable[[bytes], bytes]
) -> None:
    damaged = damage(file.read_bytes())
    file.write_bytes(damaged)
    with pytest.raises(StoreDamaged):
        await open_store(str(file), sealer)
    with pytest.raises(StoreDamaged):
        await (await open_books(str(file))).snapshot()
    with pytest.raises(StoreDamaged):
        back_up(file, file.with_name("copy.db"))
    assert not file.with_name("copy.db").exists()
    assert file.read_bytes() == damaged


async def test_a_damaged_page_is_noticed_in_a_backup(file: Path) -> None:
    data = bytearray(file.read_bytes())
    for page in range(2 * 4_096, len(data), 4_096):
        data[page] ^= 0xFF
    file.write_bytes(data)
    with pytest.raises(StoreDamaged):
        back_up(file, file.with_name("copy.db"))


async def make_later(database: str) -> None:
    if database.startswith("postgresql:"):
        await execute(database, "INSERT INTO migration (number) VALUES (9999)")
        return
    connection = apsw.Connection(database)
    connection.pragma("user_version", 9_999)
    connection.close()


async def test_a_database_of_a_later_version_is_refused(database: str, sealer: Sealer) -> None:
    await (await open_store(database, sealer)).close()
    await make_later(database)
    for opening in (open_store(database, sealer), open_books(database)):
        with pytest.raises(OtherVersion, match="9999"):
            await opening
    if not database.startswith("postgresql:"):
        with pytest.raises(OtherVersion):
            back_up(Path(database), Path(f"{database}.copy"))


async def test_a_foreign_database_is_left_unchanged(tmp_path: Path, sealer: Sealer) -> None:
    file = tmp_path / "notes.db"
    connection = apsw.Connection(str(file))
    connection.execute("CREATE TABLE note (text TEXT)")
    connection.close()
    was = file.read_bytes()
    for opening in (open_store(str(file), sealer), open_books(str(file))):
        with pytest.raises(StoreUnreachable):
            await opening
    assert file.read_bytes() == was


async def test_reading_a_missing_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for name in ("none.db", "empty.db"):
        with pytest.raises(Refusal) as refused:
            await open_books(str(tmp_path / name))
        assert refused.value.code == "store/unreachable"


async def test_a_house_without_an_epoch_is_refused(database: str, sealer: Sealer) -> None:
    """The played numbers are unknown; an audit can tell what else is wrong."""
    await (await open_store(database, sealer)).close()
    await tamper(database, "DELETE FROM meta WHERE name = 'epoch'")
    with pytest.raises(StoreDamaged, match="no epoch"):
        await open_store(database, sealer)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version of the program, with one more migration."""
    others = "ALTER TABLE account RENAME COLUMN balance TO cents"
    made_up = versions.migrations("postgres") | {9_999: others}
    monkeypatch.setattr(versions, "migrations", lambda _: made_up)


async def test_a_later_program_does_not_migrate_while_a_house_is_running(
    postgres_server: Server, sealer: Sealer, request: pytest.FixtureRequest
) -> None:
    """It is refused, and the running house plays on."""
    address = await asyncio.to_thread(postgres_server.new_database)
    serving = await open_store(address, sealer)
    floor = await open_floor(serving)
    seat = await floor.sit("anna")
    request.getfixturevalue("later")
    with pytest.raises(NodeTaken):
        await open_store(address, sealer)
    await floor.do(seat, carte())
    await serving.close()
    await (await open_store(address, sealer)).close()  # no house is running now, so it migrates
    await execute(address, "SELECT cents FROM account")


async def test_a_command_creates_a_house_if_there_is_none(
    postgres_server: Server, sealer: Sealer
) -> None:
    address = await asyncio.to_thread(postgres_server.new_database)
    beside = await open_store(address, sealer, Node.COMMANDS, may_migrate=False)
    serving = await open_store(address, sealer)
    assert (beside.epoch, serving.epoch) == (1, 1)
    for store in (beside, serving):
        await store.close()


async def test_opening_a_house_of_the_current_version_needs_no_lock(
    file: Path, sealer: Sealer
) -> None:
    """A command while a house is writing: nothing is locked or scanned."""
    writing = apsw.Connection(str(file))
    writing.execute("BEGIN IMMEDIATE")
    migrate(apsw.Connection(str(file)))
    writing.execute("ROLLBACK")
    writing.close()
