"""Runs the server's tests on the event loop that the server uses."""

from typing import Any

import pytest

from tests.cheap_passwords import hash_cheaply

hash_cheaply()


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, Any]]:
    return "asyncio", {"use_uvloop": True}
