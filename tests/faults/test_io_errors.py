"""On a failing disk a change is refused or the store halts; nothing is half done."""

import asyncio
import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from puntobanco.server import serving as serving_module
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.store.interface import Role, Store
from puntobanco.store.sealing import Sealer
from puntobanco.store.sqlite import SqliteStore
from tests.faults.disk import Disk
from tests.faults.guest import Gone, Guest, HttpProblem
from tests.faults.io_errors import fail_everywhere


@pytest.mark.parametrize("first", [1, 26])
def test_an_error_at_any_disk_call_leaves_no_change_half_done(first: int) -> None:
    disk = fail_everywhere(range(first, first + 25))
    assert disk.halted > 25


async def come(guest: Guest, base: str) -> None:
    await guest._sit_down(base)
    await guest._at_the_table(base)


@pytest.mark.anyio
async def test_a_halted_house_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk()

    async def on_this_disk(database: str, sealer: Sealer) -> SqliteStore:
        return SqliteStore(database, sealer, vfs=disk.vfs_name)

    monkeypatch.setattr(serving_module, "open_store", on_this_disk)
    guest = Guest(1, deeds=3)
    async with serving(Settings(database=f"{tmp_path}/house.db")) as (desk, base):
        await guest.play(base)
        assert json.loads(await guest._http("GET", f"{base}/readyz")) == {"status": "ready"}
        disk.trouble = lambda what, *_: apsw.IOError("injected") if what == "sync" else None
        guest._deeds = 1
        with pytest.raises((Gone, HttpProblem)) as refused:
            await come(guest, base)
        assert _says_why(refused.value)
        with pytest.raises(HttpProblem, match="503"):
            await guest._http("GET", f"{base}/readyz")
        assert desk.floor.writer.halted.is_set()
        disk.trouble = lambda *_: None
        # A halted store stays halted, even if the disk works again.
        with pytest.raises((Gone, HttpProblem)):
            await guest._at_the_table(base)


def _says_why(error: Any) -> bool:
    return "store/halted" in str(error) or "4012" in str(error)


@pytest.mark.anyio
async def test_a_cancelled_request_does_not_halt_the_store(store: Store) -> None:
    """Cancel a change at every turn, then make another one."""
    for turns in range(6):
        task = asyncio.create_task(store.add_person(f"anna-{turns}", "argon2id…", Role.PLAYER, 1))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert await store.is_alive()
        assert await store.add_person(f"bruno-{turns}", "argon2id…", Role.PLAYER, 1) is not None
