"""Tests of `puntobanco restore` while other programs use the same files."""

import asyncio
import contextlib
import secrets
from pathlib import Path

import pytest

from puntobanco.cli.parts import operator_access
from puntobanco.cli.restore import restore as restore_command
from puntobanco.errors import BadSetting, Unwritable
from puntobanco.server.house.database_lock import alone, leaving_nothing
from puntobanco.server.serving import open_house
from puntobanco.server.settings import Settings
from tests.audit.night import sit
from tests.cli.test_operator_access import KEY, command, file, play_and_back_up, restore_copy

__all__ = ["file"]

pytestmark = pytest.mark.anyio


async def test_no_second_program_takes_the_file_of_a_running_house(
    file: Path, tmp_path: Path
) -> None:
    """`serve`, `renew` and `restore` are refused in the same words."""
    copy = tmp_path / "copy.db"
    await play_and_back_up(file, copy)
    Path(f"{file}.key").write_text(KEY)
    async with open_house(Settings(database=str(file))) as desk:
        commands: tuple[list[str | Path], ...] = (
            ["serve", "--database", file, "--port", "0"],
            ["renew", file],
            ["restore", copy, file],
            ["restore", copy, file, "--force"],
        )
        for args in commands:
            refused = await command(*args)
            said = f"puntobanco: input/bad-setting: another process uses {file}: stop it first\n"
            assert (refused.returncode, refused.stderr) == (2, said), args
        await sit(desk.floor, "dora")


@pytest.mark.parametrize("force", [False, True])
async def test_no_house_starts_on_a_file_that_is_being_restored(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, force: bool
) -> None:
    copy, again = tmp_path / "copy.db", tmp_path / "again.db"
    await play_and_back_up(file, copy)
    target = file if force else again
    starts: list[str] = []

    def seed_while_a_house_starts() -> bytes:
        with pytest.raises(BadSetting, match="another process"), alone(str(target)):
            starts.append("a house")
        starts.append("refused")
        return secrets.token_bytes(32)

    monkeypatch.setattr(operator_access, "new_seed", seed_while_a_house_starts)
    await asyncio.to_thread(restore_command, copy, str(target), KEY, None, force)
    assert set(starts) == {"refused"}


async def test_a_file_that_appears_during_the_restore_is_not_replaced(
    file: Path, tmp_path: Path
) -> None:
    """The program that wrote it may not know our lock file."""
    copy, again = tmp_path / "copy.db", tmp_path / "again.db"
    await play_and_back_up(file, copy)
    log = Path(f"{again}-wal")

    def seed_while_a_file_appears() -> bytes:
        again.write_bytes(b"somebody's")
        log.write_bytes(b"and what they wrote last")
        return secrets.token_bytes(32)

    with pytest.raises(Unwritable, match="--force"):
        await restore_copy(copy, again, fresh=seed_while_a_file_appears)
    assert (again.read_bytes(), log.exists()) == (b"somebody's", True)
    assert not list(tmp_path.glob("*.part*"))


async def test_a_refused_start_does_not_remove_a_restored_file(file: Path, tmp_path: Path) -> None:
    copy, again = tmp_path / "copy.db", tmp_path / "again.db"
    await play_and_back_up(file, copy)
    with (
        contextlib.suppress(ZeroDivisionError),
        alone(str(again)) as beside,
        leaving_nothing(str(again), beside),
    ):
        restored = await command("restore", copy, again, "--sealing-key", KEY)
        was_there = again.exists()
        raise ZeroDivisionError  # any error at the start
    assert (restored.returncode, was_there, again.exists()) == (2, False, False)
    assert (await command("restore", copy, again, "--sealing-key", KEY)).returncode == 0
    assert again.exists()
