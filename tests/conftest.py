"""Fixtures for many tests: a new database of each kind, and a store on it."""

import gc
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from puntobanco.store.interface import Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from tests.databases import NOT_DURABLE, Server, in_memory, postgres
from tests.folders import LONGEST, TESTS

settings.register_profile("no deadline", deadline=None)  # a busy machine is no failure
settings.load_profile("no deadline")

LONG_FILES = frozenset(TESTS / name for name in LONGEST)
SEALING_KEY = bytes(range(32))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage meanwhile: thousands of tests come into being, and none goes away."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples in docs and docstrings, but not in tests, which have none."""
    found = yield
    return [each for each in found if type(each) is pytest.Module]


@pytest.hookimpl(trylast=True)  # after pytest has grouped the tests by their fixtures
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path not in LONG_FILES)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """One server per test process, started when the first test needs it."""
    with postgres(*NOT_DURABLE, parent=in_memory()) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without rows; a test that uses it runs on each kind."""
    yield from _database(request, tmp_path, Server.new_house)


@pytest.fixture(params=["sqlite", "postgres"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without tables; a test that uses it runs on each kind."""
    yield from _database(request, tmp_path, Server.new_database)


def _database(
    request: pytest.FixtureRequest, tmp_path: Path, new: Callable[[Server], str]
) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "house.db")
        return
    server: Server = request.getfixturevalue("postgres_server")
    address = new(server)
    yield address
    server.drop(address)


@pytest.fixture
def sealer() -> Sealer:
    return Sealer(SEALING_KEY)


@pytest.fixture
async def store(database: str, sealer: Sealer) -> AsyncIterator[Store]:
    opened = await open_store(database, sealer)
    yield opened
    await opened.close()
