"""Tests of `puntobanco renew`, and of databases that may not be served before it."""

import shutil
import time
from pathlib import Path

import msgspec
import pytest

from puntobanco.errors import NotRenewed
from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.server.serving import open_house
from puntobanco.server.settings import Settings
from puntobanco.store.backup import back_up
from puntobanco.store.interface import Query, Role, Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.wire.messages import Retired
from tests.audit.night import SHEETS, TickingClock, audit, carte, failing, play, sit, tamper
from tests.cli.test_operator_access import KEY, command, file
from tests.conftest import SEALING_KEY
from tests.seat_kinds import private

__all__ = ["file"]

pytestmark = pytest.mark.anyio


async def test_renew_retires_every_commitment_in_place(store: Store, database: str) -> None:
    """After pg_restore or cp the database holds commitments to seeds that players may know."""
    floor = await play(store, ("anna", "bruno"), 2)
    live = await sit(floor, "carla")
    were = {each.id: each for each in await store.all_seats()}
    await store.close()
    done = await command("renew", database, "--sealing-key", KEY)
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 commitments retired, 2 sessions open" in done.stdout
    store = await open_store(database, Sealer(SEALING_KEY))
    assert f"epoch {store.epoch}, " in done.stdout
    assert abs(store.epoch - time.time()) < 600  # the epoch is the time of the renewal
    for each in await store.all_seats():
        was = were[each.id]
        assert (each.view.epoch, each.next.number, each.view.credit) == (
            store.epoch,
            1,
            was.view.credit,
        )
        assert each.next.commitment != was.next.commitment
        last = (await store.history(Query(each.account, 1, events=(RecordKind.RETIRED,))))[0].record
        told = msgspec.json.decode(last.body, type=Retired)
        assert (told.reason, told.server_seed) == ("restore", private(was).seed.hex())
    floor = Floor(store, SHEETS, TickingClock(were[live.seat.id].acted))
    again = await floor.seat_runner(live.seat.id)
    assert again is not None
    await floor.ask(again, carte())
    await store.close()
    assert failing(await audit(database)) == {}
    higher = await command("renew", database, "--sealing-key", KEY, "--epoch", "9999999999")
    assert "epoch 9999999999" in higher.stdout
    lower = await command("renew", database, "--sealing-key", KEY, "--epoch", "9999999999")
    assert (lower.returncode, "fair/old-epoch" in lower.stderr) == (2, True)


async def test_renew_refuses_a_running_house_and_a_wrong_key(database: str) -> None:
    settings = Settings(database=database, sealing_key=KEY)
    async with open_house(settings) as desk:
        await desk.floor.cashier.add_person(None, None, Role.GUEST)
        await sit(desk.floor, "anna")
        refused = await command("renew", database, "--sealing-key", KEY)
        assert refused.returncode == 2
        assert "another process uses" in refused.stderr or "node-taken" in refused.stderr
    for wrong in ("00" * 32, ""):
        refused = await command("renew", database, *(["--sealing-key", wrong] if wrong else []))
        assert refused.returncode == 2
        assert "sealing" in refused.stderr
    store = await open_store(database, Sealer(SEALING_KEY))
    assert store.epoch == 1
    await store.close()


async def test_a_half_renewed_database_is_not_served(database: str) -> None:
    settings = Settings(database=database, sealing_key=KEY)
    async with open_house(settings) as desk:
        await sit(desk.floor, "anna")
    await tamper(database, "UPDATE meta SET value = 2 WHERE name = 'epoch'")
    with pytest.raises(NotRenewed):
        async with open_house(settings):
            pass
    done = await command("renew", database, "--sealing-key", KEY)
    assert done.returncode == 0
    async with open_house(settings) as desk:
        assert desk.floor.store.epoch > 2


async def test_an_older_copy_of_the_database_is_not_served(file: Path, tmp_path: Path) -> None:
    settings, old = Settings(database=str(file)), tmp_path / "old.db"
    async with open_house(settings) as desk:
        live = await sit(desk.floor, "anna")
    shutil.copy(file, old)
    async with open_house(settings) as desk:  # the newest file may be served
        found = await desk.floor.seat_runner(live.seat.id)
        assert found is not None
        await desk.floor.ask(found, carte())
    shutil.copy(old, file)
    with pytest.raises(NotRenewed, match="older copy"):
        async with open_house(settings):
            pass
    assert (await command("renew", file)).returncode == 0
    async with open_house(settings) as desk:
        renewed = desk.floor.store.epoch
    assert (await command("restore", old, file, "--force")).returncode == 0
    async with open_house(settings) as desk:
        assert desk.floor.store.epoch > renewed
    file.unlink()  # a new house of the same name has no known seeds
    async with open_house(settings) as desk:
        await sit(desk.floor, "anna")


@pytest.mark.parametrize("how", ["renew", "restore"])
async def test_a_backup_is_not_served_before_renew_or_restore(
    file: Path, tmp_path: Path, how: str
) -> None:
    """Also on a machine that has no other files of the house."""
    async with open_house(Settings(database=str(file), sealing_key=KEY)) as desk:
        await sit(desk.floor, "anna")
        back_up(file, tmp_path / "copy.db")
    elsewhere = tmp_path / "elsewhere" / "house.db"
    elsewhere.parent.mkdir()
    shutil.copy(tmp_path / "copy.db", elsewhere)
    settings = Settings(database=str(elsewhere), sealing_key=KEY)
    with pytest.raises(NotRenewed, match="it is a backup"):
        async with open_house(settings):
            pass
    assert [each.name for each in elsewhere.parent.iterdir()] == ["house.db"]
    assert failing(await audit(str(elsewhere))) == {}
    assert (await command("checkpoint", elsewhere)).returncode == 0
    if how == "renew":
        done = await command("renew", elsewhere, "--sealing-key", KEY)
    else:
        back_up(elsewhere, tmp_path / "second.db")  # a backup of a backup is a backup too
        done = await command(
            *("restore", tmp_path / "second.db", elsewhere, "--force", "--sealing-key", KEY)
        )
    assert (done.returncode, done.stderr) == (0, "")
    async with open_house(settings) as desk:
        await sit(desk.floor, "bruno")
    assert failing(await audit(str(elsewhere))) == {}


@pytest.mark.parametrize("noted", [b"", b"12 ab", b"\xff" * 99])
async def test_an_unreadable_lock_file_does_not_stop_the_start(file: Path, noted: bytes) -> None:
    settings = Settings(database=str(file))
    async with open_house(settings) as desk:
        await sit(desk.floor, "anna")
    Path(f"{file}.lock").write_bytes(noted)
    async with open_house(settings):
        pass
