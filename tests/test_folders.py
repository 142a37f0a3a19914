"""Every folder of tests is in one of the two lists of `tests/folders.py`."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.folders import LONGEST, QUICK, TESTS, THOROUGH, quick_paths

SERVERS = ("asyncpg", "distributed", "playwright", "puntobanco.server", "tests.databases")
FIXTURES = {"browser", "context", "database", "page", "postgres_server", "store"}
QUICK_FILES = [path for name in QUICK for path in sorted((TESTS / name).rglob("*.py"))]


def test_every_folder_of_tests_is_in_one_list() -> None:
    folders = {path.parent.relative_to(TESTS).parts[0] for path in TESTS.glob("*/**/test_*.py")}
    assert sorted((*QUICK, *THOROUGH)) == sorted(folders)


def test_the_longest_tests_are_there() -> None:
    assert [name for name in LONGEST if not (TESTS / name).is_file()] == []


def test_quick_paths_cover_everything_but_the_thorough_folders() -> None:
    project = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    everything = set(project["tool"]["pytest"]["ini_options"]["testpaths"])
    beside = {f"tests/{path.name}" for path in TESTS.glob("test_*.py")}
    quick = set(quick_paths())
    assert quick == (everything - {"tests"}) | beside | {f"tests/{name}" for name in QUICK}


@pytest.mark.parametrize("path", QUICK_FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_a_quick_test_needs_no_server(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [name for name in imported(tree) if name.startswith(SERVERS)]
    assert not FIXTURES & {
        argument.arg
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[:5] == "test_"
        for argument in node.args.args
    }


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
