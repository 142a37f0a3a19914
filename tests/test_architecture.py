"""Checks which folder imports which, and that only the outer folders do input and output."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType

import pytest

import puntobanco
from puntobanco.cli import app
from puntobanco.store import row_mapping as store_rows
from puntobanco.store.interface import Store
from puntobanco.store.renewal import RenewableStore

ROOT = Path(puntobanco.__file__).parent
MODULES = sorted(path for path in ROOT.rglob("*.py"))

# What each folder may import from this project; docs/architecture.md says the same.
MAY_IMPORT = {
    "errors": {"money"},
    "money": set[str](),
    "tabular": {"errors"},
    "game": {"errors", "money", "tabular"},
    "odds": {"errors", "money", "tabular", "game"},
    "fair": {"errors", "game"},
    "simulate": {"errors", "money", "tabular", "game", "odds"},
    "houses": {"errors", "money", "tabular", "game", "odds"},
    "wire": {"errors", "game"},
    "ledger": {"errors"},
    "table": {"errors", "money", "game", "fair", "ledger", "wire"},
    "store": {"errors", "game", "fair", "ledger", "wire", "table"},
    "audit": {"errors", "money", "game", "odds", "fair", "ledger", "wire", "table", "store"},
    "server": {
        *("errors", "money", "game", "odds", "fair", "houses"),
        *("ledger", "wire", "table", "store"),
    },
    "client": {"errors", "game", "fair", "wire"},
    "terminal": {"errors", "game", "ledger", "wire", "server", "client"},
    "cli": {
        *("errors", "money", "tabular", "game", "odds", "fair", "simulate", "houses"),
        *("ledger", "wire", "table", "store", "audit", "server", "client", "terminal"),
    },
}
# Which third-party packages each folder may import.
THIRD_PARTY = {
    "errors": set[str](),
    "money": {"msgspec"},
    "tabular": {"pandas", "polars"},  # when asked for a frame
    "game": {"msgspec"},
    "odds": {"msgspec", "numpy", "numba"},
    "fair": {"msgspec"},
    "simulate": {"msgspec", "numpy", "llvmlite", "numba"},
    "houses": {"msgspec", "numpy"},
    "wire": {"msgspec"},
    "ledger": {"msgspec"},
    "table": {"msgspec"},
    "store": {"msgspec", "apsw", "asyncpg", "cryptography"},
    "audit": {"msgspec"},
    "server": {
        *("argon2", "httptools", "litestar", "msgspec", "picows", "prometheus_client"),
        *("uvicorn", "uvloop"),
    },
    "client": {"msgspec", "picows"},
    "terminal": {"msgspec", "rich", "textual", "typer"},
    "cli": {
        *("msgspec", "typer", "rich", "matplotlib", "numpy", "distributed", "uvloop"),
    },
}
OUTER_FOLDERS = {"houses", "store", "server", "client", "terminal", "cli"}  # which may do I/O

# Modules for clocks, sockets, files, processes and randomness.
OUTSIDE_WORLD = {
    "asyncio", "datetime", "glob", "io", "logging", "multiprocessing", "os", "pathlib", "queue",
    "secrets", "select", "selectors", "shutil", "signal", "socket", "ssl", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
RANDOM = {"random", "numpy.random"}  # no cards may come from these
BUILT_IN_IO = {
    "__import__",
    "import_module",
    "open",
    "print",
    "input",
    "exec",
    "eval",
    "breakpoint",
}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(tree(path)))


def folder_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, level=level, names=names):
                assert level == 0, f"{path}: use absolute imports"
                assert module
                yield module
                yield from (f"{module}.{name.name}" for name in names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_folder_imports_only_the_folders_below_it(path: Path) -> None:
    if folder_of(path) in ("__init__", "__main__"):
        return  # these import from every folder
    allowed = MAY_IMPORT[folder_of(path)] | {folder_of(path)}
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "puntobanco" and len(parts) > 1:
            assert parts[1] in allowed, f"{path} imports {name}"
        elif parts[0] == "puntobanco":
            raise AssertionError(f"{path} imports the package itself")
        elif parts[0] not in sys.stdlib_module_names:
            assert parts[0] in THIRD_PARTY[folder_of(path)], f"{path} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_outer_folders_use_clocks_files_and_sockets(path: Path) -> None:
    found = set(imports(path))
    assert not found & RANDOM, f"{path}: cards must come from fair, not from {found & RANDOM}"
    if folder_of(path) in OUTER_FOLDERS or folder_of(path) in ("__init__", "__main__"):
        return
    assert not {name.split(".")[0] for name in found} & OUTSIDE_WORLD, path
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in BUILT_IN_IO, f"{path}:{node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr != "random", f"{path}:{node.lineno}: np.random is random, too"


def test_every_folder_is_listed() -> None:
    assert {folder_of(path) for path in MODULES} - {"__init__", "__main__"} == set(MAY_IMPORT)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_begins_with_a_sentence_and_has_no_assert(path: Path) -> None:
    """Invariants must also hold with -O, so `assert` is not allowed."""
    if path.stat().st_size:
        summary = (ast.get_docstring(tree(path)) or "").split("\n\n")[0]
        assert summary.endswith((".", ":")), path
    assert not any(isinstance(node, ast.Assert) for node in nodes(path)), path


def test_a_store_has_no_method_that_only_tests_use() -> None:
    """A test that needs more reads the books, see tests/store_contents.py."""
    used = {node.attr for path in MODULES for node in nodes(path) if type(node) is ast.Attribute}
    used |= {name.split(".")[-1] for path in MODULES for name in imports(path)}
    rows = {name for name, each in vars(store_rows).items() if type(each) is FunctionType}
    offered = {name for name in vars(RenewableStore).keys() | vars(Store) | rows if name[0] != "_"}
    assert offered - used == set()


def is_command_or_route(path: Path) -> bool:
    """Whether the module is named after a command or a route, and so may share its name."""
    inside = path.relative_to(ROOT)
    return inside.parent == Path("cli") or inside.parent.name == "routes"


def test_no_two_modules_have_the_same_name() -> None:
    """Except for commands and routes, a module's name alone says which one is meant."""
    stems = Counter(
        path.stem
        for path in MODULES
        if path.stem not in ("__init__", "__main__") and not is_command_or_route(path)
    )
    assert [name for name, times in stems.items() if times > 1] == []


def public_types(path: Path) -> Iterator[str]:
    """The classes and type aliases of a module."""
    for node in tree(path).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) if not name.isupper():
                if name[0].isupper():
                    yield name


def test_no_two_public_types_have_the_same_name() -> None:
    """One word per idea: a class's name alone says which one is meant."""
    found = Counter(
        name for path in MODULES for name in public_types(path) if not name.startswith("_")
    )
    assert [name for name, times in found.items() if times > 1] == []


def test_every_command_has_a_file_of_its_name() -> None:
    files = {path.stem for path in (ROOT / "cli").glob("*.py")} - {"__init__"}
    assert files == {each.callback.__name__ for each in app.registered_commands if each.callback}
