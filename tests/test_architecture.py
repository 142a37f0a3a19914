"""Imports point one way, and only the edge touches the world."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
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

# What each room may know. docs/architecture.md tells the same.
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
    "table": {"errors", "game", "fair", "ledger", "wire"},
    "store": {"errors", "game", "fair", "ledger", "wire", "table"},
    "audit": {"errors", "money", "game", "odds", "fair", "ledger", "wire", "table", "store"},
    "server": {
        *("errors", "game", "odds", "fair", "houses"),
        *("ledger", "wire", "table", "store"),
    },
    "client": {"errors", "game", "fair", "wire"},
    "terminal": {"errors", "game", "ledger", "wire", "server", "client"},
    "cli": {
        *("errors", "money", "tabular", "game", "odds", "fair", "simulate", "houses"),
        *("ledger", "wire", "table", "store", "audit", "server", "client", "terminal"),
    },
}
# And what of others' it may use.
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
EDGE = {"houses", "store", "server", "client", "terminal", "cli"}  # rooms that may touch the world

# Clocks, sockets, files, processes and chance.
THE_WORLD = {
    "asyncio", "datetime", "glob", "io", "logging", "multiprocessing", "os", "pathlib", "queue",
    "secrets", "select", "selectors", "shutil", "signal", "socket", "ssl", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
CHANCE = {"random", "numpy.random"}  # never deals a card
BUILT_IN_WORLD = {
    "__import__",
    "import_module",
    "open",
    "print",
    "input",
    "exec",
    "eval",
    "breakpoint",
}


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, level=level, names=names):
                assert level == 0, f"{path}: imports say where from"
                assert module
                yield module
                yield from (f"{module}.{name.name}" for name in names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_knows_only_the_rooms_below_it(path: Path) -> None:
    if room(path) in ("__init__", "__main__"):
        return  # the front door opens into every room
    allowed = MAY_IMPORT[room(path)] | {room(path)}
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "puntobanco" and len(parts) > 1:
            assert parts[1] in allowed, f"{path} imports {name}"
        elif parts[0] == "puntobanco":
            raise AssertionError(f"{path} imports the front door")
        elif parts[0] not in sys.stdlib_module_names:
            assert parts[0] in THIRD_PARTY[room(path)], f"{path} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_the_edge_touches_the_world(path: Path) -> None:
    found = set(imports(path))
    assert not found & CHANCE, f"{path}: cards come from fair, never from {found & CHANCE}"
    if room(path) in EDGE or room(path) in ("__init__", "__main__"):
        return
    assert not {name.split(".")[0] for name in found} & THE_WORLD, path
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in BUILT_IN_WORLD, f"{path}:{node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr != "random", f"{path}:{node.lineno}: np.random is chance, too"


def test_every_room_is_listed() -> None:
    assert {room(path) for path in MODULES} - {"__init__", "__main__"} == set(MAY_IMPORT)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_opens_with_a_sentence_and_asserts_nothing(path: Path) -> None:
    """An invariant must hold with -O too, so no bare assert."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if path.stat().st_size:
        summary = (ast.get_docstring(tree) or "").split("\n\n")[0]
        assert summary.endswith((".", ":")), path
    assert not any(isinstance(node, ast.Assert) for node in ast.walk(tree)), path


def test_nothing_of_a_store_is_there_for_tests_alone() -> None:
    """Whoever wants all of it reads the books: a store answers what the house asks."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in MODULES]
    used = {node.attr for tree in trees for node in ast.walk(tree) if type(node) is ast.Attribute}
    used |= {name.split(".")[-1] for path in MODULES for name in imports(path)}
    rows = {name for name, each in vars(store_rows).items() if type(each) is FunctionType}
    offered = {name for name in vars(RenewableStore).keys() | vars(Store) | rows if name[0] != "_"}
    assert offered - used == set()


def is_command_or_route(path: Path) -> bool:
    """Named after what a user types or a client asks for, whatever else is called so."""
    inside = path.relative_to(ROOT)
    return inside.parent == Path("cli") or inside.parent.name == "routes"


def test_a_module_has_a_name_of_its_own() -> None:
    """Commands and routes aside, a module's name alone says which one is meant."""
    stems = Counter(
        path.stem
        for path in MODULES
        if path.stem not in ("__init__", "__main__") and not is_command_or_route(path)
    )
    assert [name for name, times in stems.items() if times > 1] == []


def public_types(path: Path) -> Iterator[str]:
    """The classes of a module, and its aliases of types."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) if not name.isupper():
                if name[0].isupper():
                    yield name


def test_a_public_type_has_a_name_of_its_own() -> None:
    """One word per idea: who reads a class's name needs no import to know which one it is."""
    found = Counter(
        name for path in MODULES for name in public_types(path) if not name.startswith("_")
    )
    assert [name for name, times in found.items() if times > 1] == []


def test_a_command_is_one_file_of_its_name() -> None:
    files = {path.stem for path in (ROOT / "cli").glob("*.py")} - {"__init__"}
    assert files == {each.callback.__name__ for each in app.registered_commands if each.callback}
